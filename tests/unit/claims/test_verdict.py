from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given

from memserver.claims.claim import claim_of
from memserver.claims.model import KINDS, Floats
from memserver.claims.verdict import (
    OTHER,
    Reason,
    Verdict,
    estimates,
    judge,
    judge_all,
    may_speak_of_one,
    restates,
    said,
    verdict_of,
)
from tests.unit.claims.texts import ANY_TEXT

OLD = "We deploy on Fridays."


def row(**chances: float) -> Floats:
    rest = 1 - sum(chances.values())
    return np.array([chances.get(kind, rest / (len(KINDS) - len(chances))) for kind in KINDS], np.float32)


def verdict(old: str, new: str, *, read: bool = True, **chances: float) -> Verdict:
    return verdict_of(claim_of(old), claim_of(new), row(**chances), read=read)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, OLD),
        (OLD, "we deploy on fridays"),
        ("We deploy on Fridays", "We deploy on Friday!"),
        ("우리는 금요일에 배포한다.", "우리는 금요일에 배포한다"),
        ("It waits for 30 seconds.", "It waits for 30s."),
        ("", ""),
    ],
)
def test_the_same_words_restate(old: str, new: str) -> None:
    assert restates(old, new)
    assert restates(new, old)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (OLD, "We deploy on Mondays."),
        (OLD, "We do not deploy on Fridays."),
        (OLD, "Do we deploy on Fridays?"),
        (OLD, "Maybe we deploy on Fridays."),
        ("It waits for 30 seconds.", "It waits for 30 days."),
        ("Mina reviews for Jun.", "Jun reviews for Mina."),
        ("금요일에 배포한다.", "금요일에 배포하지 않는다."),
    ],
)
def test_another_word_order_negation_doubt_or_a_question_restates_nothing(old: str, new: str) -> None:
    assert not restates(old, new)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The staging port is 5432.", "The production port is 6432."),
        (OLD, "Do we deploy on Fridays?"),
        ("Do we deploy on Fridays?", OLD),
        (OLD, "Lunch is at noon."),
    ],
)
def test_other_scopes_questions_and_strangers_are_not_judged(old: str, new: str) -> None:
    assert not may_speak_of_one(claim_of(old), claim_of(new))
    assert judge(claim_of(old), claim_of(new)).kind == "other"
    [chances] = estimates([claim_of(old)], claim_of(new), [None])
    assert chances.tolist() == row(other=1.0).tolist()


def test_several_are_judged_as_each_alone() -> None:
    olds, new = (
        [claim_of(text) for text in (OLD, "Lunch is at noon.", "We test on Fridays.")],
        claim_of("We deploy daily."),
    )
    together = judge_all(olds, new, [None] * 3)
    assert [each.kind for each in together] == [judge(old, new).kind for old in olds]
    assert judge_all([], new, []) == []


@pytest.mark.parametrize(
    ("old", "new", "code", "english", "korean"),
    [
        (OLD, "We no longer deploy on Fridays.", "left", "no longer “deploy Fridays”", "“deploy Fridays” 대신"),
        (OLD, "Scrap Friday.", "left", "no longer “Fridays”", "“Fridays” 대신"),
        (OLD, "The Friday deploy is cancelled.", "taken-back", "taken back: “cancelled”", "철회: “cancelled”"),
        (OLD, "As of today we deploy on Mondays.", "told", "change stated: “as of today”", "변경 언급: “as of today”"),
        (
            "로그는 30일 보관한다.",
            "이제부터 로그는 60일 보관한다.",
            "told",
            "change stated: “이제부터”",
            "변경 언급: “이제부터”",
        ),
    ],
)
def test_what_replaces_says_by_which_words(old: str, new: str, code: str, english: str, korean: str) -> None:
    found = verdict(old, new, replaces=0.95)
    assert (found.kind, found.proven, found.reason.code) == ("replaces", True, code)
    assert said(found.reason.to_json(), "en") == english
    assert said(found.reason.to_json(), "ko") == korean


@pytest.mark.parametrize(
    ("old", "new", "code", "english", "korean"),
    [
        ("It waits 30 seconds.", "It waits 60 seconds.", "value", "30 seconds → 60 seconds", "30 seconds → 60 seconds"),
        ("요청은 30초다.", "요청은 60초다.", "value", "30초 → 60초", "30초 → 60초"),
        ("It runs in 5 steps for 30 s.", "It runs for 60 s.", "value", "30 s → 60 s", "30 s → 60 s"),
        ("We use Kafka.", "We use Pulsar.", "value", "Kafka → Pulsar", "Kafka → Pulsar"),
        ("Guests can pay.", "Guests cannot pay.", "negation", "negation differs: “cannot”", "부정이 다름: “cannot”"),
        ("결제할 수 있다.", "결제할 수 없다.", "negation", "negation differs: “없”", "부정이 다름: “없”"),
        (
            "Forks stay public.",
            "Forks stay private.",
            "opposite",
            "“public” against “private”",
            "“public” 대 “private”",
        ),
        ("Ask Mina first.", "Ask someone first.", "differs", "both cannot hold", "둘 다 맞을 수 없음"),
    ],
)
def test_what_contradicts_says_in_what(old: str, new: str, code: str, english: str, korean: str) -> None:
    found = verdict(old, new, contradicts=0.95)
    assert (found.kind, found.proven, found.reason.code) == ("contradicts", False, code)
    assert said(found.reason.to_json(), "en") == english
    assert said(found.reason.to_json(), "ko") == korean


def test_at_a_glance_nothing_is_replaced_without_a_word_that_says_so() -> None:
    old, new = "It waits 30 seconds.", "It waits 60 seconds."
    assert verdict(old, new, read=False, replaces=0.95).kind == "contradicts"
    assert verdict(old, new, read=True, replaces=0.95).kind == "replaces"


def test_what_names_the_thing_it_leaves_needs_less() -> None:
    assert verdict(OLD, "We no longer deploy on Fridays.", read=False, replaces=0.45).proven
    assert not verdict(OLD, "As of today we deploy on Mondays.", read=False, replaces=0.45).proven


def test_nothing_is_the_same_with_another_value_or_a_negation() -> None:
    assert verdict(OLD, "On Fridays is when we deploy.", same=0.9).kind == "same"
    assert verdict(OLD, "On Mondays is when we deploy.", same=0.9).kind == "other"
    assert verdict(OLD, "On Fridays we do not deploy.", same=0.9).kind == "other"


def test_only_verdicts_that_exclude_each_other_disagree() -> None:
    disagreeing = [kind for kind in KINDS if verdict(OLD, "We deploy on Mondays.", **{kind: 0.97}).disagrees]
    assert disagreeing == ["replaces", "contradicts"]
    assert not OTHER.disagrees


def test_a_reason_is_stored_as_its_code_and_values() -> None:
    assert json.loads(Reason("value", {"old": "30초", "new": "60초"}).to_json()) == {
        "code": "value",
        "old": "30초",
        "new": "60초",
    }


def test_the_reason_of_an_earlier_version_is_told_as_it_is_and_an_unknown_language_is_english() -> None:
    assert said("port: 5432 → 6432", "ko") == "port: 5432 → 6432"
    assert said(Reason("declared").to_json(), "fr") == "declared"
    assert said('{"code": "of a later version"}', "en") == ""


@given(ANY_TEXT, ANY_TEXT)
def test_any_two_claims_have_a_verdict_with_a_reason_in_both_languages(old: str, new: str) -> None:
    found = judge(claim_of(old), claim_of(new))
    assert found.kind in KINDS
    assert 0 <= found.chance <= 1.0001
    assert found.proven == (found.kind == "replaces")
    assert said(found.reason.to_json(), "en")
    assert said(found.reason.to_json(), "ko")
    assert not restates(old, new) or restates(new, old)


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    [
        ("Releases need two approvals.", "Releases need one approval.", "contradicts"),
        ("요청은 30초 안에 끝난다.", "요청은 60초 안에 끝난다.", "contradicts"),
        ("We deploy on Fridays.", "We deploy on Mondays.", "contradicts"),
        ("Releases needed two approvals until May.", "Releases needed one approval until May.", "other"),
        ("bump to v1.4.1", "bump to v1.4.2", "other"),
        ("Releases need two approvals.", "Builds need one approval.", "other"),
    ],
)
def test_the_same_words_but_one_value_contradict_where_the_models_do_not_deny_it(old: str, new: str, kind: str) -> None:
    assert verdict(old, new, contradicts=0.35, other=0.55).kind == kind
    assert verdict(old, new, contradicts=0.1, other=0.85).kind == "other"
