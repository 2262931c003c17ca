"""What a new statement repeats, replaces or contradicts, in its own scope only."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest

from memserver.layers.deciding import Written
from memserver.layers.drafts import Draft
from memserver.model import Layer, Memory, Origin, Relation, Scope, Status, VerifiedBy
from tests.unit.kit import START, Kit

FRIDAYS = "We deploy on Fridays"
NO_FRIDAYS = "We no longer deploy on Fridays"
LATER = START + timedelta(days=1)


async def add(kit: Kit, content: str, **fields: Any) -> Written:
    return await kit.writer.add(Draft(Layer.LONG_TERM, content, **fields))


async def read(kit: Kit, memory_id: str) -> Memory:
    memory = await kit.store.memories.get(memory_id)
    assert memory is not None
    return memory


async def reasons(kit: Kit, memory_id: str) -> list[tuple[Relation, Mapping[str, Any]]]:
    return [(each.kind, json.loads(each.evidence)) for each in await kit.store.memories.relations_of([memory_id])]


async def test_a_statement_is_compared_with_those_that_come_with_it(kit: Kit) -> None:
    outcomes = await kit.writer.add_many(
        [
            Draft(Layer.LONG_TERM, FRIDAYS, timestamp=START),
            Draft(Layer.LONG_TERM, NO_FRIDAYS, timestamp=LATER),
        ]
    )
    assert outcomes[1].supersedes == (outcomes[0].id,)  # type: ignore[union-attr]


async def test_what_comes_from_one_file_holds_together(kit: Kit) -> None:
    def item(content: str, path: str) -> Draft:
        return Draft(Layer.LONG_TERM, content, origin=Origin.IMPORTED, metadata={"origin": {"path": path}})

    _, other = await kit.writer.add_many([item(FRIDAYS, "/w/CLAUDE.md"), item(NO_FRIDAYS, "/w/CLAUDE.md")])
    assert isinstance(other, Written)
    assert other.supersedes == other.conflicts_with == ()
    elsewhere = await kit.writer.add(item("We never deploy on Fridays any more", "/w/AGENTS.md"))
    assert elsewhere.supersedes or elsewhere.conflicts_with


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The API timeout is 30 seconds", "The API timeout is 60 seconds"),
        ("API 타임아웃은 30초다", "API 타임아웃은 60초다"),
    ],
)
async def test_a_bare_difference_is_a_conflict_and_both_stay(kit: Kit, old: str, new: str) -> None:
    first = await kit.add(old, timestamp=START)
    outcome = await add(kit, new, timestamp=LATER)
    assert (outcome.supersedes, outcome.conflicts_with) == ((), (first,))
    assert (await read(kit, first)).superseded_by is None
    [(kind, reason)] = await reasons(kit, first)
    assert kind is Relation.CONFLICTS_WITH
    assert reason["code"] == "value"
    assert 0 < reason["chance"] <= 1


async def test_what_was_said_before_the_stored_statement_is_judged_the_other_way_round(kit: Kit) -> None:
    later = await kit.add(NO_FRIDAYS, timestamp=LATER)
    outcome = await add(kit, FRIDAYS, timestamp=START)
    assert (outcome.supersedes, outcome.superseded_by) == ((), later)
    assert (await read(kit, outcome.id)).superseded_by == later
    assert (await read(kit, later)).superseded_by is None


async def test_the_rule_of_one_project_does_not_undo_that_of_another(kit: Kit) -> None:
    old = await kit.add(FRIDAYS, Layer.PROJECT, scope=Scope.PROJECT, project_id="prj_a")
    outcome = await kit.writer.add(
        Draft(Layer.PROJECT, NO_FRIDAYS, scope=Scope.PROJECT, project_id="prj_b", timestamp=LATER)
    )
    assert outcome.supersedes == outcome.conflicts_with == ()
    assert (await read(kit, old)).superseded_by is None


async def test_turns_of_a_talk_do_not_undo_each_other(kit: Kit) -> None:
    await kit.add(FRIDAYS, Layer.EPISODIC)
    outcome = await kit.writer.add(Draft(Layer.EPISODIC, NO_FRIDAYS))
    assert outcome.supersedes == outcome.conflicts_with == ()


async def test_what_was_archived_is_not_contradicted(kit: Kit) -> None:
    old = await kit.add(FRIDAYS)
    await kit.writer.set_status(old, Status.ARCHIVED, None, None)
    outcome = await add(kit, NO_FRIDAYS)
    assert outcome.supersedes == outcome.conflicts_with == ()


async def test_unrelated_statements_are_left_alone(kit: Kit) -> None:
    await kit.add("The API timeout is 30 seconds")
    outcome = await add(kit, "The login page has 3 fields")
    assert outcome == type(outcome)(outcome.id, Status.HYPOTHESIS, redactions={})


async def test_what_says_the_same_in_other_words_is_kept(kit: Kit) -> None:
    await kit.add("Releases are tagged on Thursday mornings by Mina.")
    assert (await add(kit, "Releases are tagged by Mina on Thursday mornings.")).duplicate_of is None


async def test_what_was_extracted_does_not_replace_what_a_person_said(kit: Kit) -> None:
    told = await kit.add(FRIDAYS)
    outcome = await add(kit, NO_FRIDAYS, origin=Origin.EXTRACTED)
    assert (outcome.supersedes, outcome.conflicts_with) == ((), (told,))


async def test_what_is_vouched_for_gives_way_to_a_declaration(kit: Kit) -> None:
    old = await kit.add("The API timeout is 30 seconds")
    await kit.writer.set_status(old, Status.VERIFIED, VerifiedBy.TEST_RUNNER, None)
    assert (await add(kit, "The API timeout is 60 seconds")).conflicts_with == (old,)
    assert (await add(kit, "The API timeout is 90 seconds", supersedes=(old,))).supersedes == (old,)


async def test_a_declaration_needs_no_words(kit: Kit) -> None:
    old = await kit.add("Sessions live in Postgres.")
    outcome = await add(kit, "화분은 월요일에 물을 준다.", supersedes=(old, old))
    assert outcome.supersedes == (old,)
    assert (await read(kit, old)).superseded_by == outcome.id
    assert await reasons(kit, old) == [(Relation.SUPERSEDES, {"code": "declared"})]


async def test_a_declaration_that_cannot_be_is_refused_and_nothing_is_written(kit: Kit) -> None:
    other = await kit.add(FRIDAYS, Layer.PROJECT, scope=Scope.PROJECT, project_id="prj_a")
    good, unknown, foreign = await kit.writer.add_many(
        [
            Draft(Layer.LONG_TERM, "A good one."),
            Draft(Layer.LONG_TERM, "Replaces what is not there.", supersedes=("mem_none",)),
            Draft(Layer.LONG_TERM, "Replaces somebody else's.", supersedes=(other,)),
        ]
    )
    assert isinstance(good, Written)
    for refused in (unknown, foreign):
        assert not isinstance(refused, Written)
        assert refused.field == "supersedes"
    assert await kit.value("SELECT count(*) FROM memories") == 2


async def test_a_repetition_may_declare_what_the_kept_one_replaces(kit: Kit) -> None:
    old = await kit.add("Sessions live in Postgres.")
    kept = await kit.add("Plants are watered on Mondays.")
    outcome = await add(kit, "Plants are watered on Mondays.", supersedes=(old,))
    assert (outcome.duplicate_of, outcome.supersedes) == (kept, (old,))
    assert (await read(kit, old)).superseded_by == kept


async def test_a_repetition_within_a_request_declares_as_well(kit: Kit) -> None:
    old = await kit.add("Sessions live in Postgres.")
    said = "Plants are watered on Mondays."
    first, again = await kit.writer.add_many(
        [Draft(Layer.LONG_TERM, said), Draft(Layer.LONG_TERM, said, supersedes=(old,))]
    )
    assert isinstance(first, Written)
    assert isinstance(again, Written)
    assert (again.duplicate_of, again.supersedes) == (first.id, (old,))
    assert (await read(kit, old)).superseded_by == first.id


@pytest.mark.parametrize(
    ("old", "new", "header"),
    [
        ("ADR-0007: sessions live in Postgres.", "ADR 12: keep them in Redis. Supersedes ADR 7.", "ADR 7"),
        ("ADR 7. 세션은 Postgres에 둔다.", "세션을 Redis로 옮긴다. 이 결정은 ADR-7을 대체합니다.", "ADR 7"),
        ("# 7. Use Postgres\n\nFor sessions.", "# 12. Use Redis\n\nSupersedes [7. Use Postgres](0007-x.md)", "“7. use"),
        ("PEP 345 – Metadata 1.2", "PEP: 566\nTitle: Metadata 2.1\nReplaces: 345", "345"),
    ],
)
async def test_what_a_text_names_as_replaced_is_whichever_comes_first(
    kit: Kit, old: str, new: str, header: str
) -> None:
    for number in range(30):
        await kit.add(f"Meeting {number} spoke of ADR 7, ADR-8 and PEP 345 among other things.")
    outcomes = []
    for first, second in ((old, new), (new, old)):
        one = await kit.add(first)
        two = await add(kit, second)
        replaced, stays = (one, two.id) if first == old else (two.id, one)
        assert (await read(kit, replaced)).superseded_by == stays
        assert (await read(kit, stays)).superseded_by is None
        [(_, reason)] = [each for each in await reasons(kit, replaced) if each[0] is Relation.SUPERSEDES]
        outcomes.append(reason)
        for each in (one, two.id):
            await kit.writer.delete(each)
    for reason in outcomes:
        assert reason["code"] == "header"
        assert reason["header"].startswith(header)


async def test_a_name_of_another_project_is_another_text(kit: Kit) -> None:
    old = await kit.add("ADR 7: sessions live in Postgres.", Layer.PROJECT, scope=Scope.PROJECT, project_id="prj_a")
    outcome = await add(kit, "ADR 12: keep them in Redis. Supersedes ADR 7.")
    assert outcome.supersedes == ()
    assert (await read(kit, old)).superseded_by is None


async def test_a_long_document_may_say_what_it_replaces(kit: Kit) -> None:
    old = await kit.add("ADR 7: sessions live in Postgres.\n\n" + "The reasons are many. " * 150)
    outcome = await add(kit, "# ADR 12\n\nStatus: accepted\nSupersedes: ADR-7\n\n" + "And these are others. " * 150)
    assert outcome.supersedes == (old,)
