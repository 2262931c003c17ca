"""Fitting a turn: in budget, the best passages first, sources in the order of their text, reasons for the rest."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from datetime import UTC, date, datetime
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.layers.layer import Language, Section
from memserver.model import Layer
from memserver.text.token_count import count_tokens
from memserver.turn.candidates import Candidate, Part
from memserver.turn.fit import (
    MAX_BRAIN_CHUNKS,
    MIN_BRAIN_CHUNKS,
    Page,
    Selection,
    Warrant,
    fit,
    in_order,
    joined,
    warranted,
)
from memserver.turn.render import render
from memserver.turn.report import REASONS
from memserver.turn.tuning import FIT

NOW = datetime(2026, 5, 4, tzinfo=UTC)
PAGE = Page("en", date(2026, 5, 4))
ROOMY = 4_000
FILES = 8


def part(text: str, value: float, ordinal: int = 0, heading: str = "") -> Part:
    return Part(ordinal, heading, text, count_tokens(text), value)


def candidate(name: str, parts: Sequence[Part], source: str = "long-term", **more: Any) -> Candidate:
    path = f"notes/{name}.md" if source == "brain-memory" else None
    best = max(parts, key=lambda each: each.value)
    fields = {"layer": source if source in set(Layer) else None, "path": path, "parts": parts, **more}
    return Candidate(id=name, source=source, title=name, text=best.text, score=best.value, moment=NOW, **fields)


def memory(name: str, text: str, value: float = 5.0, **more: Any) -> Candidate:
    return candidate(name, [part(text, value)], **more)


def file_of(name: str, values: Sequence[float], source: str = "brain-memory") -> Candidate:
    """Return a source with one passage for each value, in the order of its text."""
    return candidate(name, [part(f"Passage {n} of {name}.", v, n) for n, v in enumerate(values)], source)


def fitted(
    items: Sequence[Candidate],
    budget: int = ROOMY,
    allowance: int | None = None,
    page: Page = PAGE,
    chance: float = 1.0,
) -> Selection:
    warrant = Warrant(budget if allowance is None else allowance, chance)
    return fit(items, budget, warrant, FILES, page, frozenset({"deploy"}))


def ids(chosen: Selection) -> list[str]:
    return [each.id for each in chosen.taken]


def why(chosen: Selection) -> dict[str, str]:
    return {each.id: reason for each, reason in chosen.left_out}


TEXTS = st.text(alphabet="abc가나다 .\n#-`[]:", min_size=1, max_size=300).filter(lambda text: bool(text.strip()))
PARTS = st.lists(st.tuples(TEXTS, st.floats(-3, 12)), min_size=1, max_size=6)
CANDIDATES = st.lists(
    st.tuples(
        PARTS, st.sampled_from(["long-term", "project", "brain-memory", "decisions"]), st.booleans(), st.booleans()
    ),
    max_size=15,
)


def made(drawn: list[tuple[list[tuple[str, float]], str, bool, bool]]) -> list[Candidate]:
    return [
        candidate(
            f"c{number}",
            [part(text, value, ordinal, f"H{ordinal % 2}") for ordinal, (text, value) in enumerate(parts)],
            source,
            forced=forced,
            lesson=lesson,
        )
        for number, (parts, source, forced, lesson) in enumerate(drawn)
    ]


@settings(max_examples=150)
@given(CANDIDATES, st.integers(0, 1_500), st.floats(0, 1), st.booleans())
def test_whatever_is_offered_the_turn_is_in_budget_complete_and_numbered(
    drawn: list[tuple[list[tuple[str, float]], str, bool, bool]], budget: int, share: float, talking: bool
) -> None:
    items = made(drawn)
    conversation = Section("Current conversation", "- User: hello", 0.3) if talking else None
    page = Page("en", date(2026, 5, 4), conversation)
    chosen = fitted(items, budget, int(budget * share), page)
    assert chosen.used == count_tokens(chosen.text) <= budget
    # Every candidate is either taken or left out, once.
    assert sorted([*ids(chosen), *(each.id for each, _ in chosen.left_out)]) == sorted(each.id for each in items)
    assert set(why(chosen).values()) <= set(REASONS)
    # Numbers run in the order shown, which is the order of the items, whose state is the one that was rendered.
    assert [each.number for each in chosen.taken] == list(range(1, len(chosen.taken) + 1))
    marks = [chosen.text.find(f"\n- [{each.number}] ") for each in chosen.taken]
    assert marks == sorted(marks)
    assert -1 not in marks
    if chosen.text:
        assert chosen.text == render(chosen.taken, conversation, "en", date(2026, 5, 4))
    for each in chosen.taken:
        assert each.tokens == count_tokens(each.text)


@settings(max_examples=50)
@given(CANDIDATES, st.integers(0, 1_500), st.randoms())
def test_the_same_candidates_give_the_same_bytes(
    drawn: list[tuple[list[tuple[str, float]], str, bool, bool]], budget: int, random: Random
) -> None:
    items = made(drawn)
    first = fitted(copy.deepcopy(items), budget)
    assert fitted(copy.deepcopy(items), budget) == first
    # Nor does the order in which they come matter.
    shuffled = copy.deepcopy(items)
    random.shuffle(shuffled)
    assert fitted(shuffled, budget).text == first.text


def test_a_roomy_budget_takes_everything() -> None:
    chosen = fitted([memory(f"c{n}", f"The service number {n} listens on port {8000 + n}.") for n in range(10)])
    assert len(chosen.taken) == 10
    assert all(f"[{n}]" in chosen.text for n in range(1, 11))


def test_what_is_too_large_is_passed_over_and_the_next_is_tried() -> None:
    items = [memory("a", "First of all.", 9), memory("b", "Too long. " * 200, 8), memory("c", "Last of all.", 7)]
    chosen = fitted(items, 200)
    assert (ids(chosen), why(chosen)) == (["a", "c"], {"b": "budget"})


def test_several_passages_of_a_source_stand_in_the_order_of_its_text_with_a_mark_at_gaps() -> None:
    talk = file_of("talk", [6, 9, 0, 7], "episodic")
    filler = [memory(f"m{n}", f"Something else, {n}. " * 20, 5) for n in range(8)]
    chosen = fitted([talk, *filler])
    shown = next(each for each in chosen.taken if each.id == "talk")
    assert shown.text == "Passage 0 of talk.Passage 1 of talk.\n…\nPassage 3 of talk."
    assert ids(chosen).count("talk") == 1


def test_passages_of_a_file_stand_under_their_headings() -> None:
    parts = [part("One.", 3, 0, "A"), part("Two.", 3, 1, "A"), part("Three.", 3, 2, "B"), part("Five.", 3, 4, "C")]
    note = candidate("n", parts, "brain-memory")
    assert joined(list(reversed(parts)), note) == "One.\nTwo.\nB\nThree.\n… C\nFive."
    assert joined([parts[0], parts[3]], note) == "One.\n… C\nFive."
    chosen = fitted([note])
    assert chosen.text.count("notes/n.md › A") == 1


def test_what_the_prompt_names_comes_first_and_may_use_the_whole_budget() -> None:
    named = memory("named", "The ticket was closed by Mina. " * 10, 0.1, forced=True)
    others = [memory(f"m{n}", f"Something about tickets, {n}. " * 6, 9) for n in range(20)]
    chosen = fitted([*others, named], 400)
    assert "named" in ids(chosen)
    assert "budget" in why(chosen).values()
    assert ids(fitted([*others, named], 400, allowance=0)) == ["named"]


def test_a_text_is_shown_once_whoever_says_it() -> None:
    chosen = fitted(
        [memory("a", "Lunch is at noon.", 9), memory("b", "Lunch is at noon.", 8), memory("c", "Later.", 7)]
    )
    assert (ids(chosen), why(chosen)) == (["a", "c"], {"b": "repeated"})
    assert chosen.text.count("Lunch is at noon.") == 1


def test_what_the_evidence_does_not_warrant_is_left_out_although_there_is_room() -> None:
    items = [memory(f"m{n}", f"Something about it, {n}. " * 6, 9 - n / 10) for n in range(10)]
    chosen = fitted(items, ROOMY, allowance=150)
    assert 0 < len(chosen.taken) < 10
    assert chosen.used < 300
    assert set(why(chosen).values()) == {"unrelated"}


def test_a_share_warrants_nothing_or_what_any_turn_may_hold() -> None:
    assert warranted(2_000, 0.0) == 0
    assert warranted(2_000, 0.3) == 600
    assert warranted(500, 0.3) == FIT.stop_after_tokens
    assert warranted(100, 0.3) == 100, "never more than there is"
    assert warranted(500, 1.0) == 500


def test_far_behind_the_best_nothing_more_is_said_once_enough_is_in() -> None:
    best = [memory(f"b{n}", f"A good answer, {n}. " * 20, 9) for n in range(6)]
    far = [memory(f"f{n}", f"Beside the point, {n}.", 9 * FIT.stop_below - 0.1) for n in range(3)]
    chosen = fitted([*best, *far])
    assert set(ids(chosen)) == {each.id for each in best}
    assert set(why(chosen).values()) == {"unrelated"}
    # While there is little, they help to tell what is there.
    assert len(fitted([best[0], *far]).taken) == 4


def test_the_less_sure_a_turn_is_the_more_it_shows() -> None:
    best = [memory(f"b{n}", f"A good answer, {n}. " * 20, 9) for n in range(3)]
    far = [memory(f"f{n:02}", f"Beside the point, {n}. " * 4, 2) for n in range(20)]
    counts = [len(fitted([*best, *far], chance=chance).taken) for chance in (1.0, 0.4, 0.0)]
    assert len(best) == counts[0] < counts[1] < counts[2] < len(best) + len(far)


def test_what_is_about_something_else_is_not_shown_however_much_room_there_is() -> None:
    chosen = fitted([memory("a", "The answer.", 9), memory("z", "Something else.", 1)], chance=0.0)
    assert (ids(chosen), why(chosen)) == (["a"], {"z": "unrelated"})


def test_what_was_told_already_makes_nothing_else_the_best() -> None:
    other = [memory("z", "Something else.", 1)]
    chosen = fit(other, ROOMY, Warrant(ROOMY, 0.0, best=9), 8, PAGE, frozenset())
    assert (ids(chosen), why(chosen), chosen.text) == ([], {"z": "unrelated"}, "")


def test_after_many_that_do_not_fit_the_rest_is_not_tried() -> None:
    long = [memory(f"l{n:02}", f"{n} is too long. " * 200, 9) for n in range(FIT.misses)]
    assert ids(fitted([memory("a", "First.", 10), *long, memory("z", "Short.", 8)], 200)) == ["a"]
    assert ids(fitted([memory("a", "First.", 10), *long[1:], memory("z", "Short.", 8)], 200)) == ["a", "z"]


@pytest.mark.parametrize("length", [1, 3])
def test_no_more_than_twelve_stretches_of_files_are_taken_and_a_row_of_passages_is_one(length: int) -> None:
    # In each file every other stretch is a gap that is worth nothing.
    gap = [-100.0]
    note = file_of("n", [value for _ in range(20) for value in [*[9.0] * length, *gap]])
    chosen = fitted([note, memory("m", "Long enough to stop at what is worth nothing. " * 30, 9.5)], 20_000)
    text = next(each for each in chosen.taken if each.id == "n").text
    assert text.count("…") == MAX_BRAIN_CHUNKS - 1
    assert text.count("Passage") == MAX_BRAIN_CHUNKS * length


def test_two_stretches_of_files_are_taken_also_far_behind_the_best() -> None:
    best = [memory(f"b{n}", f"A good answer, {n}. " * 20, 9) for n in range(6)]
    notes = [candidate(f"n{n}", [part(f"A note, {n}.", 2)], "brain-memory") for n in range(4)]
    chosen = fitted([*best, *notes])
    assert sum(each.source == "brain-memory" for each in chosen.taken) == MIN_BRAIN_CHUNKS


def test_files_are_limited_and_the_reason_is_told() -> None:
    files = [candidate(f"f{n}", [part(f"File note {n}.", 5)], "brain-memory") for n in range(20)]
    chosen = fit(files, ROOMY, Warrant(ROOMY, 1.0), 3, PAGE, frozenset())
    assert len(chosen.taken) == 3
    assert set(why(chosen).values()) == {"limit"}


def test_a_single_text_that_does_not_fit_is_cut_at_what_matters() -> None:
    long = memory("long", "Nothing of interest here. " * 60 + "The deploy needs a window. " + "And so on. " * 60)
    chosen = fitted([long], 150)
    assert ids(chosen) == ["long"]
    assert chosen.taken[0].reasons["cut"]
    assert "The deploy needs a window." in chosen.text


def test_sections_stand_by_their_best_and_lessons_before_them() -> None:
    items = [
        memory("p", "A project fact.", 9, source="project"),
        memory("l", "A lasting fact.", 8),
        memory("q", "Another project fact.", 3, source="project"),
        memory("s", "Check the units.", 2, lesson=True),
    ]
    assert ids(fitted(items)) == ["s", "p", "q", "l"]


@pytest.mark.parametrize("language", ["en", "ko"])
def test_sections_that_are_alike_stand_in_the_order_of_their_numbers(language: Language) -> None:
    sources = ("brain-memory", "decisions", "episodic", "long-term", "project")
    items = [candidate(f"c{n}", [part(f"Said once, {n}.", 5)], source) for n, source in enumerate(sources)]
    chosen = fitted(items, page=Page(language, date(2026, 5, 4)))
    marks = [chosen.text.index(f"- [{number}] ") for number in range(1, len(sources) + 1)]
    assert marks == sorted(marks)


def test_another_order_is_numbered_anew_and_kept_only_if_it_fits() -> None:
    items = [memory("a", "The first of the two.", 9), memory("b", "The second of the two.", 8)]
    chosen = fitted(items)
    turned = in_order(chosen, list(reversed(chosen.taken)), ROOMY, PAGE)
    assert (ids(turned), [each.number for each in turned.taken]) == (["b", "a"], [1, 2])
    assert turned.text.index("second") < turned.text.index("first")
    again = in_order(turned, list(reversed(turned.taken)), turned.used - 1, PAGE)
    assert again is turned
    assert [each.number for each in turned.taken] == [1, 2]


def test_without_room_for_the_frame_nothing_is_said() -> None:
    chosen = fitted([memory("a", "First.")], 10)
    assert (chosen.text, chosen.used, why(chosen)) == ("", 0, {"a": "budget"})
