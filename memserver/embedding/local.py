"""The default engine: multilingual-e5-small on this machine, through onnxruntime, one core, no network.

`LocalModel` is the synchronous heart (tokenise, run, take the language out); `LocalEmbedder` puts it behind the
protocol, loads it once in the executor it was given, and remembers the vectors of recent questions. Nothing heavy is
imported or opened before the first use.

One text goes into each run: see `scripts/build_e5_graph.py` for why that is both faster than padded batches and the
same to the bit whatever else is embedded beside it.
"""

from __future__ import annotations

import asyncio
import hashlib
import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from memserver.embedding import weights_file
from memserver.embedding.language import means_hash, without_language
from memserver.embedding.materialise import graph_hash, materialise
from memserver.embedding.protocol import Kind, Matrix, Vector
from memserver.embedding.sessions import open_session
from memserver.embedding.tokeniser import Tokeniser
from memserver.errors import Cancelled, EmbeddingFailed

NAME = "multilingual-e5-small"
DIMENSIONS = 384
REMEMBERED_QUERIES = 512
"""A turn, its retries and its blocks ask for the same few questions; 512 vectors are 0.8 MB."""


def local_fingerprint() -> str:
    """Name the space: it changes with the weights, the graph or the language means."""
    parts = "\n".join((weights_file.SHA256, graph_hash(), means_hash()))
    return f"{NAME}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}"


class LocalModel:
    """The loaded model. Calls from several threads are safe."""

    def __init__(self, cache: Path) -> None:
        graph = materialise(cache)
        self._session: Any = open_session(graph)
        self._tokeniser = Tokeniser(weights_file.WeightsFile(weights_file.locate()).vocabulary)

    def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text; what goes beyond 512 tokens is not read."""
        normal = _normalised(text)
        return without_language(self._run(normal, kind), normal)

    def embed_raw(self, text: str, kind: Kind) -> Vector:
        """Embed one text and leave its language in: for `scripts/build_language_means.py` alone."""
        return self._run(_normalised(text), kind)

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

    def __init__(self, cache: Path, executor: Executor) -> None:
        self._cache = cache
        self._executor = executor
        self._loading = threading.Lock()
        self._model: LocalModel | None = None
        self._queries: OrderedDict[str, Vector] = OrderedDict()

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
        await asyncio.get_running_loop().run_in_executor(self._executor, self._loaded)

    async def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text; a question that was asked lately costs nothing."""
        if kind is Kind.QUERY and text in self._queries:
            self._queries.move_to_end(text)
            return self._queries[text]
        loop = asyncio.get_running_loop()
        vector = await loop.run_in_executor(self._executor, lambda: self._loaded().embed(text, kind))
        if kind is Kind.QUERY:
            vector.flags.writeable = False
            self._queries[text] = vector
            if len(self._queries) > REMEMBERED_QUERIES:
                self._queries.popitem(last=False)
        return vector

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        """Embed many texts on one core; between two texts it looks whether to stop."""
        abandoned = threading.Event()
        work = partial(self._embed_all, list(texts), kind, [abandoned, *([stop] if stop else [])])
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, work)
        except asyncio.CancelledError:
            # The thread doesn't notice that nobody waits for it any more: tell it.
            abandoned.set()
            raise

    def _embed_all(self, texts: list[str], kind: Kind, stops: list[threading.Event]) -> Matrix:
        model = self._loaded()
        vectors = np.empty((len(texts), DIMENSIONS), np.float32)
        for row, text in enumerate(texts):
            if any(stop.is_set() for stop in stops):
                raise Cancelled("Embedding was stopped.")
            vectors[row] = model.embed(text, kind)
        return vectors

    def _loaded(self) -> LocalModel:
        with self._loading:
            if self._model is None:
                self._model = LocalModel(self._cache)
            return self._model
