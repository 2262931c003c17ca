"""Keeps the vectors that were read lately from a store too large to hold them all a second time beside its graph.

A talk comes back to the same passages, and common words lead to the same ones. A fixed block of memory that is filled
from its beginning to its end and over again: the newest take the place of the oldest. Owns where each lies; whoever
keeps vectors here says when one is no longer what it was.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memserver.index.protocol import Labels, LabelsLike

KEPT = 16_384
"""13 MB: those of some sixty questions about quite different things."""
NOWHERE = -1

Halves = npt.NDArray[np.float16]


class KeptVectors:
    """Some vectors in half precision, by label."""

    def __init__(self, dimensions: int, room: int = KEPT) -> None:
        self._rows: Halves = np.empty((room, dimensions), np.float16)
        self._labels: Labels = np.full(room, NOWHERE, np.int64)
        self._row_of: npt.NDArray[np.int32] = np.full(1, NOWHERE, np.int32)
        """By label; the last one stands for every label beyond."""
        self._next = 0

    def find(self, labels: Labels) -> tuple[npt.NDArray[np.bool_], Halves]:
        """Say which of some labels are here, and return the vectors of those."""
        rows = self._row_of.take(labels, mode="clip")
        here = rows != NOWHERE
        return here, self._rows[rows[here]]

    def put(self, labels: Labels, vectors: Halves) -> None:
        """Keep vectors of labels that are not here; of more than there is room for, the last ones."""
        room = len(self._labels)
        labels, vectors = labels[-room:], vectors[-room:]
        if not len(labels):
            return
        highest = int(labels.max())
        if highest + 1 >= len(self._row_of):
            row_of = np.full(highest + highest // 8 + 2, NOWHERE, np.int32)
            row_of[: len(self._row_of)] = self._row_of
            self._row_of = row_of
        rows = (self._next + np.arange(len(labels), dtype=np.int32)) % np.int32(room)
        self._let_go(rows)
        self._rows[rows], self._labels[rows], self._row_of[labels] = vectors, labels, rows
        self._next = (self._next + len(labels)) % room

    def forget(self, labels: LabelsLike) -> None:
        """Let go of labels whose vectors have changed or are gone."""
        rows = self._row_of.take(np.asarray(labels, np.int64), mode="clip")
        self._let_go(rows[rows != NOWHERE])

    def _let_go(self, rows: npt.NDArray[np.int32]) -> None:
        former = self._labels[rows]
        self._row_of[former[former != NOWHERE]] = NOWHERE
        self._labels[rows] = NOWHERE
