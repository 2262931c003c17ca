"""The operational tier: what happens now. A ring of events and the latest measurements (see `snapshot` for the rest).

It lives in memory. Critical events (marked so, or of a category that always is) are written to the working tier at
once; should that fail, again when they leave the ring: each once. They are back in the ring after a restart.
"""

from __future__ import annotations

import json
import logging
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memserver.clock import Clock, from_iso, to_iso
from memserver.errors import StorageFailed, TooLarge
from memserver.storage.records import Json
from memserver.storage.store import Store
from memserver.storage.tier_records import Wanted
from memserver.tiers.kinds import KEPT_EVENT
from memserver.tiers.records import TierRecords

log = logging.getLogger(__name__)

LIFETIME = timedelta(hours=1)
ALWAYS_CRITICAL = frozenset({"error", "security"})
# Samples that wait to be written: a minute of a hundred measurements a second, then the oldest go.
MOST_WAITING_SAMPLES = 6_000
MOST_KEYS = 1_000
# A full ring of the longest events still fits into memory.
LONGEST_MESSAGE = 4_000
LARGEST_DATA = 8_000


@dataclass(slots=True)
class _Entry:
    record: Json
    at: datetime
    project_id: str
    kept: bool


@dataclass(frozen=True, slots=True)
class Measured:
    """The latest value of a measurement."""

    value: float
    at: datetime


class OperationalTier:
    """Events, measurements and running work of this server."""

    def __init__(self, store: Store, records: TierRecords, clock: Clock, capacity: Callable[[], int]) -> None:
        self._store = store
        self._records = records
        self._clock = clock
        self._capacity = capacity
        self._ring: deque[_Entry] = deque()
        self._samples: deque[tuple[str, str, float]] = deque(maxlen=MOST_WAITING_SAMPLES)
        self._loaded = False
        self.metrics: dict[str, Measured] = {}
        """The latest value of each measurement, the longest unchanged first."""

    async def push(self, given: Mapping[str, Any], project_id: str) -> tuple[Json, bool]:
        """Take in an event; returns it, and whether it is kept in the working tier."""
        if not self._loaded:
            await self.load()
        if len(given["message"]) > LONGEST_MESSAGE:
            raise TooLarge(f"message has more than {LONGEST_MESSAGE} characters.", field="message")
        if len(json.dumps(given.get("data"))) > LARGEST_DATA:
            raise TooLarge(f"data has more than {LARGEST_DATA} characters.", field="data")
        record = self._records.new(KEPT_EVENT, given)
        critical = bool(record.get("critical")) or record["category"].lower() in ALWAYS_CRITICAL
        record["critical"] = critical
        entry = _Entry(record, from_iso(record["createdAt"]), project_id, kept=False)
        self._ring.append(entry)
        unkept = [entry] if critical else []
        unkept += [left for left in self._leaving() if left.record["critical"] and not left.kept]
        if unkept:
            await self._keep(unkept)
        return record, entry.kept

    async def recent(
        self, count: int, category: str | None = None, source: str | None = None,
        projects: Sequence[str] | None = None, *, kept: bool = False,
    ) -> list[Json]:  # fmt: skip
        """Return events, newest first; with `kept` also critical ones that have left the ring."""
        if not self._loaded:
            await self.load()
        await self.sweep()
        found = [
            entry.record
            for entry in reversed(self._ring)
            if (category is None or entry.record["category"] == category)
            and (source is None or entry.record["source"] == source)
            and (projects is None or entry.project_id in projects)
        ]
        if kept:
            equals = {name: value for name, value in (("category", category), ("source", source)) if value is not None}
            stored = await self._store.tiers.find(KEPT_EVENT.table, Wanted(projects, equals, limit=count))
            known = {record["id"] for record in found}
            found += [record for record in stored if record["id"] not in known]
            found.sort(key=lambda record: record["createdAt"], reverse=True)
        return found[:count]

    async def sweep(self) -> int:
        """Let go of what is too old or too many; returns how many went. Critical events are kept first."""
        left = list(self._leaving())
        await self._keep([each for each in left if each.record["critical"] and not each.kept])
        return len(left)

    def update_metric(self, key: str, value: float) -> Measured:
        """Take in a measurement: the latest value counts, the series is written in the background."""
        now = self._clock()
        self.metrics.pop(key, None)
        self.metrics[key] = Measured(value, now)
        if len(self.metrics) > MOST_KEYS:
            del self.metrics[next(iter(self.metrics))]
        self._samples.append((key, to_iso(now), value))
        return self.metrics[key]

    async def flush(self) -> int:
        """Write the measurements that wait for it; returns how many."""
        if not self._samples:
            return 0
        samples, self._samples = self._samples, deque(maxlen=MOST_WAITING_SAMPLES)
        try:
            async with self._store.database.write() as transaction:
                await self._store.metrics.add(transaction, list(samples))
        except BaseException:
            self._samples.extendleft(reversed(samples))
            raise
        return len(samples)

    def counts(self) -> dict[str, int]:
        """Return how many events of each category there are."""
        counts = Counter(entry.record["category"] for entry in self._ring)
        return dict(sorted(counts.items()))

    async def load(self) -> None:
        """Take up what an earlier run kept: critical events and measurements of the last hour."""
        self._loaded = True
        since = self._clock() - LIFETIME
        stored = await self._store.tiers.newest_rows(KEPT_EVENT.table, self._capacity())
        known = {entry.record["id"] for entry in self._ring}
        for project_id, record in stored:
            at = from_iso(record["createdAt"])
            if at >= since and record["id"] not in known:
                self._ring.appendleft(_Entry(record, at, project_id, kept=True))
        for key, value, moment in await self._store.metrics.latest(to_iso(since)):
            self.metrics.setdefault(key, Measured(value, from_iso(moment)))

    def forget_event(self, event_id: str) -> bool:
        """Take one event out of the ring; False when it is not there."""
        kept = [entry for entry in self._ring if entry.record["id"] != event_id]
        gone = len(kept) < len(self._ring)
        self._ring = deque(kept)
        return gone

    def forget(self) -> None:
        """Forget everything that is held in memory."""
        self._ring.clear()
        self._samples.clear()
        self.metrics.clear()

    def _leaving(self) -> Iterator[_Entry]:
        """Take out what is beyond the capacity or the lifetime, oldest first."""
        oldest, capacity = self._clock() - LIFETIME, self._capacity()
        while self._ring and (len(self._ring) > capacity or self._ring[0].at < oldest):
            yield self._ring.popleft()

    async def _keep(self, entries: Sequence[_Entry]) -> None:
        """Write critical events to the working tier; one that cannot be written is tried again when it leaves."""
        if not entries:
            return
        try:
            async with self._store.database.write() as transaction:
                for entry in entries:
                    await self._records.put_within(transaction, KEPT_EVENT, entry.record, entry.project_id)
        except StorageFailed as failure:
            log.warning("%d critical events are in memory only: %s", len(entries), failure.message)
            return
        for entry in entries:
            entry.kept = True
