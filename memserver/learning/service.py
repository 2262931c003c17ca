"""Learning as the rest of memserver sees it: its parts put together, what is asked of patterns, the background work.

Routes are in `routes`, what trajectories teach in `trajectory_lessons`, vectors in `embeddings`, rules in the parts.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Any

from memserver.clock import Clock
from memserver.embedding.calibration import Calibration
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Kind
from memserver.errors import MemserverError
from memserver.events import Event, EventBus
from memserver.learning.bank import ReasoningBank, Stored
from memserver.learning.consolidation import Consolidation, consolidate
from memserver.learning.distilling import distill_patterns
from memserver.learning.embeddings import Floats, LearningEmbeddings
from memserver.learning.learning_stats import learning_stats, task_weights
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.pattern_search import PatternMatch, PatternSearch
from memserver.learning.portable import FILE_NAME, Imported, PortableFile
from memserver.learning.route_learner import RouteLearner
from memserver.learning.router import Router
from memserver.learning.routes import Routes
from memserver.learning.sona import LIMITS, Adaptation, SonaMode, adapt
from memserver.learning.throttle import ThrottledPublisher
from memserver.learning.trajectory_lessons import REMEMBERED_FIXES, Recorded, TrajectoryLessons
from memserver.learning.turn_lessons import TurnLessons
from memserver.retrieval.backfill import TurnGate
from memserver.storage.patterns import PatternRow
from memserver.storage.store import Store

log = logging.getLogger(__name__)

PERSIST_SECONDS = 30.0
# What another window learned is told in the turns of this one no later than this.
FOLLOW_SECONDS = 3.0


class Learning:
    """Everything learned, and what is done with it."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, executor: Executor, clock: Clock, gate: TurnGate,
        events: EventBus, mode: Callable[[], str], folder: Path,
    ) -> None:  # fmt: skip
        self._store = store
        self._executor = executor
        self._clock = clock
        self._mode = mode
        self.publish = ThrottledPublisher(events.publish)
        """Tells what was learned, without floods."""
        self._consolidated = time.monotonic()
        self._last_fix = 0
        self.last_adaptation_ms: float | None = None
        self.embeddings = LearningEmbeddings(store, embedder)
        self.index = PatternIndex(store)
        self.search = PatternSearch(self.index, clock, self.calibration)
        self.bank = ReasoningBank(store, clock, self.index, self.search, self.publish)
        self.learner = RouteLearner(store, embedder, executor, clock, gate, lambda: self.router.agents)
        self.router = Router(self.learner)
        self.routes = Routes(store, clock, self.embeddings, self.search, self.learner, self.router, self.open)
        self.trajectories = TrajectoryLessons(store, clock, self.embeddings, self.bank, self.routes)
        self.lessons = TurnLessons(self.index)
        self.file = PortableFile(
            store, clock, folder / FILE_NAME, lambda: task_weights(self.learner) if self.learner.loaded else None
        )
        self._opened = asyncio.Event()

    async def open(self) -> None:
        """Load what every request needs: agents, patterns, failures."""
        if self._opened.is_set():
            return
        await self.routes.seed()
        await self.file.open()
        await self.refresh()
        self._opened.set()

    async def run(self) -> None:
        """Follow other windows, embed patterns that lack a vector, consolidate, keep the file current.

        Ends by cancellation.
        """
        await self.open()
        await self.embeddings.wait_ready()
        tended = -PERSIST_SECONDS
        while True:
            try:
                if time.monotonic() - tended >= PERSIST_SECONDS:
                    tended = time.monotonic()
                    await self._tend()
                await self.refresh()
            except MemserverError as failure:
                log.warning("learning goes on later: %s", failure.message)
            await asyncio.sleep(FOLLOW_SECONDS)

    async def _tend(self) -> None:
        """Embed, consolidate when it is time, and write the file."""
        await self.embeddings.fill_patterns()
        await self.refresh()
        if time.monotonic() - self._consolidated > LIMITS[SonaMode(self._mode())].minutes * 60:
            await self.consolidate()
            await self.distill()
        await self.file.persist()

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
        return self.embeddings.space

    def calibration(self) -> Calibration:
        """Return the scale of similarity of the present embedding."""
        return self.embeddings.calibration()

    async def embed(self, text: str, kind: Kind) -> Floats | None:
        """Embed a text; None without an embedder or when it fails."""
        return await self.embeddings.embed(text, kind)

    async def store_pattern(self, strategy: str, domain: str, quality: float | None, project_id: str) -> Stored:
        """Keep a pattern that a client learned."""
        await self.open()
        await self.embeddings.wait_ready()
        vector = await self.embed(strategy, Kind.PASSAGE)
        return await self.bank.store(strategy, domain, vector, self.space, quality=quality, project_id=project_id)

    async def search_patterns(
        self, query: str, limit: int, domain: str | None, projects: Sequence[str]
    ) -> list[PatternMatch]:
        """Find patterns by meaning."""
        await self.open()
        vector = await self.embed(query, Kind.QUERY)
        await self.index.refresh(self.space)
        return self.search.search(query, vector, limit, domain=domain, projects=projects)

    async def pattern_feedback(self, pattern_id: str, success: bool) -> PatternRow:
        """Count a use of a pattern."""
        pattern = await self.bank.feedback(pattern_id, success)
        await self.index.refresh(self.space)
        return pattern

    async def learn_from_trajectory(self, record: Mapping[str, Any], project_id: str) -> Recorded:
        """Take in a recorded trajectory."""
        await self.open()
        recorded = await self.trajectories.learn(record, project_id)
        await self.refresh()
        return recorded

    async def adapt(self, query: str, projects: Sequence[str]) -> Adaptation | None:
        """Return the learned pattern of these projects that is nearest to a query."""
        await self.open()
        vector = await self.embed(query, Kind.QUERY)
        await self.index.refresh(self.space)
        if vector is None:
            return None
        started = time.perf_counter()
        found = adapt(self.index, vector, self.calibration(), projects)
        self.last_adaptation_ms = (time.perf_counter() - started) * 1000
        return found

    async def distill(self) -> list[Stored]:
        """Turn what successful trajectories share into patterns."""
        await self.open()
        mode = SonaMode(self._mode())
        stored = await distill_patterns(self._store, self.embeddings, self.bank, self.index, mode)
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
        for pattern in done.promoted:
            if pattern.id in self.index.patterns:
                self.publish(Event("PatternPromoted", {"patternId": pattern.id}))
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
        await self.embeddings.fill_patterns()
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
