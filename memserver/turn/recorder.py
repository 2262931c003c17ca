"""The record of turns: kept in memory at once, written to the store while nobody waits; any can be explained."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any

from memserver.background import BackgroundTasks
from memserver.errors import NotFound
from memserver.storage.store import Store
from memserver.turn.trace import Json, trace_of
from memserver.turn.value import Turn

RECENT = 64
KEPT_TURNS = 500
WRITE_AFTER_SECONDS = 0.5


class TurnRecorder:
    """Keeps the story of each turn."""

    def __init__(self, store: Store, background: BackgroundTasks) -> None:
        self._store = store
        self._background = background
        self._recent: OrderedDict[str, Json] = OrderedDict()
        self._unwritten: dict[str, Callable[[], Json]] = {}
        self._writing: asyncio.Task[Any] | None = None

    def keep(self, turn: Turn, result: Callable[[], Json]) -> None:
        """Keep a turn; `result` gives its answer as JSON and is called later, off the turn's time."""
        self._unwritten[turn.id] = lambda: {"trace": trace_of(turn), "result": result(), "completion": None}
        self._schedule()

    async def get(self, turn_id: str) -> Json:
        """Return the record of a turn."""
        if turn_id in self._unwritten:
            self._settle(turn_id)
        record = self._recent.get(turn_id) or await self._store.turns.get(turn_id)
        if record is None:
            raise NotFound(f"There is no turn {turn_id[:80]!r} among the last {KEPT_TURNS}.", field="turnId")
        return record

    async def complete(self, turn_id: str, completion: Mapping[str, Any]) -> None:
        """Add what was found about the answer."""
        record = {**await self.get(turn_id), "completion": dict(completion)}
        self._recent[turn_id] = record
        self._unwritten[turn_id] = lambda: record
        self._schedule()

    async def flush(self) -> None:
        """Write what is not written yet."""
        waiting, self._unwritten = self._unwritten, {}
        if not waiting:
            return
        records = {turn_id: make() for turn_id, make in waiting.items()}
        self._remember(records)
        async with self._store.database.write() as transaction:
            for turn_id, record in records.items():
                trace = record["trace"]
                columns = {
                    "id": turn_id, "session_id": trace["session_id"], "project_id": trace["project_id"],
                    "created_at": trace["created_at"],
                }  # fmt: skip
                await self._store.turns.put(transaction, columns, record)
            await self._store.turns.trim(transaction, KEPT_TURNS)

    def _settle(self, turn_id: str) -> None:
        record = self._unwritten[turn_id]()
        self._unwritten[turn_id] = lambda: record
        self._remember({turn_id: record})

    def _remember(self, records: Mapping[str, Json]) -> None:
        self._recent.update(records)
        while len(self._recent) > RECENT:
            self._recent.popitem(last=False)

    def _schedule(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = self._background.start(self._write_later(), "turn records")

    async def _write_later(self) -> None:
        while self._unwritten:
            await asyncio.sleep(WRITE_AFTER_SECONDS)
            await self.flush()
