"""Days and amounts as people write them, in both languages."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.work.amounts import Amount, read_amount, show_amount, take_amount
from memserver.work.days import read_day, take_day

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "value", "currency"),
    [
        ("₩1,200,000", 1_200_000, "KRW"), ("120만원", 1_200_000, "KRW"), ("1억 2천만 원", 120_000_000, "KRW"),
        ("3천 5백만원", 35_000_000, "KRW"), ("5천만", 50_000_000, "KRW"), ("$5k", 5_000, "USD"),
        ("$5.5k", 5_500, "USD"), ("3.5m", 3_500_000, "XXX"), ("5000 EUR", 5_000, "EUR"), ("USD 500", 500, "USD"),
        ("1,200,000원", 1_200_000, "KRW"), ("500달러", 500, "USD"), ("-₩300", -300, "KRW"), ("42", 42, "XXX"),
        ("0.5", 0.5, "XXX"),
    ],
)  # fmt: skip
def test_amounts_are_read(text: str, value: float, currency: str) -> None:
    assert read_amount(text, "XXX") == (Amount(value, currency), "")


@pytest.mark.parametrize("text", ["rent", "$5kg", "k", "", "9" * 40])
def test_what_is_no_amount_is_none(text: str) -> None:
    assert read_amount(text, "USD") is None


def test_the_amount_that_names_its_currency_is_taken() -> None:
    assert take_amount(["12", "seats", "for", "$500", "a", "month"], "USD") == (
        Amount(500, "USD"), ["12", "seats", "for", "a", "month"],
    )  # fmt: skip
    assert take_amount(["월세", "1억", "2천만원"], "USD") == (Amount(120_000_000, "KRW"), ["월세"])
    assert take_amount(["rent"], "USD") == (None, ["rent"])


@given(st.integers(0, 10**12), st.sampled_from(["KRW", "USD", "EUR"]))
def test_what_is_shown_can_be_read_again(value: int, currency: str) -> None:
    assert read_amount(show_amount(value, currency), "XXX") == (Amount(value, currency), "")


@given(st.text(max_size=30))
def test_no_text_breaks_the_readers(text: str) -> None:
    read_amount(text, "USD")
    read_day(text, MONDAY, ahead=True)
    read_day(text, MONDAY, ahead=False)


@pytest.mark.parametrize(
    ("text", "ahead", "before"),
    [
        ("2026-03-02", "2026-03-02", "2026-03-02"), ("3월 2일", "2027-03-02", "2026-03-02"),
        ("3월 2일까지", "2027-03-02", "2026-03-02"), ("3/2", "2027-03-02", "2026-03-02"),
        ("tomorrow", "2026-11-17", "2026-11-17"), ("내일", "2026-11-17", "2026-11-17"),
        ("next friday", "2026-11-27", "2026-11-27"), ("다음 주 금요일", "2026-11-27", "2026-11-27"),
        ("friday", "2026-11-20", "2026-11-13"), ("금요일", "2026-11-20", "2026-11-13"),
        ("Dec 24", "2026-12-24", "2025-12-24"), ("in 3 days", "2026-11-19", "2026-11-19"),
        ("3일 뒤", "2026-11-19", "2026-11-19"), ("2026년 3월 2일", "2026-03-02", "2026-03-02"),
        ("next week", "2026-11-27", "2026-11-23"),
    ],
)  # fmt: skip
def test_days_are_read(text: str, ahead: str, before: str) -> None:
    assert read_day(text, MONDAY, ahead=True) == date.fromisoformat(ahead)
    assert read_day(text, MONDAY, ahead=False) == date.fromisoformat(before)


@pytest.mark.parametrize("text", ["someday", "2월 30일", "일", "may", "99/99", ""])
def test_what_is_no_day_is_none(text: str) -> None:
    assert read_day(text, MONDAY, ahead=True) is None


def test_a_title_may_end_in_a_day_unless_it_is_marked() -> None:
    assert take_day(["Look", "at", "the", "sun"], MONDAY, ahead=True, marked=True) == (
        None,
        ["Look", "at", "the", "sun"],
    )
    assert take_day(["Ship", "it", "due", "next", "friday"], MONDAY, ahead=True, marked=True) == (
        date(2026, 11, 27), ["Ship", "it"],
    )  # fmt: skip
    assert take_day(["보고서", "3월", "2일까지"], MONDAY, ahead=True, marked=True) == (date(2027, 3, 2), ["보고서"])
    assert take_day(["rent", "2026-03-02"], MONDAY, ahead=False, marked=False) == (date(2026, 3, 2), ["rent"])


def test_options_with_dashes_are_understood() -> None:
    assert take_day(["Ship", "--due", "tomorrow"], MONDAY, ahead=True, marked=True)[1] == ["Ship"]
    assert take_amount(["Acme", "--mrr", "1200"], "USD") == (Amount(1200, "USD"), ["Acme"])
