"""TF-IDF → HNSW: takes the entries of a legacy store over as memories, in batches, without changing that store.

A batch is durable before the next one begins, and what was taken over is recognised by its external id: a run that was
stopped, killed or finished can be run again. A bad entry is counted and named, and stops nothing.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from memserver.errors import EmbeddingFailed, InvalidParams, MemserverError
from memserver.layers.drafts import Draft
from memserver.layers.tfidf_entries import LegacyEntry, draft_of_entry, external_id_of, find_source, read_legacy
from memserver.layers.writing import MemoryWriter
from memserver.retrieval.backfill import Backfill
from memserver.storage.store import Store

# SPEC 186.
BATCH = 32

Progress = Callable[[int, int], None]


@dataclass(slots=True)
class MigrationReport:
    """What became of the entries: each is migrated, failed, or skipped because it is known already."""

    source: str
    total: int = 0
    migrated: int = 0
    failed: int = 0
    skipped: int = 0
    embedded: int = 0
    """Passages that have their vector already; the others get it in the background."""
    errors: list[tuple[str, str]] = field(default_factory=list)
    duration_ms: float = 0.0

    @property
    def success_rate(self) -> float:
        """Return the share of entries that are memories now; 1 for an empty store."""
        return (self.migrated + self.skipped) / self.total if self.total else 1.0


class TfidfMigration:
    """Migrates legacy stores; one run at a time."""

    def __init__(self, store: Store, writer: MemoryWriter, backfill: Backfill, data: Path) -> None:
        self._store = store
        self._writer = writer
        self._backfill = backfill
        self._data = data
        self._running = asyncio.Lock()
        self._seen: set[str] = set()

    async def migrate(self, source: str | None, progress: Progress | None = None) -> MigrationReport:
        """Take over what is not there yet."""
        started = time.perf_counter()
        async with self._running:
            path = await asyncio.to_thread(find_source, source, self._data)
            entries = await asyncio.to_thread(read_legacy, path)
            report = MigrationReport(str(path), total=len(entries))
            self._seen.clear()
            for start in range(0, len(entries), BATCH):
                await self._batch(entries[start : start + BATCH], report)
                if progress:
                    progress(min(start + BATCH, len(entries)), len(entries))
        report.duration_ms = round((time.perf_counter() - started) * 1000, 1)
        return report

    async def _batch(self, entries: Sequence[LegacyEntry], report: MigrationReport) -> None:
        known = await self._store.memories.with_external_ids([external_id_of(entry) for entry in entries])
        drafts: list[tuple[LegacyEntry, Draft]] = []
        for entry in entries:
            try:
                if entry.id in self._seen:
                    raise InvalidParams("the id stands twice in the store; the first entry counts", field="id")
                self._seen.add(entry.id)
                if external_id_of(entry) in known:
                    report.skipped += 1
                else:
                    drafts.append((entry, draft_of_entry(entry)))
            except MemserverError as failure:
                _fail(report, entry, failure)
        outcomes = await self._writer.add_many([draft for _, draft in drafts])
        written: list[str] = []
        for (entry, _), outcome in zip(drafts, outcomes, strict=True):
            if isinstance(outcome, MemserverError):
                _fail(report, entry, outcome)
            elif outcome.duplicate_of:
                report.skipped += 1
            else:
                report.migrated += 1
                written.append(outcome.id)
        await self._embed(written, report)

    async def _embed(self, memory_ids: Sequence[str], report: MigrationReport) -> None:
        """Put a batch into the vector index; what cannot be embedded now is queued, and found by its words."""
        if memory_ids:
            try:
                report.embedded += await self._backfill.embed_now(memory_ids)
            except EmbeddingFailed:
                return


def _fail(report: MigrationReport, entry: LegacyEntry, failure: MemserverError) -> None:
    report.failed += 1
    report.errors.append((entry.id, failure.message))
