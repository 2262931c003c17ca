"""The gate for new knowledge: repeats are refused, contradictions named with both sides, the rest let through."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from memserver.growth.sources import KnownSource
from memserver.growth.validation import Validated, judge_statement, statements_of, verdict_of
from tests.unit.kit import START

NOW = START + timedelta(days=30)


def known(text: str, **more: Any) -> KnownSource:
    return replace(KnownSource(id="mem_1", kind="memory", title="t", text=text, moment=START), **more)


def judged(text: str, *sources: KnownSource, language: str = "en") -> Validated:
    statements = statements_of(text)
    found = [each for statement in statements for each in judge_statement(statement, sources, NOW)]
    return verdict_of(statements, found, language)


@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("The staging database runs PostgreSQL 15.", "The staging database runs PostgreSQL 15."),
        ("the staging database runs postgresql 15", "Intro first. The staging database runs PostgreSQL 15. And more."),
        ("스테이징 데이터베이스는 PostgreSQL 15를 사용한다.", "스테이징 데이터베이스는 PostgreSQL 15를 사용한다."),
    ],
)
def test_what_is_stored_already_is_rejected(new: str, stored: str) -> None:
    verdict = judged(new, known(stored))
    assert (verdict.verdict, verdict.recommendation) == ("duplicate", "reject")
    assert verdict.evidence[0].stored in stored


def test_the_sources_of_a_text_may_say_the_same_but_nobody_else_and_nothing_else() -> None:
    statement = "The staging database runs PostgreSQL 15."
    source, other = known(statement), known("The staging database runs PostgreSQL 17.", id="mem_2")
    assert judge_statement(statement, [source], NOW, own=["mem_1"]) == []
    assert (
        judge_statement(statement, [source, known(statement, id="mem_3")], NOW, own=["mem_1"])[0].source_id == "mem_3"
    )
    assert [each.kind for each in judge_statement(statement, [source, other], NOW, own=["mem_1"])] == ["conflict"]


@pytest.mark.parametrize(
    ("new", "stored"),
    [
        ("The staging database now runs PostgreSQL 17.", "The staging database runs PostgreSQL 15."),
        ("The nightly build no longer runs the slow tests.", "The nightly build runs the slow tests."),
        ("이제 배포는 매주 목요일에 한다.", "배포는 매주 화요일에 한다."),
    ],
)
def test_a_stated_change_of_the_same_thing_recommends_an_update(new: str, stored: str) -> None:
    verdict = judged(new, known("Something else entirely about coffee."), known(stored, id="mem_2"))
    assert (verdict.verdict, verdict.recommendation) == ("conflict", "update")
    [evidence] = verdict.evidence
    assert (evidence.source_id, evidence.statement, evidence.stored) == ("mem_2", new, stored)
    assert evidence.reason


def test_what_may_not_replace_is_added_beside() -> None:
    verdict = judged("The staging database runs PostgreSQL 17.", known("The staging database runs PostgreSQL 15."))
    assert (verdict.verdict, verdict.recommendation) == ("conflict", "add")


def test_what_is_only_supposed_updates_nothing() -> None:
    supposed = "Maybe the staging database runs PostgreSQL 17."
    assert judged(supposed, known("The staging database runs PostgreSQL 15.")).recommendation == "add"


def test_what_is_stored_of_a_later_day_is_not_updated() -> None:
    later = known("The staging database runs PostgreSQL 15.", moment=NOW + timedelta(days=1))
    verdict = judged("The staging database now runs PostgreSQL 17.", later)
    assert (verdict.verdict, verdict.recommendation) == ("conflict", "add")


def test_the_reason_is_told_in_the_language_of_the_text() -> None:
    stored = known("The staging database runs PostgreSQL 15.")
    [found] = judge_statement("The staging database runs PostgreSQL 17.", [stored], NOW, language="ko")
    assert found.reason
    assert "{" not in found.reason


def test_something_new_is_let_through() -> None:
    verdict = judged("The office plants are watered on Mondays.", known("The staging database runs PostgreSQL 15."))
    assert (verdict.verdict, verdict.recommendation, verdict.evidence) == ("accept", "add", ())


def test_a_text_that_is_partly_known_is_let_through_and_says_so() -> None:
    verdict = judged(
        "The staging database runs PostgreSQL 15. The office plants are watered on Mondays.",
        known("The staging database runs PostgreSQL 15."),
        language="ko",
    )
    assert verdict.verdict == "accept"
    assert verdict.duplicates == {"The staging database runs PostgreSQL 15."}
    assert verdict.message.startswith("일부는")


def test_one_contradiction_decides_about_a_text_of_many_statements() -> None:
    verdict = judged(
        "The office plants are watered on Mondays. The staging database runs PostgreSQL 17.",
        known("The staging database runs PostgreSQL 15."),
    )
    assert verdict.verdict == "conflict"
    assert verdict.statements == 2


def test_nothing_is_no_statement() -> None:
    assert statements_of("  \n ") == []
    assert judged("").verdict == "accept"
