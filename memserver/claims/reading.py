"""Runs comparisons of statements in the executor, with the pair reader where the local model is in use."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TYPE_CHECKING, TypeVar

from memserver.claims.texts import Read
from memserver.embedding.loading import EmbedderHandle
from memserver.errors import EmbeddingFailed

if TYPE_CHECKING:
    from memserver.claims.reader import PairReader
    from memserver.embedding.local import LocalModel

Result = TypeVar("Result")


class Reading:
    """Runs comparisons in the executor; the reader is loaded at the first of them."""

    def __init__(self, embedder: EmbedderHandle, executor: Executor) -> None:
        self._embedder = embedder
        self._executor = executor
        self._reader: tuple[LocalModel, PairReader] | None = None

    async def run(self, compare: Callable[[Read | None], Result]) -> Result:
        """Return what a comparison finds; it is given None where there is no reader."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, lambda: compare(self._read()))

    def _read(self) -> Read | None:
        from memserver.claims.reader import PairReader  # noqa: PLC0415 - heavy, only needed with the local model
        from memserver.embedding.local import LocalEmbedder  # noqa: PLC0415 - numpy comes with it

        embedder = self._embedder.embedder
        if not isinstance(embedder, LocalEmbedder):
            return None
        try:
            model = embedder.loaded()
            known = self._reader
            if known is None or known[0] is not model:
                known = self._reader = (model, PairReader(model))
        except EmbeddingFailed:
            return None
        return known[1].read
