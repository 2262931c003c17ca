"""The chain of what replaced what: what becomes of it when a memory is deleted, dismissed or says something else.

Runs inside the transaction of whoever changes the memory. A predecessor comes back when nothing replaces it any more.
"""

from __future__ import annotations

from datetime import datetime

from memserver.claims.evidence import CHAIN, SAID_OUTRIGHT, SETTLED, taken_apart, written
from memserver.claims.verdict import Reason
from memserver.layers.precedence import said_in_header, standing
from memserver.model import Memory, Relation
from memserver.storage import links
from memserver.storage.database import Transaction
from memserver.storage.memories import MemoryRepository, RelationRecord


async def pass_on(transaction: Transaction, memories: MemoryRepository, memory: Memory, now: datetime) -> None:
    """Before a memory is deleted: what it replaced is replaced by its own successor, or is in force again.

    The words of a deleted memory must not outlive it: the new link has evidence of its own.
    """
    predecessors = await links.predecessors(transaction, memory.id)
    successor = memory.superseded_by
    if successor is not None and await memories.read(transaction, successor) is not None:
        for each in predecessors:
            link = RelationRecord(successor, each, Relation.SUPERSEDES, written(Reason(CHAIN)))
            await links.put_link(transaction, link, now)
    await links.reinstate(transaction, predecessors, now, without=memory.id)


async def dismissed(transaction: Transaction, memory: Memory, now: datetime) -> None:
    """After a person or a client archived a memory: what it replaced is in force again, unless a person said so too."""
    if memory.superseded_by is not None:
        return
    settled = {
        link.target_id
        for link in await links.links_of(transaction, memory.id)
        if link.source_id == memory.id and taken_apart(link.evidence).code == SETTLED
    }
    freed = [each for each in await links.predecessors(transaction, memory.id) if each not in settled]
    await links.reinstate(transaction, freed, now, without=memory.id)


async def review_links(transaction: Transaction, memories: MemoryRepository, changed: Memory, now: datetime) -> None:
    """After the text of a memory changed: keep of its links what the new text still says."""
    for link in await links.links_of(transaction, changed.id):
        if link.kind is Relation.SETTLED or taken_apart(link.evidence).code in SAID_OUTRIGHT:
            continue
        other_id = link.target_id if link.source_id == changed.id else link.source_id
        other = await memories.read(transaction, other_id)
        if other is not None and (link.kind is Relation.CONFLICTS_WITH or link.source_id == changed.id):
            await _review(transaction, link, changed, other, now)


async def _review(
    transaction: Transaction, link: RelationRecord, changed: Memory, other: Memory, now: datetime
) -> None:
    """Judge a pair again: a replaced memory may come back, a conflict may end; nothing new is replaced by a review."""
    old, new = (other, changed) if link.source_id == changed.id else (changed, other)
    found = standing(old, new)
    if link.kind is Relation.SUPERSEDES:
        if said_in_header(new, old) or (found is not None and found.kind != "conflicts"):
            return
        await links.unlink(transaction, new.id, old.id, [Relation.SUPERSEDES])
        await links.reinstate(transaction, [old.id], now)
        if found is not None:
            conflict = RelationRecord(new.id, old.id, Relation.CONFLICTS_WITH, found.evidence)
            await links.put_link(transaction, conflict, now)
    elif found is None or found.kind == "duplicate":
        await links.unlink(transaction, new.id, old.id, [Relation.CONFLICTS_WITH])
    else:
        await links.put_link(transaction, RelationRecord(new.id, old.id, link.kind, found.evidence), now)
