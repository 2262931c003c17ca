"""Outlines of any bytes: never an error, and work in proportion to the text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.workspace.change_verdict import verdict
from memserver.workspace.kept_places import MOST_CHARS, from_text, to_text
from memserver.workspace.outlines import MAX_OUTLINE_BYTES, outline_of
from memserver.workspace.places_in_file import find_places
from memserver.workspace.spoken_words import spoken_words

NAMES = ["a.py", "a.ts", "a.go", "a.yaml", "a.toml", "a.json", "a.md", "a.sql", "Dockerfile", "a"]
CODE = st.text(alphabet="abc_ \n\t(){}[]:;,.=\"'`#/*-\\123가나", max_size=300)


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(NAMES), one=st.binary(max_size=200), other=st.binary(max_size=200), memory=st.text(max_size=80)
)
def test_any_bytes_are_recorded_and_compared(name: str, one: bytes, other: bytes, memory: str) -> None:
    _record_and_compare(name, one, other, memory)


@settings(max_examples=300, deadline=None)
@given(name=st.sampled_from(NAMES), one=CODE, other=CODE, memory=CODE)
def test_any_code_is_recorded_and_compared(name: str, one: str, other: str, memory: str) -> None:
    _record_and_compare(name, one.encode(), other.encode(), memory)


def _record_and_compare(name: str, one: bytes, other: bytes, memory: str) -> None:
    before, after = outline_of(name, one), outline_of(name, other)
    if before is None or after is None:
        return
    text = to_text(find_places(before, spoken_words(memory)))
    assert len(text) <= 2 * MOST_CHARS
    places = from_text(text)
    if places is not None:
        assert verdict(places, before) is None
        verdict(places, after)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "piece", ["`", '"', "'", "/*", '"\\', "(", "{", "x = (\n", "# a\n", "a.b.", "    if x:\n", "a: {", "[", '"""', "é"]
)
def test_what_repeats_a_thousand_times_is_read(name: str, piece: str) -> None:
    outline = outline_of(name, (piece * 20_000).encode())
    assert outline is not None
    find_places(outline, spoken_words("`a.b` is x = 3 and " + piece * 200))


def test_what_is_no_text_or_too_much_of_it_has_no_outline() -> None:
    assert outline_of("a.py", b"\0\1\2") is None
    assert outline_of("a.py", b"x" * (MAX_OUTLINE_BYTES + 1)) is None


def test_python_that_cannot_be_parsed_is_read_by_its_indentation() -> None:
    outline = outline_of("old.py", b"def charge(amount):\n    print 'charged', amount\n")
    assert outline is not None
    assert [block.name for block in outline.blocks] == ["charge"]


@pytest.mark.parametrize("text", ["", "[]", "{}", "[2,[],[],[],false,false]", "[1,[],[],[[]],false,false]", "nonsense"])
def test_places_of_another_version_are_none(text: str) -> None:
    assert from_text(text) is None


def test_places_hold_no_text_of_the_file() -> None:
    outline = outline_of("settings.py", b'TOKEN = "sk-live-secret"\nTIMEOUT = 30\n')
    assert outline is not None
    assert "secret" not in to_text(find_places(outline, spoken_words("TOKEN is set in settings.py, TIMEOUT is 30.")))
