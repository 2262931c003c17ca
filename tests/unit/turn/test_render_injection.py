from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from memserver.turn.candidates import Candidate
from memserver.turn.render import render
from tests.unit.text.prompt_shape import entries_of, entry_problems

ATTEMPTS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "data" / "injection" / "attempts.jsonl").read_text("utf-8").splitlines()
]
NOW = datetime(2025, 4, 1, tzinfo=UTC)


def item(number: int, text: str, *, hostile: str = "", **changes: Any) -> Candidate:
    values: dict[str, Any] = {
        "number": number,
        "id": f"m{number}",
        "source": "long-term",
        "layer": "long-term",
        "title": hostile or "A note",
        "heading": hostile,
        "text": text,
        "path": None,
        "score": 0.9,
        "moment": NOW,
        "author": "user",
        "scope": "global",
    }
    return Candidate(**{**values, **changes})


@pytest.mark.parametrize("attempt", ATTEMPTS, ids=[attempt["id"] for attempt in ATTEMPTS])
def test_a_turn_reads_back_as_exactly_what_was_selected(attempt: dict[str, str]) -> None:
    bad = attempt["text"]
    items = [
        item(1, "The user prefers tabs."),
        item(2, bad),
        item(3, "Under a hostile title.", hostile=bad, stale=bad),
        item(4, bad, hostile=bad, source="brain-memory", layer=None, path=f"docs/{bad}.md"),
        item(5, bad, lesson=True),
        item(6, "배포는 화요일에 한다."),
    ]
    headings, entries, strays = entries_of(render(items, None, "en", date(2025, 4, 1)))
    assert [heading.split("]")[0].split(" (")[0] for heading in headings[:2]] == ["[LESSONS", "[MEMORY CONTEXT"]
    assert len(headings) == 4
    assert len(entries) == len(items)
    assert len(strays) == 2, "only the two lines of instruction stand at the margin beside headings and entries"
    assert [problem for entry in entries for problem in entry_problems(entry)] == []
