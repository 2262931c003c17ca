"""Writing memories: add, change, move along the statuses, delete. Each is one transaction, durable when it returns.

Duplicates are named instead of stored twice; what a new statement replaces or contradicts is linked in the same
transaction. Nothing here ranks or renders.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from datetime import datetime
from typing import Any

from memserver.clock import Clock
from memserver.errors import MemserverError, NotFound
from memserver.layers import chain
from memserver.layers.changes import changed_draft, is_vouched, moved, passages_of, same_text, with_changes
from memserver.layers.deciding import Decider, Plan, Written, ids_of, linked_by, memory_of
from memserver.layers.drafts import Draft, Prepared, prepare
from memserver.layers.episode_files import EpisodeFiles
from memserver.layers.reconcile import Reconciler, Verdicts
from memserver.layers.session_record import without_words
from memserver.model import Layer, Memory, RelatedFile, Relation, Status, VerifiedBy
from memserver.storage import links
from memserver.storage.database import Transaction
from memserver.storage.memories import RelationRecord
from memserver.storage.store import Store

BATCH = 128
# Preparing so much text takes about a second at worst. Longer, and a request could neither be stopped nor watched.
BATCH_CHARS = 300_000
CHANGE_ATTEMPTS = 5

Progress = Callable[[int, int], None]


class MemoryWriter:
    """The only way in for memories."""

    def __init__(
        self, store: Store, reconciler: Reconciler, clock: Clock, executor: Executor, written: Callable[[], None],
        episode_files: EpisodeFiles,
    ) -> None:  # fmt: skip
        self._store = store
        self._episode_files = episode_files
        self._decider = Decider(store, reconciler, clock)
        self._clock = clock
        self._executor = executor
        self._written = written
        # Two requests that say the same must not both find that nobody has said it yet.
        self._deciding = asyncio.Lock()

    async def add(self, draft: Draft) -> Written:
        """Store one memory."""
        outcome = (await self.add_many([draft]))[0]
        if isinstance(outcome, MemserverError):
            raise outcome
        return outcome

    async def add_many(
        self, drafts: Sequence[Draft], progress: Progress | None = None
    ) -> list[Written | MemserverError]:
        """Store memories in order; a bad one is answered with its error and stops none of the others."""
        outcomes: list[Written | MemserverError] = []
        loop = asyncio.get_running_loop()
        for batch in _batches(drafts):
            prepared = await loop.run_in_executor(self._executor, _prepare_each, batch, self._clock())
            async with self._deciding:
                outcomes += await self._store_batch(prepared)
            if progress:
                progress(len(outcomes), len(drafts))
        return outcomes

    async def _store_batch(self, batch: Sequence[Prepared | MemserverError]) -> list[Written | MemserverError]:
        while True:
            outcomes, plans, said = await self._decider.judge_batch(batch)
            if not plans or await self._write(plans, batch, said):
                return await self._with_present_status(outcomes)

    async def _with_present_status(self, outcomes: list[Written | MemserverError]) -> list[Written | MemserverError]:
        """Tell for each duplicate how far the one that is kept is trusted."""
        duplicates = {each.duplicate_of for each in outcomes if isinstance(each, Written) and each.duplicate_of}
        if not duplicates:
            return outcomes
        kept = await self._store.memories.get_many(sorted(duplicates))
        return [
            replace(each, status=kept[each.id].validation.status)
            if isinstance(each, Written) and each.duplicate_of and each.id in kept
            else each
            for each in outcomes
        ]

    async def _write(
        self, plans: Sequence[Plan], batch: Sequence[Prepared | MemserverError], said: frozenset[str]
    ) -> bool:
        """Write what was decided; False, and nothing written, when another window said or deleted some of it."""
        now = self._clock()
        new = {plan.memory.id for plan in plans if plan.item}
        async with self._store.database.write() as transaction:
            # From here on nobody else writes.
            if ids_of(await self._decider.known(batch)) != said:
                return False
            if await links.missing(transaction, {each for plan in plans for each in linked_by(plan)} - new):
                return False
            owners = []
            for plan in plans:
                if plan.item is not None:
                    number = await self._store.memories.insert(transaction, plan.memory)
                    owners.append((number, None, plan.item.passages))
            for plan in plans:
                await self._link(transaction, plan.memory.id, plan.verdicts, now)
            await self._store.passages.add(transaction, owners)
        self._written()
        return True

    async def _link(self, transaction: Transaction, memory_id: str, verdicts: Verdicts, now: datetime) -> None:
        relations = [
            RelationRecord(memory_id, other, kind, evidence)
            for kind, others in (
                (Relation.SUPERSEDES, verdicts.supersedes), (Relation.CONFLICTS_WITH, verdicts.conflicts),
            )
            for other, evidence in others.items()
        ]  # fmt: skip
        relations += [
            RelationRecord(other, memory_id, Relation.SUPERSEDES, evidence)
            for other, evidence in verdicts.superseded_by.items()
        ]
        if relations:
            await self._store.memories.relate(transaction, relations, now)
        for old in verdicts.supersedes:
            await self._store.memories.supersede(transaction, old, memory_id, now)

    async def update(self, memory_id: str, changes: Mapping[str, Any]) -> Memory:
        """Change fields of a memory; new text is checked, redacted and indexed like a new memory's."""
        for attempt in range(CHANGE_ATTEMPTS):
            memory = await self._existing(memory_id)
            now = self._clock()
            loop = asyncio.get_running_loop()
            item = await loop.run_in_executor(self._executor, prepare, changed_draft(memory, changes), now)
            async with self._store.database.write() as transaction:
                present = await self._store.memories.read(transaction, memory_id)
                # Another window may have changed it in the meantime: then its change is built upon, not undone.
                if present is None:
                    raise _gone(memory_id)
                if attempt + 1 < CHANGE_ATTEMPTS and not same_text(present, memory):
                    continue
                changed = with_changes(present, item, changes, now)
                await self._put_back(transaction, present, changed)
                if changed.content != present.content:
                    await chain.review_links(transaction, self._store.memories, changed, now)
            await asyncio.to_thread(self._episode_files.refresh, changed)
            self.tell()
            return changed
        raise AssertionError("the last attempt returns or raises")

    async def _put_back(self, transaction: Transaction, before: Memory, changed: Memory) -> None:
        if same_text(before, changed):
            await self._store.memories.replace(transaction, changed)
        else:
            await self.rewrite(transaction, changed)

    async def rewrite(self, transaction: Transaction, memory: Memory) -> None:
        """Write a memory anew inside an open transaction, with the passages of its present text.

        They are new ones also where only its place in a thread has changed: what is known of a passage stays so.
        """
        number = await self._store.memories.number_of(transaction, memory.id)
        if number is None:
            raise _gone(memory.id)
        await self._store.memories.replace(transaction, memory)
        items, vectors = passages_of(memory), await self._store.vectors.of_memory(transaction, number)
        await self._store.passages.remove_of_memory(transaction, number)
        [ids] = await self._store.passages.add(transaction, [(number, None, items)])
        await self._store.vectors.carry_over(transaction, vectors, ids, items)

    async def put(self, transaction: Transaction, item: Prepared) -> Memory:
        """Store a prepared draft inside an open transaction, compared with nothing; `tell` when it is committed."""
        memory = memory_of(item, self._clock())
        number = await self._store.memories.insert(transaction, memory)
        await self._store.passages.add(transaction, [(number, None, item.passages)])
        return memory

    def tell(self) -> None:
        """Say that something was committed."""
        self._written()

    async def set_status(
        self, memory_id: str, status: Status, verified_by: VerifiedBy | None, verification_id: str | None,
        renewed: Sequence[RelatedFile] | None = None,
    ) -> Memory:  # fmt: skip
        """Move a memory along its allowed statuses; `renewed` is what its files are now, where it holds for those.

        Whoever vouches for the status that a memory has already confirms it: it is as good as new.
        """
        async with self._store.database.write() as transaction:
            memory = await self._store.memories.read(transaction, memory_id)
            if memory is None:
                raise _gone(memory_id)
            if status == memory.validation.status and not is_vouched(status, verified_by):
                return memory
            validation = moved(memory.validation, status, verified_by, verification_id)
            files = memory.related_files if renewed is None else tuple(renewed)
            changed = replace(memory, validation=validation, related_files=files, updated_at=self._clock())
            await self._store.memories.replace(transaction, changed)
            if status is Status.ARCHIVED and memory.validation.status is not Status.ARCHIVED:
                await chain.dismissed(transaction, changed, changed.updated_at)
        await asyncio.to_thread(self._episode_files.refresh, changed)
        return changed

    async def delete(self, memory_id: str) -> None:
        """Delete a memory everywhere: the file that was written for it, its rows, both indexes."""
        memory = await self._existing(memory_id)
        # The file first: should this stop half-way, the memory is still there to be deleted again.
        await asyncio.to_thread(self._episode_files.remove, memory)
        async with self._store.database.write() as transaction:
            present = await self._store.memories.read(transaction, memory_id)
            if present is None:
                raise _gone(memory_id)
            await chain.pass_on(transaction, self._store.memories, present, self._clock())
            await self._store.memories.delete(transaction, memory_id)
            if memory.layer is Layer.EPISODIC:
                await self._store.sessions.change(
                    transaction, memory_id, lambda record: without_words(record, memory_id)
                )
        self.tell()

    async def delete_all(self) -> int:
        """Delete every memory; returns how many there were."""
        await asyncio.to_thread(self._episode_files.remove_all)
        async with self._store.database.write() as transaction:
            count = await self._store.memories.delete_all(transaction)
        self.tell()
        return count

    async def _existing(self, memory_id: str) -> Memory:
        memory = await self._store.memories.get(memory_id)
        if memory is None:
            raise _gone(memory_id)
        return memory


def _batches(drafts: Sequence[Draft]) -> Iterator[Sequence[Draft]]:
    """Cut drafts into batches that are short enough in number and in text."""
    start, chars = 0, 0
    for position, draft in enumerate(drafts):
        if position > start and (position - start == BATCH or chars + len(draft.content) > BATCH_CHARS):
            yield drafts[start:position]
            start, chars = position, 0
        chars += len(draft.content)
    if start < len(drafts):
        yield drafts[start:]


def _prepare_each(drafts: Sequence[Draft], now: datetime) -> list[Prepared | MemserverError]:
    prepared: list[Prepared | MemserverError] = []
    for draft in drafts:
        try:
            prepared.append(prepare(draft, now))
        except MemserverError as failure:
            prepared.append(failure)
    return prepared


def _gone(memory_id: str) -> NotFound:
    return NotFound(f"There is no memory {memory_id[:80]!r}.", field="id")
