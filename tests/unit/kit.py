"""What tests of layers and storage share: a still clock, a real store, a writer without vectors, a tiny embedder."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from memserver.claims.reading import Reading
from memserver.config import Settings
from memserver.embedding.loading import EmbedderHandle, EmbeddingChoice
from memserver.embedding.protocol import Kind, Matrix, Vector
from memserver.layers.distillation import Distiller
from memserver.layers.drafts import Draft
from memserver.layers.episode_files import EpisodeFiles
from memserver.layers.reconcile import Reconciler
from memserver.layers.restoring import Restored, Restorer
from memserver.layers.transfer import Exported, export_everything
from memserver.layers.writing import MemoryWriter
from memserver.model import Layer
from memserver.storage.database import Row
from memserver.storage.store import Store, open_store

START = datetime(2026, 5, 4, 9, 30, tzinfo=UTC)


class StillClock:
    """A clock that moves only when it is told to."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, **span: float) -> None:
        self.now += timedelta(**span)


class TinyEmbedder:
    """Eight numbers out of a hash: the same text always gets the same vector of length one."""

    name = "tiny"
    dimensions = 8
    fingerprint = "tiny-1"

    async def embed(self, text: str, kind: Kind) -> Vector:
        return (await self.embed_batch([text], kind))[0]

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        rows = [np.frombuffer(hashlib.sha256(text.encode()).digest()[:8], np.uint8) for text in texts]
        vectors = np.stack(rows).astype(np.float32) + 1.0
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


async def no_neighbours(text: str, limit: int) -> Sequence[tuple[str, float]]:
    return []


@dataclass
class Kit:
    """An open store with everything that writes to it."""

    store: Store
    writer: MemoryWriter
    clock: StillClock
    files: EpisodeFiles
    distiller: Distiller
    executor: ThreadPoolExecutor
    brain: Path
    settings: Settings

    async def rows(self, sql: str, *parameters: object) -> list[Row]:
        return await self.store.database.all(sql, parameters)

    async def value(self, sql: str, *parameters: object) -> object:
        return (await self.rows(sql, *parameters))[0][0]

    async def add(self, content: str, layer: Layer = Layer.LONG_TERM, **fields: object) -> str:
        return (await self.writer.add(Draft(layer, content, **fields))).id  # type: ignore[arg-type]

    async def embed_pending(self) -> int:
        """Give every queued passage its vector, as the background task does."""
        embedder, done = TinyEmbedder(), 0
        while True:
            async with self.store.database.write() as transaction:
                claimed = await self.store.vectors.claim(transaction, 64, 1.0, 1_000.0)
                if not claimed:
                    return done
                vectors = await embedder.embed_batch([text for _, _, text in claimed], Kind.PASSAGE)
                blobs = [
                    (row[0], vector.astype(np.float16).tobytes()) for row, vector in zip(claimed, vectors, strict=True)
                ]
                await self.store.vectors.store(transaction, embedder.fingerprint, blobs)
                done += len(claimed)

    async def export(self, folder: Path) -> Exported:
        return await export_everything(self.store, folder)

    async def restore(self, folder: Path) -> Restored:
        return await Restorer(self.store, self.clock, self.executor, self.files).restore(folder)


def unread(executor: Executor) -> Reading:
    """Return what compares statements without a model."""
    return Reading(EmbedderHandle(EmbeddingChoice(Path(), provider="off")), executor)


@asynccontextmanager
async def open_kit(folder: Path, clock: StillClock | None = None, **settings: object) -> AsyncIterator[Kit]:
    """Open a store in a folder, with a brain beside it."""
    clock = clock or StillClock()
    brain = folder / "brain"
    brain.mkdir(parents=True, exist_ok=True)
    files = EpisodeFiles(brain)
    async with open_store(folder / "data") as store:
        with ThreadPoolExecutor(1) as executor:
            writer = MemoryWriter(
                store, Reconciler(store, no_neighbours, unread(executor)), clock, executor, lambda: None, files
            )
            distiller = Distiller(store, writer, files, clock, brain)
            made = Settings(**settings)  # type: ignore[arg-type]
            yield Kit(store, writer, clock, files, distiller, executor, brain, made)


AGREEMENT = {
    "passages without their memory": (
        "SELECT count(*) FROM passages WHERE memory IS NOT NULL AND memory NOT IN (SELECT number FROM memories)"
    ),
    "passages without their record": (
        "SELECT count(*) FROM passages WHERE record IS NOT NULL AND record NOT IN (SELECT number FROM records)"
    ),
    "records without a passage": (
        "SELECT count(*) FROM records WHERE number NOT IN (SELECT record FROM passages WHERE record IS NOT NULL)"
    ),
    "memories without a passage": (
        "SELECT count(*) FROM memories WHERE number NOT IN (SELECT memory FROM passages WHERE memory IS NOT NULL)"
    ),
    "passages that are not in the text index": (
        "SELECT count(*) FROM passages WHERE id NOT IN (SELECT id FROM passage_terms_docsize)"
    ),
    "text index entries without a passage": (
        "SELECT count(*) FROM passage_terms_docsize WHERE id NOT IN (SELECT id FROM passages)"
    ),
    "passages with neither a vector nor a place in the queue": (
        "SELECT count(*) FROM passages WHERE id NOT IN (SELECT passage_id FROM vectors)"
        " AND id NOT IN (SELECT passage_id FROM embedding_queue)"
    ),
    "passages with both": ("SELECT count(*) FROM embedding_queue WHERE passage_id IN (SELECT passage_id FROM vectors)"),
    "vectors without a passage": "SELECT count(*) FROM vectors WHERE passage_id NOT IN (SELECT id FROM passages)",
    "queued passages that are gone": (
        "SELECT count(*) FROM embedding_queue WHERE passage_id NOT IN (SELECT id FROM passages)"
    ),
    "tags that are not looked up": (
        "SELECT count(*) FROM memories m, json_each(m.tags) t"
        " WHERE NOT EXISTS (SELECT 1 FROM memory_tags k WHERE k.memory = m.number AND k.tag = t.value)"
    ),
    "looked-up tags that nobody has": (
        "SELECT count(*) FROM memory_tags k WHERE k.tag NOT IN"
        " (SELECT t.value FROM memories m, json_each(m.tags) t WHERE m.number = k.memory)"
    ),
    "related files that are not looked up": (
        "SELECT count(*) FROM memories m, json_each(m.related_files) r WHERE NOT EXISTS (SELECT 1 FROM memory_files f"
        " WHERE f.memory = m.number AND json_extract(r.value, '$.path') LIKE '%' || f.folder || '/' || f.name)"
    ),
    "links with a missing end": (
        "SELECT count(*) FROM relations WHERE source_id NOT IN (SELECT id FROM memories)"
        " OR target_id NOT IN (SELECT id FROM memories)"
    ),
    "memories behind a successor that is not there": (
        "SELECT count(*) FROM memories WHERE superseded_by NOT IN (SELECT id FROM memories)"
    ),
    "vectors that the change log does not know": (
        "SELECT count(*) FROM vectors WHERE passage_id NOT IN (SELECT passage_id FROM vector_changes)"
    ),
}


async def disagreements(kit: Kit) -> list[str]:
    """Return what does not agree between memories, passages, text index, vectors and queue."""
    return [name for name, sql in AGREEMENT.items() if await kit.value(sql) != 0]
