"""Memories as rows: insert, read, change, list, delete, and the relations between them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from memserver.clock import from_iso, to_iso
from memserver.model import (
    Author,
    Category,
    Layer,
    Memory,
    Origin,
    Provenance,
    RelatedFile,
    Relation,
    Scope,
    SourceType,
    Status,
    Validation,
    VerifiedBy,
)
from memserver.storage.database import Database, Row, Transaction

COLUMNS = (
    "id", "layer", "category", "title", "content", "content_hash", "tags", "scope", "project_id", "confidence",
    "origin", "status", "verified_by", "verification_id", "failure_hash", "source_type", "source_id", "author",
    "git_commit", "git_branch", "timestamp", "created_at", "updated_at", "expires_at", "external_id", "thread",
    "position", "superseded_by", "reference_count", "promoted", "related_files", "metadata",
)  # fmt: skip
SELECT = f"SELECT {', '.join(COLUMNS)}, number FROM memories"
INSERT = f"INSERT INTO memories({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))}) RETURNING number"
UPDATE = f"UPDATE memories SET {', '.join(f'{name} = ?' for name in COLUMNS[1:])} WHERE id = ?"


@dataclass(frozen=True, slots=True)
class RelationRecord:
    """A link between two memories, with what it rests on."""

    source_id: str
    target_id: str
    kind: Relation
    evidence: str


@dataclass(frozen=True, slots=True)
class ListFilter:
    """What a listing keeps; None keeps everything. `projects` are the ids whose memories are visible."""

    layer: Layer | None = None
    status: Status | None = None
    tag: str | None = None
    category: Category | None = None
    origin: Origin | None = None
    projects: tuple[str, ...] | None = None


def content_hash(layer: Layer, project_id: str, content: str) -> str:
    """Return the key under which the same statement in the same place is found again."""
    normalised = " ".join(content.split()).casefold()
    return hashlib.sha1(f"{layer}\0{project_id}\0{normalised}".encode(), usedforsecurity=False).hexdigest()


class MemoryRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def insert(self, transaction: Transaction, memory: Memory) -> int:
        """Add a memory; returns the row number that its passages refer to."""
        row = await transaction.one(INSERT, to_row(memory))
        assert row is not None  # RETURNING always answers
        return int(row[0])

    async def replace(self, transaction: Transaction, memory: Memory) -> None:
        """Write every column of an existing memory anew."""
        row = to_row(memory)
        await transaction.run(UPDATE, (*row[1:], row[0]))

    async def delete(self, transaction: Transaction, memory_id: str) -> bool:
        """Remove a memory with its passages, terms and vectors; False when there was none."""
        await transaction.run("UPDATE memories SET superseded_by = NULL WHERE superseded_by = ?", (memory_id,))
        return await transaction.run("DELETE FROM memories WHERE id = ?", (memory_id,)) > 0

    async def delete_all(self, transaction: Transaction) -> int:
        """Remove every memory."""
        return await transaction.run("DELETE FROM memories")

    async def get(self, memory_id: str) -> Memory | None:
        """Return one memory, or None."""
        row = await self._database.one(f"{SELECT} WHERE id = ?", (memory_id,))
        return from_row(row) if row else None

    async def get_many(self, memory_ids: Iterable[str]) -> dict[str, Memory]:
        """Return the memories that exist among the ids."""
        rows = await self._database.all(
            f"{SELECT} WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(memory_ids)),)
        )
        return {memory.id: memory for memory in map(from_row, rows)}

    async def contents(self, memory_ids: Iterable[str]) -> dict[str, str]:
        """Return the texts of the memories that exist among the ids."""
        rows = await self._database.at_once(
            "SELECT id, content FROM memories WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(memory_ids)),),
        )
        return dict(rows)

    async def read(self, transaction: Transaction, memory_id: str) -> Memory | None:
        """Return one memory as an open transaction sees it, so that what is written back rests on the present."""
        row = await transaction.one(f"{SELECT} WHERE id = ?", (memory_id,))
        return from_row(row) if row else None

    async def number_of(self, transaction: Transaction, memory_id: str) -> int | None:
        """Return the row number of a memory inside a transaction."""
        row = await transaction.one("SELECT number FROM memories WHERE id = ?", (memory_id,))
        return int(row[0]) if row else None

    async def page(self, wanted: ListFilter, limit: int, before: int | None) -> tuple[list[Memory], int | None]:
        """Return memories, newest first, and the cursor of the next page (None at the end)."""
        clauses: list[str] = []
        parameters: list[Any] = []
        for column in ("layer", "status", "category", "origin"):
            value = getattr(wanted, column)
            if value is not None:
                clauses.append(f"{column} = ?")
                parameters.append(value.value)
        if wanted.tag is not None:
            clauses.append("number IN (SELECT memory FROM memory_tags WHERE tag = ?)")
            parameters.append(wanted.tag)
        if wanted.projects is not None:
            clauses.append("project_id IN (SELECT value FROM json_each(?))")
            parameters.append(json.dumps(wanted.projects))
        if before is not None:
            clauses.append("number < ?")
            parameters.append(before)
        where = f" WHERE {' AND '.join(clauses)}" if clauses else ""
        rows = await self._database.all(f"{SELECT}{where} ORDER BY number DESC LIMIT ?", (*parameters, limit + 1))
        cursor = int(rows[limit - 1][-1]) if len(rows) > limit else None
        return [from_row(row) for row in rows[:limit]], cursor

    async def changed_after(self, moment: str, projects: tuple[str, ...], limit: int) -> list[Memory]:
        """Return memories of some projects written or changed after a moment (as ISO text), the oldest change first."""
        rows = await self._database.all(
            f"{SELECT} WHERE updated_at > ? AND project_id IN (SELECT value FROM json_each(?))"
            " ORDER BY updated_at, number LIMIT ?",
            (moment, json.dumps(projects), limit),
        )
        return [from_row(row) for row in rows]

    async def with_hash(self, hashes: Sequence[str], now: datetime) -> dict[str, list[tuple[str, str | None]]]:
        """Return, by content hash, the ids and external ids of live memories that say the same."""
        rows = await self._database.all(
            "SELECT content_hash, id, external_id FROM memories WHERE status <> 'archived' AND superseded_by IS NULL"
            " AND (expires_at IS NULL OR expires_at > ?)"
            " AND content_hash IN (SELECT value FROM json_each(?)) ORDER BY number",
            (to_iso(now), json.dumps(list(hashes))),
        )
        found: dict[str, list[tuple[str, str | None]]] = {}
        for key, memory_id, external_id in rows:
            found.setdefault(key, []).append((memory_id, external_id))
        return found

    async def with_external_ids(self, external_ids: Sequence[str]) -> set[str]:
        """Return which of these external ids some memory has."""
        rows = await self._database.all(
            "SELECT DISTINCT external_id FROM memories WHERE external_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(external_ids)),),
        )
        return {external_id for (external_id,) in rows}

    async def supersede(self, transaction: Transaction, old_id: str, new_id: str, moment: datetime) -> None:
        """Mark a memory as replaced by a newer one."""
        await transaction.run(
            "UPDATE memories SET superseded_by = ?, updated_at = ? WHERE id = ?", (new_id, to_iso(moment), old_id)
        )

    async def move_file(self, transaction: Transaction, old: str, new: str) -> None:
        """Let what speaks of a file speak of it under its new path; all else that was recorded of it stays."""
        name = old.replace("\\", "/").rpartition("/")[2]
        rows = await transaction.all(
            "SELECT number, related_files FROM memories"
            " WHERE number IN (SELECT memory FROM memory_files WHERE name = ?)",
            (name,),
        )
        for number, text in rows:
            files = json.loads(text)
            if any(file["path"] == old for file in files):
                known = {file["path"] for file in files}
                moved = [
                    {**file, "path": new} if file["path"] == old else file
                    for file in files
                    if file["path"] != old or new not in known
                ]
                await transaction.run(
                    "UPDATE memories SET related_files = ? WHERE number = ?",
                    (json.dumps(moved, ensure_ascii=False), number),
                )

    async def touch(self, transaction: Transaction, memory_ids: Iterable[str]) -> None:
        """Count one more use of each memory."""
        await transaction.run_many(
            "UPDATE memories SET reference_count = reference_count + 1 WHERE id = ?", [(each,) for each in memory_ids]
        )

    async def relate(self, transaction: Transaction, relations: Iterable[RelationRecord], moment: datetime) -> None:
        """Add links between memories; one that exists is left as it is."""
        await transaction.run_many(
            "INSERT OR IGNORE INTO relations(source_id, target_id, kind, evidence, created_at) VALUES (?, ?, ?, ?, ?)",
            [(r.source_id, r.target_id, r.kind.value, r.evidence, to_iso(moment)) for r in relations],
        )

    async def relations_of(self, memory_ids: Iterable[str]) -> list[RelationRecord]:
        """Return the links in which any of the memories takes part."""
        rows = await self._database.all(
            "SELECT source_id, target_id, kind, evidence FROM relations"
            " WHERE source_id IN (SELECT value FROM json_each(?1)) OR target_id IN (SELECT value FROM json_each(?1))"
            " ORDER BY created_at, source_id, target_id",
            (json.dumps(list(memory_ids)),),
        )
        return [RelationRecord(source, target, Relation(kind), evidence) for source, target, kind, evidence in rows]

    async def counts(self) -> dict[str, dict[str, int]]:
        """Return how many memories there are by layer, status and origin."""
        result: dict[str, dict[str, int]] = {}
        for column in ("layer", "status", "origin"):
            rows = await self._database.all(f"SELECT {column}, count(*) FROM memories GROUP BY {column} ORDER BY 1")
            result[column] = dict(rows)
        return result

    async def count_by_project(self) -> list[tuple[str, str, int]]:
        """Return the id, the name and the number of memories of each project that has any; "" stands for none."""
        rows = await self._database.all(
            "SELECT m.project_id, coalesce(p.name, ''), m.count"
            " FROM (SELECT project_id, count(*) AS count FROM memories GROUP BY project_id) m"
            " LEFT JOIN projects p ON p.id = m.project_id ORDER BY m.count DESC, p.name, m.project_id"
        )
        return [(str(each), str(name), int(count)) for each, name, count in rows]


def to_row(memory: Memory) -> Row:
    """Write a memory as the values of COLUMNS."""
    provenance, validation = memory.provenance, memory.validation
    return (
        memory.id,
        memory.layer.value,
        memory.category.value if memory.category else None,
        memory.title,
        memory.content,
        content_hash(memory.layer, memory.project_id, memory.content),
        json.dumps(memory.tags, ensure_ascii=False),
        memory.scope.value,
        memory.project_id,
        memory.confidence,
        memory.origin.value,
        validation.status.value,
        validation.verified_by.value if validation.verified_by else None,
        validation.verification_id,
        validation.failure_hash,
        provenance.source_type.value,
        provenance.source_id,
        provenance.author.value,
        provenance.git_commit,
        provenance.git_branch,
        to_iso(memory.timestamp),
        to_iso(memory.created_at),
        to_iso(memory.updated_at),
        to_iso(memory.expires_at) if memory.expires_at else None,
        memory.external_id,
        memory.thread,
        memory.position,
        memory.superseded_by,
        memory.reference_count,
        int(memory.promoted),
        json.dumps([asdict(file) for file in memory.related_files], ensure_ascii=False),
        json.dumps(dict(memory.metadata), ensure_ascii=False),
    )


def from_row(row: Row) -> Memory:
    """Read a memory from the values of COLUMNS (further values are ignored)."""
    value = dict(zip(COLUMNS, row, strict=False))
    return Memory(
        id=value["id"],
        layer=Layer(value["layer"]),
        category=Category(value["category"]) if value["category"] else None,
        title=value["title"],
        content=value["content"],
        tags=tuple(json.loads(value["tags"])),
        scope=Scope(value["scope"]),
        project_id=value["project_id"],
        confidence=value["confidence"],
        origin=Origin(value["origin"]),
        validation=Validation(
            status=Status(value["status"]),
            verified_by=VerifiedBy(value["verified_by"]) if value["verified_by"] else None,
            verification_id=value["verification_id"],
            failure_hash=value["failure_hash"],
        ),
        provenance=Provenance(
            source_type=SourceType(value["source_type"]),
            source_id=value["source_id"],
            author=Author(value["author"]),
            git_commit=value["git_commit"],
            git_branch=value["git_branch"],
        ),
        timestamp=from_iso(value["timestamp"]),
        created_at=from_iso(value["created_at"]),
        updated_at=from_iso(value["updated_at"]),
        expires_at=from_iso(value["expires_at"]) if value["expires_at"] else None,
        external_id=value["external_id"],
        thread=value["thread"],
        position=value["position"],
        superseded_by=value["superseded_by"],
        reference_count=value["reference_count"],
        promoted=bool(value["promoted"]),
        related_files=tuple(RelatedFile(**file) for file in json.loads(value["related_files"])),
        metadata=json.loads(value["metadata"]),
    )
