"""Thirty days of turns with planted weaknesses: what growth finds, what it leaves to people, what then gets better."""

from __future__ import annotations

import asyncio

import pytest

from memserver.growth.debt import element_key
from memserver.growth.queue import QueueState
from tests.unit.growth.month import ACCEPTED_ON, KNOWLEDGE, OWNER, PERSON, Story, live_through

DEADLINE = element_key("meeting-minutes", "deadline")
ROLLBACK = element_key("release", "rollback")


@pytest.fixture(scope="module")
def story(tmp_path_factory: pytest.TempPathFactory) -> Story:
    """Live through the month once."""
    return asyncio.run(live_through(tmp_path_factory.mktemp("month")))


def test_the_planted_weakness_needs_learning_most(story: Story) -> None:
    first, *others = story.needs_then
    assert first.task_id == "meeting-minutes"
    assert {miss.element for miss in first.top_misses} == {"owner", "deadline"}
    assert {need.task_id for need in others} == {"bug-report", "release"}
    assert all(first.score > need.score for need in others)


def test_the_planted_gaps_are_the_costliest(story: Story) -> None:
    by_key = {debt.key: debt for debt in story.debt_then}
    assert {debt.key for debt in story.debt_then[:3]} == {OWNER, DEADLINE, element_key("meeting-minutes", "")}
    assert (by_key[OWNER].blocked, by_key[OWNER].impact, by_key[OWNER].debt) == (ACCEPTED_ON, 2, 2 * ACCEPTED_ON)
    assert (by_key[ROLLBACK].blocked, by_key[ROLLBACK].impact, by_key[ROLLBACK].debt) == (5, 3, 15)
    question = next(debt for debt in story.debt_then if debt.kind == "question")
    assert "VPN" in question.question
    assert (question.blocked, question.impact) == (3, 1)


def test_emphasis_appears_after_the_third_miss(story: Story) -> None:
    marked = ["missed repeatedly" in day.minutes_block for day in story.days]
    assert marked[:4] == [False, False, False, True]
    assert all(marked[3:ACCEPTED_ON])


def test_nothing_is_approved_without_a_person(story: Story) -> None:
    assert story.drafted_unasked == []
    assert {state for day in story.days[:ACCEPTED_ON] for state in day.states.values()} <= {"proposed"}
    moved = [item for item in story.queue if item.state is not QueueState.PROPOSED]
    assert [item.subject for item in moved] == [OWNER]
    decisions = [(each["action"], each["by"]) for each in moved[0].decisions]
    assert decisions == [("approve", PERSON), ("draft", "memserver"), ("accept", PERSON)]


def test_accepted_knowledge_is_a_note_with_its_provenance(story: Story) -> None:
    assert KNOWLEDGE in story.note
    assert f"accepted_by: {PERSON}" in story.note
    assert "edited: true" in story.note
    assert "origin: research" in story.note
    assert story.proposals_left == []


def test_the_skill_turns_up_after_knowledge_is_accepted(story: Story) -> None:
    assert story.days[ACCEPTED_ON - 1].minutes.coverage.missing == ("owner", "deadline")
    assert story.days[ACCEPTED_ON].minutes.coverage.missing == ()
    assert (story.skills["meeting-minutes"].trend or 0) > 20
    assert abs(story.skills["bug-report"].trend or 0) < 10


def test_accepted_knowledge_pays_the_debt_and_what_is_left_leads(story: Story) -> None:
    left = [debt.key for debt in story.debt]
    assert not {OWNER, DEADLINE} & set(left)
    assert left[0] == ROLLBACK


def test_the_report_is_true_to_the_records(story: Story) -> None:
    report, scores = story.report, [each["score"] for each in story.reflections]
    assert report.turns.count == len(scores)
    assert report.turns.mean_confidence == round(sum(scores) / len(scores), 1)
    assert sum(day.turns for day in report.confidence) == len(scores)
    assert sum(report.turns.bands.values()) == len(scores)
    means = [day.mean for day in report.confidence if day.mean is not None]
    assert means[-1] > means[0]
    assert report.queue_counts["done"] == 1
