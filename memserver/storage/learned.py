"""What else learning keeps: fixes that did not work, and records of the portable file that memserver does not use."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from memserver.storage.database import Database, Transaction

FIX = "failure_hash, error, fix, trajectory_id, project_id, created_at"


@dataclass(frozen=True, slots=True)
class FailedFix:
    """An error, and what was done about it in vain."""

    failure_hash: str
    error: str
    fix: str
    trajectory_id: str
    project_id: str
    created_at: str


class LearnedRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add_fix(self, transaction: Transaction, fix: FailedFix) -> None:
        """Keep a fix that did not work."""
        await transaction.run(
            f"INSERT INTO failed_fixes({FIX}) VALUES (?, ?, ?, ?, ?, ?)",
            (fix.failure_hash, fix.error, fix.fix, fix.trajectory_id, fix.project_id, fix.created_at),
        )

    async def newest_fixes(self, limit: int) -> list[FailedFix]:
        """Return the newest failed fixes, newest first."""
        rows = await self._database.all(f"SELECT {FIX} FROM failed_fixes ORDER BY number DESC LIMIT ?", (limit,))
        return [FailedFix(*row) for row in rows]

    async def last_fix(self) -> int:
        """Return the number of the newest failed fix."""
        row = await self._database.one("SELECT coalesce(max(number), 0) FROM failed_fixes")
        return int(row[0]) if row else 0

    async def put_portable(self, transaction: Transaction, kind: str, record_id: str, data: dict[str, Any]) -> None:
        """Keep a record of the portable file as it is."""
        await transaction.run(
            "INSERT OR REPLACE INTO portable_records(kind, id, data) VALUES (?, ?, ?)",
            (kind, record_id, json.dumps(data, ensure_ascii=False)),
        )

    async def portable(self, kind: str | None = None) -> list[tuple[str, str, dict[str, Any]]]:
        """Return (kind, id, data) of the records that are kept as they are."""
        rows = await self._database.all(
            "SELECT kind, id, data FROM portable_records WHERE ?1 IS NULL OR kind = ?1 ORDER BY kind, id", (kind,)
        )
        return [(found, each, json.loads(data)) for found, each, data in rows]

    async def clear(self, transaction: Transaction) -> None:
        """Forget everything kept here."""
        await transaction.run("DELETE FROM failed_fixes")
        await transaction.run("DELETE FROM portable_records")
