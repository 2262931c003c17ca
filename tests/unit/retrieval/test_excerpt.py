"""Excerpts are short enough, whole, and about the question."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.excerpt import excerpt
from memserver.text.terms import query_terms
from memserver.text.token_count import count_tokens

GUIDE = (
    "Install the package first. " * 20
    + "The rollback command restores the last release. It asks before it deletes anything. "
    + "Afterwards tidy up. " * 20
)
KOREAN = "패키지를 먼저 설치한다. " * 20 + "롤백 명령은 마지막 릴리스를 되돌린다. " + "그다음 정리한다. " * 20


def test_a_text_that_fits_is_left_alone() -> None:
    assert excerpt("  Use tabs.  ", 50, []) == "Use tabs."


def test_the_sentence_that_answers_is_kept() -> None:
    cut = excerpt(GUIDE, 60, query_terms("How do I do a rollback to the last release?"))

    assert "The rollback command restores the last release." in cut
    assert cut.startswith("… ")
    assert cut.endswith(" …")
    assert count_tokens(cut) <= 60


def test_korean_is_cut_at_its_sentences() -> None:
    cut = excerpt(KOREAN, 60, query_terms("롤백은 어떻게 해?"))

    assert "롤백 명령은 마지막 릴리스를 되돌린다." in cut
    assert count_tokens(cut) <= 60


def test_one_endless_line_is_cut_at_a_space() -> None:
    cut = excerpt("word " * 500, 20, [])

    assert cut.removesuffix(" …").split() == ["word"] * len(cut.removesuffix(" …").split())
    assert count_tokens(cut) <= 20


@given(st.text(alphabet=st.sampled_from(list("ab한글. \n!?🙂é{}")), max_size=400), st.integers(1, 60))
def test_an_excerpt_never_has_more_tokens_than_asked_for(text: str, tokens: int) -> None:
    assert count_tokens(excerpt(text, tokens, ["한글", "ab"])) <= tokens
