"""Which commands were used lately, newest first: what a turn prefers when its client names none (SPEC 307)."""

from __future__ import annotations

import json
import logging
from datetime import datetime, timedelta

from memserver.clock import Clock, from_iso, to_iso
from memserver.errors import MemserverError
from memserver.storage.database import Transaction
from memserver.storage.store import Store

log = logging.getLogger(__name__)

PROPERTY = "work.recentCommands"
MOST = 10
RECENT = timedelta(days=1)
"""What was worked on yesterday says little about the question of today."""

_Uses = list[tuple[str, str]]


class RecentCommands:
    """The names with the moment of their last use; kept in the store, read once."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._uses: _Uses | None = None

    async def add(self, name: str) -> None:
        """Note that a command was used; that it could not be noted does not spoil the command."""
        try:
            uses = [(name, to_iso(self._clock())), *(each for each in await self._load() if each[0] != name)][:MOST]
            async with self._store.database.write() as transaction:
                await self._store.properties.set(transaction, PROPERTY, json.dumps(uses))
        except MemserverError as failure:
            log.warning("a command was not noted as used: %s", failure.message)
            return
        self._uses = uses

    async def names(self) -> tuple[str, ...]:
        """Return the commands of the last day, such as `/task`, newest first."""
        try:
            uses = await self._load()
        except MemserverError:
            return ()
        since: datetime = self._clock() - RECENT
        return tuple(f"/{name}" for name, at in uses if from_iso(at) >= since)

    async def forget(self, transaction: Transaction) -> None:
        """Forget all of them."""
        await self._store.properties.set(transaction, PROPERTY, "[]")
        self._uses = []

    async def _load(self) -> _Uses:
        if self._uses is None:
            stored = await self._store.properties.get(PROPERTY)
            self._uses = [(name, at) for name, at in json.loads(stored)] if stored else []
        return self._uses
