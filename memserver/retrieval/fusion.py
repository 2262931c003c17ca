"""Adds up the parts of a score, each on a scale that carries its own confidence.

    score = 5.7 · words · cover* + 1.07 · nearness + 12.2 · lent · cover* + speaker

`words`: BM25 relative to the best passage. `cover*`: how much of the query the best passage mentions, so how far words
can be trusted for this query at all. `nearness`: how far a passage stands out from all others by its vector, in
standard deviations. The weights are in `tuning`; docs/decisions/0016-ranking.md has the figures.
"""

from __future__ import annotations

import numpy as np

from memserver.index.protocol import Similarities
from memserver.retrieval.lexical import Mask, Scores
from memserver.retrieval.tuning import RANKING, USUAL

EVEN = 0.5
"""The balance of words and vectors that was measured; 0 is words alone, 1 vectors alone."""


def standing_out(
    similarity: Similarities, korean: Mask, others: Similarities | None = None, others_korean: Mask | None = None
) -> Scores:
    """Return the z-score of each similarity, NaN where the similarity is unknown.

    Mean and deviation are those of `others`; without it, those of the similarities themselves. With enough passages of
    both languages they are taken per language, since unrelated texts of one language are nearer to each other.
    """
    if others is None or others_korean is None:
        others, others_korean = similarity, korean
    known = np.isfinite(others)
    of_korean = known & others_korean
    beside = np.count_nonzero(of_korean)
    if min(beside, np.count_nonzero(known) - beside) < RANKING.language_group:
        mean, deviation = spread(others if known.all() else others[known])
        return ((similarity - mean) / deviation).astype(np.float64)
    scores = np.empty(len(similarity))
    for own, group in ((korean, of_korean), (~korean, known & ~others_korean)):
        mean, deviation = spread(others[group])
        scores[own] = (similarity[own] - mean) / deviation
    return scores


def spread(similarity: Similarities) -> tuple[float, float]:
    """Return mean and standard deviation of similarities; of a few, drawn towards what is usual."""
    count = len(similarity)
    if not count:
        return USUAL.mean, USUAL.deviation
    values = similarity.astype(np.float64)
    share = USUAL.weight / (USUAL.weight + count) if count < RANKING.mean_steady * USUAL.weight else 0.0
    mean = float(values.mean()) * (1 - share) + USUAL.mean * share
    variance = float(np.square(values - mean).mean()) * (1 - share) + USUAL.deviation**2 * share
    return mean, max(variance, 1e-9) ** 0.5


def without_vector(words: Scores, nearness: Scores) -> Scores:
    """Give passages that have no vector yet the nearness of what stands at their place by words."""
    unknown = np.isnan(nearness)
    if not unknown.any():
        return nearness
    filled = np.where(unknown, 0.0, nearness)
    known = np.sort(nearness[~unknown])[::-1]
    if len(known):
        matching = np.flatnonzero(unknown & (words > 0))
        order = matching[np.argsort(-words[matching], kind="stable")][: len(known)]
        filled[order] = known[: len(order)]
    return filled


def across_languages(words: Scores, nearness: Scores, foreign: Mask) -> Scores:
    """Give texts in another language than the query's, which cannot match its words, a share of what stands at their
    place among the others; not those that are no nearer than usual, however few there are of their language."""
    if not foreign.any() or foreign.all():
        return words
    own = words[~foreign]
    own = np.sort(own[own > 0])[::-1]
    places = np.flatnonzero(foreign & (nearness > 0))
    if len(own) < len(places):
        # Only the nearest have a share: no need to sort the others.
        edge = np.partition(nearness[places], len(places) - len(own) - 1)[len(places) - len(own) - 1]
        places = places[nearness[places] >= edge]
    places = places[np.argsort(-nearness[places], kind="stable")][: len(own)]
    lifted = words.copy()
    lifted[places] = np.maximum(lifted[places], RANKING.other_language * own[: len(places)])
    return lifted


def weights(balance: float) -> tuple[float, float]:
    """Return what to multiply words and vectors by, for a balance from 0 (words alone) to 1 (vectors alone)."""
    return min(1.0, (1 - balance) / EVEN), min(1.0, balance / EVEN)
