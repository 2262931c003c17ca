"""The inventory and its success patterns: what is known for each kind of task."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from memserver.growth.confidence import Confidence, band_of
from memserver.growth.inventory import KnownAbout, take_inventory, words_of_task
from memserver.growth.reflection_store import newest_reflections
from memserver.growth.requirement_files import built_in_types
from memserver.growth.requirements import Coverage
from memserver.growth.success_patterns import is_success, pattern_domain, success_strategy
from memserver.layers.drafts import Draft
from memserver.model import Category, Layer
from memserver.turn.complete import Completion
from tests.unit.growth.month import GOOD_MINUTES, Month, open_month
from tests.unit.growth.records import reflection
from tests.unit.kit import START

MINUTES = next(task for task in built_in_types() if task.id == "meeting-minutes")
MINUTES_FACTS = (
    "Meeting minutes of the weekly sync name an owner for each item.",
    "The meeting minutes of the weekly sync are written as markdown for the whole team.",
    "Minutes of the weekly sync list decisions first.",
    "The weekly sync minutes name a deadline for the team.",
    "Weekly sync minutes start with the attendees.",
)
NOTHING = KnownAbout(0, 0, 0, None)


@pytest.fixture
async def month(tmp_path: Path) -> AsyncIterator[Month]:
    async with open_month(tmp_path) as month:
        yield month


def test_elements_are_usually_missing_when_half_of_the_turns_lack_them() -> None:
    records = [
        reflection(hour=1, covered=("date", "owner"), missing=("deadline",)),
        reflection(hour=2, covered=("date",), missing=("deadline", "owner")),
        reflection(hour=3, covered=("date", "owner", "deadline"), retrieval_count=0),
        reflection("release", hour=4, missing=("rollback",)),
    ]
    item = take_inventory(MINUTES, NOTHING, 0, records, START, "en")
    assert item.turns == 3
    assert item.usually_missing == ("Deadline of each item",)
    assert item.last_used == START + timedelta(hours=2)
    assert not item.fresh


def test_fresh_is_what_was_written_within_ninety_days() -> None:
    for days, fresh in ((89, True), (91, False)):
        known = KnownAbout(1, 0, 0, START - timedelta(days=days))
        assert take_inventory(MINUTES, known, 0, [], START, "ko").fresh is fresh


def test_a_task_is_looked_up_by_its_names_in_both_languages() -> None:
    names = {" ".join(terms) for terms in words_of_task(MINUTES)}
    assert any("minut" in name for name in names)
    assert any("회의" in name for name in names)


@pytest.mark.parametrize(
    ("score", "missing", "outcome", "feedback", "worth"),
    [
        (90, (), None, None, True),
        (89, (), None, None, False),
        (95, ("owner",), None, None, False),
        (95, (), "failure", None, False),
        (95, (), None, "down", False),
    ],
)
def test_a_success_has_every_element_and_a_high_confidence(
    score: int, missing: tuple[str, ...], outcome: str | None, feedback: str | None, worth: bool
) -> None:
    covered = Coverage(True, "meeting-minutes", "", ("date",), missing)
    assert is_success(Confidence(score, band_of(score)), covered, outcome, feedback) is worth
    assert not is_success(Confidence(100, band_of(100)), Coverage(ran=False), None, None)


def test_a_strategy_names_the_elements_and_what_helped() -> None:
    text = success_strategy(MINUTES, ["Sync notes", ""], "en")
    assert text.startswith("Meeting minutes: cover Attendees")
    assert text.endswith("What helped: Sync notes.")
    assert "참석자" in success_strategy(MINUTES, [], "ko")


async def said_of_it_counts(month: Month, completion: Completion) -> None:
    """A thumb for the answer is a thumb for the pattern that it became."""
    engine = month.engine
    async with asyncio.timeout(30):
        while not (kept := (await newest_reflections(engine.store, 1))[0]).pattern_id:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    assert kept.id == completion.reflection_id
    await engine.growth.feedback(kept.turn_id, "down", "")
    [pattern] = await engine.store.patterns.all()
    assert (pattern.id, pattern.success_count, pattern.usage_count) == (kept.pattern_id, 0, 2)


async def test_an_answer_that_meets_everything_becomes_a_pattern_that_the_inventory_shows(month: Month) -> None:
    engine = month.engine
    for content in MINUTES_FACTS:
        await engine.writer.add(Draft(Layer.LONG_TERM, content, category=Category.DECISION))
    prompt = "Write the meeting minutes of the weekly sync of 4 May as markdown for the whole team."
    _, completion = await month.ask(prompt, GOOD_MINUTES + "\nSources: [1], [2]")
    assert completion.confidence.score >= 90
    async with asyncio.timeout(30):
        while not (patterns := await engine.store.patterns.all()):  # noqa: ASYNC110 - another task's work
            await asyncio.sleep(0.02)
    assert [pattern.domain for pattern in patterns] == [pattern_domain("meeting-minutes")]
    await said_of_it_counts(month, completion)
    item = next(each for each in await engine.growth.inventory("en") if each.task_id == "meeting-minutes")
    assert (item.success_patterns, item.turns) == (1, 1)
    assert item.known.memories >= 4
    assert item.known.decisions == item.known.memories
    assert item.fresh
    assert item.last_used == month.clock.now


async def test_an_empty_store_has_an_inventory_of_every_task(month: Month) -> None:
    items = await month.engine.growth.inventory("ko")
    assert len(items) == len(built_in_types())
    assert all(item.turns == 0 for item in items)
