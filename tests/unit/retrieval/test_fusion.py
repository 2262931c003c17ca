"""The parts of a score on scales that carry their own confidence."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.fusion import across_languages, spread, standing_out, weights, without_vector
from memserver.retrieval.tuning import RANKING, USUAL

MANY = RANKING.mean_steady * USUAL.weight
UNKNOWN = float("nan")


def both_languages(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Return similarities of so many English and Korean passages, the Korean ones all nearer, and which are Korean."""
    english, korean = np.linspace(0.0, 0.2, count), np.linspace(0.5, 0.7, count)
    return np.concatenate([english, korean]).astype(np.float32), np.repeat([False, True], count)


def test_of_many_passages_one_is_told_by_their_own_mean_and_deviation() -> None:
    similarity = np.linspace(-0.3, 0.5, MANY).astype(np.float32)
    scores = standing_out(similarity, np.zeros(MANY, np.bool_))
    assert scores == pytest.approx((similarity - similarity.mean()) / similarity.std(), abs=1e-4)


def test_each_language_is_compared_with_itself_where_there_is_enough_of_both() -> None:
    similarity, korean = both_languages(MANY)
    scores = standing_out(similarity, korean)
    assert scores[korean] == pytest.approx(scores[~korean], abs=1e-3)
    assert scores[korean].mean() == pytest.approx(0, abs=1e-3)


def test_a_few_of_a_language_are_compared_with_all() -> None:
    similarity, korean = both_languages(RANKING.language_group - 1)
    scores = standing_out(similarity, korean)
    assert scores[korean].min() > scores[~korean].max()


def test_a_passage_without_a_vector_is_unknown_and_changes_nothing_for_the_others() -> None:
    similarity = np.linspace(-0.3, 0.5, MANY).astype(np.float32)
    korean = np.zeros(MANY + 1, np.bool_)
    scores = standing_out(np.append(similarity, np.float32(np.nan)), korean)
    assert np.isnan(scores[-1])
    assert scores[:-1].tolist() == standing_out(similarity, korean[1:]).tolist()


def test_some_can_be_compared_with_others() -> None:
    others = np.linspace(0.0, 0.2, MANY).astype(np.float32)
    english = np.zeros(MANY, np.bool_)
    scores = standing_out(np.array([0.1, 0.5], np.float32), english[:2], others, english)
    assert scores[0] == pytest.approx(0, abs=1e-3)
    assert scores[1] > 5


def test_of_a_few_the_usual_says_what_stands_out() -> None:
    assert spread(np.empty(0, np.float32)) == (USUAL.mean, USUAL.deviation)
    mean, deviation = spread(np.full(USUAL.weight, 0.43, np.float32))
    assert mean == pytest.approx((0.43 + USUAL.mean) / 2)
    assert deviation > USUAL.deviation / 2
    # One alone is judged by what is usual, not by itself: a near one stands out, a far one does not.
    alone = np.zeros(1, np.bool_)
    near, far = (standing_out(np.array([value], np.float32), alone)[0] for value in (0.6, 0.0))
    assert near > 2 > 1 > far


@given(st.lists(st.floats(-1, 1, width=32), max_size=300))
def test_the_spread_is_always_a_scale(values: list[float]) -> None:
    mean, deviation = spread(np.array(values, np.float32))
    assert np.isfinite(mean)
    assert deviation > 0


def test_a_missing_vector_has_the_nearness_of_its_place_by_words() -> None:
    words = np.array([0.1, 0.9, 0.5, 0.0, 0.7])
    nearness = np.array([3.0, UNKNOWN, UNKNOWN, UNKNOWN, 1.0])
    assert without_vector(words, nearness).tolist() == [3.0, 3.0, 1.0, 0.0, 1.0]
    known = np.array([1.0, 2.0])
    assert without_vector(words[:2], known) is known
    assert without_vector(words[:2], np.array([UNKNOWN, UNKNOWN])).tolist() == [0.0, 0.0]


def test_texts_in_another_language_have_half_of_what_stands_at_their_place() -> None:
    words = np.array([0.8, 0.4, 0.0, 0.0, 0.0, 0.3])
    nearness = np.array([0.0, 0.0, 0.0, 1.0, 5.0, 2.0])
    foreign = np.array([False, False, False, True, True, True])
    lifted = across_languages(words, nearness, foreign)
    # The nearest of them is measured by the best by words, the next by the second; a word in common counts in full.
    half = RANKING.other_language
    assert lifted.tolist() == [0.8, 0.4, 0.0, 0.0, half * 0.8, max(0.3, half * 0.4)]


@pytest.mark.parametrize("foreign", [[True, True], [False, False]])
def test_in_a_store_of_one_language_nothing_is_lifted(foreign: list[bool]) -> None:
    words = np.array([0.8, 0.0])
    assert across_languages(words, np.array([0.0, 9.0]), np.array(foreign)).tolist() == [0.8, 0.0]


@pytest.mark.parametrize(
    ("balance", "both"),
    [(0.0, (1.0, 0.0)), (0.25, (1.0, 0.5)), (0.5, (1.0, 1.0)), (0.75, (0.5, 1.0)), (1.0, (0.0, 1.0))],
)
def test_the_balance_goes_from_words_alone_to_vectors_alone(balance: float, both: tuple[float, float]) -> None:
    assert weights(balance) == both


def test_the_only_text_of_its_language_is_not_lifted_where_it_is_no_nearer_than_usual() -> None:
    words, foreign = np.array([0.8, 0.4, 0.0]), np.array([False, False, True])
    assert across_languages(words, np.array([1.0, 0.5, -0.1]), foreign).tolist() == words.tolist()
    assert across_languages(words, np.array([1.0, 0.5, 0.1]), foreign)[2] > 0
