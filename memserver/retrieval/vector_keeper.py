"""Keeps the vector index of this process in step with the store, whoever wrote to it.

The store numbers every change of a vector. The index remembers the last number it has seen and reads what came after;
writes of another window arrive the same way as our own. While the index is being loaded it answers None, and a turn
goes on with words.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import Protocol, TypeVar, TypeVarTuple

import numpy as np
import numpy.typing as npt

from memserver.embedding.calibration import calibration_for
from memserver.embedding.default_model import NAME as DEFAULT_NAME
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Embedder, Kind, Vector
from memserver.errors import EmbeddingFailed
from memserver.index.adaptive import AdaptiveIndex
from memserver.index.protocol import Labels, Similarities, Vectors
from memserver.retrieval.kept_vectors import KeptVectors
from memserver.retrieval.sample import VectorSample
from memserver.storage.database import Transaction
from memserver.storage.store import Store

PAGE = 4_096
# Far more than any window lags behind; an index that is older is built anew.
KEPT_CHANGES = 100_000
# A graph hands vectors out as numbers of Python, 12 kB each: many at once leave a heap that is never given back.
SUMMED_AT_ONCE = 128
# A write that looks for what it may contradict does not hang on an endpoint: it goes on with words, and so do the
# writes of the next while.
LONGEST_WAIT_SECONDS = 5.0
PAUSE_SECONDS = 30.0

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")


class VectorRows(Protocol):
    """Labelled vectors as the store keeps them, with the log of their changes: passages', unless others are named."""

    async def first_change(self) -> int:
        """Return the oldest change still in the log."""
        ...

    async def last_change(self) -> int:
        """Return the number of the newest change."""
        ...

    async def changes_since(self, seq: int, model: str, limit: int) -> list[tuple[int, int, bytes | None]]:
        """Return (seq, label, vector) after a change; the vector is None where there is none of this model now."""
        ...

    async def after(self, label: int, model: str, limit: int, /) -> list[tuple[int, bytes]]:
        """Return (label, vector) of one model past a label."""
        ...

    async def trim_changes(self, transaction: Transaction, keep: int) -> None:
        """Forget all but the newest changes."""
        ...


class VectorKeeper:
    """The vectors of the present embedding model, in memory."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, executor: Executor, folder: Path, rows: VectorRows | None = None
    ) -> None:
        self._store = store
        self._rows: VectorRows = rows or store.vectors
        self._embedder = embedder
        self._executor = executor
        self._folder = folder
        self._index: AdaptiveIndex | None = None
        self._model = ""
        self._seq = 0
        self._total: npt.NDArray[np.float64] = np.zeros(0)
        self._common: tuple[tuple[int, int, int], Similarities] = ((-1, 0, 0), np.empty(0, np.float32))
        self._read = KeptVectors(0, 0)
        self._sample = VectorSample()
        self._sample_common: tuple[int, Similarities] = (-1, np.empty(0, np.float32))
        self._lock = asyncio.Lock()
        self._not_before = 0.0

    @property
    def index(self) -> AdaptiveIndex | None:
        """The index, or None while there is none."""
        return self._index

    @property
    def model(self) -> str:
        """The fingerprint of the model whose vectors are in the index; empty while there is none."""
        return self._model

    @property
    def change(self) -> int:
        """The number of the newest change that is in the index."""
        return self._seq

    @property
    def mean(self) -> Vectors:
        """The mean of all vectors: what everything in this store has in common."""
        count = len(self._index) if self._index is not None else 0
        return (self._total / max(count, 1)).astype(np.float32)

    def common(self, ids: Labels) -> Similarities:
        """Return what all passages of the store have in common with its mean; made anew once it has changed."""
        state = self._seq, len(ids), int(ids[-1]) if len(ids) else 0
        if self._common[0] != state and self._index is not None:
            self._common = state, self._index.similarities(self.mean, ids)
        return self._common[1]

    @property
    def sample(self) -> tuple[Labels, Vectors]:
        """An even sample of the vectors, with their labels: always the same one for the same vectors."""
        return self._sample.labels, self._sample.vectors

    @property
    def sample_common(self) -> Similarities:
        """What each vector of the sample has in common with the mean of the store; made anew once that has changed."""
        if self._sample_common[0] != self._seq:
            self._sample_common = self._seq, self._sample.vectors @ self.mean
        return self._sample_common[1]

    async def load(self) -> None:
        """Load the index of the present model, then take in what changed; for a background task."""
        embedder = self._embedder.embedder
        if embedder is None:
            return
        async with self._lock:
            if self._index is None or self._model != embedder.fingerprint:
                await self._load(embedder.fingerprint, embedder.dimensions)
        await self.refresh()

    async def refresh(self, newest: int | None = None) -> None:
        """Take in what changed in the store since the last time; does nothing until the index was loaded.

        `newest` is the number of the newest change, where the caller knows it already.
        """
        if self._index is None:
            return
        if (newest if newest is not None else await self._rows.last_change()) == self._seq:
            return
        async with self._lock:
            await self._follow()

    async def settle(self) -> None:
        """Let the index change over to another kind, or save itself, when it is time; for a background task."""
        if self._index is None:
            return
        await self._run(self._index.settle, self._seq)
        if self._seq - await self._rows.first_change() > 2 * KEPT_CHANGES:
            async with self._store.database.write() as transaction:
                await self._rows.trim_changes(transaction, KEPT_CHANGES)

    async def _load(self, model: str, dimensions: int) -> None:
        self._index = None
        first, last = await self._rows.first_change(), await self._rows.last_change()
        index, seq = await self._run(AdaptiveIndex.open, dimensions, self._folder, model)
        if seq is not None and first - 1 <= seq <= last:
            self._seq = seq
        else:
            index = AdaptiveIndex(dimensions, self._folder, model)
            position = 0
            while page := await self._rows.after(position, model, PAGE):
                position = page[-1][0]
                await self._run(index.add, [label for label, _ in page], _matrix([vector for _, vector in page]))
            self._seq = last
        self._sample, self._sample_common = VectorSample(), (-1, np.empty(0, np.float32))
        self._common = ((-1, 0, 0), np.empty(0, np.float32))
        self._read = KeptVectors(dimensions)
        self._total = await self._run(_sum_of, index, self._sample)
        self._index, self._model = index, model

    async def _follow(self) -> None:
        assert self._index is not None
        while changes := await self._rows.changes_since(self._seq, self._model, PAGE):
            latest = {passage: vector for _, passage, vector in changes}
            gone = [passage for passage, vector in latest.items() if vector is None]
            new = [(passage, vector) for passage, vector in latest.items() if vector is not None]
            await self._run(self._apply, gone, [label for label, _ in new], _matrix([vector for _, vector in new]))
            # In one step: whoever began to read before tells by the number that it may be of what was there before.
            self._read.forget(list(latest))
            self._seq = changes[-1][0]

    def _apply(self, gone: Sequence[int], labels: Sequence[int], vectors: Vectors) -> None:
        """Change the index, and the sum of its vectors with it."""
        assert self._index is not None
        replaced = [label for label in (*gone, *labels) if label in self._index]
        if replaced:
            self._total = self._total - self._index.vectors(replaced).sum(axis=0, dtype=np.float64)
            self._index.remove(replaced)
            self._sample.remove(replaced)
        if labels:
            self._index.add(labels, vectors)
            self._sample.add(labels, vectors)
            self._total = self._total + vectors.sum(axis=0, dtype=np.float64)

    async def vectors(self, passages: npt.NDArray[np.int64]) -> Vectors:
        """Return one row per passage, NaN for those without a vector.

        A graph hands its vectors out as numbers of Python: there the store is asked, which is five times as fast, for
        those that were not read lately.
        """
        assert self._index is not None
        if self._index.kind == "exact" or not len(passages):
            return self._index.vectors(passages)
        kept, seq = self._read, self._seq
        here, known = kept.find(passages)
        rows = np.full((len(passages), self._index.dimensions), np.nan, np.float32)
        rows[here] = known
        if not here.all():
            unknown = passages[~here]
            places = np.flatnonzero(~here)[np.argsort(unknown)]
            found = await self._store.vectors.of(unknown.tolist(), self._model)
            if found:
                labels = np.array([passage for passage, _ in found], np.int64)
                vectors = _halves([vector for _, vector in found])
                # They come by id.
                rows[places[np.searchsorted(passages[places], labels)]] = vectors
                if seq == self._seq:
                    kept.put(labels, vectors)
        return rows

    async def close(self) -> None:
        """Save what is worth saving."""
        async with self._lock:
            if self._index is not None:
                await self._run(self._index.save, self._seq)

    async def nearest_memories(self, text: str, limit: int) -> Sequence[tuple[str, float]]:
        """Return (memory id, calibrated similarity) of the memories nearest to a statement; empty without vectors."""
        embedder = self._embedder.embedder
        _, found = await self._nearest(embedder, text, limit)
        if embedder is None or not found:
            return []
        curve = calibration_for(embedder.name)
        return [(memory_id, max(0.0, curve.similarity(cosine))) for memory_id, (_, cosine) in found.items()]

    async def nearest_vectors(self, text: str, limit: int) -> Sequence[tuple[str, tuple[Vector, Vector] | None]]:
        """Return the memories nearest to a statement, each with its vector and that of the statement.

        None stands for the vectors of other models than the default one.
        """
        embedder = self._embedder.embedder
        query, found = await self._nearest(embedder, text, limit)
        if embedder is None or query is None or embedder.name != DEFAULT_NAME:
            return [(memory_id, None) for memory_id in found]
        passages = [passage for passage, _ in found.values()]
        stored = await self._store.vectors.of(passages, embedder.fingerprint)
        vectors = {passage: np.frombuffer(data, np.float16).astype(np.float32) for passage, data in stored}
        return [
            (memory_id, (vectors[passage], query) if passage in vectors else None)
            for memory_id, (passage, _) in found.items()
        ]

    async def _nearest(
        self, embedder: Embedder | None, text: str, limit: int
    ) -> tuple[Vector | None, dict[str, tuple[int, float]]]:
        """Return the vector of a statement, and of the nearest memories the nearest passage with its cosine."""
        index = self._index
        if embedder is None or index is None or not len(index):
            return None, {}
        await self.refresh()
        query = await self._embedded(embedder, text)
        if query is None:
            return None, {}
        labels, cosines = await self._run(index.search, query, limit)
        best = {int(label): float(value) for label, value in zip(labels, cosines, strict=True)}
        owners = await self._store.passages.memories_of(best)
        found: dict[str, tuple[int, float]] = {}
        for passage, memory_id in sorted(owners, key=lambda owner: -best[owner[0]]):
            found.setdefault(memory_id, (passage, best[passage]))
        return query, found

    async def _embedded(self, embedder: Embedder, text: str) -> Vector | None:
        """Embed a statement; None where that fails or takes long, and then for a while without asking again."""
        if time.monotonic() < self._not_before:
            return None
        try:
            async with asyncio.timeout(LONGEST_WAIT_SECONDS):
                return await embedder.embed(text, Kind.PASSAGE)
        except (EmbeddingFailed, TimeoutError):
            self._not_before = time.monotonic() + PAUSE_SECONDS
            return None

    async def _run(self, function: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function, *arguments)


def _sum_of(index: AdaptiveIndex, sample: VectorSample) -> npt.NDArray[np.float64]:
    """Return the sum of all vectors, and take the sample of them on the way."""
    total = np.zeros(index.dimensions)
    labels = index.labels()
    for start in range(0, len(labels), SUMMED_AT_ONCE):
        part = labels[start : start + SUMMED_AT_ONCE]
        vectors = index.vectors(part)
        total += vectors.sum(axis=0, dtype=np.float64)
        sample.add(part, vectors)
    return total


def _matrix(blobs: Sequence[bytes]) -> Vectors:
    return _halves(blobs).astype(np.float32)


def _halves(blobs: Sequence[bytes]) -> npt.NDArray[np.float16]:
    """Read vectors as the store keeps them: half precision."""
    return np.frombuffer(b"".join(blobs), dtype=np.float16).reshape(len(blobs), -1 if blobs else 0)


def to_blob(vector: Vector) -> bytes:
    """Write a vector as the store keeps it: half precision costs no recall and half the space."""
    return vector.astype(np.float16).tobytes()
