"""What memserver asks of a vector index. No index lives here.

Labels are passage ids (int64). Vectors are float32 of length one, so similarity is their dot product, from -1 to 1
(raw cosine: `embedding.calibration` turns it into the scale on which thresholds are stated).

Threads: every method of every index may be called from any thread; calls that change it wait for each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

Labels = npt.NDArray[np.int64]
Similarities = npt.NDArray[np.float32]
Vectors = npt.NDArray[np.float32]
LabelsLike = Labels | Sequence[int]


class VectorIndex(Protocol):
    """A set of labelled vectors that can be asked for the nearest ones."""

    @property
    def dimensions(self) -> int:
        """Return how many numbers a vector has."""
        ...

    def add(self, labels: LabelsLike, vectors: Vectors) -> None:
        """Add vectors; a label that is there already gets the new vector."""
        ...

    def remove(self, labels: LabelsLike) -> None:
        """Remove labels at once; unknown ones are ignored."""
        ...

    def search(self, query: Vectors, k: int, allowed: LabelsLike | None = None) -> tuple[Labels, Similarities]:
        """Return the `k` nearest (fewer when there are fewer), nearest first, equal ones by label.

        With `allowed`, only those labels are looked at; labels that are not in the index are ignored.
        """
        ...

    def similarities(self, query: Vectors, labels: LabelsLike) -> Similarities:
        """Return the similarity of each label to the query, NaN for those that are not there."""
        ...

    def vectors(self, labels: LabelsLike) -> Vectors:
        """Return one row per label, NaN in the rows of those that are not there."""
        ...

    def __len__(self) -> int:
        """Return how many vectors there are."""
        ...

    def __contains__(self, label: object) -> bool:
        """Say whether a label is there."""
        ...
