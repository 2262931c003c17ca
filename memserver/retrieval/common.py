"""What all vectors within reach of a search have in common: their mean, and the similarity of each to it.

Over a store of one project that is what `VectorKeeper` holds anyway; of several projects, it is made once and kept for
as long as neither the reach nor a vector changes.
"""

from __future__ import annotations

from memserver.index.adaptive import AdaptiveIndex
from memserver.index.protocol import Similarities, Vectors
from memserver.retrieval.reach import Reach
from memserver.retrieval.vector_keeper import VectorKeeper


class Common:
    """The mean of the vectors within reach at one moment."""

    def __init__(self, keeper: VectorKeeper, index: AdaptiveIndex, reach: Reach) -> None:
        self._keeper, self._index, self._reach = keeper, index, reach
        self._change = keeper.change
        self._of_all: Similarities | None = None
        self._of_sample: Similarities | None = None
        self.mean, self.count = self._mean()

    def _mean(self) -> tuple[Vectors, int]:
        if self._reach.mask is None:
            return self._keeper.mean, len(self._index)
        if self._index.kind == "exact":
            return self._index.mean(self._reach.table.columns.ids[self._reach.mask])
        # A graph does not hand out many vectors: the even sample has as many of them as this needs.
        labels, vectors = self._keeper.sample
        places, known = self._reach.table.places(labels)
        within = vectors[known & self._reach.mask[places]]
        return (within.mean(axis=0) if len(within) else self._keeper.mean), len(within)

    def holds(self, keeper: VectorKeeper, index: AdaptiveIndex, reach: Reach) -> bool:
        """Say whether nothing has changed since."""
        return self._index is index and self._reach is reach and self._change == keeper.change

    @property
    def of_all(self) -> Similarities:
        """What each passage of the table has in common with the mean."""
        if self._of_all is None:
            ids, whole = self._reach.table.columns.ids, self._reach.mask is None
            self._of_all = self._keeper.common(ids) if whole else self._index.similarities(self.mean, ids)
        return self._of_all

    @property
    def of_sample(self) -> Similarities:
        """What each vector of the sample has in common with the mean."""
        if self._of_sample is None:
            whole = self._reach.mask is None
            self._of_sample = self._keeper.sample_common if whole else self._keeper.sample[1] @ self.mean
        return self._of_sample


def common_of(keeper: VectorKeeper, index: AdaptiveIndex, reach: Reach, former: Common | None) -> Common:
    """Return what is within reach has in common: the former one where it still holds."""
    return former if former is not None and former.holds(keeper, index, reach) else Common(keeper, index, reach)
