"""Watches the brain folder and tells which paths changed, in bursts. Reads no file and decides nothing.

A folder that is not there yet is waited for. Where the system cannot watch (no watches left, a network drive, the
library missing), the folder is walked every few seconds instead.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

from memserver.knowledge.ignore import IGNORE_FILES, IgnoreRules
from memserver.knowledge.scan import BrainScan, FileState

log = logging.getLogger(__name__)

EVERYTHING = frozenset({"."})
"""Told when anything may have changed: at the start, and when the folder came back."""

DEBOUNCE_MS = 400
_HEARTBEAT_MS = 1500
_POLL_SECONDS = 5.0
_ABSENT_SECONDS = 2.0


async def watch_brain(
    brain: str, stop: asyncio.Event, *, debounce_ms: int = DEBOUNCE_MS, poll_seconds: float = _POLL_SECONDS
) -> AsyncIterator[frozenset[str]]:
    """Yield sets of changed paths (relative, with `/`, as the disk spells them) until `stop` is set."""
    polling = False
    while not stop.is_set():
        root = await asyncio.to_thread(_folder, brain)
        if root is None:
            await _wait(stop, _ABSENT_SECONDS)
            continue
        try:
            source = _polled(root, stop, poll_seconds) if polling else _notified(root, stop, debounce_ms)
            async for paths in source:
                yield paths
        except (ImportError, OSError, RuntimeError) as error:
            log.warning("the brain folder cannot be watched (%s); it is polled instead", type(error).__name__)
            polling = True


async def _notified(root: str, stop: asyncio.Event, debounce_ms: int) -> AsyncIterator[frozenset[str]]:
    """Changes as the system reports them; ends when the folder is gone."""
    from watchfiles import awatch  # noqa: PLC0415 - loaded when a brain is first watched, not at start

    identity = await asyncio.to_thread(_identity, root)
    rules = IgnoreRules(root)
    started = False
    async for changes in awatch(
        root,
        watch_filter=None,
        debounce=debounce_ms,
        stop_event=stop,
        rust_timeout=_HEARTBEAT_MS,
        yield_on_timeout=True,
        ignore_permission_denied=True,
    ):
        if await asyncio.to_thread(_identity, root) != identity:
            yield EVERYTHING
            return
        if not started:
            # What changed between the caller's first walk and the first watch is caught by one more walk.
            started = True
            yield EVERYTHING
        paths = {path for _, changed in changes if (path := _relative(root, changed)) is not None}
        if any(path.rpartition("/")[2] in IGNORE_FILES for path in paths):
            rules = IgnoreRules(root)
        wanted = await asyncio.to_thread(_wanted, rules, paths)
        if wanted:
            yield wanted


async def _polled(root: str, stop: asyncio.Event, seconds: float) -> AsyncIterator[frozenset[str]]:
    """Changes found by walking again and again; ends when the folder is gone."""
    identity = _identity(root)
    before = await asyncio.to_thread(_stamps, root)
    yield EVERYTHING
    while not await _wait(stop, seconds):
        if await asyncio.to_thread(_identity, root) != identity:
            yield EVERYTHING
            return
        after = await asyncio.to_thread(_stamps, root)
        changed = {path for path, _ in before.items() ^ after.items()}
        before = after
        if changed:
            yield frozenset(changed)


async def _wait(stop: asyncio.Event, seconds: float) -> bool:
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()
    return stop.is_set()


def _wanted(rules: IgnoreRules, paths: set[str]) -> frozenset[str]:
    names = frozenset(IGNORE_FILES)
    return frozenset(path for path in paths if path.rpartition("/")[2] in names or not rules.ignores(path))


def _stamps(root: str) -> dict[str, tuple[int, int]]:
    entries = (entry for entry in BrainScan(root) if isinstance(entry, FileState))
    return {entry.disk_path: (entry.size, entry.mtime_ns) for entry in entries}


def _folder(brain: str) -> str | None:
    root = os.path.realpath(brain)
    return root if Path(root).is_dir() else None


def _identity(root: str) -> tuple[int, int] | None:
    try:
        status = Path(root).stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _relative(root: str, path: str) -> str | None:
    if not path.startswith(root + os.sep):
        return None
    return path[len(root) + 1 :].replace(os.sep, "/")
