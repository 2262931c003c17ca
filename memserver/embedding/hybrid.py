"""Local first, remote when local fails: one embedder made of two engines whose spaces are never mixed.

The two engines live in different spaces, so the hybrid is always *in* one of them: `name`, `dimensions` and
`fingerprint` are those of the active engine. It starts with the first engine. When that one raises EmbeddingFailed,
the same call goes to the second; if that answers, the hybrid goes over to it as a whole and for good, before the
vector is returned. So it changes its space at most once, and `protocol.embed_within` can tell where a vector belongs.
Passages of the old space then count as not yet embedded, and the background work embeds them again. A call that
fails in both engines raises the second's error and changes nothing; a new hybrid starts with the first engine again.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from memserver.embedding.protocol import Engine, Kind, Matrix, Vector
from memserver.errors import EmbeddingFailed

log = logging.getLogger(__name__)
Result = TypeVar("Result")


class HybridEmbedder:
    """Two engines behind the `Embedder` protocol, one of them active."""

    def __init__(self, primary: Engine, fallback: Engine) -> None:
        self._primary = primary
        self._fallback = fallback
        self._active = primary

    @property
    def active(self) -> Engine:
        """Return the engine in whose space the hybrid is."""
        return self._active

    @property
    def name(self) -> str:
        """Return the active engine's name."""
        return self._active.name

    @property
    def dimensions(self) -> int:
        """Return the active engine's dimensions."""
        return self._active.dimensions

    @property
    def fingerprint(self) -> str:
        """Return the active engine's space."""
        return self._active.fingerprint

    async def load(self) -> None:
        """Get the first engine ready, or go over to the second."""
        await self._first_that_works(lambda engine: engine.load())

    async def embed(self, text: str, kind: Kind) -> Vector:
        """Embed one text."""
        return await self._first_that_works(lambda engine: engine.embed(text, kind))

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        """Embed many texts, all of them in one space."""
        return await self._first_that_works(lambda engine: engine.embed_batch(texts, kind, stop))

    async def close(self) -> None:
        """Close both engines."""
        await self._primary.close()
        await self._fallback.close()

    async def _first_that_works(self, call: Callable[[Engine], Awaitable[Result]]) -> Result:
        engine = self._active
        try:
            return await call(engine)
        except EmbeddingFailed as failure:
            if engine is self._fallback:
                raise
            log.warning("embedding with %s failed (%s): trying %s", engine.name, failure, self._fallback.name)
        await self._fallback.load()
        result = await call(self._fallback)
        self._active = self._fallback
        return result
