"""The engine for a model of the user's own: a folder with `model.onnx` and `tokenizer.json`.

`FolderModel` is the synchronous heart (batches of equal size, pooling, length one); `FolderEmbedder` puts it behind the
protocol. It needs the `tokenizers` package, which memserver does not install by itself. No language mean is taken out:
the shipped means belong to the default model.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import threading
import unicodedata
from collections.abc import Sequence
from concurrent.futures import Executor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from memserver.embedding.prefixes import prefixes_for
from memserver.embedding.protocol import Kind, Matrix, Vector
from memserver.embedding.query_cache import QueryCache
from memserver.embedding.sessions import open_session
from memserver.embedding.stoppable import Checkpoint, run_stoppable
from memserver.errors import EmbeddingFailed

MODEL_NAME = "model.onnx"
TOKENISER_NAME = "tokenizer.json"
POOLING_PATH = Path("1_Pooling") / "config.json"
BATCH = 32
MAXIMUM_TOKENS = 512
_RANK_PER_TOKEN = 3


class FolderModel:
    """The loaded model. Calls from several threads are safe."""

    def __init__(self, folder: Path) -> None:
        for name in (MODEL_NAME, TOKENISER_NAME):
            if not (folder / name).is_file():
                raise EmbeddingFailed(
                    f"The folder of the embedding model has no {name}.",
                    hint=f"It needs {MODEL_NAME} and {TOKENISER_NAME}, as sentence models are exported.",
                )
        self._tokeniser = _open_tokeniser(folder / TOKENISER_NAME)
        self._session = open_session(folder / MODEL_NAME, optimise=True)
        self._inputs = {item.name for item in self._session.get_inputs()}
        self._takes_first_token = _pools_first_token(folder)
        self._prefixes = prefixes_for(folder.name)
        self.fingerprint = _fingerprint(folder)
        self.dimensions: int = self.embed_batch(["dimensions"], Kind.PASSAGE).shape[1]

    def embed_batch(self, texts: Sequence[str], kind: Kind) -> Matrix:
        """Embed texts that go into one run together."""
        prepared = [self._prefixes[kind] + unicodedata.normalize("NFC", text).strip() for text in texts]
        encodings = self._tokeniser.encode_batch(prepared)
        mask = np.array([encoding.attention_mask for encoding in encodings], np.int64)
        offered = {
            "input_ids": np.array([encoding.ids for encoding in encodings], np.int64),
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(mask),
        }
        try:
            result = self._session.run(None, {name: offered[name] for name in self._inputs if name in offered})
        # onnxruntime's own errors derive from RuntimeError or directly from Exception, depending on its version.
        except Exception as error:
            raise EmbeddingFailed(
                f"The embedding model in the folder failed ({type(error).__name__}).",
                hint="memserver can run models that take input_ids, attention_mask and token_type_ids.",
            ) from error
        return _normalised(self._pooled(np.asarray(result[0], np.float32), mask))

    def _pooled(self, output: Matrix, mask: Any) -> Matrix:
        if output.ndim != _RANK_PER_TOKEN:
            return output
        if self._takes_first_token:
            return output[:, 0]
        weights = mask[..., None].astype(np.float32)
        pooled: Matrix = (output * weights).sum(axis=1) / np.maximum(weights.sum(axis=1), 1.0)
        return pooled


class FolderEmbedder:
    """A model folder behind the `Embedder` protocol. `dimensions` and `fingerprint` hold after `load`."""

    def __init__(self, folder: Path, executor: Executor) -> None:
        self._folder = folder
        self._executor = executor
        self._loading = threading.Lock()
        self._model: FolderModel | None = None
        self._queries = QueryCache()

    @property
    def name(self) -> str:
        """Return the folder's name."""
        return self._folder.name

    @property
    def dimensions(self) -> int:
        """Return how many numbers a vector has."""
        return self._ready().dimensions

    @property
    def fingerprint(self) -> str:
        """Return the name of the space: it changes with the files in the folder."""
        return self._ready().fingerprint

    async def load(self) -> None:
        """Load the model, or raise EmbeddingFailed with what to do."""
        await asyncio.get_running_loop().run_in_executor(self._executor, self._loaded)

    async def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text; a question that was asked lately costs nothing."""
        known = self._queries.get(text) if kind is Kind.QUERY else None
        if known is not None:
            return known
        vector: Vector = (await self.embed_batch([text], kind))[0]
        if kind is Kind.QUERY:
            self._queries.put(text, vector)
        return vector

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        """Embed many texts, 32 at a time."""
        return await run_stoppable(self._executor, partial(self._embed_all, tuple(texts), kind), stop)

    async def close(self) -> None:
        """Let go of the model; a later call would load it again."""
        self._model = None

    def _embed_all(self, texts: Sequence[str], kind: Kind, checkpoint: Checkpoint) -> Matrix:
        model = self._loaded()
        vectors = np.empty((len(texts), model.dimensions), np.float32)
        # Texts of like length go together: less padding.
        order = sorted(range(len(texts)), key=lambda index: (len(texts[index]), index))
        for start in range(0, len(order), BATCH):
            checkpoint()
            rows = order[start : start + BATCH]
            vectors[rows] = model.embed_batch([texts[row] for row in rows], kind)
        return vectors

    def _ready(self) -> FolderModel:
        if self._model is None:
            raise EmbeddingFailed("The embedding model in the folder is not loaded yet.")
        return self._model

    def _loaded(self) -> FolderModel:
        with self._loading:
            if self._model is None:
                self._model = FolderModel(self._folder)
            return self._model


def _open_tokeniser(path: Path) -> Any:
    try:
        from tokenizers import Tokenizer  # noqa: PLC0415 - optional: only for a model of the user's own
    except ImportError as error:
        raise EmbeddingFailed(
            "A model folder needs the Python package `tokenizers`, which is not installed.",
            hint="Install it beside memserver with `pip install tokenizers`.",
        ) from error
    try:
        tokeniser = Tokenizer.from_file(str(path))
        tokeniser.enable_truncation(MAXIMUM_TOKENS)
        if tokeniser.padding is None:
            tokeniser.enable_padding()
    # `tokenizers` raises plain Exception for a file that it cannot read.
    except Exception as error:
        raise EmbeddingFailed(f"The {TOKENISER_NAME} of the embedding model cannot be read.") from error
    return tokeniser


def _pools_first_token(folder: Path) -> bool:
    try:
        settings = json.loads((folder / POOLING_PATH).read_bytes())
    except (OSError, ValueError):
        return False
    return isinstance(settings, dict) and bool(settings.get("pooling_mode_cls_token"))


def _fingerprint(folder: Path) -> str:
    digest = hashlib.sha256()
    for path in (folder / MODEL_NAME, folder / TOKENISER_NAME, folder / POOLING_PATH):
        if path.is_file():
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    # Large models keep their weights beside the graph: their sizes stand in for gigabytes of hashing.
    for path in sorted(folder.glob(f"{MODEL_NAME}?*")):
        digest.update(f"{path.name} {path.stat().st_size}\n".encode())
    return f"folder-{digest.hexdigest()[:12]}"


def _normalised(matrix: Matrix) -> Matrix:
    lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
    if matrix.ndim != 2 or not np.isfinite(lengths).all() or (lengths == 0).any():
        raise EmbeddingFailed("The embedding model in the folder gave vectors that are empty or not finite.")
    normal: Matrix = (matrix / lengths).astype(np.float32)
    return normal
