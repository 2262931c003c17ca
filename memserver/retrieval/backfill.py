"""Background embedding: gives every passage its vector, in batches, while nobody waits.

The queue lives in the store, so the work is resumed after a restart and shared between windows: each takes a claim
that lapses should it die. A turn that is running goes first.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence

from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Embedder, Kind, embed_batch_within
from memserver.errors import Cancelled, EmbeddingFailed, StorageFailed
from memserver.retrieval.vector_keeper import VectorKeeper, to_blob
from memserver.storage.store import Store

log = logging.getLogger(__name__)

BATCH = 128
# A batch takes a second or two. One that takes longer is embedded twice at worst; after a crash nobody waits longer.
CLAIM_SECONDS = 20.0
# Another window may have died before it embedded what it wrote: somebody has to look.
LOOK_AGAIN_SECONDS = 30.0
# Steady ingest must not keep the index from changing over to the kind that serves large stores.
SETTLE_EVERY_BATCHES = 64
RETRY_SECONDS = (2.0, 5.0, 15.0, 60.0)
# How long a batch may be put off by turns that follow each other without a pause.
LONGEST_DELAY_SECONDS = 2.0

Progress = Callable[[int, int], None]


class TurnGate:
    """Knows whether a turn is running; background work waits for it to end."""

    def __init__(self) -> None:
        self._running = 0
        self._idle = asyncio.Event()
        self._idle.set()

    def __enter__(self) -> None:
        self._running += 1
        self._idle.clear()

    def __exit__(self, *exception: object) -> None:
        self._running -= 1
        if not self._running:
            self._idle.set()

    @property
    def is_busy(self) -> bool:
        """Whether a turn is running now."""
        return self._running > 0

    async def idle(self) -> None:
        """Return when no turn is running, or after a while in any case."""
        if self._idle.is_set():
            return
        try:
            # Not `wait_for`: before Python 3.12 it loses a cancellation that comes together with the event.
            async with asyncio.timeout(LONGEST_DELAY_SECONDS):
                await self._idle.wait()
        except TimeoutError:
            return


def embedded_text(heading: str, text: str) -> str:
    """Return what is embedded of a passage: its text, under its heading where it does not say it itself."""
    return f"{heading}\n{text}" if heading and not text.lstrip("# ").startswith(heading) else text


class Backfill:
    """The one task that embeds; `changed` is called when there may be new passages, and when all have their vectors."""

    def __init__(
        self,
        store: Store,
        embedder: EmbedderHandle,
        keeper: VectorKeeper,
        gate: TurnGate,
        changed: Callable[[], None] = lambda: None,
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._keeper = keeper
        self._gate = gate
        self._changed = changed
        self._wake = asyncio.Event()
        self._stop = threading.Event()
        self.failure: str | None = None

    def wake(self) -> None:
        """Say that there may be work."""
        self._wake.set()
        self._changed()

    async def run(self) -> None:
        """Embed what is queued, then wait for more; ends by cancellation."""
        try:
            embedder = await self._embedder.wait_for_good()
            if embedder is None:
                return
            failures, begun = 0, False
            while True:
                self._wake.clear()
                try:
                    if not begun:
                        await self._begin(embedder)
                        begun = True
                    await self._work_off(embedder)
                    failures, self.failure = 0, None
                    await self._more_work()
                except (EmbeddingFailed, StorageFailed) as failure:
                    self.failure = failure.message
                    await asyncio.sleep(RETRY_SECONDS[min(failures, len(RETRY_SECONDS) - 1)])
                    failures += 1
        finally:
            self._stop.set()

    async def _work_off(self, embedder: Embedder) -> None:
        """Embed until the queue holds nothing that is free; now and then, and at the end, let the index settle."""
        batches = 0
        while await self._one_batch(embedder):
            self.failure = None
            batches += 1
            if batches % SETTLE_EVERY_BATCHES == 0:
                await self._keeper.settle()
        await self._keeper.settle()
        if batches:
            self._changed()

    async def _begin(self, embedder: Embedder) -> None:
        """Queue what has no vector of this model, and load the index of those that have."""
        async with self._store.database.write() as transaction:
            await self._store.vectors.enqueue_other_models(transaction, embedder.fingerprint)
        await self._keeper.load()

    async def _more_work(self) -> None:
        """Return when something was written here, when a claim of another window lapses, or after a while."""
        lapses = await self._store.vectors.next_lapse()
        patience = LOOK_AGAIN_SECONDS if lapses is None else min(max(lapses - time.time(), 0.1), LOOK_AGAIN_SECONDS)
        try:
            async with asyncio.timeout(patience):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _one_batch(self, embedder: Embedder) -> bool:
        """Embed up to one batch; False when the queue holds nothing that is free."""
        await self._gate.idle()
        model, now = embedder.fingerprint, time.time()
        async with self._store.database.write() as transaction:
            claimed = await self._store.vectors.claim(transaction, BATCH, now, now + CLAIM_SECONDS)
        if claimed:
            await self._embed(embedder, model, claimed)
        return bool(claimed)

    async def embed_now(self, memory_ids: Sequence[str]) -> int:
        """Embed memories that were just written, for somebody who waits; returns how many passages that were.

        What cannot be embedded stays in the queue: 0 where there is no embedder.
        """
        embedder = self._embedder.embedder
        if embedder is None or self._keeper.index is None:
            return 0
        model, now = embedder.fingerprint, time.time()
        async with self._store.database.write() as transaction:
            claimed = await self._store.vectors.claim_of(transaction, memory_ids, now, now + CLAIM_SECONDS)
        if claimed:
            await self._embed(embedder, model, claimed)
        return len(claimed)

    async def _embed(self, embedder: Embedder, model: str, claimed: Sequence[tuple[int, str, str]]) -> None:
        """Give claimed passages their vectors, or back to the queue."""
        passages = [passage for passage, _, _ in claimed]
        texts = [embedded_text(heading, text) for _, heading, text in claimed]
        try:
            vectors = await embed_batch_within(embedder, model, texts, Kind.PASSAGE, self._stop)
        except (EmbeddingFailed, Cancelled, asyncio.CancelledError):
            await asyncio.shield(self._release(passages))
            raise
        if vectors is None:
            # The embedder went over to another model: everything is to be embedded in that one's space.
            await self._release(passages)
            async with self._store.database.write() as transaction:
                await self._store.vectors.enqueue_other_models(transaction, embedder.fingerprint)
            await self._keeper.load()
            return
        blobs = [(passage, to_blob(vector)) for passage, vector in zip(passages, vectors, strict=True)]
        async with self._store.database.write() as transaction:
            await self._store.vectors.store(transaction, model, blobs)
        await self._keeper.refresh()

    async def _release(self, passages: list[int]) -> None:
        async with self._store.database.write() as transaction:
            await self._store.vectors.release(transaction, passages)
