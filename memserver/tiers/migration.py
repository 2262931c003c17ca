"""Migration between the tiers: what is finished and old becomes a summary in the archive, what is stale is condensed.

Each unit (a goal with its tasks and tool calls, the calls of a task, events of one kind) moves in one transaction:
written to the archive, read back and compared, then deleted. A run that is stopped or killed is simply run again.
Decisions and successful patterns are never moved.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from memserver.clock import Clock, to_iso
from memserver.errors import MemserverError, StorageFailed
from memserver.retrieval.backfill import TurnGate
from memserver.storage.database import Transaction
from memserver.storage.records import Json, Table
from memserver.storage.store import Store
from memserver.storage.tier_records import (
    GOALS,
    KEPT_EVENTS,
    PROCEDURES,
    TASKS,
    TOOL_CALLS,
    WORKING_PATTERNS,
    Wanted,
)
from memserver.tiers.kinds import INCIDENT, PROCEDURE, TASK, Kind
from memserver.tiers.records import TierRecords, text_and_terms
from memserver.tiers.summarising import (
    condensed_calls,
    event_group,
    incident_of,
    incident_of_events,
    name_of,
    procedure_of,
)

log = logging.getLogger(__name__)

TOOL_CALLS_KEPT = timedelta(hours=48)
RAW_METRICS_KEPT = timedelta(days=7)
HOURLY_METRICS_KEPT = timedelta(days=365)
MOST_PATTERNS = 1_000
# What worked at least every second time is never pruned.
SUCCESSFUL_RATE = 0.5
LOOKED_AT = 10_000

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Unit:
    """What moves together: of which kind, which one, and where to."""

    kind: str
    id: str
    to: str
    members: tuple[str, ...] = ()
    tasks: int = 0
    """How many tasks go with a goal."""


@dataclass(slots=True)
class Moved:
    """What a run did, or (dry) would do."""

    dry_run: bool
    units: list[Unit] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    errors: list[tuple[str, str]] = field(default_factory=list)
    duration_ms: float = 0.0

    def take(self, unit: Unit) -> None:
        """Count what moves with a unit."""
        self.units.append(unit)
        for kind, count in ((unit.kind, max(1, len(unit.members))), ("tasks", unit.tasks)):
            if count:
                self.counts[kind] = self.counts.get(kind, 0) + count


class TierMigration:
    """Moves what is due."""

    def __init__(
        self, store: Store, records: TierRecords, clock: Clock, gate: TurnGate, retention_days: Callable[[], int]
    ) -> None:
        self._store = store
        self._records = records
        self._clock = clock
        self._gate = gate
        self._retention_days = retention_days
        self._running = asyncio.Lock()

    async def run(self, *, dry_run: bool = False, progress: Progress | None = None) -> Moved:
        """Move everything that is due, or say what would move; a unit that fails stays and is named."""
        started = time.perf_counter()
        async with self._running:
            report = Moved(dry_run)
            units = await self._due()
            for done, unit in enumerate(units, start=1):
                if dry_run or await self._moved(unit, report):
                    report.take(unit)
                if progress:
                    progress(done, len(units))
            await self._measurements(report)
        if report.units and not dry_run:
            self._records.tell()
        report.duration_ms = round((time.perf_counter() - started) * 1000, 1)
        return report

    async def _due(self) -> list[Unit]:
        """Return what is due, in the order in which it moves: calls first, so that summaries know of them."""
        now, cutoff = self._clock(), self._cutoff()
        tiers = self._store.tiers
        units = [
            Unit("toolCalls", task_id, "tasks" if exists else "nowhere", tuple(ids))
            for task_id, exists, ids in await tiers.old_tool_calls(to_iso(now - TOOL_CALLS_KEPT), cutoff)
        ]
        goals = await tiers.find(GOALS, _finished(cutoff))
        tasks = await tiers.task_counts([each["id"] for each in goals])
        units += [Unit("goals", each["id"], _destination(each), tasks=tasks.get(each["id"], 0)) for each in goals]
        orphans = await tiers.orphan_tasks(cutoff, LOOKED_AT)
        units += [Unit("tasks", each["id"], _destination(each)) for each in orphans]
        units += await self._event_groups(cutoff)
        weak = await tiers.weakest_patterns(MOST_PATTERNS, SUCCESSFUL_RATE)
        return units + [Unit("workingPatterns", each, "nowhere") for each in weak]

    def _cutoff(self) -> str:
        return to_iso(self._clock() - timedelta(days=self._retention_days()))

    async def _event_groups(self, cutoff: str) -> list[Unit]:
        groups: dict[str, list[str]] = {}
        for project_id, event in await self._store.tiers.rows_before(KEPT_EVENTS, cutoff, LOOKED_AT):
            groups.setdefault(event_group(project_id, event), []).append(event["id"])
        return [Unit("events", group, "incidents", tuple(ids)) for group, ids in groups.items()]

    async def _moved(self, unit: Unit, report: Moved) -> bool:
        await self._gate.idle()
        try:
            async with self._store.database.write() as transaction:
                return await self._move(transaction, unit)
        except MemserverError as failure:
            report.errors.append((unit.id, failure.message))
            log.warning("a unit of %s stays where it is: %s", unit.kind, failure.message)
            return False

    async def _move(self, transaction: Transaction, unit: Unit) -> bool:
        """Move one unit; False when another window has moved it, or it is no longer due."""
        if unit.kind == "goals":
            return await self._archive(transaction, GOALS, unit)
        if unit.kind == "tasks":
            return await self._archive(transaction, TASKS, unit)
        if unit.kind == "events":
            return await self._archive_events(transaction, unit)
        if unit.kind == "toolCalls":
            return await self._condense(transaction, unit)
        return await self._store.tiers.delete(transaction, WORKING_PATTERNS, [unit.id]) > 0

    async def _archive(self, transaction: Transaction, table: Table, unit: Unit) -> bool:
        tiers = self._store.tiers
        goal = await tiers.current(transaction, table, unit.id)
        if goal is None or not goal.get("finishedAt") or goal["finishedAt"] >= self._cutoff():
            return False
        project_id = await tiers.project_of(transaction, table, unit.id)
        tasks = [goal]
        if table is GOALS:
            wanted = Wanted(equals={"goal_id": unit.id}, limit=LOOKED_AT, oldest_first=True)
            tasks = await tiers.find(TASKS, wanted, transaction)
            tasks.sort(key=lambda task: (task.get("startedAt") or task["createdAt"], task["id"]))
        calls = await self._calls_of(transaction, [task["id"] for task in tasks])
        tasks = [
            task | {"tools": condensed_calls(task.get("tools") or [], [c for c in calls if c["taskId"] == task["id"]])}
            for task in tasks
        ]
        await self._write_summary(transaction, goal, tasks, project_id)
        await tiers.delete(transaction, TOOL_CALLS, [call["id"] for call in calls])
        await tiers.delete(transaction, TASKS, [task["id"] for task in tasks])
        if table is GOALS:
            await tiers.delete(transaction, GOALS, [unit.id])
        return True

    async def _write_summary(
        self, transaction: Transaction, goal: Json, tasks: Sequence[Json], project_id: str
    ) -> None:
        """Write what a goal taught; a failure also counts against the procedure of that name."""
        now = self._records.now()
        named = Wanted([project_id], {"name": name_of(goal)}, limit=1, oldest_first=True)
        known = next(iter(await self._store.tiers.find(PROCEDURES, named, transaction)), None)
        if goal["status"] == "completed":
            await self._write(transaction, PROCEDURE, procedure_of(goal, tasks, known, now), project_id)
            return
        incident = incident_of(goal, tasks, now)
        counted = await self._store.tiers.current(transaction, INCIDENT.table, incident["id"]) is not None
        await self._write(transaction, INCIDENT, incident, project_id)
        if known and goal["status"] == "failed" and not counted:
            await self._write(transaction, PROCEDURE, known | {"failCount": known["failCount"] + 1}, project_id)

    async def _archive_events(self, transaction: Transaction, unit: Unit) -> bool:
        tiers = self._store.tiers
        wanted = Wanted(among={"id": unit.members}, limit=len(unit.members), oldest_first=True)
        events = await tiers.find(KEPT_EVENTS, wanted, transaction)
        if not events:
            return False
        project_id = await tiers.project_of(transaction, KEPT_EVENTS, events[0]["id"])
        known = await tiers.current(transaction, INCIDENT.table, unit.id)
        await self._write(transaction, INCIDENT, {"id": unit.id} | incident_of_events(events, known), project_id)
        await tiers.delete(transaction, KEPT_EVENTS, [event["id"] for event in events])
        return True

    async def _condense(self, transaction: Transaction, unit: Unit) -> bool:
        """Put old tool calls together in their task; those that belong to none have nothing left to tell."""
        tiers = self._store.tiers
        wanted = Wanted(among={"id": unit.members}, limit=len(unit.members), oldest_first=True)
        calls = await tiers.find(TOOL_CALLS, wanted, transaction)
        task = await tiers.current(transaction, TASKS, unit.id) if unit.to == "tasks" else None
        if unit.to == "tasks" and task is None:
            return False
        if task is not None:
            changed = task | {"tools": condensed_calls(task.get("tools") or [], calls)}
            await tiers.put(transaction, TASKS, TASK.row(changed, ""), changed)
            if await tiers.current(transaction, TASKS, unit.id) != changed:
                raise _unverified(TASK)
        return await tiers.delete(transaction, TOOL_CALLS, [call["id"] for call in calls]) > 0

    async def _calls_of(self, transaction: Transaction, task_ids: Sequence[str]) -> list[Json]:
        wanted = Wanted(among={"task_id": task_ids}, limit=10 * LOOKED_AT, oldest_first=True)
        return await self._store.tiers.find(TOOL_CALLS, wanted, transaction)

    async def _write(self, transaction: Transaction, kind: Kind, record: Json, project_id: str) -> None:
        """Write a record of the archive and read it back: nothing is deleted for what is not there."""
        clean = self._records.cleaned(kind, record)
        await self._records.put_within(transaction, kind, clean, project_id)
        stored = await self._store.tiers.current(transaction, kind.table, clean["id"])
        text = await self._store.tier_texts.text_of(transaction, kind.collection, clean["id"])
        if stored != clean or text != text_and_terms(kind, clean):
            raise _unverified(kind)

    async def _measurements(self, report: Moved) -> None:
        """Average samples by the hour after a week, and forget the averages after a year."""
        now = self._clock()
        raw, hourly = to_iso(now - RAW_METRICS_KEPT), to_iso(now - HOURLY_METRICS_KEPT)
        if report.dry_run:
            count = await self._store.metrics.count_before(raw)
        else:
            async with self._store.database.write() as transaction:
                count = await self._store.metrics.average(transaction, raw)
                await self._store.metrics.drop_hours(transaction, hourly)
        if count:
            report.counts["metrics"] = count


def _finished(cutoff: str) -> Wanted:
    return Wanted(before=("finished_at", cutoff), limit=LOOKED_AT, oldest_first=True)


def _destination(record: Json) -> str:
    return "procedures" if record["status"] == "completed" else "incidents"


def _unverified(kind: Kind) -> StorageFailed:
    return StorageFailed(f"The {kind.noun} could not be read back as it was written; nothing was deleted.")
