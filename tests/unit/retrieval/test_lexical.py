"""Words of a question in passages."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.lexical import match_words, postings_of
from memserver.text.terms import query_words
from tests.unit.retrieval.small_store import match

NOTES = [
    "Deploy the billing service on Tuesdays",
    "The billing service writes invoices",
    "배포는 화요일에만 한다",
    "Tests run before every merge",
]


def test_postings_count_mentions() -> None:
    posting = postings_of([("deploy", "1,1,4"), ("gone", None)])

    assert posting["deploy"].ids.tolist() == [1, 4]
    assert posting["deploy"].counts.tolist() == [2, 1]
    assert "gone" not in posting


def test_a_rare_word_weighs_more_than_a_common_one() -> None:
    found = match("billing invoices", NOTES)

    assert found.weights[1] > found.weights[0]
    assert found.ids[found.totals.argmax()] == 2


def test_a_synonym_of_the_other_language_finds_and_ranks_below_the_word_itself() -> None:
    found = match("deploy", NOTES)

    assert found.ids.tolist() == [1, 3]
    assert found.totals[0] > found.totals[1] > 0


def test_a_word_that_nobody_mentions_still_counts_among_what_could_be_matched() -> None:
    known, unknown = match("billing", NOTES), match("billing zeppelin", NOTES)

    assert unknown.possible > known.possible
    assert unknown.totals.tolist() == known.totals.tolist()


def test_a_question_without_words_matches_nothing() -> None:
    found = match("what was that?", NOTES)

    assert found.ids.size == 0
    assert found.possible == 0
    assert found.at(np.array([1, 2])).shape == (0, 2)


def test_columns_of_passages_without_a_match_are_zero() -> None:
    assert match("invoices", NOTES).at(np.array([1, 2, 99])).sum(axis=0).tolist()[::2] == [0, 0]


def test_a_long_korean_word_does_not_weigh_as_much_as_its_grams_together() -> None:
    words = query_words("데이터베이스")
    found = match_words(words, {}, 100)

    assert len(words[0].terms) == 5
    assert found.weights[0] == pytest.approx(match_words(query_words("서버"), {}, 100).weights[0] * 5 / np.sqrt(5))


@given(st.lists(st.text(alphabet="ab 배포", max_size=12), max_size=8), st.text(alphabet="ab 배포", max_size=12))
def test_scores_are_finite_and_never_negative(texts: list[str], question: str) -> None:
    found = match(question, texts)

    assert np.isfinite(found.scores).all()
    assert (found.scores >= 0).all()
    assert (np.diff(found.ids) > 0).all()
