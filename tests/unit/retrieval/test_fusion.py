"""Words and vectors on one scale."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.fusion import fuse, scale_words


def test_the_best_match_of_half_known_words_does_not_get_full_marks() -> None:
    known = scale_words(np.array([10.0]), possible=10.0)
    half = scale_words(np.array([10.0]), possible=20.0)

    assert half[0] < known[0] < 1


def test_no_match_at_all_is_zero() -> None:
    assert scale_words(np.zeros(3), possible=0.0).tolist() == [0, 0, 0]


def test_words_alone_decide_without_vectors() -> None:
    assert fuse(np.array([0.2, 0.7]), None).tolist() == [0.2, 0.7]


def test_a_passage_without_a_vector_is_neither_helped_nor_hurt() -> None:
    fused = fuse(np.array([0.5, 0.5, 0.5]), np.array([0.4, np.nan, 0.0]))

    assert fused[0] > fused[1] > fused[2]


def test_vectors_alone_decide_when_no_word_matches() -> None:
    fused = fuse(np.zeros(2), np.array([0.1, 0.5]))

    assert fused[1] > fused[0] > 0


@given(
    st.lists(st.tuples(st.floats(0, 2), st.floats(-1, 1)), min_size=1, max_size=30),
)
def test_more_of_either_never_ranks_lower(pairs: list[tuple[float, float]]) -> None:
    words, similarity = (np.array(column) for column in zip(*pairs, strict=True))
    fused = fuse(words, similarity)

    assert (fused > 0).all()
    assert (fuse(words + 0.1, similarity) >= fused).all()
    assert (fuse(words, similarity + 0.1) >= fused - 1e-9).all()


def test_candidates_below_zero_keep_their_order() -> None:
    fused = fuse(np.zeros(3), np.array([-0.1, -0.3, -0.2]))

    assert fused[0] > fused[2] > fused[1] > 0


def test_scaling_keeps_the_order() -> None:
    totals = np.array([3.0, 1.0, 2.0])

    assert scale_words(totals, 5.0).argsort().tolist() == totals.argsort().tolist()
    assert scale_words(totals, 5.0, best=6.0)[0] == pytest.approx(3 / np.sqrt(6 * 5 * 1.2))
