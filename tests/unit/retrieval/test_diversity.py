"""Near-duplicates give way and are never thrown out."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.diversity import KEPT_BY_REPETITION, repetition, repetition_by_words, variety_factors


def test_a_repetition_of_a_better_candidate_is_worth_less() -> None:
    vectors = np.array([[1, 0], [1, 0], [0, 1]], np.float32)

    assert repetition(vectors).tolist() == [0, 1, 0]
    assert variety_factors(repetition(vectors)).tolist() == [1, KEPT_BY_REPETITION, 1]


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
