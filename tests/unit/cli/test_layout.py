"""Text on a terminal fits its width, in English and in Korean, and loses nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.cli.layout import pad, shorten, width_of, wrap

TEXT = st.text(alphabet=st.sampled_from("ab가나 한글é-*[1]\n 漢\u0301"), max_size=120)


def test_hangul_takes_two_columns_and_marks_and_colours_none() -> None:
    assert width_of("배포 ok") == 7
    assert width_of("e\u0301") == 1
    assert width_of("\x1b[1;31mred\x1b[0m") == 3


def test_a_long_line_is_shortened_at_its_width() -> None:
    assert shorten("결제 재시도는 최대 3회", 12) == "결제 재시도…"
    assert shorten("short", 12) == "short"
    assert shorten("two\nlines", 20) == "two lines"


def test_a_list_item_goes_on_under_its_text() -> None:
    assert wrap("- one two three", 10) == ["- one two", "  three"]


def test_an_entry_goes_on_under_its_number() -> None:
    assert wrap("[1] alpha beta gamma", 14) == ["[1] alpha beta", "    gamma"]


def test_a_word_wider_than_the_line_is_broken() -> None:
    assert wrap("가나다라마바사", 10) == ["가나다라마", "바사"]


def test_padding_counts_columns() -> None:
    assert pad("배포", 6) == "배포  "
    assert pad("too long", 3) == "too long"


@given(TEXT, st.integers(10, 60))
def test_wrapped_lines_fit_and_keep_every_character(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(width_of(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(TEXT, st.integers(2, 60))
def test_shortened_text_fits(text: str, width: int) -> None:
    assert width_of(shorten(text, width)) <= width
