"""Makes near-duplicates give way: what a better candidate says already is worth less, and is never thrown out.

Compares vectors (or, without them, words) of candidates that are in their order of score.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memserver.index.protocol import Vectors
from memserver.retrieval.lexical import Scores

# Cosines of vectors without their language: from here on two texts begin to say the same, at 1 they do.
ALIKE_FROM = 0.90
# What a full repetition keeps of its score: enough to stay in when nothing else is as good.
KEPT_BY_REPETITION = 0.8


def repetition(vectors: Vectors) -> Scores:
    """Return for each row, 0 to 1, how far an earlier row says the same; rows are in their order of score."""
    if not len(vectors):
        return np.zeros(0)
    missing = np.isnan(vectors[:, 0])
    known = np.where(missing[:, None], np.float32(0), vectors) if missing.any() else vectors
    earlier = np.round(np.tril(known @ known.T, k=-1).max(axis=1, initial=0.0).astype(np.float64), 5)
    repeated: Scores = np.clip((earlier - ALIKE_FROM) / (1 - ALIKE_FROM), 0.0, 1.0)
    return repeated


def repetition_by_words(terms: Sequence[frozenset[str]]) -> Scores:
    """The same from sets of terms: the share of a candidate's terms that one earlier candidate holds too."""
    repeated = np.zeros(len(terms))
    for place, own in enumerate(terms):
        if own:
            shared = max((len(own & other) / len(own | other) for other in terms[:place]), default=0.0)
            repeated[place] = np.clip((shared - ALIKE_FROM) / (1 - ALIKE_FROM), 0.0, 1.0)
    return repeated


def variety_factors(repeated: Scores) -> Scores:
    """Return what to multiply scores by."""
    factors: Scores = 1 - (1 - KEPT_BY_REPETITION) * repeated
    return factors
