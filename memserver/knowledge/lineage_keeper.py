"""Keeps what is derived of notes that replace each other in step with the notes of a brain.

Whoever changes notes marks the brain in the same transaction; then all of it is derived anew, once for many changes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor
from itertools import starmap

from memserver.claims.references import Reference
from memserver.knowledge.lineage import Speaker, lineage, wanted_names
from memserver.knowledge.successions import Statement
from memserver.storage.database import Transaction
from memserver.storage.store import Store
from memserver.storage.succession import SayingRow

_CHANGED, _SETTLED = "changed", "settled"


class LineageKeeper:
    """The lines of notes of one brain."""

    def __init__(self, store: Store, brain: str, executor: Executor) -> None:
        self._store = store
        self._brain = brain
        self._key = f"note-lineage:{brain}"
        self._executor = executor

    async def mark(self, transaction: Transaction) -> None:
        """Note that the notes of the brain are others than those from which their lines were derived."""
        await self._store.properties.set(transaction, self._key, _CHANGED)

    async def settle(self) -> None:
        """Derive which notes replace which, if notes came, changed, moved or went since the last time."""
        if await self._store.properties.get(self._key) != _CHANGED:
            return
        loop, succession = asyncio.get_running_loop(), self._store.succession
        async with self._store.database.write() as transaction:
            rows = await succession.saying(transaction, self._brain)
            speakers, names = await loop.run_in_executor(self._executor, lambda: _spoken(rows))
            known: dict[Reference, list[tuple[int, str]]] = {}
            for (kind, name), number, path in await succession.called(transaction, self._brain, names):
                known.setdefault(Reference(kind, name), []).append((number, path))
            places = await loop.run_in_executor(self._executor, lambda: lineage(speakers, known))
            derived = {number: (each.successors, each.predecessors) for number, each in places.items()}
            await succession.derive(transaction, self._brain, derived)
            await self._store.properties.set(transaction, self._key, _SETTLED)


def _spoken(rows: Sequence[SayingRow]) -> tuple[list[Speaker], list[tuple[str, str]]]:
    """Return who speaks of others, and all names that these may have."""
    speakers = [
        Speaker(
            row.number,
            row.path,
            frozenset(starmap(Reference, row.names)),
            tuple(Statement(replaces, tuple(starmap(Reference, other))) for replaces, other in row.succession),
        )
        for row in rows
    ]
    return speakers, [(each.kind, each.number) for each in wanted_names(speakers)]
