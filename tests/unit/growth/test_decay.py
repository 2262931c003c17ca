"""Knowledge decay: domains, half-lives, and what the audit says about them."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.audit import audit, held_since
from memserver.growth.decay import HALF_LIFE_DAYS, aged, domain_of
from memserver.model import Category, Layer, Memory, Scope
from memserver.storage.knowledge_rows import NoteRow
from memserver.workspace.staleness import StaleKind, StaleReason
from tests.unit.kit import START


def memory(content: str, days_ago: float = 0, **more: Any) -> Memory:
    moment = START - timedelta(days=days_ago)
    plain = Memory(
        id=content,
        layer=Layer.LONG_TERM,
        title=content[:40],
        content=content,
        scope=Scope.GLOBAL,
        project_id="",
        created_at=moment,
        updated_at=moment,
        timestamp=moment,
    )
    return replace(plain, **more)


@pytest.mark.parametrize(
    ("text", "domain"),
    [
        ("The competitor lowered its price to 9 dollars.", "market"),
        ("경쟁사의 시장 점유율이 올랐다.", "market"),
        ("The press release announced a merger.", "news"),
        ("The API runs on Python 3.12 and PostgreSQL.", "technology"),
        ("서버의 데이터베이스 스키마 버전은 7이다.", "technology"),
        ("Every deploy needs an approval in the weekly meeting.", "process"),
        ("회의 전에 담당자의 승인을 받는다.", "process"),
        ("Our policy is a matter of principle and ethics.", "principles"),
        ("회사의 원칙과 가치관", "principles"),
        ("Mina likes tea.", "general"),
    ],
)
def test_the_domain_is_read_from_the_words_in_both_languages(text: str, domain: str) -> None:
    assert domain_of(text) == domain


def test_tags_weigh_more_than_words_and_the_category_decides_without_them() -> None:
    assert domain_of("The server has a version.", ("market",)) == "market"
    assert domain_of("Mina likes tea.", (), Category.PREFERENCE) == "principles"
    assert domain_of("Mina likes tea.", (), Category.STACK) == "technology"


@pytest.mark.parametrize(
    ("domain", "days"), [("market", 90), ("news", 90), ("technology", 180), ("process", 365), ("principles", 1825)]
)
def test_half_is_left_after_one_half_life(domain: str, days: int) -> None:
    assert HALF_LIFE_DAYS[domain] == days
    assert aged(domain, START - timedelta(days=days), START).score == 0.5
    assert not aged(domain, START - timedelta(days=days), START).stale
    assert aged(domain, START - timedelta(days=days + 1), START).stale
    assert aged(domain, START - timedelta(days=2 * days), START).score == 0.25


@given(st.sampled_from([*HALF_LIFE_DAYS, "general"]), st.floats(0, 20_000), st.floats(0, 5_000))
def test_the_score_never_rises_with_age(domain: str, age: float, more: float) -> None:
    younger, older = (aged(domain, START - timedelta(days=days), START).score for days in (age, age + more))
    assert 0 <= older <= younger <= 1
    assert not math.isnan(older)


def test_a_memory_that_was_confirmed_later_is_younger_than_its_date() -> None:
    confirmed = memory("x", 400, updated_at=START - timedelta(days=3))
    assert held_since(confirmed) == START - timedelta(days=3)
    imported = memory("x", 0, timestamp=START - timedelta(days=400))
    assert held_since(imported) == START - timedelta(days=400)


def test_the_audit_lists_what_moved_on_first_then_the_most_aged() -> None:
    old = memory("The competitor lowered its price.", 200)
    older = memory("The competitor raised its price.", 900)
    fresh = memory("The API runs on Python 3.12.", 10)
    moved = {fresh.id: [StaleReason(StaleKind.CHANGED, "src/app.py")]}
    note = NoteRow("file_1", "market/prices.md", "Prices", 0, "2025-01-01", (), "Our market prices")
    young = NoteRow("file_2", "team.md", "Team", int(START.timestamp() * 1e9), "", (), "Who is who")
    report = audit([old, older, fresh], [note, young], moved, START, "en")
    assert [each.id for each in report.stale] == [fresh.id, older.id, note.id, old.id]
    assert report.stale[0].action == "compare"
    assert report.stale[0].reasons == ("src/app.py changed since",)
    assert report.stale[1].reasons == ("900 days old; half-life of market is 90 days",)
    assert (report.checked, report.files_changed) == (5, 1)
    assert report.by_domain["market"] == {"checked": 3, "stale": 3}
    assert report.by_domain["technology"] == {"checked": 1, "stale": 1}


def test_the_audit_speaks_korean() -> None:
    report = audit([memory("경쟁사의 시장 가격", 100)], [], {}, START, "ko")
    assert report.stale[0].reasons == ("100일 지남, 시장 분야의 반감기는 90일",)
    assert "확인" in report.stale[0].message
