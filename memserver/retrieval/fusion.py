"""Puts words and vectors on one scale and adds them up.

Words: what a passage matches, over the geometric mean of the best match and of all that could be matched. So the best
passage of a question whose words the store hardly knows does not get full marks, and one rare word does not decide
alone. Vectors: the centred cosine as it is, since it is on a fixed scale already. docs/decisions/0005-fusion.md has
the figures against reciprocal rank and min–max.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from memserver.retrieval.lexical import Scores

# Chosen on all sets together and, each set left out in turn, by three of four; the figures are flat from 1.0 to 1.4.
DENSE_WEIGHT = 1.3
# A good match mentions a word more than once; this brings its words to about 1.
MENTIONS = 1.2
# Scores below this are bent towards 0 instead of cut off there.
KNEE = 0.05


def scale_words(totals: Scores, possible: float, best: float | None = None) -> Scores:
    """Put word totals on the common scale; `best` is the best total of the question when `totals` is only a part."""
    top = float(totals.max(initial=0.0)) if best is None else best
    if top <= 0 or possible <= 0:
        return np.zeros(len(totals))
    scaled: Scores = totals / sqrt(top * possible * MENTIONS)
    return scaled


def fuse(words: Scores, similarity: Scores | None) -> Scores:
    """Return one score per passage, 0 to about 1; without vectors the words decide alone.

    A passage that has no vector yet (NaN) is taken to be as near as the middle one of the candidates.
    """
    if similarity is None:
        return np.clip(words, 0.0, None)
    known = np.isfinite(similarity)
    nearness = similarity
    if not known.all():
        middle = float(np.median(similarity[known])) if known.any() else 0.0
        nearness = np.where(known, similarity, middle)
    return _positive((words + DENSE_WEIGHT * nearness) / (1 + DENSE_WEIGHT))


def _positive(scores: Scores) -> Scores:
    """Keep scores above 0 and in order: rules multiply them later, and what lies below 0 still has its place."""
    bent = KNEE * np.exp(np.minimum(scores - KNEE, 0.0) / KNEE)
    positive: Scores = np.where(scores >= KNEE, scores, bent)
    return positive
