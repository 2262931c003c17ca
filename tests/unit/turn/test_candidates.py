"""Passages of files are shown without what only a parser needs, and named once."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from memserver.turn.candidates import Candidate, without_fences, without_heading
from memserver.turn.select import Page, select


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
    ("path", "heading", "shown"),
    [
        ("ops/payments.txt", "payments.txt", "[1] ops/payments.txt (2026-05-04): "),
        ("ops/Payments.md", "payments", "[1] ops/Payments.md (2026-05-04): "),
        ("ops/payments.md", "Retries", "[1] ops/payments.md › Retries (2026-05-04): "),
        ("메모.md", "", "[1] 메모.md (2026-05-04): "),
    ],
)
def test_a_file_is_named_once(path: str, heading: str, shown: str) -> None:
    moment = datetime(2026, 5, 4, tzinfo=UTC)
    note = Candidate("f", "brain-memory", heading, "Two retries.", 4, 0.9, moment, heading=heading, path=path)
    chosen = select([note], 500, 8, Page("en", date(2026, 5, 5)), frozenset())
    assert f"- {shown}Two retries." in chosen.text.splitlines()
