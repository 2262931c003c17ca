"""The exact index: one matrix of vectors, searched by one matrix product.

Owns its rows and where each label lies. It keeps the rows dense (a removed row is filled by the last one), so a search
looks at live vectors only and nothing ever needs a rebuild. The last product is kept until a row changes: whoever has
searched asks next how near others are to the same question. It writes no file.
"""

from __future__ import annotations

import threading

import numpy as np

from memserver.index.protocol import Labels, LabelsLike, Similarities, Vectors
from memserver.index.ranking import best, plain, settled

FIRST_CAPACITY = 256
GATHER_SHARE = 0.1
"""Copying rows out costs about ten times as much as multiplying them: above this share, multiply all of them."""
GROWTH = 1.5
"""Half as much again, not twice: at 25,000 vectors the slack costs 13 MB at most."""


class ExactIndex:
    """Vectors in a dense matrix, found by comparing with all of them."""

    def __init__(self, dimensions: int) -> None:
        self._dimensions = dimensions
        self._rows: Vectors = np.empty((0, dimensions), np.float32)
        self._labels: Labels = np.empty(0, np.int64)
        self._row_of: dict[int, int] = {}
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
            self._reserve(len(self._row_of) + len(keys))
            for key, vector in zip(keys, vectors, strict=True):
                row = self._row_of.setdefault(key, len(self._row_of))
                self._rows[row] = vector
                self._labels[row] = key

    def remove(self, labels: LabelsLike) -> None:
        """Remove labels at once; unknown ones are ignored."""
        with self._lock:
            self._last_product = None
            for label in labels:
                row = self._row_of.pop(int(label), None)
                if row is None:
                    continue
                last = len(self._row_of)
                if row != last:
                    self._rows[row] = self._rows[last]
                    self._labels[row] = self._labels[last]
                    self._row_of[int(self._labels[row])] = row

    def search(self, query: Vectors, k: int, allowed: LabelsLike | None = None) -> tuple[Labels, Similarities]:
        """Return the `k` nearest, nearest first, equal ones by label."""
        with self._lock:
            count = len(self._row_of)
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
                return settled(self.vectors(labels) @ query)
            rows = self._rows_of(labels)
            return settled(np.where(rows < 0, np.float32(np.nan), known[1][rows]))

    def vectors(self, labels: LabelsLike) -> Vectors:
        """Return one row per label, NaN in the rows of those that are not there."""
        with self._lock:
            rows = self._rows_of(labels)
            missing = rows < 0
            result: Vectors = (
                self._rows[rows] if len(self._rows) else np.empty((len(rows), self._dimensions), np.float32)
            )
            if missing.any():
                result[missing] = np.nan
        return result

    def labels(self) -> Labels:
        """Return a sorted copy of all labels."""
        with self._lock:
            return np.sort(self._labels[: len(self._row_of)])

    def __len__(self) -> int:
        return len(self._row_of)

    def __contains__(self, label: object) -> bool:
        return label in self._row_of

    def _product(self, query: Vectors) -> Similarities:
        """Return the similarity of every row to a question."""
        product: Similarities = self._rows[: len(self._row_of)] @ query
        self._last_product = query, product
        return product

    def _rows_of(self, labels: LabelsLike) -> Labels:
        row_of = self._row_of.get
        return np.array([row_of(label, -1) for label in plain(labels)], np.int64)

    def _reserve(self, count: int) -> None:
        capacity = len(self._labels)
        if count <= capacity:
            return
        capacity = max(count, int(capacity * GROWTH), FIRST_CAPACITY)
        rows = np.empty((capacity, self._dimensions), np.float32)
        labels = np.empty(capacity, np.int64)
        live = len(self._row_of)
        rows[:live], labels[:live] = self._rows[:live], self._labels[:live]
        self._rows, self._labels = rows, labels
