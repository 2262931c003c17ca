from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.growth.answer_arithmetic import agree, derivable
from memserver.growth.answer_values import Quantity, quantities


def one(text: str) -> Quantity:
    (value,) = quantities(text)
    return value


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("90 s", "1.5 minutes"),
        ("1.5 GiB", "1536 MiB"),
        ("22 lb", "10 kg"),
        ("a day and a half", "36 hours"),
        ("half an hour", "30분"),
        ("2시간 30분", "150 minutes"),
        ("60 requests per minute", "1 request per second"),
        ("분당 60회", "초당 1회"),
        ("noon", "12:00"),
        ("half past seven", "19:30"),
        ("오후 5시 반", "17:30"),
        ("12 December", "December 12"),
        ("Tuesday", "화요일"),
        ("일주일", "seven days"),
    ],
)
def test_the_same_in_other_words_agrees(first: str, second: str) -> None:
    assert agree(one(first), one(second))


@pytest.mark.parametrize(
    ("first", "second"),
    [("45 minutes", "10 minutes"), ("3.10", "3.12"), ("Monday", "Thursday"), ("two reviewers", "three reviewers"),
     ("100 requests per minute", "100 requests per second"), ("2 days", "2 hours")],
)  # fmt: skip
def test_what_differs_does_not(first: str, second: str) -> None:
    assert not agree(one(first), one(second))


@pytest.mark.parametrize(
    ("stated", "given"),
    [("1 TB", "four nodes with 250 GB"), ("25 %", "600 of 2,400"), ("2시간 30분", "01:00부터 03:30까지"),
     ("17:10", "17:30, 마감 20분 전"), ("four times a day", "every six hours")],
)  # fmt: skip
def test_what_follows_by_one_step_is_derivable(stated: str, given: str) -> None:
    assert derivable(one(stated), quantities(given))


@given(st.text())
def test_any_text_has_values_or_none(text: str) -> None:
    for value in quantities(text):
        assert agree(value, value)
