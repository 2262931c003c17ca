"""Learning as the rest of memserver sees it: one object with what can be asked of it, and its background work.

It embeds what its parts need, hands it to them, and keeps the portable file current. The rules are in the parts.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.clock import Clock, to_iso
from memserver.embedding.calibration import Calibration, calibration_for
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Kind, embed_batch_within
from memserver.errors import EmbeddingFailed, MemserverError, NotFound
from memserver.events import EventBus
from memserver.learning.agents import INITIAL_AGENTS
from memserver.learning.bank import PatternMatch, ReasoningBank, Stored
from memserver.learning.consolidation import Consolidation, consolidate
from memserver.learning.failures import CIRCLE_FROM, failed_steps, failure_hash, same_error, same_fix
from memserver.learning.learning_stats import learning_stats, task_weights
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.patterns import DISTILLED, WARNING
from memserver.learning.portable import FILE_NAME, Imported, PortableFile
from memserver.learning.route_learner import RouteLearner
from memserver.learning.router import PATTERN_STRENGTH, Route, Router
from memserver.learning.sona import LIMITS, Adaptation, SonaMode, adapt, distill, inputs_of, kept
from memserver.learning.throttle import ThrottledPublisher
from memserver.learning.turn_lessons import TurnLessons
from memserver.retrieval.backfill import TurnGate
from memserver.storage.learned import FailedFix
from memserver.storage.patterns import PatternRow
from memserver.storage.routing import AgentRow, ExampleRow
from memserver.storage.store import Store

log = logging.getLogger(__name__)

Floats = npt.NDArray[np.float32]

PERSIST_SECONDS = 30.0
# A task that follows a report is answered with that report learned; longer than this nobody waits.
ROUTE_PATIENCE_SECONDS = 10.0
FEEDBACK_PATIENCE_SECONDS = 20.0
SEEDED = "agents.seeded"
REMEMBERED_FIXES = 300
WARNING_CHARS = 500
EMBED_BATCH = 64
REMEMBERED_QUERIES = 256


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a trajectory; `circular_fix` counts a fix that failed before for the same error."""

    id: str
    outcome: str
    circular_fix: int | None = None


class Learning:
    """Everything learned, and what is done with it."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, executor: Executor, clock: Clock, gate: TurnGate,
        events: EventBus, mode: Callable[[], str], folder: Path,
    ) -> None:  # fmt: skip
        self._store = store
        self._embedder = embedder
        self._executor = executor
        self._clock = clock
        self._mode = mode
        self.publish = ThrottledPublisher(events.publish)
        """Tells what was learned, without floods."""
        self._queries: dict[tuple[str, str], Floats] = {}
        self._consolidated = time.monotonic()
        self._last_fix = 0
        self.last_adaptation_ms: float | None = None
        self.index = PatternIndex(store)
        self.bank = ReasoningBank(store, clock, self.index, self.calibration, self.publish)
        self.learner = RouteLearner(store, embedder, executor, clock, gate, lambda: self.router.agents)
        self.router = Router(self.learner)
        self.lessons = TurnLessons(self.index)
        self.file = PortableFile(store, clock, folder / FILE_NAME, lambda: task_weights(self.learner))
        self._opened = asyncio.Event()

    async def open(self) -> None:
        """Load what every request needs: agents, patterns, failures."""
        if self._opened.is_set():
            return
        async with self._store.database.write() as transaction:
            if await self._store.properties.get(SEEDED) is None:
                for agent in INITIAL_AGENTS:
                    await self._store.routing.put_agent(transaction, agent)
                await self._store.properties.set(transaction, SEEDED, "1")
        self.router.set_agents(await self._store.routing.agents())
        await self.file.open()
        await self.refresh()
        self._opened.set()

    async def run(self) -> None:
        """Embed patterns that lack a vector, keep the file current, consolidate; ends by cancellation."""
        await self.open()
        await self._embedder.wait_ready()
        while True:
            try:
                await self._embed_patterns()
                await self.refresh()
                if time.monotonic() - self._consolidated > LIMITS[SonaMode(self._mode())].minutes * 60:
                    await self.consolidate()
                    await self.distill()
                await self.file.persist()
            except MemserverError as failure:
                log.warning("learning goes on later: %s", failure.message)
            await asyncio.sleep(PERSIST_SECONDS)

    async def close(self) -> None:
        """Write the portable file if something changed."""
        if self._opened.is_set():
            await self.file.persist()

    async def refresh(self) -> None:
        """Take in what this or another window wrote."""
        await self.index.refresh(self.space)
        last = await self._store.learned.last_fix()
        if last != self._last_fix:
            self.lessons.set_failures(await self._store.learned.newest_fixes(REMEMBERED_FIXES))
            self._last_fix = last

    @property
    def space(self) -> str:
        """Return the name of the embedding space in use; empty without one."""
        embedder = self._embedder.embedder
        return embedder.fingerprint if embedder else ""

    def calibration(self) -> Calibration:
        """Return the scale of similarity of the present embedding."""
        return calibration_for(self._embedder.name)

    async def store_pattern(self, strategy: str, domain: str, quality: float | None, project_id: str) -> Stored:
        """Keep a pattern that a client learned."""
        await self.open()
        await self._embedder.wait_ready()
        vector = await self.embed(strategy, Kind.PASSAGE)
        return await self.bank.store(strategy, domain, vector, self.space, quality=quality, project_id=project_id)

    async def search_patterns(
        self, query: str, limit: int, domain: str | None, projects: Sequence[str]
    ) -> list[PatternMatch]:
        """Find patterns by meaning."""
        await self.open()
        vector = await self.embed(query, Kind.QUERY)
        await self.index.refresh(self.space)
        return self.bank.search(query, vector, limit, domain=domain, projects=projects)

    async def pattern_feedback(self, pattern_id: str, success: bool) -> PatternRow:
        """Count a use of a pattern."""
        pattern = await self.bank.feedback(pattern_id, success)
        await self.index.refresh(self.space)
        return pattern

    async def route(self, task: str, project_id: str) -> Route:
        """Choose an agent; every report that came before is learned from first."""
        await self.open()
        last = await self._store.routing.last_example()
        if last:
            if last > self.learner.seen:
                self.learner.told(last)
            await self.learner.settled(ROUTE_PATIENCE_SECONDS)
        vector = await self.embed(task, Kind.QUERY)
        await self.index.refresh(self.space)
        near = self.bank.strong(task, vector, PATTERN_STRENGTH, ("", project_id))
        return self.router.route(task, vector, project_id, near)

    async def route_feedback(
        self, task: str, agent: str, success: bool, project_id: str, source: str = "feedback"
    ) -> int:
        """Keep a report: this task went to this agent, and that was right or wrong."""
        await self.open()
        if agent not in self.router.table.names:
            raise NotFound("There is no such agent.", field="agent", hint="Register it with memserver/agents/register.")
        example = ExampleRow(0, task, agent, success, source, project_id, to_iso(self._clock()))
        async with self._store.database.write() as transaction:
            number = await self._store.routing.add_example(transaction, example)
        self.learner.told(number)
        await self.learner.keep_pace(FEEDBACK_PATIENCE_SECONDS)
        return number

    async def agents(self) -> tuple[AgentRow, ...]:
        """Return the agents that there are."""
        await self.open()
        self.router.set_agents(await self._store.routing.agents())
        return self.router.agents

    async def register_agent(self, agent: AgentRow) -> AgentRow:
        """Add an agent, or replace the one of that name."""
        await self.open()
        async with self._store.database.write() as transaction:
            await self._store.routing.put_agent(transaction, agent)
        await self.agents()
        return agent

    async def remove_agent(self, name: str) -> None:
        """Remove an agent; what it was right about stays known, should it come back."""
        await self.open()
        async with self._store.database.write() as transaction:
            removed = await self._store.routing.remove_agent(transaction, name)
        if not removed:
            raise NotFound("There is no such agent.", field="name")
        await self.agents()

    async def learn_from_trajectory(self, record: Mapping[str, Any], project_id: str) -> Recorded:
        """Take in a recorded trajectory: failures become warnings, outcomes become reports for the router."""
        await self.open()
        metadata = record["metadata"]
        task = str(metadata.get("task") or next(iter(inputs_of(record)), ""))
        agent = metadata.get("agent")
        if record["outcome"] != "partial" and task and agent in self.router.table.names:
            await self.route_feedback(task, str(agent), record["outcome"] == "success", project_id, "trajectory")
        times = await self._learn_failure(record, task, project_id) if record["outcome"] == "failure" else 0
        return Recorded(record["id"], record["outcome"], times if times >= CIRCLE_FROM else None)

    async def _learn_failure(self, record: Mapping[str, Any], task: str, project_id: str) -> int:
        pairs = failed_steps(dict(record))
        known = await self._store.learned.newest_fixes(REMEMBERED_FIXES)
        times = 0
        for error, fix in pairs:
            given = record["metadata"].get("failureHash")
            failed = FailedFix(
                str(given) if given else failure_hash(error), error, fix, record["id"], project_id,
                to_iso(self._clock()),
            )  # fmt: skip
            async with self._store.database.write() as transaction:
                await self._store.learned.add_fix(transaction, failed)
            same = [each for each in known if each.project_id == project_id and same_error(each, failed)]
            times = max(times, 1 + sum(same_fix(each, failed) for each in same))
        error, fix = pairs[-1] if pairs else ("", next(iter(reversed(inputs_of(record))), ""))
        parts = [part for part in dict.fromkeys((task, fix)) if part]
        text = " → ".join([*parts, error] if error else parts)[:WARNING_CHARS]
        if text:
            vector = await self.embed(text, Kind.PASSAGE)
            await self.bank.store(
                text, record["domain"], vector, self.space, kind=WARNING, project_id=project_id,
                sources=(record["id"],),
            )  # fmt: skip
        await self.refresh()
        return times

    async def adapt(self, query: str) -> Adaptation | None:
        """Return the learned pattern nearest to a query."""
        await self.open()
        vector = await self.embed(query, Kind.QUERY)
        await self.index.refresh(self.space)
        if vector is None:
            return None
        started = time.perf_counter()
        found = adapt(self.index, vector, self.calibration())
        self.last_adaptation_ms = (time.perf_counter() - started) * 1000
        return found

    async def distill(self) -> list[Stored]:
        """Turn what successful trajectories share into patterns."""
        await self.open()
        mode = SonaMode(self._mode())
        newest = await self._store.trajectories.newest(LIMITS[mode].trajectories * 2)
        working = [each for each in kept(newest[::-1], mode) if each["outcome"] == "success" and inputs_of(each)]
        embedder = self._embedder.embedder
        if not working or embedder is None:
            return []
        texts = [" ".join(inputs_of(each))[:2_000] for each in working]
        space = embedder.fingerprint
        vectors = await embed_batch_within(embedder, space, texts, Kind.PASSAGE)
        if vectors is None:
            return []
        stored = []
        for made in distill(working, vectors, mode, self.calibration()):
            known = {source for each in self.index.patterns.values() for source in each.sources}
            if known.issuperset(made.sources):
                continue
            vector = await self.embed(made.strategy, Kind.PASSAGE)
            result = await self.bank.store(
                made.strategy, made.domain, vector, space, kind=DISTILLED, quality=max(made.confidence, 0.5),
                sources=made.sources,
            )  # fmt: skip
            if not result.strengthened:
                pattern = replace(
                    result.pattern, metadata={"confidence": made.confidence, "support": made.support},
                    success_count=made.support, usage_count=made.support,
                )  # fmt: skip
                async with self._store.database.write() as transaction:
                    await self._store.patterns.put(transaction, pattern)
                result = Stored(pattern, False)
            stored.append(result)
        await self.index.refresh(self.space)
        return stored

    async def consolidate(self) -> Consolidation:
        """Promote, merge and drop patterns."""
        await self.open()
        self._consolidated = time.monotonic()
        patterns = await self._store.patterns.all()
        loop = asyncio.get_running_loop()
        done = await loop.run_in_executor(self._executor, consolidate, patterns, self._clock(), self.calibration())
        async with self._store.database.write() as transaction:
            for pattern in (*done.promoted, *(each for each, _ in done.merged)):
                await self._store.patterns.put(transaction, pattern)
            await self._store.patterns.delete(transaction, [*(gone for _, gone in done.merged), *done.dropped])
        await self.index.refresh(self.space)
        return done

    async def stats(self) -> dict[str, Any]:
        """Return what was learned, for a person to read."""
        await self.open()
        await self.refresh()
        return await learning_stats(self._store, self, SonaMode(self._mode()))

    async def import_file(self, path: Path) -> Imported:
        """Merge a portable file from elsewhere."""
        await self.open()
        done = await self.file.import_from(path)
        await self._embed_patterns()
        await self.refresh()
        return done

    async def forget(self) -> None:
        """Forget everything that was learned; the agents stay."""
        async with self._store.database.write() as transaction:
            await self._store.patterns.clear(transaction)
            await self._store.routing.clear(transaction)
            await self._store.learned.clear(transaction)
        await self.learner.forget()
        await self.refresh()
        await self.file.persist()

    async def embed(self, text: str, kind: Kind) -> Floats | None:
        """Embed a text; None without an embedder or when it fails. The last queries are remembered."""
        embedder = self._embedder.embedder
        if embedder is None:
            return None
        space = embedder.fingerprint
        key = (f"{space}:{kind}", text)
        if (known := self._queries.get(key)) is not None:
            return known
        try:
            vector = await embedder.embed(text, kind)
        except EmbeddingFailed:
            return None
        if embedder.fingerprint != space:
            return None
        if len(self._queries) >= REMEMBERED_QUERIES:
            self._queries.pop(next(iter(self._queries)))
        self._queries[key] = vector
        return vector

    async def _embed_patterns(self) -> None:
        embedder = self._embedder.embedder
        while embedder is not None:
            space = embedder.fingerprint
            waiting = await self._store.patterns.without_vector(space, EMBED_BATCH)
            if not waiting:
                return
            vectors = await embed_batch_within(embedder, space, [text for _, text in waiting], Kind.PASSAGE)
            if vectors is None:
                continue
            blobs = [
                (each, vector.astype(np.float16).tobytes()) for (each, _), vector in zip(waiting, vectors, strict=True)
            ]
            async with self._store.database.write() as transaction:
                await self._store.patterns.set_vectors(transaction, space, blobs)
