"""What held at a moment: what had been said, was not replaced or archived yet, and had not expired."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memserver.clock import to_iso
from memserver.ids import first_id, new_id
from memserver.model import Status
from memserver.storage.files import FileRecord
from memserver.storage.passages import NewPassage, Visibility
from tests.unit.kit import START, Kit, open_kit

BRAIN = "/brain"


def hours(count: float) -> datetime:
    return START + timedelta(hours=count)


def visible(as_of: datetime, **more: Any) -> Visibility:
    return Visibility(("",), BRAIN, to_iso(hours(10_000)), as_of=to_iso(as_of), **more)


async def held(kit: Kit, as_of: datetime, **more: Any) -> set[str]:
    """Return the texts that held, looked up one by one and all at once."""
    rows = await kit.rows("SELECT id FROM passages")
    facts = await kit.store.passages.facts([row[0] for row in rows], visible(as_of, **more))
    assert sorted(facts) == await kit.store.passages.all_seen(visible(as_of, **more))
    return {each.text for each in facts.values()}


@dataclass(frozen=True)
class Said:
    """A statement of the model: hours after the start; `replaces` is the place of an earlier one."""

    at: int
    expires: int | None
    archived: int | None
    replaces: int | None


@st.composite
def histories(draw: st.DrawFn) -> list[Said]:
    history: list[Said] = []
    replaced: set[int] = set()
    for number in range(draw(st.integers(1, 6))):
        at = draw(st.integers(0, 40))
        open_ones = [place for place in range(number) if place not in replaced and history[place].archived is None]
        replaces = draw(st.sampled_from([None, *open_ones]))
        if replaces is not None:
            replaced.add(replaces)
        expires = draw(st.none() | st.integers(at + 1, 60))
        archived = draw(st.none() | st.integers(at, 60))
        history.append(Said(at, expires, archived, replaces))
    return history


def _later(hour: int | None, now: int) -> bool:
    return hour is None or hour > now


def model(history: Sequence[Said], now: int) -> set[str]:
    then = {place for place, said in enumerate(history) if said.at <= now}
    gone = {history[place].replaces for place in then}
    return {
        f"Statement {place}."
        for place in then - gone
        if _later(history[place].expires, now) and _later(history[place].archived, now)
    }


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(history=histories(), now=st.integers(0, 60))
async def test_what_held_is_what_a_simple_model_says(
    tmp_path_factory: pytest.TempPathFactory, history: list[Said], now: int
) -> None:
    async with open_kit(tmp_path_factory.mktemp("held")) as kit:
        ids: list[str] = []
        for place, said in enumerate(history):
            ids.append(await kit.add(f"Statement {place}.", timestamp=hours(said.at)))
            async with kit.store.database.write() as transaction:
                await transaction.run(
                    "UPDATE memories SET expires_at = ?, status = ?, updated_at = ? WHERE id = ?",
                    (
                        to_iso(hours(said.expires)) if said.expires is not None else None,
                        "hypothesis" if said.archived is None else "archived",
                        to_iso(hours(said.archived or 0)), ids[place],
                    ),
                )  # fmt: skip
                if said.replaces is not None:
                    # In truth it is noticed later, when nothing of this is asked for any more.
                    await kit.store.memories.supersede(transaction, ids[said.replaces], ids[place], hours(100))
        assert await held(kit, hours(now)) == model(history, now)


async def test_what_was_replaced_or_had_expired_can_still_be_asked_for(kit: Kit) -> None:
    old = await kit.add("We meet on Monday.", timestamp=hours(0), expires_at=hours(5))
    new = await kit.add("We meet on Friday.", timestamp=hours(2))
    async with kit.store.database.write() as transaction:
        await kit.store.memories.supersede(transaction, old, new, hours(9))
    assert await held(kit, hours(1)) == {"We meet on Monday."}
    assert await held(kit, hours(3)) == {"We meet on Friday."}
    assert await held(kit, hours(3), include_superseded=True) == {"We meet on Monday.", "We meet on Friday."}
    assert await held(kit, hours(6), include_superseded=True) == {"We meet on Friday."}
    assert await held(kit, hours(6), include_superseded=True, include_expired=True) == {
        "We meet on Monday.", "We meet on Friday.",
    }  # fmt: skip


async def test_what_was_archived_later_had_not_been_dismissed_yet(kit: Kit) -> None:
    memory = await kit.add("We use trains.", timestamp=hours(-2))
    kit.clock.advance(hours=3)
    await kit.writer.set_status(memory, Status.ARCHIVED, None, None)
    [passage] = [row[0] for row in await kit.rows("SELECT id FROM passages")]
    facts = await kit.store.passages.facts([passage], visible(hours(1)))
    assert facts[passage].status == "hypothesis"
    assert await held(kit, hours(4)) == set()
    assert await held(kit, hours(4), include_archived=True) == {"We use trains."}


async def test_a_period_is_asked_for_as_it_was(kit: Kit) -> None:
    await kit.add("First.", timestamp=hours(0))
    await kit.add("Second.", timestamp=hours(2))
    found = await kit.store.passages.of_period(to_iso(hours(-1)), to_iso(hours(9)), visible(hours(1)), 9)
    assert [each.text for each in found] == ["First."]


async def add_note(
    kit: Kit, name: str, changed: datetime, indexed: datetime, authored: datetime | None = None, date: str = ""
) -> None:
    def ns(moment: datetime) -> int:
        return int(moment.timestamp()) * 1_000_000_000

    record = FileRecord(
        new_id("file", indexed), name, name, 1, ns(changed), "", {"date": date} if date else {},
        ns(authored) if authored else None,
    )  # fmt: skip
    async with kit.store.database.write() as transaction:
        number = await kit.store.files.put(transaction, BRAIN, record, to_iso(indexed))
        await kit.store.passages.add(transaction, [(None, number, [NewPassage(0, "", name, name, 1, korean=False)])])


async def test_notes_that_came_later_are_left_out_and_those_known_before_stay(kit: Kit) -> None:
    early, late = hours(-48), hours(48)
    await add_note(kit, "old.md", changed=early, indexed=late)
    await add_note(kit, "new.md", changed=late, indexed=late)
    await add_note(kit, "changed since it was indexed.md", changed=late, indexed=early)
    await add_note(kit, "copied, dated by itself.md", changed=late, indexed=late, date="2026-05-01")
    await add_note(kit, "dated later by itself.md", changed=early, indexed=early, date="2026-05-20T10:00:00")
    await add_note(kit, "dated in words.md", changed=early, indexed=early, date="May 20, 2026")
    await add_note(kit, "committed before.md", changed=late, indexed=late, authored=early)
    await add_note(kit, "committed since.md", changed=early, indexed=early, authored=late)
    assert await held(kit, START) == {
        "old.md", "changed since it was indexed.md", "copied, dated by itself.md", "dated in words.md",
        "committed before.md",
    }  # fmt: skip
    assert len(await held(kit, hours(1_000))) == 8


@given(days=st.floats(-20_000, 60_000))
def test_ids_are_told_apart_by_their_moment(days: float) -> None:
    moment = START + timedelta(days=days)
    before, after = moment - timedelta(milliseconds=2), moment + timedelta(milliseconds=2)
    assert new_id("file", before) < first_id("file", moment) <= new_id("file", moment) < first_id("file", after)
