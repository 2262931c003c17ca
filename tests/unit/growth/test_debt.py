"""Knowledge debt: blocked turns × impact, until the gap is closed."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given

from memserver.growth.debt import CLOSED_AFTER, element_key, find_debt
from memserver.growth.reflection import Reflection
from memserver.growth.requirement_files import built_in_types
from tests.unit.growth.records import reflection
from tests.unit.growth.test_need import RECORDS
from tests.unit.kit import START

TYPES = built_in_types()
OWNER = element_key("meeting-minutes", "owner")


def test_debt_is_blocked_turns_times_impact_highest_first() -> None:
    records = [
        *(reflection(hour=hour, missing=("owner",)) for hour in range(4)),
        *(reflection("release", hour=hour, missing=("rollback",)) for hour in range(3)),
        *(reflection(None, hour=hour, weak_grounding=True, prompt_preview="the VPN address?") for hour in range(5)),
    ]
    debts = find_debt(records, TYPES, "en")
    assert [(each.key, each.blocked, each.impact, each.debt) for each in debts[:2]] == [
        (element_key("release", "rollback"), 3, 3, 9),
        (OWNER, 4, 2, 8),
    ]
    assert [(each.kind, each.blocked, each.impact, each.debt) for each in debts[2:]] == [("question", 5, 1, 5)]


def test_a_task_answered_without_evidence_is_a_gap_of_its_own() -> None:
    [debt] = find_debt([reflection(hour=1, weak_grounding=True)], TYPES, "ko")
    assert (debt.kind, debt.key, debt.impact) == ("evidence", "task:meeting-minutes", 2)
    assert debt.question.startswith("회의록: 저장된 지식에")


def test_the_same_question_in_other_words_is_one_gap() -> None:
    asked = [
        "What is the VPN address?",
        "the VPN address, what is it?",
        "VPN 주소가 뭐야?",
        "Where is the coffee machine?",
    ]
    records = [reflection(None, hour=hour, weak_grounding=True, prompt_preview=text) for hour, text in enumerate(asked)]
    debts = find_debt(records, TYPES, "en")
    assert debts[0].blocked >= 2
    assert debts[0].question == asked[0]
    assert any("coffee" in each.question for each in debts)


@pytest.mark.parametrize(
    ("asked", "gaps"),
    [
        (("What is the port of the staging database?", "What is the port of the production database?"), 2),
        (("스테이징 데이터베이스의 포트는?", "운영 데이터베이스의 포트는?"), 2),
        (("What is the port of the staging database?", "Which port does the staging database listen on?"), 1),
    ],
)
def test_questions_about_different_things_are_different_gaps(asked: tuple[str, ...], gaps: int) -> None:
    records = [reflection(None, hour=hour, weak_grounding=True, prompt_preview=text) for hour, text in enumerate(asked)]
    assert len(find_debt(records, TYPES, "en")) == gaps


def test_accepted_knowledge_pays_what_came_before_it() -> None:
    records = [reflection(hour=hour, missing=("owner",)) for hour in range(6)]
    paid = {OWNER: START + timedelta(hours=3)}
    [debt] = find_debt(records, TYPES, "en", paid)
    assert debt.blocked == 2
    assert find_debt(records[:3], TYPES, "en", paid) == []


def test_a_gap_that_no_longer_shows_is_closed() -> None:
    missed = [reflection(hour=hour, missing=("owner",)) for hour in range(3)]
    had = [reflection(hour=10 + hour, covered=("owner",)) for hour in range(CLOSED_AFTER)]
    assert find_debt([*missed, *had[:-1]], TYPES, "en")[0].blocked == 3
    assert find_debt([*missed, *had], TYPES, "en") == []
    [again] = find_debt([*missed, *had, reflection(hour=50, missing=("owner",))], TYPES, "en")
    assert again.blocked == 1


def test_greetings_are_no_gaps() -> None:
    assert find_debt([reflection(None, weak_grounding=True, prompt_preview="?!")], TYPES, "en") == []


@given(RECORDS)
def test_debt_is_ordered_and_counts_no_turn_twice(records: list[Reflection]) -> None:
    debts = find_debt(records, TYPES, "en")
    assert [each.debt for each in debts] == sorted((each.debt for each in debts), reverse=True)
    assert all(each.debt == each.blocked * each.impact and each.impact in {1, 2, 3} for each in debts)
    assert len({each.key for each in debts}) == len(debts)
    assert find_debt(list(reversed(records)), TYPES, "en") == debts or len({r.id for r in records}) < len(records)
