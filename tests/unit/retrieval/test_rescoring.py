"""Rules reweight and never exclude."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from math import log

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.levels import SAME_LEVEL, Level, level_factor, level_of_question, level_of_text
from memserver.retrieval.rescoring import (
    RULES,
    Situation,
    actionability,
    hierarchy,
    knowledge_mix,
    period,
    recency,
    rescore,
    rules_for,
    staleness,
    validation,
)
from memserver.text.time_expressions import find_period

NOW = datetime(2024, 5, 15, 12, tzinfo=UTC)
STRENGTH = 3.0


@dataclass(frozen=True)
class Note:
    """What the rules know of a candidate."""

    source: str = "episodic"
    title: str = "Cache plan"
    text: str = "We keep the cache in Redis."
    moment: datetime = NOW
    path: str | None = None
    status: str | None = None
    stale: str = ""
    confidence: float = 0.5
    level: int | None = None


NOTE = Note()
TURN = Situation(now=NOW)


def test_a_plain_note_in_a_plain_turn_keeps_its_score() -> None:
    assert rescore(NOTE, TURN, STRENGTH) == (0, {})


def test_what_is_added_is_the_logarithm_of_the_factors() -> None:
    added, factors = rescore(replace(NOTE, stale="auth.py changed", status="verified"), TURN, STRENGTH)
    assert added == pytest.approx(STRENGTH * log(factors["staleness"] * factors["validation"]))
    assert rescore(replace(NOTE, stale="auth.py changed"), TURN, 0.0)[0] == 0


def test_the_open_file_lifts_what_belongs_to_it() -> None:
    note = replace(NOTE, source="brain-memory", title="auth.py", path="src/login/auth.py")
    turn = replace(TURN, active_file="/work/app/src/login/auth.py", recent_commands=("/auth",))

    assert actionability(note, turn) == pytest.approx(1 + 0.3 * (0.3 + 0.4 + 0.2 + 0.1))
    assert actionability(note, replace(turn, actionability=False)) == 1


def test_a_named_period_lifts_what_happened_in_it() -> None:
    turn = replace(TURN, period=find_period("지난주 회의", NOW))

    assert period(replace(NOTE, moment=NOW - timedelta(days=5)), turn) > 1.2
    assert period(replace(NOTE, moment=NOW - timedelta(days=90)), turn) == 1


def test_age_costs_little_and_less_for_what_was_meant_to_last() -> None:
    old = replace(NOTE, moment=NOW - timedelta(days=120))

    assert 0.9 <= recency(old, TURN) < recency(replace(old, source="long-term"), TURN) < recency(NOTE, TURN) == 1


def test_what_was_verified_counts_more_and_what_is_stale_less() -> None:
    assert validation(replace(NOTE, status="verified"), TURN) > 1
    assert staleness(replace(NOTE, stale="auth.py changed"), TURN) < 1


def test_the_knowledge_mix_moves_files_only_and_fifty_changes_nothing() -> None:
    file = replace(NOTE, source="brain-memory")

    assert knowledge_mix(file, TURN) == 1
    assert knowledge_mix(file, replace(TURN, knowledge_mix=100)) == pytest.approx(1.3)
    assert knowledge_mix(NOTE, replace(TURN, knowledge_mix=100)) == 1


def test_factors_are_named() -> None:
    _, factors = rescore(replace(NOTE, stale="auth.py changed"), replace(TURN, level=Level.OPERATIONAL), STRENGTH)

    assert set(factors) == {"level", "staleness"}


@pytest.mark.parametrize(
    ("question", "level"),
    [
        ("What does build_context() return?", Level.CONCRETE),
        ("왜 우리 제품의 비전이 바뀌었지?", Level.STRATEGIC),
        ("Why did we choose Postgres?", Level.STRATEGIC),
        ("When is the next meeting?", Level.OPERATIONAL),
        ("회의는 언제야?", Level.OPERATIONAL),
    ],
)
def test_levels_of_questions(question: str, level: Level) -> None:
    assert level_of_question(question) is level


@pytest.mark.parametrize(
    ("text", "path", "level"),
    [
        ("def run(self) -> None:\n    return start();\n", "", Level.CONCRETE),
        ("anything", "notes/strategy/q3.md", Level.STRATEGIC),
        ("anything", "src/app.py", Level.CONCRETE),
        ("장기 목표와 전략", "", Level.STRATEGIC),
        ("Meet at ten, bring the list", "", Level.OPERATIONAL),
    ],
)
def test_levels_of_texts(text: str, path: str, level: Level) -> None:
    unread = replace(NOTE, text=text, path=path)
    for candidate in (unread, replace(unread, level=level_of_text(text))):
        assert hierarchy(candidate, Situation(NOW, level)) == SAME_LEVEL


def test_opposite_ends_cost_and_the_same_level_gains() -> None:
    assert level_factor(Level.CONCRETE, Level.STRATEGIC) == 0.7
    assert level_factor(Level.STRATEGIC, Level.STRATEGIC) == 1.15
    assert level_factor(Level.OPERATIONAL, Level.STRATEGIC) == 1


NOTES = st.builds(
    Note,
    source=st.sampled_from(["episodic", "long-term", "brain-memory", "short-term"]),
    title=st.text(max_size=20),
    text=st.text(max_size=60),
    moment=st.datetimes(timezones=st.just(UTC)),
    path=st.text(alphabet="ab/.py", max_size=20) | st.none(),
    status=st.sampled_from([None, "hypothesis", "verified", "published", "archived"]),
    stale=st.sampled_from(["", "auth.py changed"]),
    confidence=st.floats(-1, 2),
)
SITUATIONS = st.builds(
    Situation,
    now=st.just(NOW),
    level=st.sampled_from([None, *Level]),
    period=st.sampled_from([None, find_period("last week", NOW)]),
    active_file=st.sampled_from([None, "/a/b.py"]),
    recent_commands=st.sampled_from([(), ("/a",)]),
    knowledge_mix=st.integers(-10, 110),
)


@given(NOTES, SITUATIONS)
def test_no_candidate_is_ever_excluded(candidate: Note, turn: Situation) -> None:
    added, factors = rescore(candidate, turn, STRENGTH)
    assert abs(added) < STRENGTH * log(10)
    assert all(factor > 0 for factor in factors.values())


@given(NOTES, SITUATIONS)
def test_rules_that_are_left_out_would_change_nothing(candidate: Note, turn: Situation) -> None:
    assert rescore(candidate, turn, STRENGTH, rules_for(turn)) == rescore(candidate, turn, STRENGTH, RULES)
