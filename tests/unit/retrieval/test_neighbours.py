"""Neighbours lend to each other within a thread."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from memserver.retrieval.neighbours import (
    ACROSS_HEADING,
    DENSE_BEYOND,
    DENSE_SHARE,
    WORD_BEYOND,
    WORD_SHARE,
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


def test_nothing_is_lent_where_nothing_goes_on() -> None:
    found = match("camping", TALK)
    place = layout(TALK, in_thread=False)
    own, lent = lend_words(found, place, find_links(place))
    assert lent.tolist() == own.tolist()


def test_less_is_lent_across_a_heading() -> None:
    place = replace(layout(TALK), same_heading=np.array([True, True, False, True]))
    lent = lend_similarity(np.array([0.0, 0.0, 1.0, 0.0]), find_links(place))

    assert lent == pytest.approx(
        [DENSE_SHARE * DENSE_BEYOND * ACROSS_HEADING, DENSE_SHARE * ACROSS_HEADING, 1.0, DENSE_SHARE]
    )


def test_words_are_not_lent_among_the_passages_of_one_owner() -> None:
    place = layout(TALK)
    links = between_owners(find_links(place), np.array([1, 1, 2, 2]))
    own, lent = lend_words(match("camping", TALK), place, links)

    assert lent[0, 0] == 0
    assert lent[0, 2] == pytest.approx(own[0, 1] * WORD_SHARE)


@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_small_layouts_work(count: int) -> None:
    place = layout(TALK[:count])

    assert lend_similarity(np.ones(count), find_links(place)).shape == (count,)
