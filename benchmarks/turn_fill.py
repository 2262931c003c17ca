"""A large store for measuring turns: real sentences in new combinations, a folder of notes, vectors without a model.

A text is made of a few sentences of a pool, and its vector is the mean of theirs with a little noise: embedding a pool
takes a minute, embedding a hundred thousand texts would take an hour. So questions find what answers them, and the
index sees clusters as it does in a real store.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import numpy as np

from benchmarks.bench_data import sentences_and_questions
from benchmarks.lifecycle_fill import NOW, statements
from memserver.config import Settings
from memserver.engine import Engine
from memserver.ids import new_id
from memserver.layers.changes import passages_of
from memserver.layers.drafts import title_of
from memserver.model import Layer, Memory, Scope
from memserver.retrieval.vector_keeper import to_blob
from memserver.storage.store import Store

BATCH = 2_000
# As far as two wordings of one sentence lie apart.
NOISE = 0.2
CHUNKS_PER_NOTE = 8
SENTENCES_PER_CHUNK = 9
LAYERS = (Layer.EPISODIC, Layer.EPISODIC, Layer.LONG_TERM, Layer.PROJECT, Layer.PROCEDURAL)

Embed = Callable[[str], np.ndarray]


def material(most: int) -> tuple[list[str], list[str]]:
    """Return sentences to build texts from, and questions; made-up ones where there is no bench data."""
    sentences, questions = sentences_and_questions(most)
    if not sentences:
        sentences = list(statements(0, most))
        questions = [f"Who looks after {text.split()[0]} and where are its settings?" for text in sentences[:400]]
    return sentences, questions


class Pool:
    """Sentences with their vectors; makes texts and the vector of each."""

    def __init__(self, sentences: Sequence[str], embed: Embed) -> None:
        self._sentences = sentences
        self._vectors = np.stack([embed(sentence) for sentence in sentences])
        self._chance = random.Random(11)
        self._generator = np.random.default_rng(5)
        self._made: dict[str, np.ndarray] = {}

    def text(self, count: int, most_chars: int = 10_000) -> str:
        """Make a text of some sentences."""
        rows = self._chance.sample(range(len(self._sentences)), count)
        text = " ".join(self._sentences[row] for row in rows)[:most_chars].strip()
        noise = self._generator.standard_normal(self._vectors.shape[1]).astype(np.float32)
        vector = self._vectors[rows].mean(axis=0)
        vector = vector / np.linalg.norm(vector) + NOISE * noise / np.linalg.norm(noise)
        self._made[text] = (vector / np.linalg.norm(vector)).astype(np.float16)
        return text

    def vector(self, text: str) -> np.ndarray:
        """Return the vector of a text that was made here, else of any of its sentences."""
        made = self._made.get(text)
        return made if made is not None else self._vectors[hash(text) % len(self._vectors)]

    def memory(self) -> str:
        """Make a text as long as memories are."""
        return self.text(self._chance.choice((1, 2, 2, 3)))


async def fill(folder: Path, memories: int, chunks: int, pool: Pool, model: str) -> None:
    """Fill a data folder and a brain; every passage has a vector afterwards."""
    write_notes(folder / "brain", chunks, pool)
    settings = Settings(data_dir=str(folder / "data"), brain_path=str(folder / "brain"), embedding_provider="off")
    async with Engine.open(settings) as engine:
        for start in range(0, memories, BATCH):
            await _add(engine.store, [pool.memory() for _ in range(min(BATCH, memories - start))], start)
        await asyncio.wait_for(engine.brain_indexed.wait(), 600)
        await _give_vectors(engine.store, pool, model)


def write_notes(brain: Path, chunks: int, pool: Pool) -> None:
    """Write notes whose sections become one chunk each."""
    for number in range(chunks // CHUNKS_PER_NOTE):
        note = brain / f"area-{number % 20}" / f"note-{number}.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        parts = [f"# Note {number}"]
        for section in range(CHUNKS_PER_NOTE):
            parts.append(f"## Section {section + 1}\n\n{pool.text(SENTENCES_PER_CHUNK, 1_150)}")
        note.write_text("\n\n".join(parts) + "\n", encoding="utf-8")


async def _add(store: Store, texts: Sequence[str], first: int) -> None:
    blank = Memory("", Layer.EPISODIC, "", "", Scope.GLOBAL, "", NOW, NOW, NOW)
    async with store.database.write() as transaction:
        owners = []
        for number, text in enumerate(texts, first):
            moment = NOW - timedelta(minutes=17 * (number % 20_000))
            memory = replace(
                blank, id=new_id("mem", moment), layer=LAYERS[number % len(LAYERS)], title=title_of(text),
                content=text, timestamp=moment,
            )  # fmt: skip
            owners.append((await store.memories.insert(transaction, memory), None, passages_of(memory)))
        await store.passages.add(transaction, owners)


async def _give_vectors(store: Store, pool: Pool, model: str) -> None:
    while True:
        async with store.database.write() as transaction:
            claimed = await store.vectors.claim(transaction, BATCH, 1.0, 2.0)
            if not claimed:
                return
            blobs = [(passage, to_blob(pool.vector(text))) for passage, _, text in claimed]
            await store.vectors.store(transaction, model, blobs)
