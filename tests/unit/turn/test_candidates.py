"""From what was found to the candidates of a turn: one per source with its passages; given titles are told."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from memserver.clock import to_iso
from memserver.engine import Engine
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval.rescoring import Situation
from memserver.retrieval.search import Found
from memserver.storage.passages import Visibility
from memserver.turn.candidates import Candidate, Part, candidates_of, without_fences, without_heading
from memserver.turn.fit import Page, Warrant, fit
from memserver.turn.request import TurnRequest
from memserver.turn.tuning import FIT
from tests.unit.kit import START
from tests.unit.workers.engine_kit import open_engine

PAGE = Page("en", date(2026, 5, 5))
LONG = "\n\n".join(f"Part {number}. " + f"Of the harbour at pier {number}. " * 18 for number in range(4))


def shown(note: Candidate) -> list[str]:
    return fit([note], 500, Warrant(500, 1.0), 8, PAGE, frozenset()).text.splitlines()


def test_front_matter_is_shown_without_its_fences() -> None:
    text = "---\ntitle: Deploy\nowner: Mina\n---\n# Deploying\n\nOn Thursdays."
    assert without_fences(text) == "title: Deploy\nowner: Mina\n# Deploying\n\nOn Thursdays."


@pytest.mark.parametrize("text", ["", "---", "---\nno end", "Before\n---\nafter\n---\n", "# Title\n\nText."])
def test_what_is_no_front_matter_stays(text: str) -> None:
    assert without_fences(text) == text


def test_a_heading_that_is_shown_in_front_is_not_repeated() -> None:
    assert without_heading("## Roll back\n\nCall Mina.", "Deploy › Roll back") == "Call Mina."
    assert without_heading("## Roll back", "Deploy › Roll back") == "## Roll back"


@pytest.mark.parametrize(
    ("path", "heading", "told"),
    [
        ("ops/payments.txt", "payments.txt", "[1] ops/payments.txt (2026-05-04): "),
        ("ops/Payments.md", "payments", "[1] ops/Payments.md (2026-05-04): "),
        ("ops/payments.md", "Retries", "[1] ops/payments.md › Retries (2026-05-04): "),
        ("메모.md", "", "[1] 메모.md (2026-05-04): "),
    ],
)
def test_a_file_is_named_once(path: str, heading: str, told: str) -> None:
    moment = datetime(2026, 5, 4, tzinfo=UTC)
    parts = [Part(0, heading, "Two retries.", 4, 0.9)]
    note = Candidate("f", "brain-memory", heading, "Two retries.", 0.9, moment, parts, heading=heading, path=path)
    assert f"- {told}Two retries." in shown(note)


@pytest.mark.parametrize(
    ("title", "told"),
    [
        ("Harbour duty", "- [1] Harbour duty (user, 2026-05-04): It changes at noon."),
        ("It changes at noon.", "- [1] It changes at noon. (user, 2026-05-04)"),
        ("It changes at…", "- [1] It changes at noon. (user, 2026-05-04)"),
    ],
)
def test_a_title_that_was_given_is_told_and_one_made_from_the_text_is_not(title: str, told: str) -> None:
    text = "It changes at noon."
    parts = [Part(0, "", text, 6, 0.9)]
    memory = Candidate("m", "episodic", title, text, 0.9, datetime(2026, 5, 4, tzinfo=UTC), parts, layer="episodic")
    assert told in shown(memory)


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[Engine]:
    async with open_engine(tmp_path) as opened:
        yield opened


async def found(engine: Engine, question: str) -> Found:
    _, turn = await engine.build_turn(TurnRequest(prompt=question, session_id="s"))
    assert turn.found is not None
    return turn.found


async def test_the_passages_of_a_memory_are_one_candidate_with_the_text_of_the_best(engine: Engine) -> None:
    added = await engine.writer.add(Draft(Layer.LONG_TERM, LONG, title="Piers"))
    await engine.writer.add(Draft(Layer.LONG_TERM, "Lunch is at noon."))
    what = await found(engine, "What of pier 2 of the harbour?")
    long = next(each for each in candidates_of(what, Situation(now=START), lambda *_: ()) if each.id == added.id)
    assert sorted(part.ordinal for part in long.parts) == list(range(len(long.parts)))
    assert len(long.parts) >= 4
    assert long.text == max(long.parts, key=lambda part: part.value).text
    assert "pier 2" in long.text
    best, lift = max(part.value for part in long.parts), (1 + FIT.source_weight) * long.score
    assert best == pytest.approx(lift, abs=1e-3)


async def test_candidates_stand_by_their_score_and_their_chance_falls_with_it(engine: Engine) -> None:
    for text in ("The harbour opens at dawn.", "The harbour closes.", "Boats leave at dawn.", "Lunch is at noon."):
        await engine.writer.add(Draft(Layer.LONG_TERM, text))
    what = await found(engine, "When does the harbour open?")
    candidates = candidates_of(what, Situation(now=START), lambda *_: ())
    scores, chances = [each.score for each in candidates], [each.chance for each in candidates]
    assert scores == sorted(scores, reverse=True)
    assert chances == sorted(chances, reverse=True)
    assert chances[0] == pytest.approx(what.chance)
    assert len({each.match.passage for each in candidates if each.match}) == len(candidates)


async def test_rules_move_a_candidate_with_all_its_passages(engine: Engine) -> None:
    old = to_iso(START.replace(year=2020))
    await engine.writer.add(Draft(Layer.EPISODIC, LONG, title="Piers", timestamp=datetime.fromisoformat(old)))
    what = await found(engine, "What of pier 2 of the harbour?")
    [then] = candidates_of(what, Situation(now=START.replace(year=2020)), lambda *_: ())
    [now] = candidates_of(what, Situation(now=START), lambda *_: ())
    moved = now.score - then.score
    assert moved < 0
    assert [b.value - a.value for a, b in zip(then.parts, now.parts, strict=True)] == pytest.approx(
        [(1 + FIT.source_weight) * moved] * len(now.parts)
    )
    assert set(now.reasons["factors"]) - set(then.reasons["factors"]) == {"recency"}


async def test_the_newer_of_two_that_disagree_stands_just_above_the_older(engine: Engine) -> None:
    first = await engine.writer.add(
        Draft(
            Layer.LONG_TERM,
            "The request timeout of the gateway is 30 seconds.",
            tags=("harbour", "crane"),
            timestamp=START.replace(month=4),
        )
    )
    second = await engine.writer.add(Draft(Layer.LONG_TERM, "The request timeout of the gateway is 90 seconds."))
    assert second.conflicts_with == (first.id,)
    what = await found(engine, "The request timeout of the harbour crane gateway?")
    known = await engine.store.relations.known([], [first.id, second.id], Visibility(("",), None, to_iso(START)))
    candidates = candidates_of(what, Situation(now=START), lambda *_: (), relations=known)
    assert [each.id for each in candidates] == [second.id, first.id]
    assert candidates[0].score == pytest.approx(candidates[1].score + FIT.newer_by)
    assert max(p.value for p in candidates[0].parts) > max(p.value for p in candidates[1].parts)


async def test_nothing_found_is_no_candidate(engine: Engine) -> None:
    what = await found(engine, "What of pier 2?")
    assert candidates_of(replace(what, ranked=[], facts={}), Situation(now=START), lambda *_: ()) == []
