"""How likely it is that the best helps, and how much of a budget that warrants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.relevance import (
    FULL_FROM,
    LEAST_SHARE,
    LOOKED_AT,
    Asked,
    Evidence,
    budget_share,
    chance_beside,
)
from memserver.retrieval.relevance import chance_of_help as chance_of


@dataclass(frozen=True)
class Found:
    score: float = 8.0
    coverage: float = 0.5
    similarity: float | None = 0.5
    nearness: float | None = 4.0
    foreign: bool = False


def chance_of_help(ranked: Sequence[Evidence], passages: int) -> float:
    """Return the chance for a query of which nothing else is known."""
    return chance_of(ranked, passages, Asked())


CLEAR, NOTHING = Found(14.0, 0.9, 0.7, 7.0), Found(1.0, 0.05, 0.1, 1.0)
FOUND = st.builds(
    Found, st.floats(-20, 40), st.floats(0, 1), st.floats(-1, 1), st.floats(-3, 12), st.booleans()
)  # fmt: skip


def test_nothing_found_helps_nobody() -> None:
    assert chance_of_help([], 100) == 0


@pytest.mark.parametrize("foreign", [False, True])
def test_a_clear_answer_is_likely_and_the_nearest_of_what_is_beside_the_point_is_not(foreign: bool) -> None:
    assert chance_of_help([replace(CLEAR, foreign=foreign)], 1_000) > FULL_FROM
    assert chance_of_help([replace(NOTHING, foreign=foreign)], 1_000) < 0.05


def test_without_vectors_the_share_of_the_query_decides() -> None:
    chances = [chance_of_help([Found(coverage=share, similarity=None)], 100) for share in (0.0, 0.2, 0.5, 1.0)]
    assert chances == sorted(chances)
    assert chances[0] < 0.1 < 0.9 < chances[-1]


def test_what_has_no_vector_yet_is_judged_by_its_words_beside_those_that_have_one() -> None:
    new = Found(coverage=0.6, similarity=None)
    alone = chance_of_help([new], 100)
    assert chance_of_help([new, NOTHING, NOTHING], 100) == alone > 0.5
    assert chance_of_help([NOTHING, replace(new, coverage=0.0)], 100) < 0.1
    assert chance_of_help([CLEAR, replace(new, coverage=0.0)], 100) == chance_of_help([CLEAR], 100)


@given(FOUND, st.floats(0, 5), st.integers(1, 10**6))
def test_the_chance_rises_and_falls_with_the_evidence(found: Found, more: float, passages: int) -> None:
    chance = chance_of_help([found], passages)
    assert 0 <= chance <= 1
    better = replace(found, score=found.score + more, nearness=(found.nearness or 0) + more)
    assert chance_of_help([better], passages) >= chance
    nearer = replace(found, similarity=min((found.similarity or 0) + more, 1))
    assert chance_of_help([nearer], passages) >= chance
    assert chance_of_help([found], passages * 2 + 1) <= chance, "the best of many is high by chance"


@given(FOUND, st.booleans(), st.integers(1, 10**6))
def test_a_name_that_nothing_mentions_makes_an_answer_less_likely(found: Found, korean: bool, passages: int) -> None:
    known, stranger = (chance_of([found], passages, Asked(korean, named)) for named in (False, True))
    assert stranger < known or known in (0.0, 1.0)
    alone = replace(found, similarity=None)
    assert chance_of([alone], passages, Asked(korean, True)) == chance_of([alone], passages, Asked(korean))


def test_a_name_alone_silences_no_clear_answer_but_what_was_doubtful() -> None:
    assert chance_of([CLEAR], 1_000, Asked(names_a_stranger=True)) > FULL_FROM
    doubtful = Found(score=5.8, similarity=0.35)
    assert chance_of([doubtful], 1_000, Asked()) > 0.15 > chance_of([doubtful], 1_000, Asked(names_a_stranger=True))


def test_the_languages_of_query_and_text_move_the_evidence_that_is_asked_for() -> None:
    same, other = Found(), Found(foreign=True)
    assert chance_of([same], 100, Asked(korean=True)) > chance_of([same], 100, Asked(korean=False))
    assert chance_of([other], 100, Asked(korean=True)) > chance_of([other], 100, Asked(korean=False))


@given(st.floats(0, 1), st.floats(-20, 40), st.lists(st.floats(-20, 40), max_size=10))
def test_what_stands_behind_the_best_is_less_likely_the_further_it_is(
    best_chance: float, best: float, scores: list[float]
) -> None:
    ordered = sorted(scores, reverse=True)
    chances = [chance_beside(best_chance, best, score) for score in ordered]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= best_chance + 1e-9 for chance in chances)
    assert chance_beside(best_chance, best, best) == pytest.approx(best_chance)


def test_what_stands_far_down_is_no_evidence() -> None:
    near = replace(NOTHING, similarity=0.9)
    assert chance_of_help([NOTHING] * LOOKED_AT + [near], 100) == chance_of_help([NOTHING] * LOOKED_AT, 100)


@given(st.floats(0, 1), st.floats(0, 1), st.floats(0, 1))
def test_the_share_of_the_budget_rises_with_the_chance(chance: float, other: float, threshold: float) -> None:
    share = budget_share(chance, threshold)
    assert share == 0 if chance < threshold else LEAST_SHARE <= share <= 1
    assert (budget_share(max(chance, other), threshold) >= share) and (budget_share(1.0, threshold) == 1)


def test_between_the_threshold_and_full_a_part_is_warranted() -> None:
    assert budget_share(0.15, 0.15) == LEAST_SHARE
    assert LEAST_SHARE < budget_share(0.25, 0.15) < 1
    assert budget_share(FULL_FROM, 0.15) == 1
    assert budget_share(0.6, 0.6) == 1, "a threshold above it moves the end as well"
    assert budget_share(0.0, 0.0) == LEAST_SHARE, "a threshold of nothing always lets something be said"


def test_what_is_asked_for_in_words_that_both_languages_share_is_a_match() -> None:
    found = Found(score=10.0, coverage=1.0, similarity=0.26, nearness=1.9, foreign=True)
    assert chance_of_help([found], 100) > FULL_FROM
    assert chance_of_help([replace(found, coverage=0.3)], 100) < FULL_FROM


def test_where_words_alone_rank_meaning_does_not_tell() -> None:
    found = Found(score=2.0, coverage=0.6, similarity=0.1)
    assert chance_of([found], 100, Asked(by_words=True)) == chance_of_help([replace(found, similarity=None)], 100)


def test_what_is_named_for_sure_helps_however_little_its_score_says() -> None:
    assert chance_beside(0.1, 9.0, 2.0) < 0.1 < FULL_FROM < chance_beside(0.1, 9.0, 2.0, named=3.0)
    assert chance_beside(0.1, 9.0, 2.0, named=2.0) == chance_beside(0.1, 9.0, 2.0)
