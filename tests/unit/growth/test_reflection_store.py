"""Reflections in the store: one per turn, with what the user said of it; older records are read as well."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memserver.errors import NotFound
from memserver.growth.reflection_store import give_feedback, keep_reflection, newest_reflections
from tests.unit.growth.records import reflection
from tests.unit.kit import Kit, open_kit


@pytest.fixture
async def kit(tmp_path: Path) -> AsyncIterator[Kit]:
    async with open_kit(tmp_path) as kit:
        yield kit


async def test_a_reflection_comes_back_as_it_was_kept(kit: Kit) -> None:
    given = reflection(hour=3, turn_id="turn_1", missing=("owner",), covered=("date",), language="ko", hedges=2)
    kept = await keep_reflection(kit.store, given)
    assert await newest_reflections(kit.store) == [kept]
    assert kept.coverage == 0.5


async def test_a_turn_answered_again_keeps_one_record_and_its_thumb(kit: Kit) -> None:
    first = await keep_reflection(kit.store, reflection(turn_id="turn_1", score=30))
    await give_feedback(kit.store, "turn_1", "down", "no owner")
    again = await keep_reflection(kit.store, reflection(turn_id="turn_1", hour=1, score=90))
    assert again.id == first.id
    [only] = await newest_reflections(kit.store)
    assert (only.score, only.feedback, only.feedback_note) == (90, "down", "no owner")


async def test_a_thumb_can_be_changed(kit: Kit) -> None:
    await keep_reflection(kit.store, reflection(turn_id="turn_1"))
    for thumb in ("down", "up"):
        assert (await give_feedback(kit.store, "turn_1", thumb, "")).feedback == thumb
    with pytest.raises(NotFound):
        await give_feedback(kit.store, "turn_2", "up", "")


async def test_a_record_of_an_earlier_version_is_read(kit: Kit) -> None:
    kept = await keep_reflection(kit.store, reflection(turn_id="turn_1"))
    [(stored,)] = await kit.rows("SELECT record FROM reflections")
    record = json.loads(str(stored))
    later = {"covered", "conflicts", "hedges", "language", "project_id", "feedback_note", "turn_id"}
    old = {name: value for name, value in record.items() if name not in later} | {"unknown": 1}
    async with kit.store.database.write() as transaction:
        await transaction.run("UPDATE reflections SET record = ?", (json.dumps(old),))
    [read] = await newest_reflections(kit.store)
    assert (read.id, read.language, read.covered) == (kept.id, "en", ())
