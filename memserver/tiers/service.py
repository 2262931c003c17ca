"""The tiers as the rest of memserver sees them: one object with its parts, and its background work."""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor
from pathlib import Path

from memserver.clock import Clock
from memserver.embedding.loading import EmbedderHandle
from memserver.errors import MemserverError
from memserver.retrieval.backfill import TurnGate
from memserver.storage.store import Store
from memserver.tiers.records import TierRecords
from memserver.tiers.search import TierSearch
from memserver.tiers.vectors import TierVectors
from memserver.tiers.working import WorkingTier

log = logging.getLogger(__name__)

LOOK_AGAIN_SECONDS = 60.0


class Tiers:
    """What happens now, the work in progress, and its archive."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, executor: Executor, clock: Clock, gate: TurnGate, folder: Path
    ) -> None:
        self._store = store
        self._wake = asyncio.Event()
        self.vectors = TierVectors(store, embedder, executor, gate, folder)
        self.records = TierRecords(store, clock, self.vectors, self.wake)
        self.search = TierSearch(store, self.vectors)
        self.working = WorkingTier(self.records, self.search)

    def wake(self) -> None:
        """Say that there may be something to index or to embed."""
        self._wake.set()

    async def run(self) -> None:
        """Index and embed what waits for it; ends by cancellation."""
        while True:
            self._wake.clear()
            try:
                await self.records.index_missing()
                await self.vectors.embed_waiting()
            except MemserverError as failure:
                log.warning("the tiers go on later: %s", failure.message)
            try:
                async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def forget(self) -> None:
        """Delete everything in every tier."""
        async with self._store.database.write() as transaction:
            await self._store.tiers.clear(transaction)

    async def close(self) -> None:
        """Save what is worth saving."""
        await self.vectors.close()
