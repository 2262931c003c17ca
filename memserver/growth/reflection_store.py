"""Reflections in the store: one record per turn, read back newest first. Records of earlier versions are read as well.

Who judges a turn is elsewhere; here records are only kept, found, and told what the user said of the answer later.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from typing import Any

from memserver.clock import from_iso, to_iso
from memserver.errors import NotFound
from memserver.growth.confidence import Band
from memserver.growth.reflection import Reflection
from memserver.ids import new_id
from memserver.storage.database import Transaction
from memserver.storage.store import Store

REMEMBERED = 200
"""SPEC 283: what a task kept missing and what is needed now is read from the last 200 turns."""

_NAMES = frozenset(field.name for field in fields(Reflection))
_TUPLES = ("missing", "covered", "critic_issues")


async def keep_reflection(store: Store, record: Reflection) -> Reflection:
    """Store the record of a turn; returns it with its id. A turn that is answered again keeps one record."""
    async with store.database.write() as transaction:
        earlier = await newest_reflections(store, 1, turn_id=record.turn_id)
        kept = replace(record, id=earlier[0].id if earlier else new_id("ref", record.time))
        if earlier and record.feedback is None:
            kept = replace(kept, feedback=earlier[0].feedback, feedback_note=earlier[0].feedback_note)
        await _put(store, transaction, kept)
    return kept


async def newest_reflections(store: Store, limit: int = REMEMBERED, **equals: str) -> list[Reflection]:
    """Return the newest reflections, newest first, that match the given columns (`task_id`, `turn_id`)."""
    return [reflection_of(record) for record in await store.reflections.newest(limit, **equals)]


async def give_feedback(store: Store, turn_id: str, feedback: str, note: str) -> Reflection:
    """Add what the user said of an answer, now or again; NotFound when nothing was kept of the turn."""
    changed = await _change(store, turn_id, feedback=feedback, feedback_note=note)
    if changed is None:
        raise NotFound(
            f"There is no reflection on the turn {turn_id[:80]!r}.",
            field="turnId",
            hint="Send turn/complete first, with reflectionEnabled on.",
        )
    return changed


async def note_pattern(store: Store, turn_id: str, pattern_id: str) -> None:
    """Note which success pattern a turn became; nothing happens when no record of the turn was kept."""
    await _change(store, turn_id, pattern_id=pattern_id)


async def _change(store: Store, turn_id: str, **changes: Any) -> Reflection | None:
    async with store.database.write() as transaction:
        found = await store.reflections.newest(1, turn_id=turn_id)
        if not found:
            return None
        changed = replace(reflection_of(found[0]), **changes)
        await _put(store, transaction, changed)
    return changed


def reflection_of(record: Mapping[str, Any]) -> Reflection:
    """Read a stored record."""
    known = {name: value for name, value in record.items() if name in _NAMES}
    lists = {name: tuple(known[name]) for name in _TUPLES if name in known}
    return Reflection(**{**known, **lists, "time": from_iso(record["time"]), "band": Band(record["band"])})


async def _put(store: Store, transaction: Transaction, record: Reflection) -> None:
    columns = {
        "id": record.id, "turn_id": record.turn_id, "task_id": record.task_id, "created_at": to_iso(record.time),
    }  # fmt: skip
    await store.reflections.put(transaction, columns, {**asdict(record), "time": to_iso(record.time)})
