"""Comparisons run in the executor, with the reader of the local model where there is one, and without it elsewhere."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from memserver.claims import reader as module
from memserver.claims.reading import Reading
from memserver.claims.texts import Read
from memserver.embedding.loading import EmbedderHandle, EmbeddingChoice
from memserver.errors import EmbeddingFailed
from memserver.folders import cache_folder
from tests.unit.kit import unread

TINY = Path(__file__).parents[2] / "data" / "embedding" / "tiny-model"


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1, thread_name_prefix="reading") as threads:
        yield threads


def handed(read: Read | None) -> Read | None:
    return read


async def test_without_a_model_nothing_is_handed_out(executor: ThreadPoolExecutor) -> None:
    assert await unread(executor).run(handed) is None


async def test_while_the_model_loads_nothing_is_handed_out(executor: ThreadPoolExecutor) -> None:
    handle = EmbedderHandle(EmbeddingChoice(cache_folder()))
    assert await Reading(handle, executor).run(handed) is None


async def test_a_model_of_ones_own_has_no_reader(executor: ThreadPoolExecutor) -> None:
    pytest.importorskip("tokenizers")
    handle = EmbedderHandle(EmbeddingChoice(cache_folder(), folder=str(TINY)))
    handle.start(executor)
    assert await handle.wait_ready() is not None
    assert await Reading(handle, executor).run(handed) is None
    await handle.close()


async def test_with_the_local_model_statements_are_read_by_one_reader(executor: ThreadPoolExecutor) -> None:
    handle = EmbedderHandle(EmbeddingChoice(cache_folder()))
    handle.start(executor)
    assert await handle.wait_ready() is not None
    reading = Reading(handle, executor)
    first, second = await asyncio.gather(reading.run(handed), reading.run(handed))
    assert first is not None
    assert first == second
    assert first("We deploy.", "We no longer deploy.").sum() == pytest.approx(1, abs=1e-5)
    await handle.close()


async def test_a_reader_that_cannot_be_unpacked_is_no_reader(
    executor: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    handle = EmbedderHandle(EmbeddingChoice(cache_folder()))
    handle.start(executor)
    assert await handle.wait_ready() is not None
    monkeypatch.setattr(module, "write_atomically", full)
    monkeypatch.setattr(module, "adapted_name", lambda: "pairs-000000000000.bin")
    assert await Reading(handle, executor).run(handed) is None
    await handle.close()


async def test_comparisons_run_in_the_executor(executor: ThreadPoolExecutor) -> None:
    name = await unread(executor).run(lambda _: threading.current_thread().name)
    assert name.startswith("reading")


async def test_what_a_comparison_raises_reaches_who_asked(executor: ThreadPoolExecutor) -> None:
    def fail(read: Read | None) -> None:
        raise EmbeddingFailed("broken")

    with pytest.raises(EmbeddingFailed, match="broken"):
        await unread(executor).run(fail)
