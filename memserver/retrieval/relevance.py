"""Knows when to say nothing: how far the best candidates speak to the question at all, and how much that warrants.

Ranking always finds something best; this looks at it on scales that hold across stores: the plain similarity (the
language taken out, the store's mean not) and the share of the question's words that the candidate mentions. Weak
evidence gets a part of the budget, none gets nothing. The figures are in docs/decisions/0005-fusion.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Protocol

LOOKED_AT = 5
"""Candidates whose evidence counts: what stands further down is there for other reasons."""
COVERAGE_WEIGHT = 0.14
"""Fitted by logistic regression, own against foreign questions; similarity has weight 1."""
AGREEING = 3
"""One passage out of hundreds is near by chance: half of the evidence is the best one's, half what so many share."""
CLOSENESS_WEIGHT = 0.75
USUAL_CLOSENESS = 0.25
"""What a question of the store's own subject has in common with all of it, its mean vector; foreign ones have less."""
NOTHING_BELOW = 0.42
ALL_FROM = 0.52

# The best of many passages is near by chance: the figures above hold for stores of hundreds of passages and more, and
# in a small one less is asked for.
SMALL_STORE, LARGE_STORE = 12, 400
LESS_IN_A_SMALL_STORE = 0.18
# The fused score is relative to the store, so it tells little in a large one and much in a small one.
SCORE_NOTHING_BELOW, SCORE_ALL_FROM = 0.50, 0.65
LESS_SCORE_IN_A_SMALL_STORE = 0.35
# An English question is near to any English text by nature; in Korean, or from one language to the other, even the
# answer is further away. What a small store asks for less is meant for those.
ENGLISH_BY_NATURE = 0.08
ENGLISH_SCORE_BY_NATURE = 0.10

FLOOR_SHARE = 0.2
"""A candidate that reaches less than this part of the best score is there for want of better."""

# Without vectors only words can tell: half of the question's weight is evidence, a quarter is chance.
WORDS_NOTHING_BELOW = 0.25
WORDS_ALL_FROM = 0.45
# Among a handful of passages every word that is there at all seems common, and the unknown words of a question carry
# most of its weight: so little that is mentioned counts for more.
LESS_WORDS_IN_A_SMALL_STORE = 0.20


class Evidence(Protocol):
    """What a ranked candidate tells of its relevance."""

    @property
    def coverage(self) -> float:
        """Return the share of the question's words it mentions."""
        ...

    @property
    def score(self) -> float:
        """Return its fused score."""
        ...

    @property
    def similarity(self) -> float | None:
        """Return its plain similarity, None without a vector."""
        ...


def budget_share(
    ranked: Sequence[Evidence],
    passages: int = LARGE_STORE,
    closeness: float = USUAL_CLOSENESS,
    english: Sequence[bool] = (False,) * LOOKED_AT,
) -> float:
    """Return which part of a budget, 0 to 1, the best candidates out of so many passages warrant.

    `closeness` is the similarity of the question to the mean of the store; `english` says of each of the best whether
    it is an English text for an English question.
    """
    best = ranked[:LOOKED_AT]
    if not best:
        return 0.0
    smallness = _smallness(passages)
    known = [
        each.similarity + COVERAGE_WEIGHT * each.coverage - smallness * ENGLISH_BY_NATURE * near_by_nature
        for each, near_by_nature in zip(best, english, strict=False)
        if each.similarity is not None
    ]
    known.sort(reverse=True)
    less, less_score = smallness * LESS_IN_A_SMALL_STORE, smallness * LESS_SCORE_IN_A_SMALL_STORE
    evidence = _evidence(known, closeness, 1 - smallness) if known else 0.0
    by_vectors = _between(evidence, NOTHING_BELOW - less, ALL_FROM - less) if known else 0.0
    score = best[0].score - smallness * ENGLISH_SCORE_BY_NATURE * english[0]
    by_score = _between(score, SCORE_NOTHING_BELOW - less_score, SCORE_ALL_FROM - less_score)
    unknown = [each.coverage for each in best if each.similarity is None]
    less_words = smallness * LESS_WORDS_IN_A_SMALL_STORE
    by_words = _between(max(unknown), WORDS_NOTHING_BELOW - less_words, WORDS_ALL_FROM - less_words) if unknown else 0.0
    return max(by_vectors, by_words, by_score if known else 0.0)


def _evidence(known: Sequence[float], closeness: float, largeness: float) -> float:
    """Return how far the best candidates together speak to the question; theirs is given, highest first.

    In a small store one passage may be all there is on a subject, and the mean is no more than a few passages.
    """
    agreeing = known[:AGREEING]
    alone = known[0] - sum(agreeing) / len(agreeing)
    return known[0] + largeness * (CLOSENESS_WEIGHT * (closeness - USUAL_CLOSENESS) - alone / 2)


def floor_of(best: float, passages: int) -> float:
    """Return the score below which a candidate has too little to do with the question, given the best one's.

    Only a small store needs a floor: there everything that is stored would else be in every turn. In a large one the
    evidence for an answer may stand far down, and the budget is the floor.
    """
    return FLOOR_SHARE * best * _smallness(passages)


def _smallness(passages: int) -> float:
    """Return 1 for a small store, 0 for a large one."""
    return 1 - _between(log(max(passages, 1)), log(SMALL_STORE), log(LARGE_STORE))


def _between(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))
