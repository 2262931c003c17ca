"""Everything in the store, out of one snapshot in a stable order, and back in where it is missing.

What is derived (passages, text index, vectors, hashes) is not part of it: it follows from the rest. Writing back never
replaces a row that is there.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from memserver.model import Layer, Memory
from memserver.storage.database import Snapshot, Transaction
from memserver.storage.memories import SELECT, from_row
from memserver.storage.records import Table


@dataclass(frozen=True, slots=True)
class ProjectRow:
    """A project with the keys by which it is recognised."""

    id: str
    name: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RelationRow:
    """A link between two memories, with the moment it was made."""

    source_id: str
    target_id: str
    kind: str
    evidence: str
    created_at: str


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record of what happened: the columns it is found by, and itself."""

    columns: dict[str, str | None]
    record: dict[str, Any]


async def count_memories(snapshot: Snapshot) -> int:
    """Return how many memories there are in a snapshot."""
    total = 0
    async for rows in snapshot.pages("SELECT count(*) FROM memories"):
        total = int(rows[0][0])
    return total


async def all_memories(snapshot: Snapshot) -> AsyncIterator[list[Memory]]:
    """Yield every memory in the order in which it was stored: neighbours stay neighbours."""
    async for rows in snapshot.pages(f"{SELECT} ORDER BY number"):
        yield [from_row(row) for row in rows]


async def memories_of_layer(snapshot: Snapshot, layer: Layer) -> AsyncIterator[list[Memory]]:
    """Yield the memories of a layer, by project, then in the order in which they were stored."""
    query = f"{SELECT} WHERE layer = ? ORDER BY project_id, number"
    async for rows in snapshot.pages(query, (layer.value,)):
        yield [from_row(row) for row in rows]


async def all_relations(snapshot: Snapshot) -> AsyncIterator[list[RelationRow]]:
    """Yield every link."""
    query = (
        "SELECT source_id, target_id, kind, evidence, created_at FROM relations"
        " ORDER BY created_at, source_id, target_id, kind"
    )
    async for rows in snapshot.pages(query):
        yield [RelationRow(*row) for row in rows]


async def all_projects(snapshot: Snapshot) -> AsyncIterator[list[ProjectRow]]:
    """Yield every project, oldest first."""
    query = (
        "SELECT id, name, (SELECT json_group_array(key) FROM"
        " (SELECT key FROM project_keys WHERE project_id = projects.id ORDER BY key)) FROM projects ORDER BY number"
    )
    async for rows in snapshot.pages(query):
        yield [ProjectRow(project_id, name, tuple(json.loads(keys))) for project_id, name, keys in rows]


async def all_records(snapshot: Snapshot, table: Table) -> AsyncIterator[list[RecordRow]]:
    """Yield every record of a table, oldest first."""
    query = f"SELECT {', '.join(table.columns)}, record FROM {table.name} ORDER BY {table.time}, id"
    async for rows in snapshot.pages(query):
        yield [RecordRow(dict(zip(table.columns, row[:-1], strict=True)), json.loads(row[-1])) for row in rows]


async def present_memories(transaction: Transaction, memory_ids: Sequence[str]) -> set[str]:
    """Return which of the ids are taken."""
    rows = await transaction.all(
        "SELECT id FROM memories WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(memory_ids)),)
    )
    return {memory_id for (memory_id,) in rows}


async def restore_project(transaction: Transaction, project: ProjectRow) -> None:
    """Add a project and its keys; what is there keeps its name."""
    await transaction.run(
        "INSERT INTO projects(id, number, name) VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM projects), ?)"
        " ON CONFLICT(id) DO NOTHING",
        (project.id, project.name),
    )
    await transaction.run_many(
        "INSERT OR IGNORE INTO project_keys(key, project_id) VALUES (?, ?)", [(key, project.id) for key in project.keys]
    )


async def restore_relation(transaction: Transaction, relation: RelationRow) -> None:
    """Add a link, if both of its ends are there."""
    await transaction.run(
        "INSERT OR IGNORE INTO relations(source_id, target_id, kind, evidence, created_at)"
        " SELECT ?1, ?2, ?3, ?4, ?5 WHERE EXISTS (SELECT 1 FROM memories WHERE id = ?1)"
        " AND EXISTS (SELECT 1 FROM memories WHERE id = ?2)",
        (relation.source_id, relation.target_id, relation.kind, relation.evidence, relation.created_at),
    )


async def restore_record(transaction: Transaction, table: Table, row: RecordRow) -> None:
    """Add a record, unless one of the same id is there."""
    names = (*table.columns, "record")
    await transaction.run(
        f"INSERT OR IGNORE INTO {table.name}({', '.join(names)}) VALUES ({', '.join('?' * len(names))})",
        (*(row.columns[name] for name in table.columns), json.dumps(row.record, ensure_ascii=False)),
    )


async def mend_supersession(transaction: Transaction, memory_ids: Sequence[str]) -> None:
    """Bring memories back whose successor is not there: nothing may be hidden behind what does not exist."""
    await transaction.run(
        "UPDATE memories SET superseded_by = NULL WHERE id IN (SELECT value FROM json_each(?))"
        " AND superseded_by IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM memories successor WHERE successor.id = memories.superseded_by)",
        (json.dumps(list(memory_ids)),),
    )
