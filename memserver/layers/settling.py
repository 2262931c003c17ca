"""What a person decides about two memories: one replaces the other, both hold, or one is enough. Only a person does.

A settled pair is remembered: no later review links it again.
"""

from __future__ import annotations

from typing import Literal

from memserver.claims.evidence import SETTLED, written
from memserver.claims.verdict import Reason
from memserver.clock import Clock
from memserver.errors import Conflict, InvalidParams, NotFound
from memserver.model import Memory, Relation
from memserver.storage import links
from memserver.storage.database import Transaction
from memserver.storage.memories import RelationRecord
from memserver.storage.store import Store

Settlement = Literal["replaces", "both", "same"]


class Settler:
    """Writes down decisions; each is one transaction."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def restore(self, memory_id: str, by: str | None) -> Memory:
        """Bring a replaced memory back into force; what replaced it stays, and will not replace it again."""
        async with self._store.database.write() as transaction:
            memory = await self._read(transaction, memory_id, "id")
            if memory.superseded_by is None:
                raise Conflict("This memory is in force: nothing replaced it.", field="id")
            replacing = {
                link.source_id
                for link in await links.links_of(transaction, memory_id)
                if link.kind is Relation.SUPERSEDES and link.target_id == memory_id
            }
            for other in {*replacing, *await links.successors(transaction, memory_id)}:
                if await self._store.memories.read(transaction, other) is not None:
                    await self._settle_both(transaction, other, memory_id, by)
            return await self._freed(transaction, memory)

    async def settle(self, memory_id: str, other_id: str, verdict: Settlement, by: str) -> Memory:
        """Write down how two memories stand to each other; returns the first."""
        if memory_id == other_id:
            raise InvalidParams("A memory can't be settled with itself.", field="other")
        async with self._store.database.write() as transaction:
            memory = await self._read(transaction, memory_id, "id")
            other = await self._read(transaction, other_id, "other")
            if verdict == "both":
                await self._settle_both(transaction, memory_id, other_id, by)
                if other.superseded_by == memory_id:
                    await self._freed(transaction, other)
                return await self._freed(transaction, memory) if memory.superseded_by == other_id else memory
            if memory.project_id != other.project_id:
                raise Conflict("Memories of two projects can both hold; neither replaces the other.", field="other")
            await self._replace(transaction, memory_id, other_id, verdict, by)
            return await self._read(transaction, memory_id, "id")

    async def _replace(
        self, transaction: Transaction, memory_id: str, other_id: str, verdict: Settlement, by: str
    ) -> None:
        now = self._clock()
        # What is to stand can't be hidden behind what it replaces.
        chain = await links.successors(transaction, memory_id)
        if other_id in chain:
            await links.unlink(transaction, chain[0], memory_id, [Relation.SUPERSEDES])
        await links.unlink(transaction, memory_id, other_id, list(Relation))
        evidence = _evidence(verdict, by)
        link = RelationRecord(memory_id, other_id, Relation.SUPERSEDES, evidence)
        await links.put_link(transaction, link, now)
        if other_id in chain:
            await links.reinstate(transaction, [memory_id], now)
        await self._store.memories.supersede(transaction, other_id, memory_id, now)

    async def _settle_both(self, transaction: Transaction, one: str, other: str, by: str | None) -> None:
        now = self._clock()
        await links.unlink(transaction, one, other, list(Relation))
        link = RelationRecord(one, other, Relation.SETTLED, _evidence("both", by))
        await links.put_link(transaction, link, now)

    async def _freed(self, transaction: Transaction, memory: Memory) -> Memory:
        """Bring a memory in line with the links that are left, and return it."""
        await links.reinstate(transaction, [memory.id], self._clock())
        return await self._read(transaction, memory.id, "id")

    async def _read(self, transaction: Transaction, memory_id: str, field: str) -> Memory:
        memory = await self._store.memories.read(transaction, memory_id)
        if memory is None:
            raise NotFound(f"There is no memory {memory_id[:80]!r}.", field=field)
        return memory


def _evidence(verdict: Settlement, by: str | None) -> str:
    values = {"verdict": verdict} if by is None else {"verdict": verdict, "by": by}
    return written(Reason(SETTLED, values))
