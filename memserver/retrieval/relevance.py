"""How likely it is that what ranks best helps with the query, and how much of a budget that warrants.

Ranking always finds something best. Its score carries its own confidence, so one logistic curve tells an answer from
the nearest thing there is. Weights and thresholds are in docs/decisions/0016-ranking.md, with both errors for each set.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log
from typing import Protocol

LOOKED_AT = 10
"""Candidates among which the highest similarity is looked for: what stands further down is there for other reasons."""


@dataclass(frozen=True, slots=True)
class ChanceTuning:
    """A logistic regression over answerable and unanswerable questions, each kind of text left out in turn."""

    score: float = 0.715
    similarity: float = 9.3
    other_language: float = 2.48
    size: float = -0.81
    """By the logarithm of the number of passages: the best of many is high by chance."""
    constant: float = -3.98
    words: float = 8.0
    words_constant: float = -2.6
    """Without vectors, by the share of the query that is mentioned."""


CHANCE = ChanceTuning()
FULL_FROM = 0.35
"""Chance from which the whole budget may be used."""
LEAST_SHARE = 0.3
"""Share of the budget right above the threshold below which nothing is said."""


class Evidence(Protocol):
    """What a ranked candidate tells of its relevance."""

    @property
    def score(self) -> float:
        """Return its score."""
        ...

    @property
    def coverage(self) -> float:
        """Return the share of the query that it mentions."""
        ...

    @property
    def similarity(self) -> float | None:
        """Return its plain similarity, None without a vector."""
        ...

    @property
    def foreign(self) -> bool:
        """Say whether it is in another language than the query."""
        ...


def chance_of_help(ranked: Sequence[Evidence], passages: int) -> float:
    """Return the probability that the best of so many passages help, 0 to 1."""
    best = ranked[:LOOKED_AT]
    if not best:
        return 0.0
    known = [each.similarity for each in best if each.similarity is not None]
    if not known:
        return _logistic(CHANCE.words * max(each.coverage for each in best) + CHANCE.words_constant)
    return _logistic(
        CHANCE.score * best[0].score
        + CHANCE.similarity * max(known)
        + CHANCE.other_language * best[0].foreign
        + CHANCE.size * log(max(passages, 1))
        + CHANCE.constant
    )


def chance_beside(best_chance: float, best_score: float, score: float) -> float:
    """Return the chance of a candidate that stands so far behind the best one."""
    odds = best_chance / max(1 - best_chance, 1e-9)
    behind = odds * exp(min(CHANCE.score * (score - best_score), 0.0))
    return behind / (1 + behind)


def budget_share(chance: float, threshold: float) -> float:
    """Return which part of a budget a chance warrants: nothing below the threshold, all from `FULL_FROM` on."""
    if chance < threshold:
        return 0.0
    full = max(FULL_FROM, threshold)
    if chance >= full:
        return 1.0
    return LEAST_SHARE + (1 - LEAST_SHARE) * (chance - threshold) / (full - threshold)


def _logistic(value: float) -> float:
    return 1 / (1 + exp(-value)) if value > -700 else 0.0
