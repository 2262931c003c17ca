"""What the store knows of workers: configuration, claims, and the last run of each in each project."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memserver.storage.database import Database, Row, Transaction

Json = dict[str, Any]
CLEARED = "workers.cleared"
"""The property that counts how often everything was deleted."""

RUN = "worker, project_id, ended_at, failures, result, findings, state, memory_id"


@dataclass(frozen=True, slots=True)
class WorkerSettings:
    """What a person changed about a worker; None keeps what it came with."""

    enabled: bool | None
    priority: str | None
    interval_ms: int | None


@dataclass(frozen=True, slots=True)
class WorkerRun:
    """The last run of a worker in a project. `failures` counts those in a row; `memory_id` is what it remembers."""

    worker: str
    project_id: str
    ended_at: str
    failures: int
    result: Json
    findings: Sequence[Json]
    state: Json
    memory_id: str | None = None


class WorkerRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self) -> dict[str, WorkerSettings]:
        """Return what was changed, by worker."""
        rows = await self._database.all("SELECT name, enabled, priority, interval_ms FROM workers ORDER BY name")
        return {
            name: WorkerSettings(None if enabled is None else bool(enabled), priority, interval)
            for name, enabled, priority, interval in rows
        }

    async def configure(self, transaction: Transaction, name: str, settings: WorkerSettings) -> None:
        """Keep what was changed; None changes nothing."""
        await transaction.run(
            "INSERT INTO workers(name, enabled, priority, interval_ms) VALUES (?1, ?2, ?3, ?4)"
            " ON CONFLICT(name) DO UPDATE SET enabled = coalesce(?2, enabled), priority = coalesce(?3, priority),"
            " interval_ms = coalesce(?4, interval_ms)",
            (name, settings.enabled, settings.priority, settings.interval_ms),
        )

    async def claim(self, transaction: Transaction, name: str, owner: str, now: float, until: float) -> bool:
        """Take a worker for one window, or keep it; False while another window has it."""
        await transaction.run("INSERT OR IGNORE INTO workers(name) VALUES (?)", (name,))
        changed = await transaction.run(
            "UPDATE workers SET claimed_by = ?2, claimed_until = ?4"
            " WHERE name = ?1 AND (claimed_by = ?2 OR claimed_until <= ?3)",
            (name, owner, now, until),
        )
        return changed == 1

    async def release(self, transaction: Transaction, name: str, owner: str) -> None:
        """Give a worker back."""
        await transaction.run(
            "UPDATE workers SET claimed_by = '', claimed_until = 0 WHERE name = ? AND claimed_by = ?", (name, owner)
        )

    async def claimed(self, now: float) -> dict[str, str]:
        """Return the workers that some window runs at a moment, and which window that is."""
        rows = await self._database.all(
            "SELECT name, claimed_by FROM workers WHERE claimed_until > ? ORDER BY name", (now,)
        )
        return dict(rows)

    async def put_run(self, transaction: Transaction, run: WorkerRun) -> None:
        """Keep the last run of a worker in a project."""
        await transaction.run(
            f"INSERT OR REPLACE INTO worker_runs({RUN}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                run.worker, run.project_id, run.ended_at, run.failures, _text(run.result), _text(list(run.findings)),
                _text(run.state), run.memory_id,
            ),
        )  # fmt: skip

    async def run(self, worker: str, project_id: str) -> WorkerRun | None:
        """Return the last run of a worker in a project."""
        row = await self._database.one(
            f"SELECT {RUN} FROM worker_runs WHERE worker = ? AND project_id = ?", (worker, project_id)
        )
        return _run(row) if row else None

    async def runs(self, project_ids: Sequence[str] | None = None) -> list[WorkerRun]:
        """Return the last runs, by worker, newest first; of some projects, or of all."""
        wanted = None if project_ids is None else json.dumps(list(project_ids))
        rows = await self._database.all(
            f"SELECT {RUN} FROM worker_runs WHERE ?1 IS NULL OR project_id IN (SELECT value FROM json_each(?1))"
            " ORDER BY worker, ended_at DESC, project_id",
            (wanted,),
        )
        return [_run(row) for row in rows]

    async def clear(self, transaction: Transaction) -> None:
        """Forget every run and what was configured; a window that runs a worker keeps its claim."""
        await transaction.run("DELETE FROM worker_runs")
        await transaction.run("UPDATE workers SET enabled = NULL, priority = NULL, interval_ms = NULL")
        await transaction.run(
            "INSERT INTO properties(key, value) VALUES (?, '1')"
            " ON CONFLICT(key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT)",
            (CLEARED,),
        )

    async def times_cleared(self) -> int:
        """Return how often everything was deleted: a run that began before it must leave nothing behind."""
        row = await self._database.one("SELECT CAST(value AS INTEGER) FROM properties WHERE key = ?", (CLEARED,))
        return int(row[0]) if row else 0


def _run(row: Row) -> WorkerRun:
    worker, project_id, ended_at, failures, result, findings, state, memory_id = row
    return WorkerRun(
        worker, project_id, ended_at, failures, json.loads(result), json.loads(findings), json.loads(state), memory_id
    )


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
