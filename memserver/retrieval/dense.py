"""How near passages are to one query by their vectors, on two scales. Wraps the index of the store; owns no vectors.

The *plain* similarity is the cosine with the language taken out. The *centred* one takes the mean of the store out of
the query as well, so that what all passages share (a subject, a tone) stops counting. Each is told in standard
deviations above the rest of the store, and the mean of both is the nearness of a passage.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from memserver.embedding.protocol import Vector
from memserver.index.protocol import Labels, Similarities, VectorIndex
from memserver.index.ranking import settled
from memserver.retrieval.common import Common
from memserver.retrieval.fusion import standing_out
from memserver.retrieval.lexical import Mask, Places, Scores
from memserver.retrieval.passage_table import PassageTable, View
from memserver.retrieval.tuning import RANKING
from memserver.retrieval.vector_keeper import VectorKeeper

NEAREST = 150
"""Nearest passages of a large store that are looked at, on each of the two scales."""
MARGIN = 1.25
"""What may be seen is seldom spread evenly: a quarter more than its share calls for nearly always suffices."""
SMALL_SHARE = 1 / 16
"""Where less than this share may be seen, only that is searched."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """One entry per passage of a pool, NaN where it has no vector."""

    similarity: Similarities
    """The plain similarity."""
    scores: Scores
    """Standard deviations above the rest."""


class DenseQuery:
    """A query's vector beside the vectors of the store."""

    def __init__(
        self, keeper: VectorKeeper, index: VectorIndex, passages: PassageTable, query: Vector, common: Common
    ) -> None:
        self._keeper = keeper
        self._index = index
        self._passages = passages
        self.query = query
        self.common = common
        self._share = common.count / (common.count + RANKING.mean_steady)
        self._direction = (query - np.float32(self._share) * common.mean).astype(np.float32)
        self._length = max(float(np.linalg.norm(self._direction)), 1e-6)
        self._looked_at: Mask = np.zeros(passages.count, np.bool_)
        """By place: whether its vector was read, for a large store; the next two hold what that told."""
        self._plain: Similarities = np.empty(passages.count, np.float32)
        self._in_common: Similarities = np.empty(passages.count, np.float32)
        self._usual: tuple[View, Similarities, Similarities, Mask] | None = None
        """Of the sample of a large store, what may be seen by a view: both similarities, and which are Korean."""

    def nearest(self, view: View) -> Places:
        """Return the places of the nearest passages that may be seen, by both scales."""
        found = [self._search(query, view) for query in (self.query, self._direction / np.float32(self._length))]
        places, known = self._passages.places(np.unique(np.concatenate(found)))
        return places[known]

    def _search(self, query: Vector, view: View) -> Labels:
        ids, total = self._passages.columns.ids, max(self._passages.count, 1)
        share = view.count / total
        if share >= 1:
            return self._index.search(query, NEAREST)[0]
        if share < SMALL_SHARE:
            return self._index.search(query, NEAREST, ids[view.mask])[0]
        asked = int(NEAREST * MARGIN / share)
        while True:
            labels, _ = self._index.search(query, asked)
            places, known = self._passages.places(labels)
            seen = labels[known & view.mask[places]]
            if len(seen) >= NEAREST or asked >= len(self._index):
                return seen[:NEAREST]
            asked *= 2

    def of_all(self, places: Places) -> Nearness:
        """Return the nearness of a pool that is compared with itself: all that may be seen of an exact index."""
        columns = self._passages.columns
        # `take` is several times as fast as an index in brackets, which looks at every place first.
        ids, korean = columns.ids.take(places, mode="clip"), columns.korean.take(places, mode="clip")
        similarity = self._index.similarities(self.query, ids)
        centred = self._centred(similarity, self.common.of_all.take(places, mode="clip"))
        return Nearness(similarity, _mean(standing_out(similarity, korean), standing_out(centred, korean)))

    async def of_some(self, places: Places, view: View) -> Nearness:
        """Return the nearness of some passages of a large store, compared with an even sample of what may be seen."""
        plain, common = await self._look_at(places)
        if self._usual is None or self._usual[0] is not view:
            self._usual = view, *self._sampled(view)
        _, others, others_centred, beside_korean = self._usual
        korean = self._passages.columns.korean[places]
        both = (
            standing_out(plain, korean, others, beside_korean),
            standing_out(self._centred(plain, common), korean, others_centred, beside_korean),
        )
        return Nearness(plain, _mean(*both))

    def _sampled(self, view: View) -> tuple[Similarities, Similarities, Mask]:
        """Return both similarities of the part of the sample that may be seen, and which of it is Korean."""
        ids, vectors = self._keeper.sample
        places, known = self._passages.places(ids)
        seen = known & view.mask[places]
        plain = settled(vectors @ self.query)[seen]
        return (
            plain,
            self._centred(plain, self.common.of_sample[seen]),
            self._passages.columns.korean[places[seen]],
        )

    async def _look_at(self, places: Places) -> tuple[Similarities, Similarities]:
        """Return the plain similarity of some passages and what they have in common with the mean.

        Each vector is read once: the second pool of a search holds most of the first.
        """
        new = places[~self._looked_at[places]]
        if len(new):
            vectors = await self._keeper.vectors(self._passages.columns.ids[new])
            self._plain[new], self._in_common[new] = settled(vectors @ self.query), vectors @ self.common.mean
            self._looked_at[new] = True
        return self._plain[places], self._in_common[places]

    def _centred(self, similarity: Similarities, common: Similarities) -> Similarities:
        centred = (similarity - np.float32(self._share) * common) / np.float32(self._length)
        return centred.astype(np.float32, copy=False)


def _mean(one: Scores, other: Scores) -> Scores:
    mean: Scores = (one + other) / 2
    return mean


def foreign_to(korean_query: bool, korean: Mask) -> Mask:
    """Say which passages are in another language than the query."""
    return ~korean if korean_query else korean
