"""What a new statement repeats, replaces or contradicts, in its own scope only."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memserver.layers.drafts import Draft
from memserver.model import Layer, Scope, Status
from tests.unit.kit import START, Kit


async def test_a_statement_is_compared_with_those_that_come_with_it(kit: Kit) -> None:
    outcomes = await kit.writer.add_many(
        [
            Draft(Layer.LONG_TERM, "We deploy on Fridays", timestamp=START),
            Draft(Layer.LONG_TERM, "We no longer deploy on Fridays", timestamp=START + timedelta(days=1)),
        ]
    )
    assert outcomes[1].supersedes == (outcomes[0].id,)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The API timeout is 30 seconds", "The API timeout is 60 seconds"),
        ("API 타임아웃은 30초다", "API 타임아웃은 60초다"),
    ],
)
async def test_a_changed_number_is_linked_and_both_stay_readable(kit: Kit, old: str, new: str) -> None:
    first = await kit.add(old, timestamp=START)
    outcome = await kit.writer.add(Draft(Layer.LONG_TERM, new, timestamp=START + timedelta(days=1)))
    assert {*outcome.supersedes, *outcome.conflicts_with} == {first}
    assert await kit.store.memories.get(first) is not None
    [relation] = await kit.store.memories.relations_of([first])
    assert relation.evidence


async def test_the_rule_of_one_project_does_not_undo_that_of_another(kit: Kit) -> None:
    old = await kit.add("We deploy on Fridays", Layer.PROJECT, scope=Scope.PROJECT, project_id="prj_a")
    outcome = await kit.writer.add(
        Draft(
            Layer.PROJECT,
            "We no longer deploy on Fridays",
            scope=Scope.PROJECT,
            project_id="prj_b",
            timestamp=START + timedelta(days=1),
        )
    )
    assert outcome.supersedes == outcome.conflicts_with == ()
    memory = await kit.store.memories.get(old)
    assert memory is not None
    assert memory.superseded_by is None


async def test_turns_of_a_talk_do_not_undo_each_other(kit: Kit) -> None:
    await kit.add("We deploy on Fridays", Layer.EPISODIC)
    outcome = await kit.writer.add(Draft(Layer.EPISODIC, "We no longer deploy on Fridays"))
    assert outcome.supersedes == outcome.conflicts_with == ()


async def test_what_was_archived_is_not_contradicted(kit: Kit) -> None:
    old = await kit.add("We deploy on Fridays")
    await kit.writer.set_status(old, Status.ARCHIVED, None, None)
    outcome = await kit.writer.add(Draft(Layer.LONG_TERM, "We no longer deploy on Fridays"))
    assert outcome.supersedes == outcome.conflicts_with == ()


async def test_unrelated_statements_are_left_alone(kit: Kit) -> None:
    await kit.add("The API timeout is 30 seconds")
    outcome = await kit.writer.add(Draft(Layer.LONG_TERM, "The login page has 3 fields"))
    assert outcome == type(outcome)(outcome.id, Status.HYPOTHESIS, redactions={})
