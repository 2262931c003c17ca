"""Runs one migration in a process of its own that kills itself at the n-th statement it sends to the database.

    python -m tests.e2e.killed_migration tiers|tfidf FOLDER STATEMENT

Odd numbers die before the statement runs, even ones after it. STATEMENT 0 runs through and prints how many there are.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Awaitable, Callable, Generator
from datetime import timedelta
from pathlib import Path
from typing import Any

import aiosqlite

from memserver.layers.tfidf_migration import TfidfMigration
from memserver.retrieval.backfill import Backfill, TurnGate
from memserver.retrieval.vector_keeper import VectorKeeper
from tests.unit.kit import START, Kit, StillClock, open_kit
from tests.unit.tiers.kit import TinyHandle, open_tiers

SETTLED = START + timedelta(days=60)
"""Long after everything that the tests store: all of it is due, and no measurement is too old to keep."""


class Deadline:
    """Counts statements, and ends the process at one of them."""

    def __init__(self, deadly: int) -> None:
        self.deadly = deadly
        self.count = 0

    def watch(self, name: str) -> None:
        """Count the calls of a method of a connection."""
        original: Callable[..., Any] = getattr(aiosqlite.Connection, name)

        def counted(connection: aiosqlite.Connection, *arguments: Any) -> Any:
            self.count += 1
            if self.count != self.deadly:
                return original(connection, *arguments)
            if self.deadly % 2:
                os.kill(os.getpid(), signal.SIGKILL)
            return _LastWork(original(connection, *arguments))

        setattr(aiosqlite.Connection, name, counted)


class _LastWork:
    """A statement after which the process ends, whether it is awaited or entered."""

    def __init__(self, work: Awaitable[Any]) -> None:
        self._work = work

    def __await__(self) -> Generator[Any, None, None]:
        yield from self._work.__await__()
        os.kill(os.getpid(), signal.SIGKILL)

    async def __aenter__(self) -> None:
        await self

    async def __aexit__(self, *exception: object) -> None:
        return


async def tfidf_migration(kit: Kit) -> TfidfMigration:
    """Return the migration with a tiny embedder, so that vectors are part of it."""
    data = kit.store.database.path.parent
    handle = TinyHandle(data)
    keeper = VectorKeeper(kit.store, handle, kit.executor, data / "index")
    await keeper.load()
    return TfidfMigration(kit.store, kit.writer, Backfill(kit.store, handle, keeper, TurnGate()), data)


async def run(kind: str, folder: Path, deadly: int) -> int:
    """Run a migration; returns how many statements it took."""
    deadline = Deadline(deadly)
    if kind == "tiers":
        async with open_tiers(folder, StillClock(SETTLED)) as (tiers, _):
            _watch(deadline)
            await tiers.migration.run()
            return deadline.count
    async with open_kit(folder) as kit:
        runner = await tfidf_migration(kit)
        _watch(deadline)
        await runner.migrate(str(folder / "tfidf.json"))
        return deadline.count


def _watch(deadline: Deadline) -> None:
    # `execute_fetchall` and `executemany` do not go through `execute`.
    for name in ("execute", "execute_fetchall", "executemany"):
        deadline.watch(name)


if __name__ == "__main__":
    print(asyncio.run(run(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]))))
