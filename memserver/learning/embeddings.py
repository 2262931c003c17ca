"""Vectors for what is learned: of questions, which are remembered for a while, and of patterns that lack one.

Nothing here fails for want of an embedder: what has no vector is compared by its words.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from memserver.embedding.calibration import Calibration, calibration_for
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Kind, embed_batch_within
from memserver.errors import EmbeddingFailed
from memserver.storage.store import Store

Floats = npt.NDArray[np.float32]

EMBED_BATCH = 64
REMEMBERED_QUERIES = 256


class LearningEmbeddings:
    """The present embedder, as learning uses it."""

    def __init__(self, store: Store, embedder: EmbedderHandle) -> None:
        self._store = store
        self._embedder = embedder
        self._queries: dict[tuple[str, str], Floats] = {}

    @property
    def space(self) -> str:
        """Return the name of the embedding space in use; empty without one."""
        embedder = self._embedder.embedder
        return embedder.fingerprint if embedder else ""

    def calibration(self) -> Calibration:
        """Return the scale of similarity of the present embedding."""
        return calibration_for(self._embedder.name)

    async def wait_ready(self) -> None:
        """Wait until it is known whether there is an embedder."""
        await self._embedder.wait_ready()

    async def embed(self, text: str, kind: Kind) -> Floats | None:
        """Embed a text; None without an embedder or when it fails. The last queries are remembered."""
        embedder = self._embedder.embedder
        if embedder is None:
            return None
        space = embedder.fingerprint
        key = (f"{space}:{kind}", text)
        if (known := self._queries.get(key)) is not None:
            return known
        try:
            vector = await embedder.embed(text, kind)
        except EmbeddingFailed:
            return None
        if embedder.fingerprint != space:
            return None
        if len(self._queries) >= REMEMBERED_QUERIES:
            self._queries.pop(next(iter(self._queries)))
        self._queries[key] = vector
        return vector

    async def embed_passages(self, texts: list[str]) -> tuple[str, Floats] | None:
        """Embed several texts of one space; None without an embedder, or when the space changed meanwhile."""
        embedder = self._embedder.embedder
        if embedder is None:
            return None
        space = embedder.fingerprint
        vectors = await embed_batch_within(embedder, space, texts, Kind.PASSAGE)
        return None if vectors is None else (space, vectors)

    async def fill_patterns(self) -> None:
        """Give every pattern that lacks one its vector."""
        while self._embedder.embedder is not None:
            waiting = await self._store.patterns.without_vector(self.space, EMBED_BATCH)
            if not waiting:
                return
            made = await self.embed_passages([text for _, text in waiting])
            if made is None:
                continue
            space, vectors = made
            blobs = [
                (each, vector.astype(np.float16).tobytes()) for (each, _), vector in zip(waiting, vectors, strict=True)
            ]
            async with self._store.database.write() as transaction:
                await self._store.patterns.set_vectors(transaction, space, blobs)
