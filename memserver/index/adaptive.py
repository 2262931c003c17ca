"""The index that memserver uses: exact while the store is small, approximate once it is large.

Owns the moment of change and nothing else. Adding and removing never build anything: `settle` does, in the thread of
whoever calls it, while searches go on in the old index. Without hnswlib it stays exact at every size and says so in
`note`.

Threads: all methods are safe. `settle` may take many seconds when it builds a graph: call it where nobody waits. A
second call at the same time returns at once.
"""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Literal

import numpy as np

from memserver.index import hnsw, hnsw_file, parameters
from memserver.index.exact import ExactIndex
from memserver.index.hnsw import HnswIndex
from memserver.index.protocol import Labels, LabelsLike, Similarities, Vectors

log = logging.getLogger(__name__)
_BUILD_SLICE = 1_024


class AdaptiveIndex:
    """A vector index that chooses its own implementation by size."""

    def __init__(
        self, dimensions: int, folder: Path, fingerprint: str, *, threshold: int = parameters.HNSW_FROM
    ) -> None:
        self._folder = folder
        self._fingerprint = fingerprint
        self._threshold = threshold
        self._index: ExactIndex | HnswIndex = ExactIndex(dimensions)
        self._lock = threading.RLock()
        self._building = threading.Lock()
        self._missed: set[int] | None = None
        self._changes = 0

    @classmethod
    def open(
        cls, dimensions: int, folder: Path, fingerprint: str, *, threshold: int = parameters.HNSW_FROM
    ) -> tuple[AdaptiveIndex, int | None]:
        """Return the saved index with the `seq` it was saved at, or an empty one and None."""
        index = cls(dimensions, folder, fingerprint, threshold=threshold)
        saved = hnsw_file.load(folder, fingerprint, dimensions)
        if saved is None:
            return index, None
        index._index, seq = saved
        return index, seq

    @property
    def dimensions(self) -> int:
        """Return how many numbers a vector has."""
        return self._index.dimensions

    @property
    def kind(self) -> Literal["exact", "hnsw"]:
        """Say which implementation is in use."""
        return "exact" if isinstance(self._index, ExactIndex) else "hnsw"

    @property
    def note(self) -> str | None:
        """Say what a person should know about the index, or None."""
        if self.kind == "exact" and len(self) >= self._threshold and not hnsw.is_available():
            return (
                f"{len(self):,} vectors are searched one by one because hnswlib is not installed. "
                "Install it with `pip install memserver[hnsw]` (it needs a C++ compiler)."
            )
        return None

    def add(self, labels: LabelsLike, vectors: Vectors) -> None:
        """Add vectors; a label that is there already gets the new vector."""
        with self._lock:
            self._index.add(labels, vectors)
            self._changed(labels)

    def remove(self, labels: LabelsLike) -> None:
        """Remove labels at once; unknown ones are ignored."""
        with self._lock:
            self._index.remove(labels)
            self._changed(labels)

    def search(self, query: Vectors, k: int, allowed: LabelsLike | None = None) -> tuple[Labels, Similarities]:
        """Return the `k` nearest, nearest first, equal ones by label."""
        return self._index.search(query, k, allowed)

    def similarities(self, query: Vectors, labels: LabelsLike) -> Similarities:
        """Return the similarity of each label to the query, NaN for those that are not there."""
        return self._index.similarities(query, labels)

    def vectors(self, labels: LabelsLike) -> Vectors:
        """Return one row per label, NaN in the rows of those that are not there."""
        return self._index.vectors(labels)

    def mean(self, labels: LabelsLike) -> tuple[Vectors, int]:
        """Return the mean of the vectors of some labels, and how many of them are there; while the index is exact."""
        assert isinstance(self._index, ExactIndex)
        return self._index.mean(labels)

    def labels(self) -> Labels:
        """Return every label."""
        return self._index.labels()

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, label: object) -> bool:
        return label in self._index

    def settle(self, seq: int) -> None:
        """Change over, rebuild or save when it is time; `seq` is the change of the store that the index has reached."""
        if not self._building.acquire(blocking=False):
            return
        try:
            if isinstance(self._index, ExactIndex):
                if len(self._index) < self._threshold or not hnsw.is_available():
                    return
                self._replace(self._index, seq)
            elif self._index.dead_share > parameters.DEAD_SHARE:
                self._replace(self._index, seq)
            elif self._changes > len(self._index) * parameters.SAVE_AFTER_SHARE:
                self._save(seq)
        finally:
            self._building.release()

    def save(self, seq: int) -> None:
        """Write the index to disk when it is of the kind that takes long to build; do nothing when nothing changed."""
        with self._building:
            self._save(seq)

    def _save(self, seq: int) -> None:
        with self._lock:
            index, changes, self._changes = self._index, self._changes, 0
        if isinstance(index, ExactIndex) or not changes:
            return
        try:
            hnsw_file.save(index, self._folder, self._fingerprint, seq)
        except (OSError, RuntimeError) as error:
            # The file only saves time at the next start.
            self._changes += changes
            log.warning("the vector index could not be saved (%s)", type(error).__name__)

    def _replace(self, old: ExactIndex | HnswIndex, seq: int) -> None:
        """Build a fresh graph beside the old index, bring it up to date, and put it in its place."""
        with self._lock:
            self._missed = set()
            labels = old.labels()
        try:
            fresh = HnswIndex(old.dimensions, capacity=int(len(labels) * parameters.HNSW_GROWTH))
            for start in range(0, len(labels), _BUILD_SLICE):
                _copy(labels[start : start + _BUILD_SLICE], old, fresh)
            with self._lock:
                missed = sorted(self._missed)
                fresh.remove(missed)
                _copy(missed, old, fresh)
                self._index = fresh
                self._changes = max(self._changes, 1)
        finally:
            self._missed = None
        log.info("the vector index holds %d vectors in a graph now", len(fresh))
        self._save(seq)

    def _changed(self, labels: LabelsLike) -> None:
        self._changes += len(labels)
        if self._missed is not None:
            self._missed.update(int(label) for label in labels)


def _copy(labels: LabelsLike, source: ExactIndex | HnswIndex, target: HnswIndex) -> None:
    rows = source.vectors(labels)
    # Rows of labels that were removed meanwhile are NaN, and would spoil the graph.
    there = ~np.isnan(rows).any(axis=1)
    target.add(np.asarray(labels, np.int64)[there], rows[there])
