"""English stems: forms of one word meet, other words do not."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.stems import english_stem


@pytest.mark.parametrize(
    "forms",
    [
        ("deploy", "deploys", "deployed", "deploying", "deployment", "deployments"),
        ("plan", "plans", "planned", "planning"),
        ("study", "studies", "studied"),
        ("create", "created", "creating", "creation", "creative"),
        ("decide", "decided", "deciding"),
        ("adopt", "adoption", "adopted"),
        ("city", "cities"),
        ("happy", "happily"),
        ("class", "classes"),
        ("quick", "quickly"),
    ],
)
def test_forms_of_one_word_meet(forms: tuple[str, ...]) -> None:
    assert len({english_stem(form) for form in forms}) == 1


@pytest.mark.parametrize(("one", "other"), [("plane", "planet"), ("bus", "busy"), ("test", "text"), ("is", "island")])
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert english_stem(one) != english_stem(other)


@given(st.text(alphabet=string.ascii_lowercase, min_size=1, max_size=20))
def test_a_stem_is_a_short_form_that_is_never_empty(word: str) -> None:
    stem = english_stem(word)

    assert 0 < len(stem) <= len(word)
    assert stem[:2] == word[:2]
