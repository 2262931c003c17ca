"""Neighbours lend to each other within a thread."""

from __future__ import annotations

import numpy as np
import pytest

from memserver.retrieval.neighbours import (
    ACROSS_HEADING,
    DENSE_SHARE,
    WORD_BEYOND,
    WORD_SHARE,
    Layout,
    between_owners,
    find_links,
    lend_similarity,
    lend_words,
)
from tests.unit.retrieval.small_store import layout, match

TALK = ["Where did you go?", "Camping at the lake", "It was great", "We should go again"]


def test_the_answer_is_lent_the_words_of_the_question_before_it() -> None:
    found = match("camping", TALK)
    place = layout(TALK)
    own, lent = lend_words(found, place, find_links(place))

    assert own[0].tolist() == [0, own[0, 1], 0, 0]
    assert lent[0, [0, 2]] == pytest.approx(own[0, 1] * WORD_SHARE)
    assert lent[0, 3] == pytest.approx(own[0, 1] * WORD_SHARE * WORD_BEYOND)


def test_a_word_that_both_hold_counts_once() -> None:
    texts = ["camping", "camping"]
    place = layout(texts)
    own, lent = lend_words(match("camping", texts), place, find_links(place))

    assert lent.tolist() == own.tolist()


def test_nothing_is_lent_across_threads_or_gaps_or_without_a_thread() -> None:
    found = match("camping", TALK)
    for place in (
        layout(TALK, thread=None),
        Layout(np.arange(1, 5), ["a", "b", "a", "b"], [""] * 4),
        Layout(np.array([1, 2, 4, 6]), ["a", "b", "a", "a"], [""] * 4),
    ):
        own, lent = lend_words(found, place, find_links(place))
        assert lent.tolist() == own.tolist()


def test_less_is_lent_across_a_heading() -> None:
    place = Layout(np.array([1, 2]), ["doc", "doc"], ["Setup", "Billing"])
    lent = lend_similarity(np.array([0.0, 1.0]), find_links(place))

    assert lent[0] == pytest.approx(DENSE_SHARE * ACROSS_HEADING)


def test_words_are_not_lent_among_the_passages_of_one_owner() -> None:
    place = layout(TALK)
    links = between_owners(find_links(place), ["m1", "m1", "m2", "m2"])
    own, lent = lend_words(match("camping", TALK), place, links)

    assert lent[0, 0] == 0
    assert lent[0, 2] == pytest.approx(own[0, 1] * WORD_SHARE)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_small_layouts_work(count: int) -> None:
    place = layout(TALK[:count])

    assert lend_similarity(np.ones(count), find_links(place)).shape == (count,)
