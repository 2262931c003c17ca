"""Compares passages of notes with each other and with statements, in the background: what contradicts is kept as rows.

Each passage is compared once, with what was there before it: when it is new or has changed, which gives it a new id. A
turn that is running goes first, passages that wait for their vector are waited for, and two windows take turns.
"""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import combinations
from typing import TypeVar, TypeVarTuple

import numpy as np

from memserver.claims.documents import Place, contradiction
from memserver.claims.standing import Standing, standing_claims
from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Vector
from memserver.errors import StorageFailed
from memserver.model import Layer
from memserver.retrieval.backfill import TurnGate
from memserver.retrieval.levels import is_bare_code
from memserver.retrieval.vector_keeper import VectorKeeper
from memserver.storage.conflicts import ComparedPassage, FoundConflict
from memserver.storage.store import Store
from memserver.text.terms import query_terms

Arguments = TypeVarTuple("Arguments")
Result = TypeVar("Result")

log = logging.getLogger(__name__)

VERSION = "2"
"""Raised when the same passages would be judged differently: all are compared anew."""

STATEMENT_LAYERS = (Layer.LONG_TERM.value, Layer.PROJECT.value, Layer.PROCEDURAL.value)
BATCH = 32
NEAREST = 48
BY_WORDS = 24
# A sentence is looked up by its longest words, which are the rarest.
WORDS_OF_SENTENCE = 3
MOST_SENTENCES_LOOKED_UP = 8
# A batch takes less than a second; after a crash nobody waits longer.
CLAIM_SECONDS = 20.0
LOOK_AGAIN_SECONDS = 30.0
RETRY_SECONDS = 15.0
PAUSE_SECONDS = 0.2
_PLAIN = re.compile(r"\w+")


class Comparing:
    """The one task that compares passages."""

    def __init__(
        self, store: Store, embedder: EmbedderHandle, keeper: VectorKeeper, executor: Executor, gate: TurnGate
    ) -> None:
        self._store = store
        self._embedder = embedder
        self._keeper = keeper
        self._executor = executor
        self._gate = gate
        self._wake = asyncio.Event()

    def wake(self) -> None:
        """Say that there may be something to compare."""
        self._wake.set()

    async def run(self) -> None:
        """Compare what is new, then wait for more; ends by cancellation."""
        await self._embedder.wait_for_good()
        while True:
            self._wake.clear()
            try:
                while await self.one_batch():
                    pass
                await self._woken(LOOK_AGAIN_SECONDS)
                # What is written in a row is compared together.
                await asyncio.sleep(PAUSE_SECONDS)
            except StorageFailed as failure:
                log.warning("passages could not be compared: %s", failure.message)
                await asyncio.sleep(RETRY_SECONDS)

    async def catch_up(self) -> None:
        """Return when all is compared that has its vector, here or in another window."""
        while await self._waits():
            if not await self.one_batch():
                await asyncio.sleep(PAUSE_SECONDS)

    async def one_batch(self) -> bool:
        """Compare some passages; False when there are none that are free and have their vectors."""
        await self._gate.idle()
        now = time.time()
        conflicts = self._store.conflicts
        if not await self._waits():
            return False
        first = await conflicts.first_of_notes() or 0
        async with self._store.database.write() as transaction:
            claimed = await conflicts.claim(
                transaction, VERSION, STATEMENT_LAYERS, self._embeds, BATCH, now, now + CLAIM_SECONDS
            )
        if claimed is None or not claimed[1]:
            return False
        reach, batch = claimed
        try:
            # Statements that are older than all notes were compared with each other when they were written.
            found = await self._compare([each for each in batch if each.id >= first])
        except BaseException:
            await asyncio.shield(self._release())
            raise
        async with self._store.database.write() as transaction:
            await conflicts.settle(transaction, VERSION, reach, found)
        return True

    @property
    def _embeds(self) -> bool:
        """Whether passages will have vectors."""
        return self._embedder.embedder is not None

    async def _waits(self) -> bool:
        """Say whether there is anything to compare: without a note there is not."""
        conflicts = self._store.conflicts
        if await conflicts.first_of_notes() is None:
            return False
        return await conflicts.waiting(VERSION, STATEMENT_LAYERS, self._embeds)

    async def _compare(self, batch: Sequence[ComparedPassage]) -> list[FoundConflict]:
        found: list[FoundConflict] = []
        vectors = await self._vectors(batch)
        for passage, vector in zip(batch, vectors, strict=True):
            await self._gate.idle()
            found += await self._of(passage, vector)
        return found

    async def _of(self, passage: ComparedPassage, vector: Vector | None) -> list[FoundConflict]:
        """Return what contradicts a passage among what was written before it."""
        claims = _claims(passage)
        if not claims:
            return []
        near: list[int] = []
        index = self._keeper.index
        if vector is not None and index is not None:
            labels, _ = await self._run(index.search, vector, NEAREST)
            near = labels.tolist()
        match = _match([each.claim.text for each in claims])
        others = await self._store.conflicts.candidates(passage, near, match, STATEMENT_LAYERS, BY_WORDS)
        return await self._run(_conflicts, passage, others) if others else []

    async def _vectors(self, batch: Sequence[ComparedPassage]) -> list[Vector | None]:
        if self._keeper.index is None:
            return [None] * len(batch)
        await self._keeper.refresh()
        rows = await self._keeper.vectors(np.array([each.id for each in batch], np.int64))
        return [None if np.isnan(row[0]) else row for row in rows]

    async def _run(self, function: Callable[[*Arguments], Result], *arguments: *Arguments) -> Result:
        return await asyncio.get_running_loop().run_in_executor(self._executor, function, *arguments)

    async def _release(self) -> None:
        async with self._store.database.write() as transaction:
            await self._store.conflicts.release(transaction, VERSION)

    async def _woken(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return


def _claims(passage: ComparedPassage) -> tuple[Standing, ...]:
    # Code says nothing that could be true or false.
    return () if is_bare_code(passage.text, passage.level) else standing_claims(passage.text, passage.file is None)


def _conflicts(passage: ComparedPassage, others: Sequence[ComparedPassage]) -> list[FoundConflict]:
    """Judge a passage against others; for a thread of its own."""
    found = []
    for other in others:
        older, newer = (other, passage) if other.changed_ns <= passage.changed_ns else (passage, other)
        point = contradiction(_claims(older), _claims(newer), _place(older), _place(newer))
        if point is not None:
            verdict = point.verdict
            found.append(
                FoundConflict(
                    older.id, newer.id, verdict.kind, verdict.chance, verdict.reason.to_json(), point.older, point.newer
                )
            )
    return found


def _place(passage: ComparedPassage) -> Place:
    if passage.file is not None:
        heading = passage.heading if passage.heading else passage.title
        return Place(passage.path, heading if passage.title in heading else f"{passage.title} {heading}")
    # A title made from the first words says nothing more than they do.
    return Place("", "" if passage.text.startswith(passage.title.rstrip("…")) else passage.title)


def _match(sentences: Sequence[str]) -> str:
    """Return the query that finds passages with the longest words of one of the sentences."""
    groups: list[str] = []
    for sentence in sentences[:MOST_SENTENCES_LOOKED_UP]:
        terms = [term for term in query_terms(sentence) if _PLAIN.fullmatch(term) and not term.isdigit()]
        longest = sorted(terms, key=lambda term: (-len(term), term))[:WORDS_OF_SENTENCE]
        groups += [f'("{one}" AND "{other}")' for one, other in combinations(longest, 2)]
    return " OR ".join(dict.fromkeys(groups))
