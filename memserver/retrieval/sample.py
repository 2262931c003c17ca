"""An even sample of the vectors of a large store: what is usual there, without looking at all of it.

Which labels belong to it follows from the labels alone, in whatever order their vectors came in. After many removals
it may hold fewer than a sample that is taken anew.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memserver.index.protocol import Labels, LabelsLike, Vectors

LARGEST = 4_096
"""Vectors kept at most: the mean of half as many is known to 2 % of a standard deviation."""
_SPREAD = np.uint64(11_400_714_819_323_198_485)
"""2^64 divided by the golden ratio: multiplying by it spreads labels evenly."""


class VectorSample:
    """The vectors whose label, spread out, is lowest: halved whenever there are too many."""

    def __init__(self) -> None:
        self.labels: Labels = np.empty(0, np.int64)
        self.vectors: Vectors = np.empty((0, 0), np.float32)
        self._halvings = 0

    def wanted(self, labels: LabelsLike) -> Labels:
        """Return which of some labels belong to the sample."""
        array = np.asarray(labels, np.int64)
        kept: Labels = array[_spread(array) < np.uint64((1 << 64) - 1 >> self._halvings)]
        return kept

    def add(self, labels: LabelsLike, vectors: Vectors) -> None:
        """Take in new vectors, as far as they belong to the sample."""
        array = np.asarray(labels, np.int64)
        kept = np.isin(array, self.wanted(array))
        if not kept.any():
            return
        self.remove(array[kept])
        held = self.vectors if len(self.labels) else np.empty((0, vectors.shape[1]), np.float32)
        self.labels = np.concatenate([self.labels, array[kept]])
        self.vectors = np.concatenate([held, vectors[kept]])
        while len(self.labels) > LARGEST:
            self._halvings += 1
            self._keep(np.isin(self.labels, self.wanted(self.labels)))
        self._keep(np.argsort(self.labels))

    def remove(self, labels: LabelsLike) -> None:
        """Let go of vectors."""
        if len(self.labels):
            self._keep(~np.isin(self.labels, np.asarray(labels, np.int64)))

    def _keep(self, rows: npt.NDArray[np.bool_] | npt.NDArray[np.intp]) -> None:
        self.labels, self.vectors = self.labels[rows], self.vectors[rows]


def _spread(labels: Labels) -> npt.NDArray[np.uint64]:
    with np.errstate(over="ignore"):
        spread: npt.NDArray[np.uint64] = labels.astype(np.uint64) * _SPREAD
    return spread
