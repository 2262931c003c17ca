from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.errors import InvalidParams, MemserverError, TooLarge
from memserver.text.sanitise import MAX_CHARS, clean_text


@pytest.mark.parametrize("value", ["", "   ", "\n\t", "\u3000"])
def test_empty_text_is_refused(value: str) -> None:
    with pytest.raises(InvalidParams) as caught:
        clean_text(value, "content")
    assert caught.value.field == "content"


@pytest.mark.parametrize("value", ["a\x00b", "a\x1b[31m", "a\x7f", "a\x85b"])
def test_control_characters_are_refused(value: str) -> None:
    with pytest.raises(InvalidParams, match="U\\+00"):
        clean_text(value, "title")


def test_tabs_and_line_breaks_are_kept() -> None:
    assert clean_text("a\tb\r\nc\n", "content") == "a\tb\r\nc\n"


def test_a_lone_surrogate_is_refused() -> None:
    with pytest.raises(InvalidParams, match="surrogate"):
        clean_text("half \ud83d", "content")


def test_too_much_text_is_refused_with_the_limit() -> None:
    with pytest.raises(TooLarge, match=str(MAX_CHARS)) as caught:
        clean_text("가" * (MAX_CHARS + 1), "content")
    assert caught.value.field == "content"
    assert clean_text("가" * MAX_CHARS, "content") == "가" * MAX_CHARS


@pytest.mark.parametrize("value", [None, 3, ["a"], b"a"])
def test_what_is_not_a_string_is_refused(value: object) -> None:
    with pytest.raises(InvalidParams):
        clean_text(value, "content")


def test_decomposed_hangul_is_composed() -> None:
    assert clean_text(unicodedata.normalize("NFD", "배포는 금요일"), "content") == "배포는 금요일"


@given(st.text())
def test_only_normalisation_ever_changes_text_and_errors_never_quote_it(value: str) -> None:
    try:
        cleaned = clean_text(value, "content", 50)
    except MemserverError as error:
        assert error.field == "content"
        assert len(value) < 3 or value not in error.message
    else:
        assert cleaned == unicodedata.normalize("NFC", value)
        assert clean_text(cleaned, "content", 50) == cleaned
