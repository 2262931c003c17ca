"""Hints: found exactly where a plain search finds them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.text.hints import Hints

PIECES = ("strateg", "on the other hand", "로드맵", "é")
TEXT = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8))).map("".join)


@given(TEXT)
def test_a_piece_is_found_wherever_it_stands(text: str) -> None:
    assert Hints(PIECES).stand_in(text) == any(piece in text for piece in PIECES)


def test_nothing_to_look_for_is_found_nowhere() -> None:
    assert not Hints(()).stand_in("로드맵 strategy")
