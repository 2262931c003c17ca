"""The approximate index: a navigable graph of vectors, through hnswlib.

hnswlib raises where an index should just answer: on more neighbours than there are, on a full index, on a label that
is unknown, deleted or added again. So labels never reach it: each vector that is added gets a *slot* of its own, a
replaced or removed one leaves a dead slot behind, and `dead_share` tells when it is time for a fresh graph.
Files are the business of `hnsw_file`. The vectors live in the graph only; reading one back costs 25 microseconds.

Threads: all methods are safe. A search waits for at most one slice of vectors being added.
"""

from __future__ import annotations

import importlib.util
import threading
import time
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.index import parameters
from memserver.index.protocol import Labels, LabelsLike, Similarities, Vectors
from memserver.index.ranking import best, plain, settled

# Vectors are handed out as numbers of Python, 12 kB each: many at once leave a heap that is never given back.
_SLOTS_READ_AT_ONCE = 128


def is_available() -> bool:
    """Say whether hnswlib is installed (it has no wheels: where there is no compiler it is not)."""
    return importlib.util.find_spec("hnswlib") is not None


def new_graph(dimensions: int) -> Any:
    """Make an hnswlib index over inner products, with one thread."""
    import hnswlib  # noqa: PLC0415 - optional: see `is_available`

    graph = hnswlib.Index("ip", dimensions)
    graph.set_num_threads(1)
    return graph


class HnswIndex:
    """Vectors in a graph, found by walking it."""

    def __init__(
        self, dimensions: int, graph: Any = None, slot_labels: Labels | None = None, *, capacity: int = 0
    ) -> None:
        """Make an empty index, or one around a loaded graph with the label of each slot (-1 for dead ones)."""
        self._dimensions = dimensions
        if graph is None:
            graph = new_graph(dimensions)
            graph.init_index(
                max_elements=max(capacity, parameters.HNSW_FIRST_CAPACITY),
                M=parameters.LINKS,
                ef_construction=parameters.BUILD_BREADTH,
                random_seed=parameters.SEED,
            )
        self._graph = graph
        self._graph.set_ef(parameters.SEARCH_BREADTH)
        self._slots = 0 if slot_labels is None else len(slot_labels)
        self._labels: Labels = np.empty(0, np.int64) if slot_labels is None else slot_labels
        live = np.flatnonzero(self._labels >= 0)
        self._slot_of: dict[int, int] = dict(zip(self._labels[live].tolist(), live.tolist(), strict=True))
        self._changing = threading.RLock()
        self._graph_lock = threading.Lock()

    @property
    def dimensions(self) -> int:
        """Return how many numbers a vector has."""
        return self._dimensions

    @property
    def dead_share(self) -> float:
        """Return which share of the slots is dead."""
        return 1.0 - len(self._slot_of) / self._slots if self._slots else 0.0

    def add(self, labels: LabelsLike, vectors: Vectors) -> None:
        """Add vectors; a label that is there already gets the new vector."""
        if vectors.shape != (len(labels), self._dimensions):
            raise ValueError(f"expected {len(labels)} vectors of {self._dimensions}, got {vectors.shape}")
        # Of several vectors for one label in a call the last one counts.
        last = {int(label): row for row, label in enumerate(labels)}
        keys, rows = list(last), vectors[list(last.values())]
        with self._changing:
            for start in range(0, len(keys), parameters.ADD_SLICE):
                part = slice(start, start + parameters.ADD_SLICE)
                self._add_slice(keys[part], rows[part])
                # Without this pause the next slice would take the lock before a waiting search wakes up.
                time.sleep(0)

    def _add_slice(self, keys: list[int], vectors: Vectors) -> None:
        with self._graph_lock:
            self._reserve(self._slots + len(keys))
            slots = np.arange(self._slots, self._slots + len(keys))
            self._graph.add_items(vectors, slots, num_threads=1)
            self._slots += len(keys)
            self._labels[slots] = keys
            for key, slot in zip(keys, slots.tolist(), strict=True):
                self._bury(self._slot_of.get(key))
                self._slot_of[key] = slot

    def remove(self, labels: LabelsLike) -> None:
        """Remove labels at once; unknown ones are ignored."""
        with self._changing, self._graph_lock:
            for label in labels:
                self._bury(self._slot_of.pop(int(label), None))

    def search(self, query: Vectors, k: int, allowed: LabelsLike | None = None) -> tuple[Labels, Similarities]:
        """Return about the `k` nearest, nearest first, equal ones by label."""
        with self._graph_lock:
            if allowed is not None:
                return self._search_allowed(query, k, np.unique(np.asarray(allowed, np.int64)))
            return best(*self._nearest(query, k), k)

    def similarities(self, query: Vectors, labels: LabelsLike) -> Similarities:
        """Return the similarity of each label to the query, NaN for those that are not there."""
        return settled(self.vectors(labels) @ query)

    def vectors(self, labels: LabelsLike) -> Vectors:
        """Return one row per label, NaN in the rows of those that are not there."""
        with self._graph_lock:
            slots = self._slots_of(labels)
            result = np.full((len(slots), self._dimensions), np.nan, np.float32)
            if (slots >= 0).any():
                result[slots >= 0] = self._graph.get_items(slots[slots >= 0], return_type="numpy")
        return result

    def labels(self) -> Labels:
        """Return a sorted copy of all labels."""
        with self._graph_lock:
            return np.array(sorted(self._slot_of), np.int64)

    def snapshot(self, path: str) -> Labels:
        """Write the graph to `path` and return the label of each slot. Searches go on meanwhile; changes wait."""
        with self._changing:
            self._graph.save_index(path)
            return self._labels[: self._slots].copy()

    def __len__(self) -> int:
        return len(self._slot_of)

    def __contains__(self, label: object) -> bool:
        return label in self._slot_of

    def _nearest(self, query: Vectors, count: int) -> tuple[Labels, Similarities]:
        count = min(count, len(self._slot_of))
        if count <= 0:
            return np.empty(0, np.int64), np.empty(0, np.float32)
        self._graph.set_ef(max(parameters.SEARCH_BREADTH, count))
        try:
            slots, distances = self._graph.knn_query(query, k=count, num_threads=1)
        except RuntimeError:
            # The walk met fewer live vectors than exist (islands in the graph, many dead slots): look at all.
            return self._scan(query, np.flatnonzero(self._labels[: self._slots] >= 0))
        return self._labels[slots[0].astype(np.int64)], (1.0 - distances[0]).astype(np.float32)

    def _search_allowed(self, query: Vectors, k: int, allowed: Labels) -> tuple[Labels, Similarities]:
        slots = self._slots_of(allowed)
        slots = slots[slots >= 0]
        live, wanted = len(self._slot_of), min(k, len(slots))
        fetched = int(wanted * parameters.OVER_FETCH * live / max(len(slots), 1)) + 1
        while len(slots) > parameters.SCAN_ALLOWED and fetched < live // 2:
            labels, similarities = self._nearest(query, fetched)
            inside = np.isin(labels, allowed)
            if np.count_nonzero(inside) >= wanted:
                return best(labels[inside], similarities[inside], k)
            fetched *= 2
        return best(*self._scan(query, slots), k)

    def _scan(self, query: Vectors, slots: npt.NDArray[np.int64]) -> tuple[Labels, Similarities]:
        similarities = np.empty(len(slots), np.float32)
        for start in range(0, len(slots), _SLOTS_READ_AT_ONCE):
            part = slice(start, start + _SLOTS_READ_AT_ONCE)
            similarities[part] = self._graph.get_items(slots[part], return_type="numpy") @ query
        return self._labels[slots], similarities

    def _bury(self, slot: int | None) -> None:
        if slot is not None:
            self._graph.mark_deleted(slot)
            self._labels[slot] = -1

    def _slots_of(self, labels: LabelsLike) -> Labels:
        slot_of = self._slot_of.get
        return np.array([slot_of(label, -1) for label in plain(labels)], np.int64)

    def _reserve(self, count: int) -> None:
        capacity = self._graph.get_max_elements()
        if count > capacity:
            capacity = max(count, int(capacity * parameters.HNSW_GROWTH))
            self._graph.resize_index(capacity)
        if len(self._labels) < capacity:
            self._labels = np.concatenate((self._labels, np.full(capacity - len(self._labels), -1, np.int64)))
