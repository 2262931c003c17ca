"""Neighbours lend each other words, as far as their order may be trusted."""

from __future__ import annotations

import numpy as np
import pytest

from memserver.retrieval.neighbours import Mentions, Neighbours, lent_words, with_neighbours
from memserver.retrieval.tuning import RANKING

# Two words (rows) in four passages: the first is said by the first passage, the second by the first and the third.
MENTIONS = np.array([[2.0, 0.0, 0.0, 0.0], [1.0, 0.0, 1.0, 0.0]])
HOLDING = Mentions(MENTIONS[:, [0, 2]], np.array([0, -1, 1, -1], np.int32))
BEST = 3.0
ALL = np.arange(4)


def before(trust: float = 1.0) -> Neighbours:
    return Neighbours(np.array([-1, 0, 1, 2]), np.full(4, trust))


def test_a_passage_is_lent_a_share_of_the_words_before_it() -> None:
    lent = lent_words(HOLDING, ALL, [(before(), RANKING.neighbour)], BEST)
    assert lent == pytest.approx([0, RANKING.neighbour * 3 / BEST, 0, RANKING.neighbour * 1 / BEST])


def test_only_what_it_lacks_is_lent() -> None:
    after = Neighbours(np.array([2, -1, -1, -1]), np.ones(4))
    assert lent_words(HOLDING, ALL, [(after, 1.0)], BEST).tolist() == [0, 0, 0, 0]


def test_several_neighbours_lend_the_most_that_one_of_them_has() -> None:
    steps = [(before(), 0.5), (Neighbours(np.array([-1, 0, -1, -1]), np.ones(4)), 0.2)]
    assert lent_words(HOLDING, ALL, steps, BEST).tolist() == lent_words(HOLDING, ALL, steps[:1], BEST).tolist()


def test_as_much_is_lent_as_the_order_is_trusted() -> None:
    full, half, none = (lent_words(HOLDING, ALL, [(before(trust), 0.5)], BEST) for trust in (1.0, 0.5, 0.0))
    assert half == pytest.approx(full / 2)
    assert none.tolist() == [0, 0, 0, 0]


def test_the_neighbour_of_a_neighbour_is_trusted_by_both() -> None:
    near = Neighbours(np.array([-1, 0]), np.array([1.0, 0.5]))
    further = near.beyond(Neighbours(np.array([7, -1]), np.array([1.0, 0.5])))
    assert (further.places.tolist(), further.trust.tolist()) == ([-1, -1], [1.0, 0.25])


def test_nothing_is_lent_where_nothing_matches_or_nothing_is_asked_for() -> None:
    assert lent_words(HOLDING, ALL, [(before(), 0.5)], 0.0).tolist() == [0, 0, 0, 0]
    assert lent_words(HOLDING, np.empty(0, np.intp), [], BEST).tolist() == []


def test_around_passages_stand_the_neighbours_that_may_be_seen_and_trusted() -> None:
    seen = np.array([True, False, True, True])
    steps = [(Neighbours(np.array([1, 2]), np.ones(2)), 0.5), (Neighbours(np.array([0, -1]), np.zeros(2)), 0.5)]
    assert with_neighbours(np.array([2, 3]), steps, seen).tolist() == [2, 3]
    assert with_neighbours(np.array([2, 3]), steps, np.ones(4, np.bool_)).tolist() == [1, 2, 3]
