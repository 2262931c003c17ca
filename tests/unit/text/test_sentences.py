"""Where sentences end."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text import sentences
from memserver.text.sentences import split_sentences

LOOKING_BACK = re.compile(r"(?<=[.!?。！？…])[\"'”’)\]]*\s+|\n+")
TEXTS = st.text(alphabet=st.sampled_from("ab가. !?…\n\t”')]。"), max_size=40)


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("It works. Really?! Yes", ["It works.", "Really?!", "Yes"]),
        ("He said “stop.” Then he left", ["He said “stop.", "Then he left"]),
        ("use e.g. Redis here. Next", ["use e.g. Redis here.", "Next"]),
        ("- 첫째 줄\n- 둘째 줄", ["첫째 줄", "둘째 줄"]),
        ("", []),
    ],
)
def test_sentences_keep_their_sign_and_lose_the_quotes_behind_it(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(TEXTS)
def test_the_ends_are_those_that_looking_back_from_every_space_finds(text: str) -> None:
    pieces = [piece.strip() for piece in LOOKING_BACK.split(text) if piece and piece.strip()]
    assert "".join(split_sentences(text)).replace(" ", "") == "".join(pieces).replace(" ", "")


PIECES = ["a", "b", " ", ",", ";", "-", " - ", ".", "\t", "\x1f", "but ", "I've ", "and ", "how"]


@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join))
def test_plain_text_is_cut_into_the_same_clauses_by_the_plainer_pattern(text: str) -> None:
    assert sentences._PLAIN_CLAUSE.split(text) == sentences._CLAUSE.split(text)
