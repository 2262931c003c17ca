"""Knows when to say nothing: how far the best candidates speak to the question at all, and how much that warrants.

Ranking always finds something best; this looks at it on scales that hold across stores: the plain similarity (the
language taken out, the store's mean not) and the share of the question's words that the candidate mentions. Weak
evidence gets a part of the budget, none gets nothing. The figures are in docs/decisions/0005-fusion.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

LOOKED_AT = 5
"""Candidates whose evidence counts: what stands further down is there for other reasons."""
COVERAGE_WEIGHT = 0.14
"""Fitted by logistic regression, own against foreign questions; similarity has weight 1."""
NOTHING_BELOW = 0.44
ALL_FROM = 0.54

# Without vectors only words can tell: half of the question's weight is evidence, a quarter is chance.
WORDS_NOTHING_BELOW = 0.25
WORDS_ALL_FROM = 0.45


class Evidence(Protocol):
    """What a ranked candidate tells of its relevance."""

    @property
    def coverage(self) -> float:
        """Return the share of the question's words it mentions."""
        ...

    @property
    def similarity(self) -> float | None:
        """Return its plain similarity, None without a vector."""
        ...


def budget_share(ranked: Sequence[Evidence]) -> float:
    """Return which part of a budget, 0 to 1, the best candidates warrant."""
    best = ranked[:LOOKED_AT]
    if not best:
        return 0.0
    known = [each.similarity + COVERAGE_WEIGHT * each.coverage for each in best if each.similarity is not None]
    by_vectors = _between(max(known), NOTHING_BELOW, ALL_FROM) if known else 0.0
    unknown = [each.coverage for each in best if each.similarity is None]
    by_words = _between(max(unknown), WORDS_NOTHING_BELOW, WORDS_ALL_FROM) if unknown else 0.0
    return max(by_vectors, by_words)


def _between(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))
