"""One question in vector space: its nearest passages, and how near any passage is. Wraps an index; owns no vectors.

Two similarities are told apart. The *plain* one compares the question with a passage and says how related they are on
a scale that holds across stores. The *centred* one first takes the mean of the store out of the question, so that what
all passages of a store share (its subject, its tone) and the passages that are near to everything stop counting: it
ranks better and says nothing absolute.
"""

from __future__ import annotations

import numpy as np

from memserver.index.protocol import Labels, Similarities, VectorIndex, Vectors
from memserver.index.ranking import DECIMALS, settled
from memserver.retrieval.lexical import Scores
from memserver.retrieval.passage_map import View

# A mean over few passages is mostly those passages themselves: it counts fully only with many more than these.
MEAN_STEADY_FROM = 10
# How many more are asked for when too many of the nearest belong to projects that are not to be seen.
OVERFETCH = 4
# What may be seen is seldom spread evenly: a quarter more than its share calls for nearly always suffices at once.
MARGIN = 1.25
# Where less than this share may be seen, only that is searched.
SMALL_SHARE = 1 / 16


def centred_query(query: Vectors, mean: Vectors, count: int) -> Vectors:
    """Return the direction that ranks: the question without what the store's passages have in common."""
    share = count / (count + MEAN_STEADY_FROM)
    direction = query - np.float32(share) * mean
    length = float(np.linalg.norm(direction))
    centred: Vectors = (direction / max(length, 1e-6)).astype(np.float32, copy=False)
    return centred


class DenseQuery:
    """A question's vector with the index to ask."""

    def __init__(self, index: VectorIndex, query: Vectors, mean: Vectors, view: View | None = None) -> None:
        self._index = index
        self._query = query
        self.direction = centred_query(query, mean, len(index))
        """What passages are compared with to rank them."""
        self.closeness = round(float(query @ mean), DECIMALS)
        """The similarity of the question to all passages together."""
        self._view = view
        self._ids: Labels = np.empty(0, np.int64)
        self._similarities: Similarities = np.empty(0, np.float32)
        """What is known of passages, ascending by id."""

    def nearest(self, limit: int) -> Labels:
        """Return the ids of the nearest passages that may be seen, nearest first; to be asked once."""
        labels, similarities, seen = self._search(limit)
        self.learn(labels, similarities)
        return seen[:limit]

    def _search(self, limit: int) -> tuple[Labels, Similarities, Labels]:
        """Return what the index found, and which of it may be seen."""
        view = self._view
        if view is None or view.share >= 1:
            labels, similarities = self._index.search(self.direction, limit)
            return labels, similarities, labels
        if view.share < SMALL_SHARE:
            labels, similarities = self._index.search(self.direction, limit, view.members())
            return labels, similarities, labels
        asked = int(limit * MARGIN / view.share)
        while True:
            labels, similarities = self._index.search(self.direction, asked)
            seen = labels[view.mask(labels)]
            if len(seen) >= limit or asked >= len(self._index):
                return labels, similarities, seen
            asked *= OVERFETCH

    def unknown(self, ids: Labels) -> Labels:
        """Return those (ascending) whose similarity is not known yet."""
        if not len(self._ids):
            return ids
        places = np.minimum(np.searchsorted(self._ids, ids), len(self._ids) - 1)
        unknown: Labels = ids[self._ids[places] != ids]
        return unknown

    def learn(self, ids: Labels, similarities: Similarities) -> None:
        """Take in how near passages are to `direction` that are not among the nearest, NaN where there is no vector."""
        ids = np.concatenate([self._ids, ids])
        order = np.argsort(ids)
        self._ids = ids[order]
        self._similarities = np.concatenate([self._similarities, similarities])[order]

    def centred(self, ids: Labels) -> Scores:
        """Return the centred similarity of passages that are known by now."""
        known: Scores = self._similarities[np.searchsorted(self._ids, ids)].astype(np.float64)
        return known

    def plain(self, vectors: Vectors) -> Similarities:
        """Return the plain similarity of passages with these vectors."""
        return settled(vectors @ self._query)
