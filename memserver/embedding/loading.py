"""Chooses the engine that the settings ask for and loads it in the background, so that nobody has to wait for it.

`EmbedderHandle` is what the composition root keeps: it says how far loading has come, and hands out the embedder once
it is ready. Until then, and for good when loading failed, callers go on with words alone. Only an endpoint that did
not answer is asked again: it may come back. Nothing heavy is imported before `start`.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import Executor
from dataclasses import dataclass
from enum import StrEnum
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from memserver.embedding import default_model
from memserver.errors import EmbeddingFailed

if TYPE_CHECKING:
    from memserver.embedding.protocol import Embedder, Engine

log = logging.getLogger(__name__)

ASK_AGAIN_SECONDS = (2.0, 5.0, 15.0, 60.0)
"""How long an endpoint that did not answer is left alone; the last one for ever after."""


class EmbedderState(StrEnum):
    """How far an embedder has come."""

    OFF = "off"
    LOADING = "loading"
    READY = "ready"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class EmbeddingChoice:
    """Which engine to use. `folder` replaces the default local model; empty strings and 0 mean "not set"."""

    cache: Path
    provider: Literal["local", "remote", "hybrid", "off"] = "local"
    folder: str = ""
    url: str = ""
    model: str = ""
    dimensions: int = 0
    key: str = ""

    def __repr__(self) -> str:
        return f"EmbeddingChoice(provider={self.provider!r})"


def make_engine(choice: EmbeddingChoice, executor: Executor) -> Engine | None:
    """Make the engine that was asked for without loading it; None for `off`."""
    if choice.provider == "off":
        return None
    if choice.provider == "remote":
        return _remote(choice)
    local = _local(choice, executor)
    if choice.provider == "local":
        return local
    try:
        remote = _remote(choice)
    except EmbeddingFailed as error:
        # An endpoint that can't be used must not take the local model away.
        log.warning("the hybrid has no fallback: %s", error.message)
        return local
    from memserver.embedding.hybrid import HybridEmbedder  # noqa: PLC0415 - numpy comes with it

    return HybridEmbedder(local, remote)


def _local(choice: EmbeddingChoice, executor: Executor) -> Engine:
    if choice.folder:
        from memserver.embedding.folder import FolderEmbedder  # noqa: PLC0415 - numpy comes with it

        return FolderEmbedder(Path(choice.folder).expanduser(), executor)
    from memserver.embedding.local import LocalEmbedder  # noqa: PLC0415 - numpy comes with it

    return LocalEmbedder(choice.cache, executor)


def _remote(choice: EmbeddingChoice) -> Engine:
    from memserver.embedding.endpoint import OPENAI_BASE  # noqa: PLC0415 - only with an endpoint
    from memserver.embedding.openai import DEFAULT_MODEL, OpenAiEmbedder  # noqa: PLC0415 - numpy comes with it

    return OpenAiEmbedder(choice.url or OPENAI_BASE, choice.model or DEFAULT_MODEL, choice.dimensions, choice.key)


class EmbedderHandle:
    """The embedder of a server, from "loading" to "ready" or "failed". Used from one event loop."""

    def __init__(self, choice: EmbeddingChoice) -> None:
        self._choice = choice
        self._state = EmbedderState.OFF
        self._engine: Engine | None = None
        self._error: EmbeddingFailed | None = None
        self._task: asyncio.Task[None] | None = None
        self._tried = asyncio.Event()

    @property
    def state(self) -> EmbedderState:
        """Say how far it has come."""
        return self._state

    @property
    def embedder(self) -> Embedder | None:
        """Return the embedder once it is ready, else None."""
        return self._engine if self._state is EmbedderState.READY else None

    @property
    def name(self) -> str:
        """Return the name of the model that is, or is to be, in use; empty when it is off."""
        if self.embedder is not None:
            return self.embedder.name
        if self._choice.provider == "off":
            return ""
        if self._choice.provider == "remote":
            return self._choice.model or "remote"
        return Path(self._choice.folder).name or default_model.NAME

    @property
    def dimensions(self) -> int:
        """Return how long the vectors are, 0 while that is not known."""
        return self.embedder.dimensions if self.embedder is not None else 0

    @property
    def error(self) -> str | None:
        """Return what went wrong and what to do, for a person."""
        if self._error is None:
            return None
        return " ".join(part for part in (self._error.message, self._error.hint) if part)

    def start(self, executor: Executor) -> None:
        """Begin to load in the background and return at once. Only after a failure does another call try again."""
        if self._choice.provider != "off" and self._state in {EmbedderState.OFF, EmbedderState.FAILED}:
            self._state, self._error = EmbedderState.LOADING, None
            self._tried.clear()
            self._task = asyncio.create_task(self._load(executor), name="load-embedder")

    async def wait_ready(self) -> Embedder | None:
        """Wait until it was tried to load, and return the embedder, or None when there is none yet."""
        if self._task is not None:
            await self._tried.wait()
        return self.embedder

    async def wait_for_good(self) -> Embedder | None:
        """Wait until there is an embedder, however long its endpoint stays away; None when there will never be one."""
        if self._task is not None:
            # The wait may be cancelled; the loading may not.
            await asyncio.shield(self._task)
        return self.embedder

    async def close(self) -> None:
        """Stop loading and close the engine."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._state = EmbedderState.OFF
        if self._engine is not None:
            await self._engine.close()

    async def _load(self, executor: Executor) -> None:
        try:
            for delay in chain(ASK_AGAIN_SECONDS, repeat(ASK_AGAIN_SECONDS[-1])):
                await self._try_to_load(executor)
                self._tried.set()
                # Without an engine the settings are at fault, and they will not mend themselves.
                if self._state is not EmbedderState.FAILED or self._engine is None or self._choice.provider != "remote":
                    return
                await asyncio.sleep(delay)
        finally:
            self._tried.set()

    async def _try_to_load(self, executor: Executor) -> None:
        try:
            if self._engine is None:
                # The imports alone take a third of a second: they belong into the thread as well.
                loop = asyncio.get_running_loop()
                self._engine = await loop.run_in_executor(executor, make_engine, self._choice, executor)
            if self._engine is not None:
                await self._engine.load()
                self._state, self._error = EmbedderState.READY, None
        except EmbeddingFailed as error:
            self._fail(error)
        except Exception:
            log.exception("the embedding engine could not be loaded")
            self._fail(EmbeddingFailed("The embedding engine could not be loaded; the server's log says why."))

    def _fail(self, error: EmbeddingFailed) -> None:
        self._error = error
        self._state = EmbedderState.FAILED
        log.warning("no embedding engine: %s", self.error)
