"""The exact index: one matrix of vectors, searched by one matrix product.

Owns its rows and where each label lies. It keeps the rows dense (a removed row is filled by the last one), so a search
looks at live vectors only and nothing ever needs a rebuild. The last product is kept until a row changes: whoever has
searched asks next how near others are to the same question. Where a label lies is a table over all labels up to the
highest: they are given out in order, and a hundred look-ups are one step. It writes no file.
"""

from __future__ import annotations

import threading

import numpy as np
import numpy.typing as npt

from memserver.index.protocol import Labels, LabelsLike, Similarities, Vectors
from memserver.index.ranking import best, settled

FIRST_CAPACITY = 256
GATHER_SHARE = 0.1
"""Copying rows out costs about ten times as much as multiplying them: above this share, multiply all of them."""
GROWTH = 1.5
"""Half as much again, not twice: at 25,000 vectors the slack costs 13 MB at most."""
NOWHERE = -1


class ExactIndex:
    """Vectors in a dense matrix, found by comparing with all of them."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._rows: Vectors = np.empty((0, dimensions), np.float32)
        self._labels: Labels = np.empty(0, np.int64)
        self._count = 0
        self._row_of: npt.NDArray[np.int32] = np.full(1, NOWHERE, np.int32)
        """By label; the last one stands for every label beyond."""
        self._last_product: tuple[Vectors, Similarities] | None = None
        self._lock = threading.RLock()

    @property
    def dimensions(self) -> int:
        """Return how many numbers a vector has."""
        return self._dimensions

    def add(self, labels: LabelsLike, vectors: Vectors) -> None:
        """Add vectors; a label that is there already gets the new vector."""
        keys = [int(label) for label in labels]
        if vectors.shape != (len(keys), self._dimensions):
            raise ValueError(f"expected {len(keys)} vectors of {self._dimensions}, got {vectors.shape}")
        with self._lock:
            self._last_product = None
            self._reserve(self._count + len(keys), max(keys, default=0))
            for key, vector in zip(keys, vectors, strict=True):
                row = self._row_of[key]
                if row == NOWHERE:
                    row = self._row_of[key] = self._count
                    self._count += 1
                self._rows[row] = vector
                self._labels[row] = key

    def remove(self, labels: LabelsLike) -> None:
        """Remove labels at once; unknown ones are ignored."""
        with self._lock:
            self._last_product = None
            for label in map(int, labels):
                if label not in self:
                    continue
                row = self._row_of[label]
                self._row_of[label] = NOWHERE
                self._count -= 1
                if row != self._count:
                    self._rows[row] = self._rows[self._count]
                    self._labels[row] = self._labels[self._count]
                    self._row_of[self._labels[row]] = row

    def search(self, query: Vectors, k: int, allowed: LabelsLike | None = None) -> tuple[Labels, Similarities]:
        """Return the `k` nearest, nearest first, equal ones by label."""
        with self._lock:
            count = self._count
            labels = self._labels[:count]
            if allowed is None:
                return best(labels, self._product(query), k)
            rows = np.flatnonzero(np.isin(labels, np.asarray(allowed, np.int64)))
            similarities = self._product(query)[rows] if len(rows) > count * GATHER_SHARE else self._rows[rows] @ query
            return best(labels[rows], similarities, k)

    def similarities(self, query: Vectors, labels: LabelsLike) -> Similarities:
        """Return the similarity of each label to the query, NaN for those that are not there."""
        with self._lock:
            known = self._last_product
            if known is None or known[0] is not query:
                if len(labels) <= self._count * GATHER_SHARE or not self._count:
                    return settled(self.vectors(labels) @ query)
                known = query, self._product(query)
            rows = self._rows_of(labels)
            return settled(np.where(rows == NOWHERE, np.float32(np.nan), known[1].take(rows, mode="clip")))

    def vectors(self, labels: LabelsLike) -> Vectors:
        """Return one row per label, NaN in the rows of those that are not there."""
        with self._lock:
            rows = self._rows_of(labels)
            missing = rows == NOWHERE
            result: Vectors = (
                self._rows[rows] if len(self._rows) else np.empty((len(rows), self._dimensions), np.float32)
            )
            if missing.any():
                result[missing] = np.nan
        return result

    def mean(self, labels: LabelsLike) -> tuple[Vectors, int]:
        """Return the mean of the vectors of some labels, and how many of them are there."""
        with self._lock:
            rows = self._rows_of(labels)
            rows = rows[rows != NOWHERE]
            if len(rows) <= self._count * GATHER_SHARE:
                total = self._rows[rows].sum(axis=0)
            else:
                counted = np.zeros(self._count, np.float32)
                counted[rows] = 1
                total = counted @ self._rows[: self._count]
        return (total / np.float32(max(len(rows), 1))), len(rows)

    def labels(self) -> Labels:
        """Return a sorted copy of all labels."""
        with self._lock:
            return np.sort(self._labels[: self._count])

    def __len__(self) -> int:
        return self._count

    def __contains__(self, label: object) -> bool:
        if not isinstance(label, int | np.integer):
            return False
        place = int(label)
        return 0 <= place < len(self._row_of) and bool(self._row_of[place] != NOWHERE)

    def _product(self, query: Vectors) -> Similarities:
        """Return the similarity of every row to a question."""
        product: Similarities = self._rows[: self._count] @ query
        self._last_product = query, product
        return product

    def _rows_of(self, labels: LabelsLike) -> npt.NDArray[np.int32]:
        return self._row_of.take(np.asarray(labels, np.int64), mode="clip")

    def _reserve(self, count: int, highest: int) -> None:
        """Make room for so many rows, and for labels up to the highest and one that stands for all beyond."""
        if highest + 1 >= len(self._row_of):
            row_of = np.full(max(highest + 2, int(len(self._row_of) * GROWTH)), NOWHERE, np.int32)
            row_of[: len(self._row_of)] = self._row_of
            self._row_of = row_of
        capacity = len(self._labels)
        if count <= capacity:
            return
        capacity = max(count, int(capacity * GROWTH), FIRST_CAPACITY)
        rows = np.empty((capacity, self._dimensions), np.float32)
        kept = np.empty(capacity, np.int64)
        rows[: self._count], kept[: self._count] = self._rows[: self._count], self._labels[: self._count]
        self._rows, self._labels = rows, kept
