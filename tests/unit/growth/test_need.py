"""The need engine: five shares, five weights, and a reason in words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.need import WEIGHTS, find_needs
from memserver.growth.reflection import Reflection
from memserver.growth.requirement_files import built_in_types
from tests.unit.growth.records import reflection

TYPES = built_in_types()


def test_the_weights_are_those_of_the_specification() -> None:
    assert list(WEIGHTS.values()) == [30, 25, 20, 15, 10]


def test_the_score_is_the_weighed_sum_of_the_shares() -> None:
    records = [
        reflection(hour=1, score=40, weak_grounding=True, missing=("owner", "deadline"), feedback="down"),
        reflection(hour=2, score=80, missing=("owner",), feedback="up"),
        reflection(hour=3, score=90),
        reflection("release", hour=4, score=100),
    ]
    need = next(each for each in find_needs(records, TYPES, "en") if each.task_id == "meeting-minutes")
    assert need.breakdown == {
        "information_lack": pytest.approx(1 / 3, abs=1e-4),
        "failure_rate": pytest.approx(2 / 3, abs=1e-4),
        "frequency": 0.75,
        "confidence_lack": 0.3,
        "user_feedback": 0.5,
    }
    assert need.score == round(30 / 3 + 25 * 2 / 3 + 20 * 0.75 + 15 * 0.3 + 10 * 0.5, 1)
    assert need.samples == 3
    assert [(miss.element, miss.count) for miss in need.top_misses] == [("owner", 2), ("deadline", 1)]


def test_turns_without_a_task_and_without_a_rating_do_not_count() -> None:
    records = [reflection(None, hour=1, feedback="down"), reflection(hour=2, score=100)]
    [need] = find_needs(records, TYPES, "en")
    assert need.breakdown["frequency"] == 1.0
    assert need.breakdown["user_feedback"] == 0.0
    assert find_needs([], TYPES, "ko") == []


def test_at_most_three_misses_are_named_the_most_frequent_first() -> None:
    missing = [("owner", "date", "agenda", "deadline"), ("owner", "deadline"), ("deadline",)]
    records = [reflection(hour=hour, missing=each) for hour, each in enumerate(missing)]
    [need] = find_needs(records, TYPES, "en")
    assert [miss.element for miss in need.top_misses] == ["deadline", "owner", "agenda"]


def test_the_reason_names_what_weighs_most_in_the_language_asked_for() -> None:
    records = [reflection(hour=1, score=30, weak_grounding=True, missing=("owner",))]
    english, korean = (find_needs(records, TYPES, language)[0] for language in ("en", "ko"))
    assert english.reason.startswith("Meeting minutes (1 turn): 100% of its answers rested on nothing stored")
    assert "Owner of each item" in english.reason
    assert korean.label == "회의록"
    assert "저장된 근거 없이" in korean.reason
    assert "담당자" in korean.reason


def test_a_task_that_is_no_longer_known_keeps_the_name_of_its_records() -> None:
    [need] = find_needs([reflection("pitch-deck", label="Pitch deck")], TYPES, "ko")
    assert need.label == "Pitch deck"


RECORDS = st.lists(
    st.builds(
        reflection,
        task=st.sampled_from([None, "meeting-minutes", "release", "bug-report"]),
        hour=st.integers(0, 700),
        score=st.integers(0, 100),
        weak_grounding=st.booleans(),
        missing=st.lists(st.sampled_from(["owner", "date", "version"]), max_size=3).map(tuple),
        feedback=st.sampled_from([None, "up", "down"]),
    ),
    max_size=40,
)


@given(RECORDS)
def test_scores_and_shares_stay_within_their_bounds_and_are_ordered(records: list[Reflection]) -> None:
    needs = find_needs(records, TYPES, "en")
    assert all(0 <= need.score <= 100 for need in needs)
    assert all(0 <= share <= 1 for need in needs for share in need.breakdown.values())
    assert [need.score for need in needs] == sorted((need.score for need in needs), reverse=True)
    assert sum(need.samples for need in needs) == sum(record.task_id is not None for record in records)
