"""What memserver does to its own writings: the episode of a session, caps, and the marks that distillation leaves."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from memserver.clock import to_iso
from memserver.model import Layer, Memory
from memserver.storage.database import Database, Transaction
from memserver.storage.memories import SELECT, from_row

# An entry that left because there were too many was not dismissed by anyone: distillation may still read it.
EVICTED = "json_extract(metadata, '$.archivedBy') = 'cap'"


async def episode_of_session(transaction: Transaction, session_id: str, project_id: str) -> Memory | None:
    """Return the newest episode that was made of a session in a project."""
    row = await transaction.one(
        f"{SELECT} WHERE origin = 'extracted' AND source_id = ? AND layer = 'episodic' AND project_id = ?"
        " ORDER BY number DESC LIMIT 1",
        (session_id, project_id),
    )
    return from_row(row) if row else None


async def archive_excess(transaction: Transaction, layer: Layer, keep: int, now: datetime) -> list[str]:
    """Archive what memserver wrote by itself beyond a cap; returns the ids.

    Those that nobody sees any more go first, then the least confident, the least used and the oldest; verified and
    published ones last.
    """
    moment = to_iso(now)
    rows = await transaction.all(
        "UPDATE memories SET status = 'archived', updated_at = ?1, metadata = json_set(metadata, '$.archivedBy', 'cap')"
        " WHERE number IN (SELECT number FROM memories"
        " WHERE layer = ?2 AND origin IN ('extracted', 'distilled') AND status <> 'archived'"
        " ORDER BY status IN ('verified', 'published') DESC,"
        " superseded_by IS NOT NULL OR coalesce(expires_at <= ?1, 0), confidence DESC, reference_count DESC,"
        " timestamp DESC, number DESC LIMIT -1 OFFSET ?3) RETURNING id",
        (moment, layer.value, keep),
    )
    return sorted(memory_id for (memory_id,) in rows)


async def stale_episodes(
    database: Database, before: datetime, now: datetime, limit: int, *, parts_too: bool
) -> list[Memory]:
    """Return episodes from before a moment that were not distilled yet, oldest first.

    `parts_too` includes single turns that someone stored one by one as parts of a longer talk.
    """
    parts = "" if parts_too else " AND (origin <> 'explicit' OR thread IS NULL)"
    rows = await database.all(
        f"{SELECT} WHERE layer = 'episodic' AND promoted = 0 AND timestamp <= ? AND superseded_by IS NULL"
        f" AND (expires_at IS NULL OR expires_at > ?) AND (status <> 'archived' OR {EVICTED}){parts}"
        " ORDER BY timestamp, number LIMIT ?",
        (to_iso(before), to_iso(now), limit),
    )
    return [from_row(row) for row in rows]


async def promote(transaction: Transaction, memory_ids: Sequence[str], now: datetime) -> bool:
    """Mark episodes as distilled; False when one of them was already, here or in another window."""
    changed = await transaction.run(
        "UPDATE memories SET promoted = 1, updated_at = ? WHERE promoted = 0"
        " AND id IN (SELECT value FROM json_each(?))",
        (to_iso(now), json.dumps(list(memory_ids))),
    )
    return changed == len(memory_ids)


async def archive_unused(transaction: Transaction, before: datetime, below: float, now: datetime) -> list[str]:
    """Archive what memserver wrote by itself before a moment, was never sure of, and nobody ever used; returns the ids.

    They stay and can be read; what a person wrote, verified or published is not looked at.
    """
    rows = await transaction.all(
        "UPDATE memories SET status = 'archived', updated_at = ?1,"
        " metadata = json_set(metadata, '$.archivedBy', 'disuse')"
        " WHERE origin IN ('extracted', 'distilled') AND status = 'hypothesis' AND layer <> 'episodic'"
        " AND reference_count = 0 AND confidence < ?2 AND timestamp < ?3 AND created_at < ?3 RETURNING id",
        (to_iso(now), below, to_iso(before)),
    )
    return sorted(memory_id for (memory_id,) in rows)


async def statements_after(database: Database, number: int, limit: int) -> list[tuple[int, Memory]]:
    """Return live statements past a number, in order, each with its number."""
    rows = await database.all(
        "SELECT number, id FROM memories WHERE number > ? AND layer IN ('long-term', 'project', 'procedural')"
        " AND status <> 'archived' AND superseded_by IS NULL ORDER BY number LIMIT ?",
        (number, limit),
    )
    found = await database.all(
        f"{SELECT} WHERE id IN (SELECT value FROM json_each(?))", (json.dumps([each for _, each in rows]),)
    )
    by_id = {memory.id: memory for memory in map(from_row, found)}
    return [(number, by_id[each]) for number, each in rows if each in by_id]


async def count_expired(database: Database, after: datetime, now: datetime) -> int:
    """Return how many memories expired between two moments."""
    row = await database.one(
        "SELECT count(*) FROM memories WHERE expires_at > ? AND expires_at <= ? AND status <> 'archived'",
        (to_iso(after), to_iso(now)),
    )
    return int(row[0]) if row else 0


async def archive(transaction: Transaction, memory_ids: Sequence[str], now: datetime) -> None:
    """Take memories out of recall; they stay."""
    await transaction.run(
        "UPDATE memories SET status = 'archived', updated_at = ? WHERE id IN (SELECT value FROM json_each(?))",
        (to_iso(now), json.dumps(list(memory_ids))),
    )
