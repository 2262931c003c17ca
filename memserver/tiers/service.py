"""The tiers as the rest of memserver sees them: one object with its parts, and its background work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import Executor
from datetime import timedelta
from functools import partial
from pathlib import Path

from memserver.clock import Clock, from_iso, to_iso
from memserver.config import Settings
from memserver.embedding.loading import EmbedderHandle
from memserver.errors import MemserverError
from memserver.processor import Processor
from memserver.retrieval.backfill import TurnGate
from memserver.storage.condition import condition, tidy
from memserver.storage.store import Store
from memserver.tiers.archive import ArchiveTier
from memserver.tiers.assembly import Assembly
from memserver.tiers.kinds import KEPT_EVENT, NAMED
from memserver.tiers.migration import Moved, TierMigration
from memserver.tiers.operational import OperationalTier
from memserver.tiers.records import TierRecords
from memserver.tiers.search import TierSearch
from memserver.tiers.server_state import server_state
from memserver.tiers.snapshot import SnapshotTaker
from memserver.tiers.vectors import TierVectors
from memserver.tiers.working import WorkingTier

log = logging.getLogger(__name__)

LOOK_AGAIN_SECONDS = 60.0
MIGRATE_EVERY = timedelta(hours=1)
MIGRATED_KEY = "tiers.migrated"
TIDIED_KEY = "tiers.tidied"
# Compacting writes the whole file anew and holds writers up meanwhile: not for little, and not where that takes long.
FREE_SHARE = 0.1
LARGEST_COMPACTED = 512 * 1024 * 1024


class Tiers:
    """What happens now, the work in progress, and its archive."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, executor: Executor, clock: Clock, gate: TurnGate, folder: Path,
        settings: Callable[[], Settings], running: Callable[[], Awaitable[Sequence[str]]],
        passages_written: Callable[[], None],
    ) -> None:  # fmt: skip
        self._store = store
        self._clock = clock
        self._gate = gate
        self._settings = settings
        self._wake = asyncio.Event()
        self._indexed = False
        self.vectors = TierVectors(store, embedder, executor, gate, folder / "tier-index")
        self.records = TierRecords(store, clock, self.vectors, self.wake, passages_written)
        self.search = TierSearch(store, self.vectors)
        self.operational = OperationalTier(store, self.records, clock, lambda: settings().operational_max_entries)
        self.working = WorkingTier(self.records, self.search)
        self.archive = ArchiveTier(self.records, self.search)
        server = partial(server_state, folder, Processor())
        self.snapshots = SnapshotTaker(self.operational, self.working, clock, server, running)
        self.assembly = Assembly(self.records, self.search, self.snapshots, executor)
        self.migration = TierMigration(store, self.records, clock, gate, lambda: settings().working_retention_days)

    def wake(self) -> None:
        """Say that there may be something to index or to embed."""
        self._wake.set()

    def imported(self) -> None:
        """Say that records may have come in without what they are found by."""
        self._indexed = False
        self._wake.set()

    async def run(self) -> None:
        """Index and embed what waits for it, write measurements, migrate every hour; ends by cancellation."""
        while True:
            self._wake.clear()
            try:
                await self.operational.sweep()
                await self.operational.flush()
                if not self._indexed:
                    self._indexed = True
                    await self.records.index_missing()
                if await self._is_due(MIGRATED_KEY, MIGRATE_EVERY):
                    await self.run_once()
                await self.vectors.embed_waiting()
            except MemserverError as failure:
                log.warning("the tiers go on later: %s", failure.message)
            try:
                async with asyncio.timeout(LOOK_AGAIN_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                continue

    async def run_once(self) -> Moved:
        """Migrate what is due, and give back the space that has become free when it is time for that."""
        await self._gate.idle()
        moved = await self.migration.run()
        await self._note(MIGRATED_KEY)
        if await self._is_due(TIDIED_KEY, timedelta(days=self._settings().vacuum_interval_days)):
            await self._tidy()
        return moved

    async def _tidy(self) -> None:
        """Give free pages back where there are many of them and the file is not too large to be written anew."""
        await self._gate.idle()
        state = await condition(self._store.database)
        worth = state.free_bytes >= FREE_SHARE * state.database_bytes and state.database_bytes <= LARGEST_COMPACTED
        if await tidy(self._store.database, compact=worth):
            await self._note(TIDIED_KEY)

    async def delete(self, collection: str, record_id: str) -> None:
        """Delete one record, whichever tier it stands in."""
        kind = NAMED[collection]
        if kind is KEPT_EVENT and self.operational.forget_event(record_id):
            async with self._store.database.write() as transaction:
                await self._store.tiers.delete(transaction, kind.table, [record_id])
            return
        await self.records.delete(kind, record_id)

    async def forget(self) -> None:
        """Delete everything in every tier."""
        self.operational.forget()
        async with self._store.database.write() as transaction:
            await self._store.tiers.clear(transaction)

    async def close(self) -> None:
        """Write what is worth keeping."""
        try:
            await self.operational.flush()
        finally:
            await self.vectors.close()

    async def _is_due(self, key: str, interval: timedelta) -> bool:
        """Say whether it is time again; the first time counts from now on: a fresh store has nothing to move."""
        last = await self._store.properties.get(key)
        if last is None:
            await self._note(key)
            return False
        return self._clock() - from_iso(last) >= interval

    async def _note(self, key: str) -> None:
        async with self._store.database.write() as transaction:
            await self._store.properties.set(transaction, key, to_iso(self._clock()))
