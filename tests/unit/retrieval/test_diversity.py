"""Near-duplicates give way and are never thrown out."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.diversity import KEPT_BY_REPETITION, repetition, repetition_by_words, varied, variety_factors
from memserver.retrieval.ranking import Ranked, Ranking


def test_a_repetition_of_a_better_candidate_is_worth_less() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], np.float32)

    assert repetition(vectors).tolist() == [0, 1, 0]
    assert variety_factors(repetition(vectors)).tolist() == [1, KEPT_BY_REPETITION, 1]


def ranked(owner: str, score: float) -> Ranked:
    return Ranked(owner, 1, 0, score, 0.5, 0.2, 0.5, 0.5)


def test_a_repetition_is_moved_down_and_says_so() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], np.float32)
    result = varied(Ranking([ranked("a", 0.9), ranked("b", 0.8), ranked("c", 0.7)], vectors))

    assert [each.owner for each in result.owners] == ["a", "c", "b"]
    assert result.owners[2].reasons()["variety"] == KEPT_BY_REPETITION
    assert result.vectors is not None
    assert result.vectors.tolist() == [[1, 0], [0, 1], [1, 0]]


def test_without_vectors_a_ranking_stays_as_it_is() -> None:
    ranking = Ranking([ranked("a", 0.9)], None)

    assert varied(ranking) is ranking


def test_a_candidate_without_a_vector_repeats_nothing() -> None:
    vectors = np.array([[1, 0], [np.nan, np.nan]], np.float32)

    assert repetition(vectors).tolist() == [0, 0]


def test_words_tell_when_there_are_no_vectors() -> None:
    terms = [frozenset({"a", "b"}), frozenset({"a", "b"}), frozenset({"c"}), frozenset()]

    assert repetition_by_words(terms).tolist() == [0, 1, 0, 0]


@given(st.lists(st.lists(st.floats(-1, 1), min_size=3, max_size=3), max_size=10))
def test_nobody_is_excluded_and_the_first_is_untouched(rows: list[list[float]]) -> None:
    vectors = np.array(rows, np.float32).reshape(len(rows), 3)
    factors = variety_factors(repetition(vectors))

    assert ((factors >= KEPT_BY_REPETITION) & (factors <= 1)).all()
    assert not len(factors) or factors[0] == 1
