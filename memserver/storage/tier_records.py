"""The records of the tiers: goals, tasks, tool calls, decisions, patterns, agent states, kept events and the archive.

Unlike `RecordRepository` a record here is changed in place, read inside a transaction and found by its columns. What a
record means is the business of its tier.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from memserver.storage.database import Database, Transaction
from memserver.storage.records import Json, Table

CREATED: dict[str, type] = {"id": str, "createdAt": str}


def _table(name: str, columns: tuple[str, ...], needs: dict[str, type], time: str = "created_at") -> Table:
    return Table(name, ("id", "project_id", *columns), time, CREATED | needs)


GOALS = _table("goals", ("status", "created_at", "finished_at"), {"description": str, "status": str, "priority": int})
TASKS = _table("tasks", ("goal_id", "status", "created_at", "finished_at"), {"description": str, "status": str})
TOOL_CALLS = _table("tool_calls", ("task_id", "tool", "created_at"), {"tool": str, "success": bool})
DECISIONS = _table("decisions", ("created_at",), {"context": str, "chosen": str, "reasoning": str, "options": list})
WORKING_PATTERNS = _table(
    "working_patterns", ("created_at",), {"trigger": str, "action": str, "successRate": float, "uses": int}
)
AGENT_STATES = _table("agent_states", ("name", "updated_at"), {"name": str, "updatedAt": str}, "updated_at")
KEPT_EVENTS = _table(
    "kept_events",
    ("category", "source", "created_at"),
    {"category": str, "source": str, "message": str, "critical": bool},
)
PROCEDURES = _table(
    "procedures", ("name", "created_at"), {"name": str, "steps": list, "successCount": int, "failCount": int}
)
INCIDENTS = _table("incidents", ("created_at",), {"description": str, "symptoms": list})
CONFIG_HISTORY = _table("config_history", ("path", "created_at"), {"path": str, "content": str})
KNOWLEDGE = _table("knowledge_entries", ("created_at",), {"title": str, "content": str, "source": str, "tags": list})

TIER_TABLES = (
    GOALS, TASKS, TOOL_CALLS, DECISIONS, WORKING_PATTERNS, AGENT_STATES, KEPT_EVENTS, PROCEDURES, INCIDENTS,
    CONFIG_HISTORY, KNOWLEDGE,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which records: of these projects (None: all), with these column values (None: none), from before a moment."""

    projects: Sequence[str] | None = None
    equals: Mapping[str, str | None] = field(default_factory=dict)
    among: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Columns whose value must be one of these."""
    outside: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """Columns whose value must be none of these."""
    before: tuple[str, str] | None = None
    """A column of time, and the moment it must lie before."""
    limit: int = 100
    oldest_first: bool = False


class TierRepository:
    """Reads through the database or an open transaction, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, transaction: Transaction, table: Table, columns: Mapping[str, str | None], record: Json) -> str:
        """Store a record; one of the same id is changed in place, and stays in its project. Returns the project."""
        names = (*table.columns, "record")
        changed = ", ".join(f"{name} = excluded.{name}" for name in names if name not in {"id", "project_id"})
        rows = await transaction.all(
            f"INSERT INTO {table.name}({', '.join(names)}) VALUES ({', '.join('?' * len(names))})"
            f" ON CONFLICT(id) DO UPDATE SET {changed} RETURNING project_id",
            (*(columns[name] for name in table.columns), json.dumps(record, ensure_ascii=False)),
        )
        return str(rows[0][0])

    async def get(self, table: Table, record_id: str) -> Json | None:
        """Return one record, or None."""
        row = await self._database.one(f"SELECT record FROM {table.name} WHERE id = ?", (record_id,))
        return json.loads(row[0]) if row else None

    async def current(self, transaction: Transaction, table: Table, record_id: str) -> Json | None:
        """Return one record as this transaction sees it, or None."""
        row = await transaction.one(f"SELECT record FROM {table.name} WHERE id = ?", (record_id,))
        return json.loads(row[0]) if row else None

    async def of_ids(self, table: Table, ids: Sequence[str]) -> dict[str, Json]:
        """Return those of the named records that exist, by id."""
        rows = await self._database.all(
            f"SELECT id, record FROM {table.name} WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id",
            (json.dumps(list(ids)),),
        )
        return {record_id: json.loads(record) for record_id, record in rows}

    async def find(self, table: Table, wanted: Wanted, transaction: Transaction | None = None) -> list[Json]:
        """Return the records that are wanted, newest first unless asked otherwise."""
        where, parameters = _condition(wanted)
        order = "" if wanted.oldest_first else " DESC"
        source = transaction or self._database
        rows = await source.all(
            f"SELECT record FROM {table.name} WHERE {where} ORDER BY {table.time}{order}, rowid{order} LIMIT ?",
            (*parameters, wanted.limit),
        )
        return [json.loads(record) for (record,) in rows]

    async def newest_rows(self, table: Table, limit: int) -> list[tuple[str, Json]]:
        """Return (project id, record) of the newest records, newest first."""
        rows = await self._database.all(
            f"SELECT project_id, record FROM {table.name} ORDER BY {table.time} DESC, rowid DESC LIMIT ?", (limit,)
        )
        return [(project_id, json.loads(record)) for project_id, record in rows]

    async def project_of(self, transaction: Transaction, table: Table, record_id: str) -> str:
        """Return the project of a record as this transaction sees it; empty when there is no such record."""
        row = await transaction.one(f"SELECT project_id FROM {table.name} WHERE id = ?", (record_id,))
        return str(row[0]) if row else ""

    async def rows_before(self, table: Table, moment: str, limit: int) -> list[tuple[str, Json]]:
        """Return (project id, record) of records from before a moment, oldest first."""
        rows = await self._database.all(
            f"SELECT project_id, record FROM {table.name} WHERE {table.time} < ? ORDER BY {table.time}, rowid LIMIT ?",
            (moment, limit),
        )
        return [(project_id, json.loads(record)) for project_id, record in rows]

    async def orphan_tasks(self, before: str, limit: int) -> list[Json]:
        """Return tasks that ended before a moment and serve no goal that is still there, oldest first."""
        rows = await self._database.all(
            "SELECT record FROM tasks WHERE finished_at < ?"
            " AND (goal_id IS NULL OR goal_id NOT IN (SELECT id FROM goals)) ORDER BY finished_at, id LIMIT ?",
            (before, limit),
        )
        return [json.loads(record) for (record,) in rows]

    async def task_counts(self, goal_ids: Sequence[str]) -> dict[str, int]:
        """Return how many tasks goals have; one without any is left out."""
        rows = await self._database.all(
            "SELECT goal_id, count(*) FROM tasks WHERE goal_id IN (SELECT value FROM json_each(?)) GROUP BY goal_id",
            (json.dumps(list(goal_ids)),),
        )
        return dict(rows)

    async def old_tool_calls(self, before: str, long_before: str) -> list[tuple[str, bool, list[str]]]:
        """Return (task id, whether it is there, ids of calls) of calls made before a moment, oldest task first.

        Calls of no task that is there wait until `long_before`.
        """
        rows = await self._database.all(
            "SELECT coalesce(c.task_id, ''), t.id IS NOT NULL, json_group_array(c.id), min(c.created_at) AS first"
            " FROM tool_calls c LEFT JOIN tasks t ON t.id = c.task_id"
            " WHERE c.created_at < iif(t.id IS NULL, ?2, ?1) GROUP BY 1, 2 ORDER BY first, 1",
            (before, long_before),
        )
        return [(task_id, bool(known), json.loads(ids)) for task_id, known, ids, _ in rows]

    async def weakest_patterns(self, keep: int, successful_rate: float) -> list[str]:
        """Return the ids of working patterns beyond a number: the least successful, then the least used, then oldest.

        One that was used and worked often enough is never among them.
        """
        rows = await self._database.all(
            "SELECT id FROM working_patterns"
            " WHERE json_extract(record, '$.successRate') < ?1 OR json_extract(record, '$.uses') = 0"
            " ORDER BY json_extract(record, '$.successRate'), json_extract(record, '$.uses'), created_at, id"
            " LIMIT max(0, (SELECT count(*) FROM working_patterns) - ?2)",
            (successful_rate, keep),
        )
        return [pattern_id for (pattern_id,) in rows]

    async def counts(self) -> dict[str, int]:
        """Return how many records each table holds; empty ones are left out."""
        rows = await self._database.all(
            " UNION ALL ".join(f"SELECT '{table.name}', count(*) FROM {table.name}" for table in TIER_TABLES)
        )
        return {name: int(count) for name, count in rows if count}

    async def delete(self, transaction: Transaction, table: Table, ids: Sequence[str]) -> int:
        """Delete records; returns how many there were."""
        return await transaction.run(
            f"DELETE FROM {table.name} WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(ids)),)
        )

    async def clear(self, transaction: Transaction) -> None:
        """Forget every record of every tier, and every measurement."""
        for table in TIER_TABLES:
            await transaction.run(f"DELETE FROM {table.name}")
        for name in ("metric_samples", "metric_hours"):
            await transaction.run(f"DELETE FROM {name}")


def _condition(wanted: Wanted) -> tuple[str, list[str | None]]:
    parts, parameters = ["1"], list[str | None]()
    if wanted.projects is not None:
        parts.append("project_id IN (SELECT value FROM json_each(?))")
        parameters.append(json.dumps(list(wanted.projects)))
    for name, value in wanted.equals.items():
        parts.append(f"{name} IS ?")
        parameters.append(value)
    for name, values in wanted.among.items():
        parts.append(f"{name} IN (SELECT value FROM json_each(?))")
        parameters.append(json.dumps(list(values)))
    for name, values in wanted.outside.items():
        parts.append(f"{name} NOT IN (SELECT value FROM json_each(?))")
        parameters.append(json.dumps(list(values)))
    if wanted.before is not None:
        parts.append(f"{wanted.before[0]} < ?")
        parameters.append(wanted.before[1])
    return " AND ".join(parts), parameters
