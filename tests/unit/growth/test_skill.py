"""The skill score: confidence × coverage, the later half against the earlier one."""

from __future__ import annotations

import pytest

from memserver.growth.requirement_files import built_in_types
from memserver.growth.skill import LEAST_RECORDS, find_skills, skill_of
from tests.unit.growth.records import reflection

TYPES = built_in_types()


def test_the_skill_of_a_turn_is_confidence_times_coverage() -> None:
    assert skill_of(reflection(score=80, covered=("date", "agenda", "owner"), missing=("deadline",))) == pytest.approx(
        60
    )
    assert skill_of(reflection(score=80)) == 80


def test_the_trend_is_the_second_half_minus_the_first() -> None:
    scores = [40, 40, 40, 70, 80, 90]
    records = [reflection(hour=hour, score=score) for hour, score in enumerate(scores)]
    [skill] = find_skills(list(reversed(records)), TYPES, "en")
    assert (skill.first_half, skill.second_half, skill.trend, skill.score) == (40, 80, 40, 60)


def test_fewer_than_six_records_have_no_trend() -> None:
    records = [reflection(hour=hour) for hour in range(LEAST_RECORDS - 1)]
    [skill] = find_skills(records, TYPES, "ko")
    assert skill.trend is None
    assert (skill.samples, skill.label) == (5, "회의록")


def test_turns_without_a_task_show_no_skill() -> None:
    assert find_skills([reflection(None)], TYPES, "en") == []
