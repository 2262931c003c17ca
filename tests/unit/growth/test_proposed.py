"""What the records suggest learning about: needs, gaps and debts on one scale, the most pressing first."""

from __future__ import annotations

from memserver.growth.debt import find_debt
from memserver.growth.need import find_needs
from memserver.growth.proposed import LEAST_BLOCKED, suggestions
from memserver.growth.queue import Suggestion
from memserver.growth.reflection import Reflection
from memserver.growth.requirement_files import built_in_types
from tests.unit.growth.records import reflection

TYPES = built_in_types()


def suggested(records: list[Reflection], language: str = "en") -> list[Suggestion]:
    return suggestions(find_needs(records, TYPES, language), find_debt(records, TYPES, language), language)


def test_a_gap_that_was_met_once_is_no_suggestion() -> None:
    records = [reflection(hour=hour, missing=("owner",), score=90) for hour in range(LEAST_BLOCKED)]
    assert suggested(records[:1]) == []
    assert [each.subject for each in suggested(records)] == ["task:meeting-minutes/owner"]


def test_needs_gaps_and_debts_are_suggested_and_ordered() -> None:
    records = [
        *(reflection(hour=hour, missing=("owner",), score=20, weak_grounding=True) for hour in range(4)),
        *(reflection(None, hour=hour, weak_grounding=True, prompt_preview="The VPN address?") for hour in range(3)),
    ]
    found = suggested(records)
    assert {each.origin for each in found} == {"need", "debt", "gap"}
    assert [each.priority for each in found] == sorted((each.priority for each in found), reverse=True)
    assert all(0 < each.priority <= 100 for each in found)
    assert all(each.question and each.reason for each in found)
    owner = next(each for each in found if each.element == "owner")
    assert owner.topic == "Meeting minutes Owner of each item"


def test_the_same_gap_has_one_subject_in_both_languages() -> None:
    records = [reflection(hour=hour, missing=("owner",), score=30) for hour in range(4)]
    english, korean = suggested(records, "en"), suggested(records, "ko")
    assert {each.subject for each in english} == {each.subject for each in korean}
    assert not {each.question for each in english} & {each.question for each in korean}
