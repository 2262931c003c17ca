from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence

import numpy as np
import pytest

from memserver.embedding.hybrid import HybridEmbedder
from memserver.embedding.protocol import Engine, Kind, Matrix, Vector, embed_batch_within, embed_within
from memserver.errors import Cancelled, EmbeddingFailed


class Scripted:
    """An engine of a few dimensions that fails when told to."""

    def __init__(self, name: str, dimensions: int) -> None:
        self.name = name
        self.dimensions = dimensions
        self.fingerprint = f"space of {name}"
        self.failing: set[str] = set()
        self.calls: list[str] = []
        self.pause: asyncio.Event | None = None

    async def _called(self, what: str) -> None:
        self.calls.append(what)
        if self.pause is not None:
            await self.pause.wait()
        if what in self.failing:
            raise EmbeddingFailed(f"{self.name} cannot {what}")

    async def load(self) -> None:
        await self._called("load")

    async def embed(self, text: str, kind: Kind) -> Vector:
        await self._called("embed")
        return np.ones(self.dimensions, np.float32)

    async def embed_batch(self, texts: Sequence[str], kind: Kind, stop: threading.Event | None = None) -> Matrix:
        await self._called("batch")
        if stop is not None and stop.is_set():
            raise Cancelled("stopped")
        return np.ones((len(texts), self.dimensions), np.float32)

    async def close(self) -> None:
        self.calls.append("close")


@pytest.fixture
def local() -> Scripted:
    return Scripted("local", 3)


@pytest.fixture
def remote() -> Scripted:
    return Scripted("remote", 5)


@pytest.fixture
def hybrid(local: Scripted, remote: Scripted) -> HybridEmbedder:
    engines: tuple[Engine, Engine] = (local, remote)
    return HybridEmbedder(*engines)


async def test_the_first_engine_serves_while_it_works(hybrid: HybridEmbedder, remote: Scripted) -> None:
    await hybrid.load()
    assert len(await hybrid.embed("text", Kind.QUERY)) == 3
    assert (hybrid.name, hybrid.dimensions, hybrid.fingerprint) == ("local", 3, "space of local")
    assert remote.calls == []


@pytest.mark.parametrize("way", ["embed", "batch", "load"])
async def test_a_failure_goes_over_to_the_second_engine_for_good(
    hybrid: HybridEmbedder, local: Scripted, remote: Scripted, way: str
) -> None:
    local.failing = {way}
    if way == "load":
        await hybrid.load()
    elif way == "embed":
        assert len(await hybrid.embed("text", Kind.QUERY)) == 5
    else:
        assert (await hybrid.embed_batch(["a", "b"], Kind.PASSAGE)).shape == (2, 5)
    assert hybrid.active is remote
    assert hybrid.fingerprint == "space of remote"
    local.failing = set()
    assert len(await hybrid.embed("text", Kind.QUERY)) == 5


async def test_when_both_fail_nothing_changes(hybrid: HybridEmbedder, local: Scripted, remote: Scripted) -> None:
    local.failing, remote.failing = {"embed"}, {"embed"}
    with pytest.raises(EmbeddingFailed, match="remote cannot embed"):
        await hybrid.embed("text", Kind.QUERY)
    assert hybrid.active is local
    local.failing = set()
    assert len(await hybrid.embed("text", Kind.QUERY)) == 3


async def test_being_stopped_is_not_a_failure(hybrid: HybridEmbedder, local: Scripted, remote: Scripted) -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(Cancelled):
        await hybrid.embed_batch(["a"], Kind.PASSAGE, stop)
    assert hybrid.active is local and remote.calls == []


async def test_a_vector_is_only_handed_out_for_the_space_it_is_in(hybrid: HybridEmbedder, local: Scripted) -> None:
    space = hybrid.fingerprint
    assert await embed_within(hybrid, space, "text", Kind.QUERY) is not None
    local.failing = {"embed", "batch"}
    assert await embed_within(hybrid, space, "text", Kind.QUERY) is None
    assert await embed_batch_within(hybrid, space, ["text"], Kind.PASSAGE) is None
    vectors = await embed_batch_within(hybrid, hybrid.fingerprint, ["text"], Kind.PASSAGE)
    assert vectors is not None and vectors.shape == (1, 5)


async def test_a_call_that_was_under_way_during_the_change_is_not_taken_for_the_new_space(
    hybrid: HybridEmbedder, local: Scripted
) -> None:
    space = hybrid.fingerprint
    local.pause = asyncio.Event()
    under_way = asyncio.create_task(embed_batch_within(hybrid, space, ["slow"], Kind.PASSAGE))
    failing = asyncio.create_task(hybrid.embed("text", Kind.QUERY))
    await asyncio.sleep(0)
    local.failing = {"embed"}
    local.pause.set()
    assert len(await failing) == 5
    result = await under_way
    assert result is None or result.shape == (1, 3)


async def test_closing_closes_both(hybrid: HybridEmbedder, local: Scripted, remote: Scripted) -> None:
    await hybrid.close()
    assert local.calls == remote.calls == ["close"]
