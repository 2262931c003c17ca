"""The links between memories inside a transaction: which stand, which are taken away, and what holds after that."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from datetime import datetime

from memserver.clock import to_iso
from memserver.model import Relation
from memserver.storage.database import Transaction
from memserver.storage.memories import RelationRecord

# What memserver put away by itself to keep its caps still says what it said.
DISMISSED = "(m.status = 'archived' AND json_extract(m.metadata, '$.archivedBy') IS NULL)"


async def predecessors(transaction: Transaction, memory_id: str) -> list[str]:
    """Return the memories that are out of force because of this one, oldest first."""
    rows = await transaction.all("SELECT id FROM memories WHERE superseded_by = ? ORDER BY number", (memory_id,))
    return [each for (each,) in rows]


async def successors(transaction: Transaction, memory_id: str) -> list[str]:
    """Return the chain of memories that replaced this one: its successor, the successor of that, and so on."""
    rows = await transaction.all(
        "WITH RECURSIVE chain(id) AS (SELECT superseded_by FROM memories WHERE id = ?1"
        " UNION SELECT m.superseded_by FROM memories m JOIN chain c ON m.id = c.id)"
        " SELECT id FROM chain WHERE id IS NOT NULL AND id <> ?1",
        (memory_id,),
    )
    return [each for (each,) in rows]


async def links_of(transaction: Transaction, memory_id: str) -> list[RelationRecord]:
    """Return the links in which a memory takes part."""
    rows = await transaction.all(
        "SELECT source_id, target_id, kind, evidence FROM relations WHERE source_id = ?1 OR target_id = ?1"
        " ORDER BY created_at, source_id, target_id",
        (memory_id,),
    )
    return [RelationRecord(source, target, Relation(kind), evidence) for source, target, kind, evidence in rows]


async def unlink(transaction: Transaction, one: str, other: str, kinds: Iterable[Relation]) -> None:
    """Take away the links of these kinds between two memories, in both directions."""
    await transaction.run(
        "DELETE FROM relations WHERE kind IN (SELECT value FROM json_each(?3))"
        " AND ((source_id = ?1 AND target_id = ?2) OR (source_id = ?2 AND target_id = ?1))",
        (one, other, json.dumps([kind.value for kind in kinds])),
    )


async def put_link(transaction: Transaction, link: RelationRecord, moment: datetime) -> None:
    """Write a link; one of the same kind between the two is replaced."""
    await transaction.run(
        "INSERT OR REPLACE INTO relations(source_id, target_id, kind, evidence, created_at) VALUES (?, ?, ?, ?, ?)",
        (link.source_id, link.target_id, link.kind.value, link.evidence, to_iso(moment)),
    )


async def reinstate(
    transaction: Transaction, memory_ids: Sequence[str], moment: datetime, without: str | None = None
) -> None:
    """Hide each memory behind the newest that is still linked as replacing it; without one, it is in force again."""
    await transaction.run(
        "UPDATE memories SET updated_at = ?2, superseded_by ="
        " (SELECT r.source_id FROM relations r JOIN memories m ON m.id = r.source_id"
        "  WHERE r.target_id = memories.id AND r.kind = 'supersedes' AND r.source_id IS NOT ?3"
        f"  AND NOT {DISMISSED} ORDER BY r.created_at DESC, m.number DESC LIMIT 1)"
        " WHERE id IN (SELECT value FROM json_each(?1))",
        (json.dumps(list(memory_ids)), to_iso(moment), without),
    )


async def missing(transaction: Transaction, memory_ids: Iterable[str]) -> bool:
    """Say whether one of these memories is gone."""
    wanted = set(memory_ids)
    row = await transaction.one(
        "SELECT count(*) FROM memories WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(sorted(wanted)),)
    )
    return row is None or int(row[0]) < len(wanted)
