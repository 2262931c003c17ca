"""The record of turns: held until it is in the store, where it is put while nobody waits; any can be explained."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping
from typing import Any

from memserver.background import BackgroundTasks
from memserver.errors import NotFound
from memserver.storage.store import Store
from memserver.turn.forgetting import without_memory
from memserver.turn.trace import Json, trace_of
from memserver.turn.value import Turn

KEPT_TURNS = 500
WRITE_AFTER_SECONDS = 0.5
# A turn that waits to be written holds everything that was found for it, half a megabyte: so few wait for the pause.
WRITE_AFTER_TURNS = 8
MOST_UNWRITTEN = 64
"""While the store can't be written, the newest so many wait for it."""


class TurnRecorder:
    """Keeps the story of each turn."""

    def __init__(self, store: Store, background: BackgroundTasks) -> None:
        self._store = store
        self._background = background
        self._unwritten: dict[str, Callable[[], Json]] = {}
        self._many = asyncio.Event()
        self._writing: asyncio.Task[Any] | None = None

    def keep(self, turn: Turn, result: Callable[[], Json]) -> None:
        """Keep a turn; `result` gives its answer as JSON and is called later, off the turn's time."""
        self._put(turn.id, lambda: {"trace": trace_of(turn), "result": result(), "completion": None})

    async def get(self, turn_id: str) -> Json:
        """Return the record of a turn."""
        make = self._unwritten.get(turn_id)
        record = make() if make is not None else await self._store.turns.get(turn_id)
        if record is None:
            raise NotFound(f"There is no turn {turn_id[:80]!r} among the last {KEPT_TURNS}.", field="turnId")
        return record

    async def complete(self, turn_id: str, completion: Mapping[str, Any]) -> None:
        """Add what was found about the answer."""
        record = {**await self.get(turn_id), "completion": dict(completion)}
        self._put(turn_id, lambda: record)

    async def flush(self) -> None:
        """Write what is not written yet; what fails to be written goes on waiting."""
        waiting = dict(self._unwritten)
        if not waiting:
            return
        async with self._store.database.write() as transaction:
            for turn_id, make in waiting.items():
                record = make()
                trace = record["trace"]
                columns = {
                    "id": turn_id, "session_id": trace["session_id"], "project_id": trace["project_id"],
                    "created_at": trace["created_at"],
                }  # fmt: skip
                await self._store.turns.put(transaction, columns, record)
            await self._store.turns.trim(transaction, KEPT_TURNS)
        for turn_id, make in waiting.items():
            # One that was completed meanwhile has something new to write.
            if self._unwritten.get(turn_id) is make:
                del self._unwritten[turn_id]

    async def forget_memory(self, memory_id: str) -> None:
        """Take the words of a memory out of every record."""
        await self.flush()
        async with self._store.database.write() as transaction:
            await self._store.turns.change(transaction, memory_id, lambda record: without_memory(record, memory_id))

    def forget_unwritten(self) -> None:
        """Let go of every record that is not written yet."""
        self._unwritten.clear()

    def _put(self, turn_id: str, make: Callable[[], Json]) -> None:
        self._unwritten[turn_id] = make
        while len(self._unwritten) > MOST_UNWRITTEN:
            del self._unwritten[next(iter(self._unwritten))]
        if len(self._unwritten) >= WRITE_AFTER_TURNS:
            self._many.set()
        if self._writing is None or self._writing.done():
            self._writing = self._background.start(self._write_later(), "turn records")

    async def _write_later(self) -> None:
        while self._unwritten:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WRITE_AFTER_SECONDS):
                    await self._many.wait()
            self._many.clear()
            await self.flush()
