"""Other ways to search the same texts with the same weights: chromadb, mem0 without inference, and plain FTS5.

Each is used as its documentation shows, in this process, with memserver's local model in the place of its own. Texts
are embedded once and shared, so that only questions are embedded again; nothing calls a language model or a network.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import re
import sqlite3
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind
from memserver.text.terms import ENGLISH_STOP_WORDS

os.environ.update({"MEM0_TELEMETRY": "False", "ANONYMIZED_TELEMETRY": "False", "HF_HUB_OFFLINE": "1"})

USER = "bench"
BATCH = 256


class Peer(Protocol):
    """A store of texts that can be asked."""

    def add(self, ids: Sequence[str], texts: Sequence[str]) -> None:
        """Store texts under their ids."""
        ...

    def search(self, question: str, limit: int) -> list[str]:
        """Return the ids of the best texts, best first."""
        ...


class Weights:
    """The local model; passages are embedded once and may be kept in a file, questions are embedded every time."""

    def __init__(self, model: LocalModel, kept: Path | None = None) -> None:
        self._model = model
        self._kept = kept
        self._passages: dict[str, np.ndarray] = {}
        if kept is not None and kept.exists():
            with np.load(kept) as stored:
                self._passages = dict(zip(stored["names"].tolist(), stored["vectors"], strict=True))

    def passage(self, text: str) -> np.ndarray:
        """Return the vector of a stored text."""
        name = hashlib.sha256(text.encode()).hexdigest()
        if name not in self._passages:
            self._passages[name] = self._model.embed(text, Kind.PASSAGE)
        return self._passages[name]

    def save(self) -> None:
        """Keep the vectors of passages for another run."""
        if self._kept is not None and self._passages:
            self._kept.parent.mkdir(parents=True, exist_ok=True)
            np.savez(self._kept, names=np.array(list(self._passages)), vectors=np.stack(list(self._passages.values())))

    def question(self, text: str) -> np.ndarray:
        """Return the vector of a question."""
        return self._model.embed(text, Kind.QUERY)


class FullText:
    """SQLite's FTS5 with its porter stemmer; stop words are left out of the question."""

    def __init__(self, weights: Weights, folder: Path) -> None:  # noqa: ARG002 - words only
        self._database = sqlite3.connect(folder / "fts5.db")
        self._database.execute(
            "CREATE VIRTUAL TABLE texts USING fts5(id UNINDEXED, text, tokenize = 'porter unicode61')"
        )

    def add(self, ids: Sequence[str], texts: Sequence[str]) -> None:
        """Store texts under their ids."""
        self._database.executemany("INSERT INTO texts(id, text) VALUES (?, ?)", zip(ids, texts, strict=True))
        self._database.commit()

    def search(self, question: str, limit: int) -> list[str]:
        """Return the ids of the best texts, best first."""
        return [each for each, _ in self.scored(question, limit)]

    def scored(self, question: str, limit: int) -> list[tuple[str, float]]:
        """Return the ids of the best texts with their BM25, higher is better."""
        words = [word for word in re.findall(r"\w+", question.lower()) if word not in ENGLISH_STOP_WORDS]
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(words))
        statement = "SELECT id, -rank FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ?"
        return list(self._database.execute(statement, (match, limit)))


class Chroma:
    """A persistent chromadb collection with cosine distance."""

    def __init__(self, weights: Weights, folder: Path) -> None:
        import chromadb  # noqa: PLC0415 - optional

        class Embedding(chromadb.EmbeddingFunction[Any]):
            def __init__(self) -> None:
                pass

            def __call__(self, input: Any) -> Any:  # noqa: A002 - chromadb's own name
                return [weights.passage(text) for text in input]

            def embed_query(self, input: Any) -> Any:  # noqa: A002 - chromadb's own name
                return [weights.question(text) for text in input]

        settings = chromadb.Settings(anonymized_telemetry=False)
        client = chromadb.PersistentClient(str(folder / "chroma"), settings=settings)
        self._collection = client.create_collection(
            "texts", embedding_function=Embedding(), metadata={"hnsw:space": "cosine"}
        )

    def add(self, ids: Sequence[str], texts: Sequence[str]) -> None:
        """Store texts under their ids."""
        for start in range(0, len(ids), BATCH):
            self._collection.add(ids=list(ids[start : start + BATCH]), documents=list(texts[start : start + BATCH]))

    def search(self, question: str, limit: int) -> list[str]:
        """Return the ids of the best texts, best first."""
        found = self._collection.query(query_texts=[question], n_results=limit, include=["documents", "distances"])
        return list(found["ids"][0])


class Mem0:
    """mem0 over a local qdrant, storing texts as they are; its language model is never called."""

    def __init__(self, weights: Weights, folder: Path) -> None:
        from mem0 import Memory  # noqa: PLC0415 - optional

        unused = {"api_key": "never-called"}
        self._memory = Memory.from_config(
            {
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "collection_name": "texts", "path": str(folder / "qdrant"), "embedding_model_dims": 384,
                        "on_disk": True,
                    },
                },
                "llm": {"provider": "openai", "config": unused},
                "embedder": {"provider": "openai", "config": unused},
                "history_db_path": str(folder / "history.db"),
            }
        )  # fmt: skip
        self._memory.embedding_model = _mem0_embedder(weights)
        self._ids: dict[str, str] = {}

    def add(self, ids: Sequence[str], texts: Sequence[str]) -> None:
        """Store texts under their ids."""
        for each, text in zip(ids, texts, strict=True):
            added = self._memory.add(text, user_id=USER, infer=False)["results"]
            self._ids[added[0]["id"]] = each

    def search(self, question: str, limit: int) -> list[str]:
        """Return the ids of the best texts, best first."""
        found = self._memory.search(question, filters={"user_id": USER}, top_k=limit, threshold=0.0)["results"]
        return [self._ids[each["id"]] for each in found]


def _mem0_embedder(weights: Weights) -> Any:
    from mem0.embeddings.base import EmbeddingBase  # noqa: PLC0415 - optional

    class Embedder(EmbeddingBase):
        def embed(self, text: str, memory_action: str | None = None) -> list[float]:
            vector = weights.question(text) if memory_action == "search" else weights.passage(text)
            return vector.tolist()

    return Embedder()


PEERS: dict[str, tuple[str, Callable[[Weights, Path], Peer]]] = {
    "fts5": ("sqlite3", FullText),
    "chromadb": ("chromadb", Chroma),
    "mem0": ("mem0", Mem0),
}


def installed(name: str) -> bool:
    """Say whether a peer can be used here."""
    return importlib.util.find_spec(PEERS[name][0]) is not None
