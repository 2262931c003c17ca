from __future__ import annotations

import re

import pytest
from hypothesis import given

from memserver.claims.cues import cue_patterns, english_scopes, find_cues, korean_scopes, opposites
from memserver.claims.pair import CUES
from tests.unit.claims.texts import ANY_TEXT


@pytest.mark.parametrize(
    ("text", "kind", "cue"),
    [
        ("We No Longer deploy on Fridays.", "strong", "no longer"),
        ("Forget what I said about tabs.", "retract", "forget"),
        ("Guests cannot check out.", "negation", "cannot"),
        ("Maybe we switch.", "doubt", "maybe"),
        ("금요일에는 더 이상 배포하지 않는다.", "strong", "더 이상"),
        ("금요일에는 배포하지 않는다.", "negation", "않"),
        ("이 API는 no longer 지원", "strong", "no longer"),
    ],
)
def test_cues_are_found_in_lower_case(text: str, kind: str, cue: str) -> None:
    assert cue in find_cues(text)[kind]


def test_a_cue_within_a_longer_word_is_none() -> None:
    assert find_cues("The notebook is a no-brainer in Norway.")["negation"] == []


def test_korean_cues_are_not_looked_for_in_english() -> None:
    english, both = cue_patterns()["negation"]
    assert not re.search("[가-힣]", english.pattern)
    assert re.search("[가-힣]", both.pattern)


def test_every_cue_that_the_numbers_ask_for_is_in_the_table() -> None:
    assert {*CUES, "negation"} <= set(find_cues(""))


def test_what_one_word_excludes_excludes_it() -> None:
    table = opposites()
    assert "forbid" in table["allow"]
    assert all(word in table[other] for word, others in table.items() for other in others)


def test_scopes_are_in_lower_case_and_the_longest_beginning_comes_first() -> None:
    assert all(word == word.lower() for word in english_scopes())
    lengths = [len(word) for word in korean_scopes()]
    assert lengths == sorted(lengths, reverse=True)


@given(ANY_TEXT)
def test_any_text_has_cues_of_every_kind_or_none(text: str) -> None:
    found = find_cues(text)
    assert set(found) == set(cue_patterns())
    assert all(cue for cues in found.values() for cue in cues)
