"""The data sets as real stores: filled through the writer and the indexer of an engine, with the model's own vectors.

External ids are random, so nothing can be read out of them. Vectors are kept in a folder by text: embedding all sets
takes minutes, ranking them seconds. `tuned` runs anything with other numbers in the tables of what is tuned.
"""

from __future__ import annotations

import asyncio
import hashlib
import tempfile
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.bench_data import TURN_OF_TALK, Corpus, Figures, Question, Row
from memserver.clock import to_iso
from memserver.config import Settings
from memserver.embedding import loading
from memserver.embedding.default_model import DIMENSIONS, NAME
from memserver.embedding.local import LocalModel, local_fingerprint
from memserver.embedding.protocol import Kind, Matrix, Vector
from memserver.engine import Engine
from memserver.folders import cache_folder
from memserver.layers.deciding import Written
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval import ranking
from memserver.retrieval.lexical import match_words
from memserver.retrieval.plan import plan_query, text_to_embed
from memserver.retrieval.postings import PostingKeeper
from memserver.retrieval.tuning import LEXICAL, RANKING
from memserver.storage.passages import Visibility
from memserver.turn.tuning import FIT

Setting = tuple[tuple[str, float], ...]
FLOORS = ("words", "vectors", "min-max")


class KeptVectors:
    """The project's own model behind the protocol of an embedding engine; what it made once is kept in a file."""

    name, dimensions = NAME, DIMENSIONS

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._file = folder / f"{self.fingerprint}.npz"
        self._model: LocalModel | None = None
        self._vectors: dict[str, Vector] = {}
        self._saved = 0
        if self._file.is_file():
            with np.load(self._file) as kept:
                self._vectors = dict(zip(kept["keys"].tolist(), kept["vectors"], strict=True))
            self._saved = len(self._vectors)

    @property
    def fingerprint(self) -> str:
        """Return the name of the model's space."""
        return local_fingerprint()

    async def load(self) -> None:
        """Be ready: the model itself is loaded at the first text that is new."""

    async def close(self) -> None:
        """Keep what is new."""
        if len(self._vectors) > self._saved:
            np.savez(self._file, keys=np.array(list(self._vectors)), vectors=np.stack(list(self._vectors.values())))
            self._saved = len(self._vectors)

    async def embed(self, text: str, kind: Kind) -> Vector:
        """Return the vector of one text."""
        key = hashlib.sha256(f"{kind}\0{text}".encode()).hexdigest()
        if key not in self._vectors:
            self._model = self._model or LocalModel(cache_folder())
            self._vectors[key] = self._model.embed(text, kind)
        return self._vectors[key]

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:  # noqa: ARG002
        """Return the vectors of many texts."""
        return np.stack([await self.embed(text, kind) for text in texts])


@dataclass(frozen=True, slots=True)
class Filled:
    """An open engine that holds a corpus; `ids` tells what of the data each of its memories and files is."""

    engine: Engine
    ids: dict[str, set[str]]
    now: datetime

    @property
    def visibility(self) -> Visibility:
        """Everything, also what was replaced: the order of texts is measured, not what becomes of them."""
        return Visibility(("",), str(self.engine.brain), to_iso(self.now), include_superseded=True)


@asynccontextmanager
async def filled(corpus: Corpus, vectors: KeptVectors) -> AsyncIterator[Filled]:
    """Open an engine in a folder of its own, and wait until everything is stored and has its vector."""
    loading.make_engine = lambda choice, executor: vectors  # noqa: ARG005
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
        brain = Path(name) / "brain"
        for path, text in corpus.documents.items():
            (brain / path).parent.mkdir(parents=True, exist_ok=True)
            (brain / path).write_text(text, encoding="utf-8")
        settings = Settings(data_dir=f"{name}/data", brain_path=str(brain), workers_enabled=False)
        async with Engine.open(settings) as engine:
            await engine.embedder.wait_ready()
            drafts, now = drafts_of(corpus.items)
            ids: dict[str, set[str]] = {}
            for item, written in zip(corpus.items, await engine.writer.add_many(drafts), strict=True):
                assert isinstance(written, Written), written
                ids.setdefault(written.id, set()).add(item["id"])
            await engine.brain_indexed.wait()
            ids.update({file.id: {file.path} for file in await engine.store.files.known(str(engine.brain))})
            while await engine.store.vectors.pending():  # noqa: ASYNC110 - nobody is told when the last one is there
                await asyncio.sleep(0.05)
            await engine.keeper.refresh()
            yield Filled(engine, ids, now)


def drafts_of(items: Sequence[Row]) -> tuple[list[Draft], datetime]:
    """Return memories to write, and a day after the last of them."""
    drafts, random = [], Random(5)
    for item in items:
        text = item.get("text") or "\n".join(f"{role}: {said}" for role, said in item["messages"])
        turn = TURN_OF_TALK.fullmatch(item["id"])
        thread, position = (f"session {turn[1]}", int(turn[2])) if turn else (item.get("thread"), item.get("position"))
        drafts.append(
            Draft(
                Layer(item.get("layer", "episodic")), text, item.get("title"), thread=thread, position=position,
                external_id=f"{random.getrandbits(64):x}",
                timestamp=datetime.fromisoformat(item["time"]) if "time" in item else None,
            )
        )  # fmt: skip
    times = [each.timestamp for each in drafts if each.timestamp is not None]
    return drafts, max(times, default=datetime.now(UTC)) + timedelta(days=1)


async def floors(store: Filled, questions: Sequence[Question]) -> dict[str, list[Figures]]:
    """Return the figures of words alone, of vectors alone, and of their blend."""
    engine = store.engine
    passages, index, embedder = engine.passages.table, engine.keeper.index, engine.embedder.embedder
    assert index is not None and embedder is not None
    ids = passages.columns.ids
    facts = await engine.store.passages.facts(ids.tolist(), store.visibility)
    owners = [facts[each].owner_id() for each in ids.tolist()]
    keeper, figures = PostingKeeper(engine.store.passages), defaultdict[str, list[Figures]](list)
    for question in questions:
        plan = plan_query(question.text, store.now)
        postings, _ = await keeper.of(plan.terms)
        match = match_words(plan.words, postings, passages)
        text = text_to_embed(plan, postings, passages.count)
        near = index.similarities(await embedder.embed(text, Kind.QUERY), ids)
        words = np.zeros(len(owners))
        words[passages.places(match.ids)[0]] = match.bm25 / max(float(match.bm25.max(initial=0.0)), 1e-9)
        blend = words / 2 + (near - near.min()) / max(float(np.ptp(near)), 1e-9) / 2
        for name, scores in zip(FLOORS, (words, near, blend), strict=True):
            best = [owners[row] for row in np.argsort(-scores, kind="stable") if scores[row] > 0]
            figures[name].append(question.order([store.ids[each] for each in dict.fromkeys(best)]))
    return figures


@contextmanager
def tuned(setting: Setting) -> Iterator[None]:
    """Run with other numbers in the tables, which are frozen for everyone else."""
    tables = [(table, name) for table in (LEXICAL, RANKING, FIT) for name, _ in setting if hasattr(table, name)]
    before = [(table, name, getattr(table, name)) for table, name in tables]
    change((table, name, dict(setting)[name]) for table, name in tables)
    try:
        yield
    finally:
        change(before)


def change(values: Iterable[tuple[object, str, float]]) -> None:
    """Set numbers of the tables, and the one that was made of them."""
    for table, name, value in values:
        object.__setattr__(table, name, value)
    vars(ranking)["SHARES"] = (RANKING.neighbour, RANKING.neighbour * RANKING.beyond)
