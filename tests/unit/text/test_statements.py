from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.text.cues import find_cues
from memserver.text.sentences import split_clauses, split_sentences
from memserver.text.statements import analyse
from memserver.text.values import find_values


def test_sentences_end_where_people_end_them() -> None:
    text = "We use Python 3.11, e.g. for the API. Deploys are on Fridays!\n- first item\n배포는 금요일이다. 끝."
    assert split_sentences(text) == [
        "We use Python 3.11, e.g. for the API.",
        "Deploys are on Fridays!",
        "first item",
        "배포는 금요일이다.",
        "끝.",
    ]


def test_fenced_code_is_no_sentence() -> None:
    assert split_sentences("Before.\n```python\nport = 5432\n```\nAfter.") == ["Before.", "After."]


def test_a_long_sentence_is_cut_into_clauses() -> None:
    assert split_clauses("I moved the call to Monday, but I have not told Dana yet") == [
        "I moved the call to Monday",
        "but I have not told Dana yet",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("30 seconds", ("number", "second", "30")),
        ("30초", ("number", "second", "30")),
        ("1.5 minutes", ("number", "second", "90")),
        ("$95,000", ("number", "$", "95000")),
        ("$1.5 billion", ("number", "$", "1500000000")),
        ("$100.3 and more", ("number", "$", "100.3")),
        ("2021 notes", ("number", "", "2021")),
        ("2000 requests", ("number", "request", "2000")),
        ("25 MB", ("number", "byte", "25000000")),
        ("three times", ("number", "time", "3")),
        ("두 명", ("number", "명", "2")),
        ("v2.5", ("version", "", "2.5")),
        ("2.11.3", ("version", "", "2.11.3")),
        ("2026-03-01", ("date", "", "03-01")),
        ("March 15, 2024", ("date", "", "03-15")),
        ("3월 15일", ("date", "", "03-15")),
        ("4:30 PM", ("time", "", "16:30")),
        ("오후 4시 반", ("time", "", "16:30")),
        ("Fridays", ("weekday", "", "4")),
        ("금요일", ("weekday", "", "4")),
        ("Q3", ("quarter", "", "3")),
        ("it is off by default", ("switch", "", "off")),
        ("활성화", ("switch", "", "on")),
        ("비활성화", ("switch", "", "off")),
    ],
)
def test_values_have_one_form_in_both_languages(text: str, expected: tuple[str, str, str]) -> None:
    value = find_values(text)[0]
    assert (value.kind, value.unit, value.normal) == expected


def test_dates_of_different_years_differ() -> None:
    assert [value.normal for value in find_values("2026-03-01")] == ["03-01", "2026"]
    assert [value.normal for value in find_values("March 1")] == ["03-01"]


@pytest.mark.parametrize("text", ["maybe 5 is fine", "from now on"])
def test_words_are_not_mistaken_for_dates_or_switches(text: str) -> None:
    assert not [value for value in find_values(text) if value.kind in ("date", "switch")]


@pytest.mark.parametrize(
    "text",
    [
        "We no longer deploy on Fridays.",
        "Never commit to main.",
        "금요일에는 배포하지 않는다.",
        "도커가 필요 없다.",
        "force push는 하지 마세요.",
        "안 쓴다.",
    ],
)
def test_negation_is_seen(text: str) -> None:
    assert find_cues(text).negation


@pytest.mark.parametrize(
    "text",
    ["It is not only fast.", "안정적인 버전을 쓴다.", "문제 없이 동작한다.", "The node is new.", "I am not sure."],
)
def test_what_only_looks_like_negation_is_not(text: str) -> None:
    assert not find_cues(text).negation


def test_subject_scope_and_verb_are_read() -> None:
    (claim,) = analyse("The staging database listens on port 5432.").claims
    assert claim.subject == {"staging", "databas"}
    assert {scope for _, scope in claim.scopes} == {"staging"}
    assert [value.normal for value in claim.values] == ["5432"]
    (korean,) = analyse("결제 서비스 담당자는 민수다.").claims
    assert korean.subject == {"결제", "서비스", "담당자"}
    assert [term.word for term in korean.terms if term.role == "="] == ["민수"]


@settings(max_examples=200)
@given(st.text(max_size=200))
def test_analysis_never_raises_and_is_repeatable(text: str) -> None:
    assert analyse.__wrapped__(text) == analyse(text)


def test_a_number_that_is_spelled_out_and_labels_something_is_read() -> None:
    """The word behind it is a verb, not a unit: "window two keeps" once failed for the lack of a unit."""
    found = [each for each in find_values("Window two keeps the design sketches.") if each.kind == "number"]
    assert [each.words for each in found] in ([], ["two"])
