"""Keeps what was learned about routes in step with the stored reports: embeds, replays, fits, saves; in the background.

Reports are acknowledged as soon as they are stored. Here they are taken up in order, in batches, by whichever window;
what is learned is a function of the reports and of the order in which projects were learned. Nothing is decided here.
"""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from memserver.clock import Clock, to_iso
from memserver.embedding.calibration import calibration_for
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Embedder, Kind, embed_batch_within
from memserver.errors import EmbeddingFailed, StorageFailed
from memserver.learning.agents import KeywordChoice, KeywordTable
from memserver.learning.classifier import Anchor, Model, Report, fit
from memserver.learning.ewc import OWN_STRENGTH, SHARED_STRENGTH, combined
from memserver.learning.features import Features, features_of
from memserver.learning.replay import FAMILIAR, NO_KEYWORD, Trust, trust_from
from memserver.learning.route_memory import RouteMemory, descriptions_of, rounded
from memserver.learning.route_state import from_bytes, to_bytes
from memserver.retrieval.backfill import TurnGate
from memserver.storage.routing import AgentRow, ExampleRow, LearnedRow
from memserver.storage.store import Store

log = logging.getLogger(__name__)

Floats = npt.NDArray[np.float32]
Result = TypeVar("Result")

BATCH = 64
# A client that reports faster than this can be embedded is slowed down to it.
MOST_BEHIND = 64
# Reports that follow each other closely are fitted together.
QUIET_SECONDS = 0.4
# Another window may have been told something.
LOOK_AGAIN_SECONDS = 30.0
RETRY_SECONDS = 5.0


class RouteLearner:
    """The learned routes of one user, by project."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, executor: Executor, clock: Clock, gate: TurnGate,
        registry: Callable[[], Sequence[AgentRow]],
    ) -> None:  # fmt: skip
        self._store = store
        self._embedder = embedder
        self._executor = executor
        self._clock = clock
        self._gate = gate
        self._registry = registry
        self._wake = asyncio.Event()
        self._caught_up = asyncio.Event()
        self._progress = asyncio.Condition()
        self._told = 0
        self._told_at = 0.0
        self._seen = 0
        self._waiting = 0
        self._space = ""
        self._dimensions = 0
        self._familiar = -1.0
        self._positions: dict[str, int] = {}
        self.memories: dict[str, RouteMemory] = {}
        self.anchors: dict[str, Anchor] = {}
        """How strongly each project holds the shared weights, and where."""
        self.shared: Model | None = None
        self.loaded = False
        """Whether what was learned before was read back."""

    @property
    def seen(self) -> int:
        """Return the number of the last report that was taken up."""
        return self._seen

    def told(self, number: int) -> None:
        """Say that a report was stored."""
        self._told, self._told_at = max(self._told, number), time.monotonic()
        self._caught_up.clear()
        self._wake.set()

    @property
    def behind(self) -> int:
        """Return how many reports were not learned from yet."""
        return max(self._told - self._seen, 0)

    async def keep_pace(self, patience: float) -> None:
        """Wait until the reports that were not learned from are few."""
        async with self._progress:
            try:
                async with asyncio.timeout(patience):
                    await self._progress.wait_for(lambda: self.behind <= MOST_BEHIND)
            except TimeoutError:
                return

    async def settled(self, patience: float) -> bool:
        """Wait until everything told so far was learned from; False when that takes too long."""
        if self._caught_up.is_set() and self._seen >= self._told:
            return True
        self._waiting += 1
        self._wake.set()
        try:
            async with asyncio.timeout(patience):
                await self._caught_up.wait()
            return True
        except TimeoutError:
            return False
        finally:
            self._waiting -= 1

    def shared_trust(self) -> Trust:
        """Return the proof of all projects together, for one that has none of its own."""
        return trust_from([each for _, memory in sorted(self.memories.items()) for each in memory.replayed])

    async def run(self) -> None:
        """Learn from what is stored, then wait for more; ends by cancellation."""
        await self._embedder.wait_ready()
        await self._load()
        while True:
            try:
                patience = await self._step()
            except StorageFailed as failure:
                log.warning("learned routes go on later: %s", failure.message)
                patience = RETRY_SECONDS
            try:
                await asyncio.wait_for(self._wake.wait(), patience)
            except TimeoutError:
                continue

    async def _step(self) -> float:
        """Take up reports, or learn when there are no more; returns how long to wait before the next step."""
        self._wake.clear()
        if await self._take_up():
            return 0.0
        quiet = time.monotonic() - self._told_at
        if not self._waiting and quiet < QUIET_SECONDS:
            return QUIET_SECONDS - quiet
        await self._learn(decide=True)
        if not self._wake.is_set() and await self._store.routing.last_example() <= self._seen:
            self._told = max(self._told, self._seen)
            self._caught_up.set()
        return LOOK_AGAIN_SECONDS

    async def forget(self) -> None:
        """Forget everything: the reports are gone."""
        self.memories.clear()
        self.anchors.clear()
        self._positions.clear()
        self.shared = None

    async def _load(self) -> None:
        """Read saved states, then the reports that they were made of."""
        embedder = self._embedder.embedder
        self._space = embedder.fingerprint if embedder else ""
        self._dimensions = embedder.dimensions if embedder else 0
        self._familiar = calibration_for(self._embedder.name).cosine(FAMILIAR)
        present = await self._store.routing.projects()
        for row in await self._store.routing.learned():
            if row.project_id not in present:
                continue
            saved = await self._run(from_bytes, row.state, self._space, self._dimensions)
            if saved is not None:
                saved.memory.familiar_from = self._familiar
                self.memories[row.project_id] = saved.memory
                self._positions[row.project_id] = row.position
                if saved.anchor is not None:
                    self.anchors[row.project_id] = saved.anchor
                    self.shared = Model(saved.anchor.agents, saved.anchor.scale, saved.anchor.weights, self._dimensions)
        self._told = max(self._told, await self._store.routing.last_example())
        self.loaded = True

    async def _take_up(self) -> bool:
        """Take up the next reports; False when there are none."""
        rows = await self._store.routing.examples_after(self._seen, BATCH)
        if not rows:
            return False
        await self._gate.idle()
        vectors = await self._vectors(rows)
        table = KeywordTable(self._registry())
        for row, vector, (features, choice) in zip(
            rows, vectors, await self._run(_looked_at, [row.task for row in rows], table), strict=True
        ):
            memory = self.memories.setdefault(row.project_id, RouteMemory(self._dimensions, self._familiar))
            right = choice.agent == row.agent
            said = NO_KEYWORD if choice.by_default else choice.agent
            memory.add(Report(features, vector, row.agent, row.success), said, right)
        await self._learn(decide=False)
        self._seen = rows[-1].number
        async with self._progress:
            self._progress.notify_all()
        return True

    async def _vectors(self, rows: Sequence[ExampleRow]) -> list[Floats]:
        """Return the vector of each task; those that are missing are embedded and kept."""
        embedder = self._embedder.embedder
        missing = [row for row in rows if row.model != self._space] if embedder else []
        made: dict[int, Floats] = {}
        if embedder is not None and missing:
            matrix = await self._embed(embedder, [row.task for row in missing])
            if matrix is not None:
                made = {row.number: vector for row, vector in zip(missing, matrix, strict=True)}
                blobs = [(number, vector.astype(np.float16).tobytes()) for number, vector in made.items()]
                async with self._store.database.write() as transaction:
                    await self._store.routing.set_vectors(transaction, self._space, blobs)
        nothing = np.zeros(0, np.float32)
        found = []
        for row in rows:
            blob = row.vector if row.model == self._space else None
            vector = np.frombuffer(blob, np.float16).astype(np.float32) if blob else nothing
            # Rounded like what is read back after a restart.
            found.append(made[row.number].astype(np.float16).astype(np.float32) if row.number in made else vector)
        return found

    async def _embed(self, embedder: Embedder, texts: Sequence[str]) -> Floats | None:
        try:
            return await embed_batch_within(embedder, self._space, texts, Kind.QUERY)
        except EmbeddingFailed:
            return None

    async def _learn(self, *, decide: bool) -> None:
        """Replay and fit every project that has something new; save what changed."""
        described = descriptions_of(self._registry(), features_of, self._dimensions)
        for project in sorted(self.memories):
            memory = self.memories[project]
            if not memory.behind():
                continue
            before = memory.fitted, memory.replay_position
            others = [anchor for name, anchor in sorted(self.anchors.items()) if name != project]
            work = partial(memory.advance, described, combined(others, OWN_STRENGTH), decide=decide)
            await self._run(work)
            if not decide or (memory.fitted, memory.replay_position) == before:
                continue
            if memory.model is not None and memory.fitted != before[0]:
                self.shared = await self._run(self._share, project, memory, described, others)
            await self._save(project, memory)

    def _share(self, project: str, memory: RouteMemory, described: Sequence[Report], others: Sequence[Anchor]) -> Model:
        """Fit the shared weights to a project, held where other projects need them; for a thread."""
        assert memory.model is not None
        model = memory.model
        held = combined(others, SHARED_STRENGTH)
        if held is not None:
            agents = tuple(sorted({*held.agents, *model.agents}))
            reports = [report for report in (*described, *memory.reports) if report.agent in model.agents]
            model = rounded(fit(reports, agents, self._dimensions, anchor=held))
        self.anchors[project] = memory.own_anchor(model)
        return model

    async def _save(self, project: str, memory: RouteMemory) -> None:
        position = self._positions.setdefault(project, len(self._positions))
        state = await self._run(to_bytes, memory, self.anchors.get(project), self._space)
        row = LearnedRow(
            project, position, len(memory.reports), to_iso(self._clock()), json.dumps(memory.trust.lift()), state
        )
        async with self._store.database.write() as transaction:
            await self._store.routing.put_learned(transaction, row)

    async def _run(self, function: Callable[..., Result], *arguments: object) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._executor, partial(function, *arguments))


def _looked_at(tasks: Sequence[str], table: KeywordTable) -> list[tuple[Features, KeywordChoice]]:
    return [(features_of(task), table.decide(task)) for task in tasks]
