"""A real store with everything that learns, and an embedder that knows a few words."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from memserver.embedding.loading import EmbedderHandle, EmbeddingChoice
from memserver.embedding.protocol import Kind, Matrix, Vector
from memserver.events import Event, EventBus
from memserver.learning.service import Learning
from memserver.retrieval.backfill import TurnGate
from memserver.storage.store import Store, open_store
from memserver.text.terms import index_terms
from tests.unit.kit import StillClock

DIMENSIONS = 64


class WordEmbedder:
    """Texts that share words are near each other."""

    name = "words"
    dimensions = DIMENSIONS
    fingerprint = "words-1"

    async def embed(self, text: str, kind: Kind) -> Vector:
        return (await self.embed_batch([text], kind))[0]

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        rows = np.full((len(texts), DIMENSIONS), 1e-3, np.float32)
        for row, text in zip(rows, texts, strict=True):
            for term in index_terms(text):
                row[sum(term.encode()) * 7919 % DIMENSIONS] += 1.0
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


class ReadyHandle(EmbedderHandle):
    """A handle whose embedder is there from the beginning."""

    def __init__(self) -> None:
        super().__init__(EmbeddingChoice(cache=Path(), provider="off"))

    @property
    def embedder(self) -> WordEmbedder:
        return WordEmbedder()

    @property
    def name(self) -> str:
        return "words"


@dataclass
class LearningKit:
    """Learning over an open store."""

    store: Store
    learning: Learning
    clock: StillClock
    events: list[Event]
    folder: Path


@asynccontextmanager
async def open_learning(
    folder: Path, clock: StillClock | None = None, mode: str = "balanced"
) -> AsyncIterator[LearningKit]:
    """Open learning in a folder; its router learns in the background."""
    clock, bus, told = clock or StillClock(), EventBus(), []
    bus.subscribe(told.append)
    async with open_store(folder) as store:
        with ThreadPoolExecutor(1) as executor:
            learning = Learning(store, ReadyHandle(), executor, clock, TurnGate(), bus, lambda: mode, folder)
            await learning.open()
            task = asyncio.create_task(learning.learner.run())
            try:
                yield LearningKit(store, learning, clock, told, folder)
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
                await learning.close()
