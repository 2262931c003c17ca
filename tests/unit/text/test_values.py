"""Values are looked for where they can stand, and nothing is missed by it."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memserver.text import values

WORDS = (
    "September 12, 2026 sept. 5th-7 Oct 3 v2 v1.2.3 1.20.300 10:30 pm 10 am 30s 30 seconds 1,000 ms $20k 5% Q3 "
    "2026-03-01 "
    "오전 9시 30분 2026년 3월 1일 3분기 web-02 #812 x86_64 C++ 12.5 one ten days seven people Monday Fridays is on "
    "turned off. enabled deactivated on, on by 켜져 꺼 둔 월요일 세 명 nobody of the a"
)
TEXTS = st.lists(st.sampled_from(WORDS.split(" ")), min_size=1, max_size=14).map(" ".join)


@given(TEXTS)
@example("september. 12 and 3")
def test_values_with_digits_are_those_that_a_search_of_the_whole_text_finds(text: str) -> None:
    near = [match.span() for match in values._around_digits(text, values._DIGIT.search(text))]
    assert near == [match.span() for match in values._NUMERIC.finditer(text)]


@given(st.one_of(TEXTS, st.text(max_size=60)))
@example("The flag is ON")
@example("(on\tby default)")
def test_values_without_digits_are_known_by_a_glance(text: str) -> None:
    assert values._may_be_worded(text) or not values._WORD_HINT.search(text)


@pytest.mark.parametrize(
    ("text", "kind", "normal"),
    [
        ("v1.2.3으로 올린다", "version", "1.2.3"),
        ("v2는 느리다", "version", "2"),
        ("1.2.3-rc1로 올린다", "version", "1.2.3-rc1"),
        ("2026-03-01부터 받는다", "date", "03-01"),
        ("Q3에 연다", "quarter", "3"),
        ("20k로 늘린다", "number", "20000"),
        ("Friday에 배포한다", "weekday", "4"),
        ("10 am에 연다", "time", "10:00"),
    ],
)
def test_a_korean_particle_behind_a_value_is_no_part_of_it(text: str, kind: str, normal: str) -> None:
    found = values.find_values(text)[0]
    assert (found.kind, found.normal) == (kind, normal)


@pytest.mark.parametrize("text", ["v1a", "q3x", "2026-03-012"])
def test_what_goes_on_in_latin_letters_or_digits_is_another_word(text: str) -> None:
    assert not any(value.kind in {"version", "quarter", "date"} for value in values.find_values(text))
