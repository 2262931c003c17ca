from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from memserver.knowledge import watch as watch_module
from memserver.knowledge.watch import EVERYTHING, watch_brain


async def collected(source: AsyncIterator[frozenset[str]], wanted: str) -> set[str]:
    """Everything that is told until `wanted` is among it."""
    told: set[str] = set()
    async for paths in source:
        told |= paths
        if wanted in told:
            break
    return told


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch_module, "_HEARTBEAT_MS", 200)
    monkeypatch.setattr(watch_module, "_ABSENT_SECONDS", 0.05)


@pytest.mark.parametrize("library", [True, False])
async def test_changes_are_told_and_ignored_ones_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, library: bool
) -> None:
    if not library:
        monkeypatch.setitem(sys.modules, "watchfiles", None)
    stop = asyncio.Event()
    source = watch_brain(str(tmp_path), stop, debounce_ms=50, poll_seconds=0.05)
    assert await asyncio.wait_for(anext(source), 10) == EVERYTHING
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "x.md").write_text("noise")
    (tmp_path / "메모.md").write_text("note")
    told = await asyncio.wait_for(collected(source, "메모.md"), 10)
    assert "node_modules/x.md" not in told
    (tmp_path / "메모.md").unlink()
    await asyncio.wait_for(collected(source, "메모.md"), 10)
    stop.set()
    with pytest.raises(StopAsyncIteration):
        while True:
            await asyncio.wait_for(anext(source), 10)


async def test_a_missing_folder_is_waited_for_and_its_return_is_told(tmp_path: Path) -> None:
    brain = tmp_path / "later"
    stop = asyncio.Event()
    source = watch_brain(str(brain), stop, debounce_ms=50)
    first = asyncio.create_task(anext(source))
    await asyncio.sleep(0.15)
    assert not first.done()
    brain.mkdir()
    assert await asyncio.wait_for(first, 10) == EVERYTHING
    brain.rename(tmp_path / "gone")
    assert await asyncio.wait_for(anext(source), 10) == EVERYTHING
    brain.mkdir()
    assert await asyncio.wait_for(anext(source), 10) == EVERYTHING
    stop.set()
    await source.aclose()  # type: ignore[attr-defined]
