"""Picks the best of a list of similarities, always in the same order: nearest first, equal ones by label."""

from __future__ import annotations

import numpy as np

from memserver.index.protocol import Labels, LabelsLike, Similarities

DECIMALS = 5
"""The last bits of a dot product depend on where its row lies in the matrix; these decimals do not."""


def plain(labels: LabelsLike) -> list[int]:
    """Return labels as plain numbers, by which dictionaries are asked much faster."""
    return labels.tolist() if isinstance(labels, np.ndarray) else [int(label) for label in labels]


def settled(similarities: Similarities) -> Similarities:
    """Round away what differs between two indexes that hold the same vectors in another order."""
    rounded: Similarities = np.round(similarities, DECIMALS).astype(np.float32, copy=False)
    return rounded


def best(labels: Labels, similarities: Similarities, k: int) -> tuple[Labels, Similarities]:
    """Return the `k` highest similarities with their labels."""
    similarities = settled(similarities)
    if k <= 0:
        return labels[:0], similarities[:0]
    if k < len(labels):
        # Everything that reaches the k-th value stays in, so that ties at the edge are cut by label, not by chance.
        edge = np.partition(similarities, len(labels) - k)[len(labels) - k]
        kept = np.flatnonzero(similarities >= edge)
        labels, similarities = labels[kept], similarities[kept]
    order = np.lexsort((labels, -similarities))[:k]
    return labels[order], similarities[order]
