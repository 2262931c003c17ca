"""The default engine: multilingual-e5-small on this machine, through onnxruntime, one core, no network.

`LocalModel` is the synchronous heart (tokenise, run, take the language out); `LocalEmbedder` puts it behind the
protocol, loads it once in the executor it was given, and remembers the vectors of recent questions. Nothing heavy is
imported or opened before the first use.

One text goes into each run: in a batch its neighbours would change its vector (see `scripts/build_e5_graph.py`), and
the same store must give the same answers however its texts came in.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
import unicodedata
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from memserver.embedding import weights_file
from memserver.embedding.default_model import DIMENSIONS, NAME
from memserver.embedding.language import means_hash, without_language
from memserver.embedding.materialise import graph_hash, materialise
from memserver.embedding.protocol import Kind, Matrix, Vector
from memserver.embedding.query_cache import QueryCache
from memserver.embedding.sessions import open_session
from memserver.embedding.stoppable import Checkpoint, run_stoppable
from memserver.embedding.tokeniser import Tokeniser
from memserver.errors import EmbeddingFailed

# A question of so few words is embedded where it is asked. Whoever asked can't go on without it, and handing it to a
# thread and taking it back costs more than a thread that looks up words meanwhile wins (docs/decisions/0014).
SHORT_BYTES = 256


@cache
def local_fingerprint() -> str:
    """Name the space: it changes with the weights, the graph or the language means."""
    parts = "\n".join((weights_file.SHA256, graph_hash(), means_hash()))
    return f"{NAME}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}"


class LocalModel:
    """The loaded model. Calls from several threads are safe."""

    def __init__(self, cache_folder: Path) -> None:
        graph = materialise(cache_folder)
        self.folder = graph.parent
        """Where the graph lies with its weights."""
        self._session: Any = open_session(graph)
        self._tokeniser = Tokeniser(weights_file.WeightsFile(weights_file.locate()).vocabulary)

    def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text; what goes beyond 512 tokens is not read."""
        normal = _normalised(text)
        return without_language(self._run(normal, kind), normal)

    def embed_raw(self, text: str, kind: Kind) -> Vector:
        """Embed one text and leave its language in: for `scripts/build_language_means.py` alone."""
        return self._run(_normalised(text), kind)

    def tokens(self, text: str) -> list[int]:
        """Return the ids of a text between its begin and end marks."""
        return self._tokeniser.encode(_normalised(text))

    def _run(self, text: str, kind: Kind) -> Vector:
        ids = self._tokeniser.encode(f"{kind.value}: {text}")
        try:
            (rows,) = self._session.run(None, {"input_ids": np.array([ids], np.int64)})
        except RuntimeError as error:
            raise EmbeddingFailed("The local embedding model failed on a text.") from error
        vector: Vector = rows[0]
        return vector


def _normalised(text: str) -> str:
    # macOS writes Hangul decomposed: the same word must give the same vector.
    return unicodedata.normalize("NFC", text).strip()


class LocalEmbedder:
    """The local model behind the `Embedder` protocol."""

    def __init__(self, cache_folder: Path, executor: Executor) -> None:
        self._cache_folder = cache_folder
        self._executor = executor
        self._loading = threading.Lock()
        self._model: LocalModel | None = None
        # A statement is embedded to compare it with others before it is stored, and again when it was stored.
        self._recent = {kind: QueryCache() for kind in Kind}

    @property
    def name(self) -> str:
        """Return the model's name."""
        return NAME

    @property
    def dimensions(self) -> int:
        """Return 384."""
        return DIMENSIONS

    @property
    def fingerprint(self) -> str:
        """Return the name of the space."""
        return local_fingerprint()

    async def load(self) -> None:
        """Load the model now rather than at the first text; raises EmbeddingFailed when it can't be."""
        await asyncio.get_running_loop().run_in_executor(self._executor, self.loaded)

    async def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text; one that was embedded lately costs nothing."""
        known = self._recent[kind].get(text)
        if known is not None:
            return known
        if kind is Kind.QUERY and self._model is not None and len(text.encode()) <= SHORT_BYTES:
            vector = self._model.embed(text, kind)
        else:
            loop = asyncio.get_running_loop()
            vector = await loop.run_in_executor(self._executor, lambda: self.loaded().embed(text, kind))
        self._recent[kind].put(text, vector)
        return vector

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        """Embed many texts on one core; between two texts it looks whether to stop."""
        known = {row: vector for row, text in enumerate(texts) if (vector := self._recent[kind].get(text)) is not None}
        return await run_stoppable(self._executor, partial(self._embed_all, tuple(texts), kind, known), stop)

    async def close(self) -> None:
        """Let go of the model; a later call would load it again."""
        self._model = None

    def _embed_all(
        self, texts: Sequence[str], kind: Kind, known: Mapping[int, Vector], checkpoint: Checkpoint
    ) -> Matrix:
        model = self.loaded()
        vectors = np.empty((len(texts), DIMENSIONS), np.float32)
        for row, text in enumerate(texts):
            checkpoint()
            vectors[row] = known[row] if row in known else model.embed(text, kind)
        return vectors

    def loaded(self) -> LocalModel:
        """Return the model itself, loading it at the first call; for whoever runs in a thread of its own."""
        with self._loading:
            if self._model is None:
                self._model = LocalModel(self._cache_folder)
            return self._model
