"""Made-up statements in English and Korean, and a store filled with them without asking a model for vectors."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from memserver.ids import new_id
from memserver.layers.changes import passages_of
from memserver.layers.drafts import title_of
from memserver.model import Layer, Memory, Scope
from memserver.storage.store import Store, open_store
from memserver.text.words import words

BATCH = 1_000
NOW = datetime(2026, 5, 4, tzinfo=UTC)
PARTS = sorted(
    words(
        "checkout invoice ledger search catalogue upload gateway session billing webhook report importer scheduler "
        "mailer audit export cache worker profile consent pricing refund shipping stock basket coupon review rating"
    )
)
PLACES = sorted(
    words(
        "service page job screen queue table topic client module panel form dialog endpoint bucket index stream script "
        "dashboard workflow plugin"
    )
)
ENGLISH = (
    "{name} keeps its settings in {file} and is looked after by {person}; it was reviewed after the {part} outage.",
    "{person} wrote {name} so that the {part} team can retry failed requests without losing what customers entered.",
    "When {name} is slow, look at {file} first: {person} found that the connection pool there is the usual reason.",
)
KOREAN = (
    "{name} 설정은 {file} 파일에 있고 {person} 님이 관리한다. 지난번 {part} 장애 이후에 다시 검토했다.",
    "{person} 님이 {name} 모듈을 만들어서 {part} 팀이 실패한 요청을 다시 보낼 수 있게 되었다.",
    "{name} 응답이 느려지면 먼저 {file} 파일을 본다. {person} 님이 연결 풀 때문이라고 알아냈다.",
)
PEOPLE = ("Mina", "Jonas", "Sora", "Priya", "Tomás", "Hana", "Luca", "Yuna", "Omar", "Ingrid")


def statements(first: int, count: int) -> Iterator[str]:
    """Yield different statements, the same ones for the same numbers; a third of them Korean."""
    for number in range(first, first + count):
        chance = random.Random(number)
        part, place = chance.choice(PARTS), chance.choice(PLACES)
        pattern = chance.choice(KOREAN if number % 3 == 0 else ENGLISH)
        yield pattern.format(
            name=f"{part}{place.capitalize()}{number}",
            file=f"{chance.choice(PARTS)}/{place}_{number}.toml",
            person=chance.choice(PEOPLE),
            part=chance.choice(PARTS),
        )


async def fill_store(data: Path, size: int, fingerprint: str, dimensions: int) -> None:
    """Store statements with random vectors of the model's length, half of them long-term, half episodic."""
    generator = np.random.default_rng(7)
    async with open_store(data) as store:
        for start in range(0, size, BATCH):
            texts = list(statements(start, min(BATCH, size - start)))
            vectors = generator.standard_normal((len(texts), dimensions)).astype(np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            await _store(store, texts, vectors.astype(np.float16), fingerprint)


async def _store(store: Store, texts: list[str], vectors: np.ndarray, fingerprint: str) -> None:
    blank = Memory("", Layer.EPISODIC, "", "", Scope.GLOBAL, "", NOW, NOW, NOW)
    async with store.database.write() as transaction:
        owners = []
        for index, text in enumerate(texts):
            layer = Layer.EPISODIC if index % 2 else Layer.LONG_TERM
            memory = replace(blank, id=new_id("mem", NOW), layer=layer, title=title_of(text), content=text)
            owners.append((await store.memories.insert(transaction, memory), None, passages_of(memory)))
        ids = await store.passages.add(transaction, owners)
        blobs = [(passages[0], vectors[index].tobytes()) for index, passages in enumerate(ids)]
        await store.vectors.store(transaction, fingerprint, blobs)
