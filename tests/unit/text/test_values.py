"""Values are looked for where they can stand, and nothing is missed by it."""

from __future__ import annotations

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
