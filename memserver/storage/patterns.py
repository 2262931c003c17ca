"""Patterns as rows: what worked and what did not, with the vector of each and the log of changes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memserver.clock import from_iso, to_iso
from memserver.storage.database import Database, Row, Transaction

COLUMNS = (
    "id, strategy, domain, kind, project_id, quality, usage_count, success_count, long_term, sources, metadata,"
    " created_at, updated_at, last_used, model, vector"
)


@dataclass(frozen=True, slots=True)
class PatternRow:
    """One pattern. `kind` is `strategy` (worked), `warning` (did not) or `distilled`; `vector` is of `model`."""

    id: str
    strategy: str
    domain: str
    kind: str
    project_id: str
    quality: float
    usage_count: int
    success_count: int
    long_term: bool
    created_at: datetime
    updated_at: datetime
    last_used: datetime | None = None
    sources: tuple[str, ...] = ()
    metadata: dict[str, Any] = field(default_factory=dict)
    model: str | None = None
    vector: bytes | None = None


class PatternRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, transaction: Transaction, pattern: PatternRow) -> None:
        """Store a pattern; one of the same id is replaced."""
        await transaction.run(
            f"INSERT INTO patterns({COLUMNS}) VALUES ({', '.join('?' * 16)}) ON CONFLICT(id) DO UPDATE SET"
            " strategy = excluded.strategy, domain = excluded.domain, kind = excluded.kind,"
            " project_id = excluded.project_id, quality = excluded.quality, usage_count = excluded.usage_count,"
            " success_count = excluded.success_count, long_term = excluded.long_term, sources = excluded.sources,"
            " metadata = excluded.metadata, created_at = excluded.created_at, updated_at = excluded.updated_at,"
            " last_used = excluded.last_used, model = excluded.model, vector = excluded.vector",
            _values(pattern),
        )

    async def delete(self, transaction: Transaction, ids: Iterable[str]) -> None:
        """Delete patterns."""
        await transaction.run_many("DELETE FROM patterns WHERE id = ?", [(each,) for each in ids])

    async def get(self, pattern_id: str) -> PatternRow | None:
        """Return one pattern, or None."""
        row = await self._database.one(f"SELECT {COLUMNS} FROM patterns WHERE id = ?", (pattern_id,))
        return _pattern(row) if row else None

    async def current(self, transaction: Transaction, pattern_id: str) -> PatternRow | None:
        """Return one pattern as this transaction sees it, or None."""
        row = await transaction.one(f"SELECT {COLUMNS} FROM patterns WHERE id = ?", (pattern_id,))
        return _pattern(row) if row else None

    async def all(self) -> list[PatternRow]:
        """Return every pattern, oldest first."""
        return [
            _pattern(row) for row in await self._database.all(f"SELECT {COLUMNS} FROM patterns ORDER BY created_at, id")
        ]

    async def of_ids(self, ids: Iterable[str]) -> list[PatternRow]:
        """Return those of the named patterns that exist."""
        rows = await self._database.all(
            f"SELECT {COLUMNS} FROM patterns WHERE id IN (SELECT value FROM json_each(?)) ORDER BY created_at, id",
            (json.dumps(sorted(ids)),),
        )
        return [_pattern(row) for row in rows]

    async def without_vector(self, model: str, limit: int) -> list[tuple[str, str]]:
        """Return (id, strategy) of patterns that lack a vector of this model."""
        rows = await self._database.all(
            "SELECT id, strategy FROM patterns WHERE model IS NOT ? ORDER BY created_at, id LIMIT ?", (model, limit)
        )
        return [(each, strategy) for each, strategy in rows]

    async def set_vectors(self, transaction: Transaction, model: str, vectors: Sequence[tuple[str, bytes]]) -> None:
        """Give patterns that still exist their vectors."""
        await transaction.run_many(
            "UPDATE patterns SET model = ?, vector = ? WHERE id = ?",
            [(model, vector, each) for each, vector in vectors],
        )

    async def last_change(self) -> int:
        """Return the number of the newest change."""
        row = await self._database.one("SELECT coalesce(max(seq), 0) FROM pattern_changes")
        return int(row[0]) if row else 0

    async def changed_since(self, seq: int) -> list[str]:
        """Return the ids of patterns that changed after a change."""
        rows = await self._database.all("SELECT DISTINCT pattern_id FROM pattern_changes WHERE seq > ?", (seq,))
        return [each for (each,) in rows]

    async def clear(self, transaction: Transaction) -> None:
        """Forget every pattern."""
        await transaction.run("DELETE FROM patterns")


def _values(pattern: PatternRow) -> tuple[Any, ...]:
    return (
        pattern.id, pattern.strategy, pattern.domain, pattern.kind, pattern.project_id, pattern.quality,
        pattern.usage_count, pattern.success_count, int(pattern.long_term), json.dumps(list(pattern.sources)),
        json.dumps(pattern.metadata, ensure_ascii=False), to_iso(pattern.created_at), to_iso(pattern.updated_at),
        to_iso(pattern.last_used) if pattern.last_used else None, pattern.model, pattern.vector,
    )  # fmt: skip


def _pattern(row: Row) -> PatternRow:
    return PatternRow(
        id=row[0],
        strategy=row[1],
        domain=row[2],
        kind=row[3],
        project_id=row[4],
        quality=row[5],
        usage_count=row[6],
        success_count=row[7],
        long_term=bool(row[8]),
        sources=tuple(json.loads(row[9])),
        metadata=json.loads(row[10]),
        created_at=from_iso(row[11]),
        updated_at=from_iso(row[12]),
        last_used=from_iso(row[13]) if row[13] else None,
        model=row[14],
        vector=row[15],
    )
