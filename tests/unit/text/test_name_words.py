"""Which words of a question have the shape of a name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.name_words import name_words
from memserver.text.terms import query_words


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Who told Kenji about it?", {"kenji"}),
        ("케냐 여행은 Kenji가 예약했어?", {"kenji"}),
        ("Where is createSessionToken called?", {"createsessiontoken"}),
        ("what does parse_quantity do with `pods`", {"parsequantiti", "pod"}),
        ("is the runner on k6 or on the CDN?", {"k6", "cdn"}),
        # What begins a sentence, a line or an item has a capital in any case.
        ("Deployment stopped. Rollback failed:\n- Nothing helped\n> Something did", set()),
        ("배포는 언제 하나요?", set()),
        ("What I want, I'd say", set()),
        # In a title or in a shout capitals say nothing.
        ("How We Release Our Software Every Friday", set()),
        ("WHY IS THE BUILD BROKEN AGAIN", set()),
        ("", set()),
    ],
)
def test_names_are_told_by_their_shape(text: str, names: set[str]) -> None:
    assert {terms[-1] for terms in name_words(text)} == names


@given(st.text(alphabet="aB_1 .`\n가'-", max_size=60))
def test_every_name_is_made_of_terms_that_are_looked_up(text: str) -> None:
    held = {term for word in query_words(text) for term in word.terms}
    assert all(terms for terms in name_words(text))
    # A name that stands inside a longer word (joined by a hyphen) is no word of the question, and counts for nothing.
    plain = text.replace("-", " ").replace("'", " ").replace("가", " ")
    held = {term for word in query_words(plain) for term in word.terms}
    assert all(set(terms) <= held for terms in name_words(plain))
