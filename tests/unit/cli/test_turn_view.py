"""A turn is shown with everything that a person needs to judge it."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from memserver.cli.messages import Language
from memserver.cli.terminal import Terminal
from memserver.cli.turn_view import age, show_turn
from memserver.clock import to_iso

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)


def _turn(**changes: Any) -> dict[str, Any]:
    item = {
        "id": "mem_1",
        "source": "project",
        "layer": "project",
        "title": "재시도는 최대 3회",
        "score": 0.71,
        "tokens": 21,
        "stale": True,
        "timestamp": "2026-04-01T00:00:00Z",
        "reasons": {"stale": "retry.toml changed"},
    }
    turn = {
        "text": "[MEMORY CONTEXT]\nUse only where relevant.\n\n### Project\n- [1] ⚠ out of date? 재시도는 최대 3회",
        "blocks": [{"id": "epistemic-guard", "text": "[EPISTEMIC GUARD]\nKeep apart what is certain."}],
        "items": [item],
        "dropped": [{"id": "mem_2", "title": "Lunch", "score": 0.1, "reason": "too little to do with the prompt"}],
        "retrieval": {"mode": "hybrid"},
        "usage": {"budget": 2000, "used": 60, "byLayer": {"project": 21}, "blocks": 14, "tokeniser": "o200k_base"},
        "timings": {"totalMs": 12.5, "embed": 4.0},
        "warnings": [{"part": "notes", "message": "still being read"}],
    }
    return {**turn, **changes}


def _shown(turn: dict[str, Any], *, everything: bool = False, language: Language = "en") -> str:
    out = io.StringIO()
    terminal = Terminal(out, io.StringIO(), language=language, environment={})
    show_turn(terminal, "재시도는 몇 번?", turn, NOW, everything=everything)
    return out.getvalue()


@pytest.mark.parametrize(
    "part",
    [
        "재시도는 몇 번?", "[EPISTEMIC GUARD]", "[MEMORY CONTEXT]", "60 of 2,000 tokens", "0.71", "30 days ago",
        "retry.toml changed", "o200k_base", "meaning and word search, 12.5 ms", "notes: still being read",
    ],
)  # fmt: skip
def test_a_turn_shows(part: str) -> None:
    assert part in _shown(_turn())


def test_what_was_left_out_is_shown_when_asked_for() -> None:
    assert "Lunch" not in _shown(_turn())
    assert "too little to do with the prompt" in _shown(_turn(), everything=True)


def test_an_empty_turn_says_so() -> None:
    usage = {"budget": 2000, "used": 0, "byLayer": {}, "blocks": 0, "tokeniser": "o200k_base"}
    shown = _shown(_turn(text="", blocks=[], items=[], warnings=[], usage=usage, retrieval=None))
    assert "Nothing stored has to do with this." in shown
    assert "Sources" not in shown


def test_the_frame_is_korean_where_the_user_is() -> None:
    shown = _shown(_turn(), language="ko")
    assert "출처" in shown
    assert "30일 전" in shown


@pytest.mark.parametrize(
    ("days", "words"),
    [(0, "today"), (1, "yesterday"), (59, "59 days ago"), (75, "2 months ago"), (800, "2 years ago"), (-1, "today")],
)
def test_ages_are_told_as_people_say_them(days: int, words: str) -> None:
    terminal = Terminal(io.StringIO(), io.StringIO(), environment={})
    assert age(terminal, to_iso(NOW - timedelta(days=days)), NOW) == words
