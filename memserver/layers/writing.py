"""Writing memories: add, change, move along the statuses, delete. Each is one transaction, durable when it returns.

Duplicates are named instead of stored twice; what a new statement replaces or contradicts is linked in the same
transaction. Nothing here ranks or renders.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from memserver.clock import Clock
from memserver.errors import Conflict, InvalidParams, MemserverError, NotFound
from memserver.ids import new_id
from memserver.layers.drafts import Draft, Prepared, cut, prepare, title_of
from memserver.layers.reconcile import Reconciler, Verdicts
from memserver.model import STATUS_MOVES, Layer, Memory, Origin, Relation, Status, Validation, VerifiedBy
from memserver.storage.database import Transaction
from memserver.storage.memories import RelationRecord, content_hash
from memserver.storage.store import Store

# Records of what was said stay as they are: a later turn of a talk does not undo an earlier one.
RECONCILED_LAYERS = frozenset({Layer.LONG_TERM, Layer.PROJECT, Layer.PROCEDURAL})
BATCH = 128
DEFAULT_CONFIDENCE = {Origin.EXPLICIT: 0.8, Origin.IMPORTED: 0.6, Origin.EXTRACTED: 0.5, Origin.DISTILLED: 0.5}

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a draft; `duplicate_of` is set when it was already known, and `id` is then that one's."""

    id: str
    status: Status
    duplicate_of: str | None = None
    supersedes: tuple[str, ...] = ()
    conflicts_with: tuple[str, ...] = ()
    redactions: Mapping[str, int] | None = None


class MemoryWriter:
    """The only way in for memories."""

    def __init__(
        self, store: Store, reconciler: Reconciler, clock: Clock, executor: Executor, written: Callable[[], None]
    ) -> None:
        self._store = store
        self._reconciler = reconciler
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
        for start in range(0, len(drafts), BATCH):
            batch = drafts[start : start + BATCH]
            prepared = await loop.run_in_executor(self._executor, _prepare_each, batch, self._clock())
            async with self._deciding:
                outcomes += await self._store_batch(prepared)
            if progress:
                progress(min(start + BATCH, len(drafts)), len(drafts))
        return outcomes

    async def _store_batch(self, batch: Sequence[Prepared | MemserverError]) -> list[Written | MemserverError]:
        known = await self._known(batch)
        outcomes: list[Written | MemserverError] = []
        plans: list[tuple[Memory, Prepared, Verdicts]] = []
        for item in batch:
            if isinstance(item, MemserverError):
                outcomes.append(item)
                continue
            key = _key(item.draft)
            if duplicate := _same(known.get(key, ()), item.draft.external_id):
                outcomes.append(Written(duplicate, item.draft.status, duplicate, redactions=item.redactions))
                continue
            verdicts = await self._verdicts(item, [memory for memory, _, _ in plans])
            if verdicts.duplicate_of:
                known.setdefault(key, []).append((verdicts.duplicate_of, item.draft.external_id))
                outcomes.append(
                    Written(verdicts.duplicate_of, item.draft.status, verdicts.duplicate_of, redactions=item.redactions)
                )
                continue
            memory = self._memory(item)
            known.setdefault(key, []).append((memory.id, memory.external_id))
            plans.append((memory, item, verdicts))
            outcomes.append(
                Written(
                    memory.id, memory.validation.status, None, tuple(verdicts.supersedes), tuple(verdicts.conflicts),
                    item.redactions,
                )
            )  # fmt: skip
        if plans:
            await self._write(plans)
        return outcomes

    async def _known(self, batch: Sequence[Prepared | MemserverError]) -> dict[str, list[tuple[str, str | None]]]:
        hashes = {_key(item.draft) for item in batch if isinstance(item, Prepared)}
        return await self._store.memories.with_hash(sorted(hashes))

    async def _verdicts(self, item: Prepared, unwritten: Sequence[Memory]) -> Verdicts:
        if item.draft.layer not in RECONCILED_LAYERS:
            return Verdicts()
        return await self._reconciler.judge(item, unwritten)

    def _memory(self, item: Prepared) -> Memory:
        draft, now = item.draft, self._clock()
        confidence = draft.confidence if draft.confidence is not None else DEFAULT_CONFIDENCE[draft.origin]
        return Memory(
            id=new_id("mem", now),
            layer=draft.layer,
            title=item.title,
            content=draft.content,
            scope=draft.scope,
            project_id=draft.project_id,
            created_at=now,
            updated_at=now,
            timestamp=draft.timestamp or now,
            category=draft.category,
            tags=draft.tags,
            confidence=confidence,
            origin=draft.origin,
            expires_at=draft.expires_at,
            external_id=draft.external_id,
            thread=item.thread,
            provenance=draft.provenance,
            validation=Validation(draft.status, draft.verified_by, None, draft.failure_hash),
            related_files=draft.related_files,
            metadata=draft.metadata,
        )

    async def _write(self, plans: Sequence[tuple[Memory, Prepared, Verdicts]]) -> None:
        now = self._clock()
        async with self._store.database.write() as transaction:
            owners = []
            for memory, item, verdicts in plans:
                number = await self._store.memories.insert(transaction, memory)
                owners.append((number, None, item.passages))
                await self._link(transaction, memory.id, verdicts, now)
            await self._store.passages.add(transaction, owners)
        self._written()

    async def _link(self, transaction: Transaction, memory_id: str, verdicts: Verdicts, now: datetime) -> None:
        relations = [
            RelationRecord(memory_id, other, kind, evidence)
            for kind, others in (
                (Relation.SUPERSEDES, verdicts.supersedes), (Relation.CONFLICTS_WITH, verdicts.conflicts),
            )
            for other, evidence in others.items()
        ]  # fmt: skip
        if relations:
            await self._store.memories.relate(transaction, relations, now)
        for old in verdicts.supersedes:
            await self._store.memories.supersede(transaction, old, memory_id, now)

    async def update(self, memory_id: str, changes: Mapping[str, Any]) -> Memory:
        """Change fields of a memory; new text is checked, redacted and indexed like a new memory's."""
        memory = await self._existing(memory_id)
        draft = Draft(
            layer=memory.layer,
            content=changes.get("content", memory.content),
            title=changes.get("title", memory.title),
            tags=changes.get("tags", memory.tags),
            expires_at=changes.get("expires_at"),
            external_id=memory.external_id,
            metadata=changes.get("metadata", memory.metadata),
        )
        now = self._clock()
        loop = asyncio.get_running_loop()
        item = await loop.run_in_executor(self._executor, prepare, draft, now)
        title = item.title
        if "title" not in changes and memory.title == title_of(memory.content):
            title = title_of(item.draft.content)
        explicit_title = "" if title == title_of(item.draft.content) else title
        passages = cut(item.draft.content, explicit_title, item.draft.tags, memory.thread, memory.external_id)
        changed = replace(
            memory,
            content=item.draft.content,
            title=title,
            tags=item.draft.tags,
            metadata=item.draft.metadata,
            category=changes.get("category", memory.category),
            confidence=changes.get("confidence", memory.confidence),
            expires_at=changes.get("expires_at", memory.expires_at),
            updated_at=now,
        )
        async with self._store.database.write() as transaction:
            number = await self._store.memories.number_of(transaction, memory_id)
            if number is None:
                raise _gone(memory_id)
            await self._store.memories.replace(transaction, changed)
            await self._store.passages.remove_of_memory(transaction, number)
            await self._store.passages.add(transaction, [(number, None, passages)])
        self._reconciler.forget(memory_id)
        self._written()
        return changed

    async def set_status(
        self, memory_id: str, status: Status, verified_by: VerifiedBy | None, verification_id: str | None
    ) -> Memory:
        """Move a memory along its allowed statuses."""
        memory = await self._existing(memory_id)
        present = memory.validation.status
        if status == present:
            return memory
        if status not in STATUS_MOVES[present]:
            allowed = ", ".join(sorted(STATUS_MOVES[present])) or "none: archived is final"
            raise Conflict(f"A memory cannot go from {present} to {status}. Allowed: {allowed}.", field="status")
        if status is Status.VERIFIED and verified_by is None:
            raise InvalidParams(
                "verifiedBy is required for verified: test_runner, human_approval or compiler.", field="verifiedBy"
            )
        validation = replace(
            memory.validation,
            status=status,
            verified_by=verified_by or memory.validation.verified_by,
            verification_id=verification_id or memory.validation.verification_id,
        )
        changed = replace(memory, validation=validation, updated_at=self._clock())
        async with self._store.database.write() as transaction:
            await self._store.memories.replace(transaction, changed)
        return changed

    async def delete(self, memory_id: str) -> None:
        """Delete a memory everywhere: rows, both indexes, and the file that was written for it."""
        memory = await self._existing(memory_id)
        async with self._store.database.write() as transaction:
            if not await self._store.memories.delete(transaction, memory_id):
                raise _gone(memory_id)
        self._reconciler.forget(memory_id)
        file = memory.metadata.get("episodeFile")
        if isinstance(file, str):
            await asyncio.to_thread(_remove_file, file)
        self._written()

    async def delete_all(self) -> int:
        """Delete every memory; returns how many there were."""
        async with self._store.database.write() as transaction:
            count = await self._store.memories.delete_all(transaction)
        self._reconciler.forget_all()
        self._written()
        return count

    async def _existing(self, memory_id: str) -> Memory:
        memory = await self._store.memories.get(memory_id)
        if memory is None:
            raise _gone(memory_id)
        return memory


def _prepare_each(drafts: Sequence[Draft], now: datetime) -> list[Prepared | MemserverError]:
    prepared: list[Prepared | MemserverError] = []
    for draft in drafts:
        try:
            prepared.append(prepare(draft, now))
        except MemserverError as failure:
            prepared.append(failure)
    return prepared


def _key(draft: Draft) -> str:
    return content_hash(draft.layer, draft.project_id, draft.content)


def _same(candidates: Sequence[tuple[str, str | None]], external_id: str | None) -> str | None:
    """Return the first memory that says the same, unless both carry external ids and those differ."""
    return next(
        (known for known, other in candidates if external_id is None or other is None or external_id == other), None
    )


def _gone(memory_id: str) -> NotFound:
    return NotFound(f"There is no memory {memory_id[:80]!r}.", field="id")


def _remove_file(path: str) -> None:
    if os.path.basename(os.path.dirname(path)) == "episodes" and os.path.exists(path):  # noqa: PTH119, PTH120, PTH110
        os.unlink(path)  # noqa: PTH108
