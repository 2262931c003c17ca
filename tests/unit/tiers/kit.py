"""What tests of the tiers share: the tiers on a real store, without a model or with a tiny one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from memserver.embedding.loading import EmbedderHandle, EmbedderState, EmbeddingChoice
from memserver.retrieval.backfill import TurnGate
from memserver.tiers.service import Tiers
from tests.unit.kit import Kit, StillClock, TinyEmbedder, open_kit

PROJECTS = ("", "p1")


class TinyHandle(EmbedderHandle):
    """A handle whose embedder is ready from the start."""

    def __init__(self, folder: Path) -> None:
        super().__init__(EmbeddingChoice(folder, "off"))
        self._engine = TinyEmbedder()  # type: ignore[assignment]
        self._state = EmbedderState.READY

    async def close(self) -> None:
        return


async def _running() -> list[str]:
    return ["audit"]


def _nothing() -> None:
    return


@asynccontextmanager
async def open_tiers(
    folder: Path, clock: StillClock | None = None, *, embedded: bool = False, **settings: object
) -> AsyncIterator[tuple[Tiers, Kit]]:
    """Open the tiers of a store in a folder."""
    async with open_kit(folder, clock, **settings) as kit:
        handle = TinyHandle(folder) if embedded else EmbedderHandle(EmbeddingChoice(folder, "off"))
        tiers = Tiers(
            kit.store,
            handle,
            kit.executor,
            kit.clock,
            TurnGate(),
            folder,
            lambda: kit.settings,
            _running,
            _nothing,
        )
        yield tiers, kit
        await tiers.close()
