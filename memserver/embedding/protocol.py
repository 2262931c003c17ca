"""What memserver asks of anything that turns text into vectors: two methods and three facts. No engine lives here.

Vectors are float32, of length one, and belong to a *space* named by the engine's `fingerprint`. Vectors of different
spaces must never be compared. An engine that can change its space (see `hybrid`) does so at most once in its life and
before it returns the first vector of the new space. So a caller that reads the same fingerprint before and after a
call knows which space the result is in: `embed_within` and `embed_batch_within` do just that.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

import numpy as np
import numpy.typing as npt

Vector = npt.NDArray[np.float32]
"""One embedding: shape (dimensions,)."""

Matrix = npt.NDArray[np.float32]
"""One embedding per row: shape (count, dimensions)."""


class Kind(StrEnum):
    """What a text is for: some models embed a question and what answers it differently."""

    QUERY = "query"
    PASSAGE = "passage"


class Embedder(Protocol):
    """Turns text into vectors of one space. Raises EmbeddingFailed, and Cancelled when `stop` was set."""

    @property
    def name(self) -> str:
        """Return a short name for people, such as `multilingual-e5-small`."""
        ...

    @property
    def dimensions(self) -> int:
        """Return how many numbers a vector has."""
        ...

    @property
    def fingerprint(self) -> str:
        """Return the name of the space: equal only when vectors may be compared."""
        ...

    async def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text."""
        ...

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        """Embed many texts, one row each in the same order; `stop` ends the work between two parts of it."""
        ...


class Engine(Embedder, Protocol):
    """An embedder with a life: what `loading` makes, loads and closes. Everyone else sees an `Embedder`."""

    async def load(self) -> None:
        """Get ready, or raise EmbeddingFailed with what to do; `dimensions` and `fingerprint` hold from here on."""
        ...

    async def close(self) -> None:
        """Let go of connections and models; calling it twice is fine."""
        ...


async def embed_within(embedder: Embedder, fingerprint: str, text: str, kind: Kind) -> Vector | None:
    """Embed one text in the space `fingerprint`; None when the embedder is in, or went over to, another one."""
    if embedder.fingerprint != fingerprint:
        return None
    vector = await embedder.embed(text, kind)
    return vector if embedder.fingerprint == fingerprint else None


async def embed_batch_within(
    embedder: Embedder, fingerprint: str, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None
) -> Matrix | None:
    """Embed many texts in the space `fingerprint`; None when the embedder is in, or went over to, another one."""
    if embedder.fingerprint != fingerprint:
        return None
    vectors = await embedder.embed_batch(texts, kind, stop)
    return vectors if embedder.fingerprint == fingerprint else None
