"""Records of what happened (turns, reflections, sessions, trajectories) and single properties of the store.

A record is a JSON object with a few columns to find it by; what it means is the business of its owner.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_json

from memserver.storage.database import Database, Transaction

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of records: its name, the columns beside `record`, and the one that orders it in time."""

    name: str
    columns: tuple[str, ...]
    time: str
    needs: Mapping[str, type] = field(default_factory=dict)
    """Keys that a record from elsewhere must have, and what they must be: others rely on them."""


TURNS = Table("turns", ("id", "session_id", "project_id", "created_at"), "created_at")
REFLECTIONS = Table("reflections", ("id", "turn_id", "task_id", "created_at"), "created_at")
SESSIONS = Table("sessions", ("id", "project_id", "ended_at"), "ended_at")
TRAJECTORIES = Table("trajectories", ("id", "domain", "outcome", "project_id", "created_at"), "created_at")
EVALUATIONS = Table("evaluations", ("id", "set_id", "created_at"), "created_at")


def _written(record: Json) -> str:
    """Return a record as JSON; that of a turn has 50 kB, which the standard library takes three times as long for."""
    return to_json(record).decode()


class RecordRepository:
    """One table of records."""

    def __init__(self, database: Database, table: Table) -> None:
        self._database = database
        self._table = table

    async def put(self, transaction: Transaction, columns: Json, record: Json) -> None:
        """Store a record; one of the same id is replaced."""
        names = self._table.columns
        await transaction.run(
            f"INSERT OR REPLACE INTO {self._table.name}({', '.join(names)}, record)"
            f" VALUES ({', '.join('?' * (len(names) + 1))})",
            (*(columns[name] for name in names), _written(record)),
        )

    async def get(self, record_id: str) -> Json | None:
        """Return one record, or None."""
        row = await self._database.one(f"SELECT record FROM {self._table.name} WHERE id = ?", (record_id,))
        return json.loads(row[0]) if row else None

    async def change(self, transaction: Transaction, containing: str, changed: Callable[[Json], Json]) -> None:
        """Write every record anew that has a text anywhere in it."""
        rows = await transaction.all(
            f"SELECT id, record FROM {self._table.name} WHERE instr(record, ?) > 0", (containing,)
        )
        for record_id, record in rows:
            await transaction.run(
                f"UPDATE {self._table.name} SET record = ? WHERE id = ?",
                (_written(changed(json.loads(record))), record_id),
            )

    async def newest(self, limit: int, **equals: str) -> list[Json]:
        """Return the newest records, newest first, that match the given columns."""
        where = " AND ".join(f"{name} = ?" for name in equals) or "1"
        rows = await self._database.all(
            f"SELECT record FROM {self._table.name} WHERE {where} ORDER BY {self._table.time} DESC, id DESC LIMIT ?",
            (*equals.values(), limit),
        )
        return [json.loads(row[0]) for row in rows]

    async def newest_parts(self, limit: int, paths: Mapping[str, str], **equals: str) -> list[Json]:
        """Return parts of the newest records, newest first: by name, each found by its JSON path.

        A record may be large; reading two fields of hundreds must not load the rest.
        """
        name, time = self._table.name, self._table.time
        where = " AND ".join(f"{column} = ?" for column in equals) or "1"
        # The null makes it an array also where one part is asked for.
        rows = await self._database.all(
            f"SELECT json_extract(record, {', '.join('?' * len(paths))}, '$.null') FROM {name} WHERE id IN"
            f" (SELECT id FROM {name} WHERE {where} ORDER BY {time} DESC, id DESC LIMIT ?)"
            f" ORDER BY {time} DESC, id DESC",
            (*paths.values(), *equals.values(), limit),
        )
        return [dict(zip(paths, json.loads(row[0]), strict=False)) for row in rows]

    async def count(self) -> int:
        """Return how many records there are."""
        row = await self._database.one(f"SELECT count(*) FROM {self._table.name}")
        return int(row[0]) if row else 0

    async def trim(self, transaction: Transaction, keep: int) -> None:
        """Forget all but the newest records."""
        name, time = self._table.name, self._table.time
        await transaction.run(
            f"DELETE FROM {name} WHERE id IN (SELECT id FROM {name} ORDER BY {time} DESC, id DESC LIMIT -1 OFFSET ?)",
            (keep,),
        )


class Properties:
    """Single named values of the store."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, key: str) -> str | None:
        """Return a value, or None."""
        row = await self._database.one("SELECT value FROM properties WHERE key = ?", (key,))
        return row[0] if row else None

    async def set(self, transaction: Transaction, key: str, value: str) -> None:
        """Store a value."""
        await transaction.run("INSERT OR REPLACE INTO properties(key, value) VALUES (?, ?)", (key, value))
