"""Vectors of the tiers' texts: made with the write where the model is ready, in the background where it is not.

Nothing waits long for a vector: what has none yet is found by its words, and by both as soon as it has one.
"""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Executor
from pathlib import Path

from memserver.embedding.calibration import calibration_for
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Kind, Vector, embed_batch_within, embed_within
from memserver.errors import EmbeddingFailed
from memserver.index.protocol import LabelsLike, Similarities
from memserver.retrieval.backfill import TurnGate
from memserver.retrieval.vector_keeper import VectorKeeper, to_blob
from memserver.storage.store import Store

# A write or a question goes on without a vector after this: an endpoint may hang.
PATIENCE_SECONDS = 2.0
BATCH = 32

Embedded = tuple[str, bytes]
"""The model and the vector as the store keeps it."""


class TierVectors:
    """Embeds the texts of the tiers and finds the nearest ones."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, executor: Executor, gate: TurnGate, folder: Path
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._executor = executor
        self._gate = gate
        self._stop = threading.Event()
        self._keeper = VectorKeeper(store, embedder, executor, folder, store.tier_texts)

    async def of_text(self, text: str) -> Embedded | None:
        """Return the vector that is stored with a text; None where it has to wait for one."""
        embedder = self._embedder.embedder
        if embedder is None:
            return None
        model = embedder.fingerprint
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                vector = await embed_within(embedder, model, text, Kind.PASSAGE)
        except (EmbeddingFailed, TimeoutError):
            return None
        return (model, to_blob(vector)) if vector is not None else None

    async def of_question(self, text: str) -> Vector | None:
        """Return the vector of a question, in the space of the index; None where words must do."""
        embedder = self._embedder.embedder
        if embedder is None or not text.strip():
            return None
        if self._keeper.model != embedder.fingerprint:
            await self._keeper.load()
        await self._keeper.refresh()
        index = self._keeper.index
        if index is None or not len(index):
            return None
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                return await embed_within(embedder, self._keeper.model, text, Kind.QUERY)
        except (EmbeddingFailed, TimeoutError):
            return None

    async def nearest(self, vector: Vector, count: int, allowed: LabelsLike | None) -> list[int]:
        """Return the numbers of the texts nearest to a question."""
        index = self._keeper.index
        if index is None:
            return []
        loop = asyncio.get_running_loop()
        labels, _ = await loop.run_in_executor(self._executor, index.search, vector, count, allowed)
        return [int(label) for label in labels]

    def similarities(self, vector: Vector, numbers: LabelsLike) -> Similarities | None:
        """Return how close texts are to a question, 0 to 1; NaN for those without a vector."""
        embedder, index = self._embedder.embedder, self._keeper.index
        if embedder is None or index is None:
            return None
        return calibration_for(embedder.name).similarities(index.similarities(vector, numbers))

    async def embed_waiting(self) -> int:
        """Give every text that waits for it its vector; returns how many. A turn that is running goes first."""
        embedder = await self._embedder.wait_ready()
        if embedder is None:
            return 0
        done = 0
        while True:
            await self._gate.idle()
            model = embedder.fingerprint
            waiting = await self._store.tier_texts.waiting(model, BATCH)
            if not waiting:
                break
            vectors = await embed_batch_within(embedder, model, [text for _, text in waiting], Kind.PASSAGE, self._stop)
            if vectors is None:
                continue  # the embedder went over to another model, in whose space everything is embedded anew
            blobs = [(number, to_blob(vector)) for (number, _), vector in zip(waiting, vectors, strict=True)]
            async with self._store.database.write() as transaction:
                await self._store.tier_texts.set_vectors(transaction, model, blobs)
            done += len(blobs)
        if await self._store.tier_texts.count():
            await self._keeper.load()
            await self._keeper.settle()
        return done

    async def close(self) -> None:
        """Stop embedding, and save the index where that is worth it."""
        self._stop.set()
        await self._keeper.close()
