"""Who takes whose place in a ranking, and which notes a prompt names."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memserver.retrieval.plan import plan_query
from memserver.retrieval.succession import heirs_of, is_named
from memserver.storage.succession import SuccessorRow

NOW = datetime(2026, 5, 4, 12, tzinfo=UTC)


def row(number: int, after: str | None = None, day: str = "2025-01-01", *, seen: bool = True) -> SuccessorRow:
    return SuccessorRow(number, f"file_{number}", f"{number}.md", after, day, 100 + number if seen else None)


def ends(
    replaced: dict[int, list[int]], rows: list[SuccessorRow], question: str = "How do we deploy?"
) -> dict[int, list[int]]:
    heirs = heirs_of(replaced, rows, plan_query(question, NOW))
    return {number: [each.number for each in after] for number, after in heirs.ends.items()}


def test_the_end_of_a_chain_takes_the_place() -> None:
    assert ends({1: [2, 3]}, [row(2, "[3]"), row(3)]) == {1: [3]}


def test_what_may_not_be_seen_takes_nobodys_place_and_is_told_as_later() -> None:
    rows = [row(2, "[3]"), row(3, seen=False)]
    heirs = heirs_of({1: [2, 3], 2: [3]}, rows, plan_query("How do we deploy?", NOW))
    assert {number: [each.number for each in after] for number, after in heirs.ends.items()} == {1: [2]}
    assert [(number, each.path, each.later) for number, each in heirs.told.items()] == [
        (1, "2.md", False), (2, "3.md", True),
    ]  # fmt: skip


def test_two_may_share_a_place_and_one_that_is_gone_has_none() -> None:
    assert ends({1: [2, 3]}, [row(2), row(3)]) == {1: [2, 3]}
    assert heirs_of({1: [2]}, [], plan_query("How?", NOW)) == ({}, {})


@pytest.mark.parametrize(
    ("question", "stays"),
    [
        ("How did we deploy before the switch?", True),
        ("예전에는 어떻게 배포했어?", True),
        ("What did we deploy in March 2024?", True),
        ("What did we deploy in March 2025?", False),
        ("How do we deploy?", False),
    ],
)
def test_what_is_asked_for_of_the_past_stays(question: str, stays: bool) -> None:
    assert (ends({1: [2]}, [row(2)], question) == {}) == stays


@pytest.mark.parametrize(
    ("prompt", "path", "title", "named"),
    [
        ("What does PEP 333 say?", "pep-0333.md", "Gateway", True),
        ("what about adr-7?", "docs/adr/0007-x.md", "7. X", True),
        ("ADR 0007?", "nygard/0007-x.md", "7. X", True),
        ("RFC101 ports", "rfcs/rfc101.txt", "", True),
        ("open 0007-x.md", "docs/adr/0007-x.md", "7. X", True),
        ("결정 3은 뭐였지?", "ko/결정-3-배포.md", "배포", True),
        ("Is 'Use MySQL for all invoices' still right?", "a.md", "Use MySQL for all invoices", True),
        ("When does the on-call rota change?", "on-call.md", "On-call rota", False),
        ("What does PEP 3333 say?", "pep-0333.md", "Gateway", False),
        ("In 7 days?", "docs/adr/0007-x.md", "7. X", False),
        ("wrapped 7", "docs/adr/0007-x.md", "7. X", False),
        ("", "a.md", "", False),
    ],
)
def test_a_prompt_names_a_note_by_number_file_or_long_title(prompt: str, path: str, title: str, named: bool) -> None:
    assert is_named(prompt, path, title) == named
