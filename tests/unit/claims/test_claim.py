from __future__ import annotations

import pytest
from hypothesis import given

from memserver.claims.claim import REMEMBERED, claim_of, in_other_scopes
from tests.unit.claims.texts import ANY_TEXT, LONG_TEXTS


def test_a_statement_is_taken_apart() -> None:
    claim = claim_of("The staging gateway waits for 30 seconds.")
    assert claim.scope == {"staging"}
    assert claim.values == claim.numbers == {"number:second:30"}
    assert claim.subject == claim.content - claim.scope - claim.values
    assert "the" not in claim.keys
    assert not claim.korean
    assert not claim.question


def test_days_are_no_numbers() -> None:
    claim = claim_of("We deploy on Fridays at 10:30.")
    assert claim.days == {"weekday::4", "time::10:30"}
    assert claim.numbers == frozenset()


@pytest.mark.parametrize(
    ("text", "scope"),
    [
        ("On weekends the lab is closed.", "weekend"),
        ("주말에는 실험실을 닫는다.", "weekend"),
        ("The production database is locked.", "production"),
        ("운영에서는 잠근다.", "production"),
        ("Services are written in Go.", "go"),
    ],
)
def test_a_scope_limits_where_a_statement_holds(text: str, scope: str) -> None:
    assert scope in claim_of(text).scope


def test_the_verb_go_is_no_language() -> None:
    assert claim_of("We go home early.").scope == frozenset()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging port is 1.", "The production port is 2."),
        ("스테이징 포트는 1이다.", "운영 포트는 2다."),
        ("The staging port is 1.", "운영 포트는 2다."),
        ("Uploads end after 5 s on iOS.", "Uploads end after 9 s on Android."),
        ("Guests may read.", "Admins may write."),
    ],
)
def test_scopes_of_one_kind_exclude_each_other(one: str, other: str) -> None:
    assert in_other_scopes(claim_of(one), claim_of(other)) == in_other_scopes(claim_of(other), claim_of(one))
    if "Admins" not in other:
        assert in_other_scopes(claim_of(one), claim_of(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The port is 1.", "The production port is 2."),
        ("The staging port is 1.", "The staging port is 2."),
        ("Staging and production use port 1.", "Production uses port 2."),
        ("The staging port is 1.", "The Linux port is 2."),
        ("", ""),
    ],
)
def test_a_missing_a_shared_or_a_scope_of_another_kind_excludes_nothing(one: str, other: str) -> None:
    assert not in_other_scopes(claim_of(one), claim_of(other))
    assert not in_other_scopes(claim_of(other), claim_of(one))


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("We use spaces instead of tabs.", "tabs"),
        ("We no longer deploy on Fridays.", "deploy"),
        ("Kafka를 RabbitMQ 대신 쓴다.", "RabbitMQ"),
        ("로그를 Splunk에서 Loki로 옮겼다.", "Splunk"),
        ("We switched from Jenkins.", "Jenkins"),
    ],
)
def test_what_is_left_behind_is_known(text: str, left: str) -> None:
    (key,) = claim_of(left).keys
    assert key in claim_of(text).left


def test_nothing_is_left_behind_where_nothing_is_said_to_be() -> None:
    assert claim_of("We deploy on Fridays.").left == frozenset()
    assert claim_of("금요일에 배포한다.").left == frozenset()


@pytest.mark.parametrize("text", ["Do we deploy?", "배포하나요", "배포할까요", "배포합니까?", "배포할까  "])
def test_questions_are_known(text: str) -> None:
    assert claim_of(text).question


def test_the_place_or_case_in_front_is_the_head() -> None:
    assert claim_of("On weekends, the lab is closed.").head == {"weekend"}
    assert claim_of("주말에는 실험실을 닫는다.").head == {"weekend"}
    assert claim_of("The lab is closed on weekends.").head == frozenset()


def test_negations_are_counted() -> None:
    assert claim_of("We never deploy without a review.").negations == 2
    assert claim_of("We deploy.").negations == 0


def test_a_statement_is_taken_apart_once() -> None:
    assert claim_of("We deploy on Fridays.") is claim_of("We deploy on Fridays.")
    assert claim_of.cache_info().maxsize == REMEMBERED


@given(ANY_TEXT)
def test_any_text_is_a_claim_whose_parts_are_of_its_content(text: str) -> None:
    claim = claim_of(text)
    assert claim.values | claim.numbers | claim.days | claim.subject <= claim.content == frozenset(claim.keys)
    assert claim.dimensions == {found for found in claim.dimensions if found[1] in claim.scope}


@pytest.mark.parametrize("text", LONG_TEXTS, ids=lambda text: repr(text[:10]))
def test_a_long_text_is_taken_apart_once(text: str) -> None:
    assert len(claim_of(text).keys) <= len(text)
