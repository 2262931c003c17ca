"""Deciding what becomes of drafts before they are written: new, a repetition, and which memories each replaces.

Writes nothing: it returns plans, which `writing` carries out if nothing changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from memserver.claims.evidence import DECLARED
from memserver.claims.evidence import written as evidence_of
from memserver.claims.verdict import Reason
from memserver.clock import Clock
from memserver.errors import InvalidParams, MemserverError, NotFound
from memserver.ids import new_id
from memserver.layers.drafts import Draft, Prepared
from memserver.layers.look_ahead import LookAhead
from memserver.layers.reconcile import Reconciler, Similar, Verdicts, can_be_judged, is_statement
from memserver.model import Memory, Origin, Status, Validation
from memserver.storage.memories import content_hash
from memserver.storage.store import Store

DEFAULT_CONFIDENCE = {Origin.EXPLICIT: 0.8, Origin.IMPORTED: 0.6, Origin.EXTRACTED: 0.5, Origin.DISTILLED: 0.5}

Known = dict[str, list[tuple[str, str | None]]]
"""What is said already, by content hash: the ids and external ids of memories."""


@dataclass(frozen=True, slots=True)
class Written:
    """What became of a draft; `duplicate_of` is set when it was already known, and `id` is then that one's."""

    id: str
    status: Status
    duplicate_of: str | None = None
    supersedes: tuple[str, ...] = ()
    conflicts_with: tuple[str, ...] = ()
    superseded_by: str | None = None
    redactions: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be written of a draft; without `item`, the memory is there already and only gets links."""

    memory: Memory
    item: Prepared | None
    verdicts: Verdicts


class Decider:
    """Decides about one batch at a time."""

    def __init__(self, store: Store, reconciler: Reconciler, clock: Clock) -> None:
        self._store = store
        self._reconciler = reconciler
        self._clock = clock

    async def judge_batch(
        self, batch: Sequence[Prepared | MemserverError]
    ) -> tuple[list[Written | MemserverError], list[Plan], frozenset[str]]:
        """Return what becomes of each draft, what is to be written, and the ids of what was said already."""
        known = await self.known(batch)
        said = ids_of(known)
        new = [item for item in batch if isinstance(item, Prepared) and not self._duplicate(item, known)]
        async with LookAhead([item for item in new if can_be_judged(item)], self._reconciler.similar) as similar:
            outcomes, plans = await self._decide(batch, known, similar)
        return outcomes, plans, said

    async def _decide(
        self, batch: Sequence[Prepared | MemserverError], known: Known, similar: LookAhead[Prepared, Similar]
    ) -> tuple[list[Written | MemserverError], list[Plan]]:
        """Say in order what becomes of each draft, and which memories are to be written."""
        outcomes: list[Written | MemserverError] = []
        plans: list[Plan] = []
        for item in batch:
            outcome, plan = await self._decide_one(item, known, similar, [each.memory for each in plans if each.item])
            outcomes.append(outcome)
            if plan is not None:
                plans.append(plan)
        return outcomes, plans

    async def _decide_one(
        self,
        item: Prepared | MemserverError,
        known: Known,
        similar: LookAhead[Prepared, Similar],
        unwritten: Sequence[Memory],
    ) -> tuple[Written | MemserverError, Plan | None]:
        if isinstance(item, MemserverError):
            return item, None
        declared = await self._declared(item.draft)
        if isinstance(declared, MemserverError):
            return declared, None
        key, memory, verdicts = _key(item.draft), memory_of(item, self._clock()), Verdicts()
        duplicate = self._duplicate(item, known)
        if duplicate is None and is_statement(item):
            near = await similar.answer(item) if can_be_judged(item) else {}
            verdicts = await self._reconciler.judge(memory, near, unwritten, self._clock())
            duplicate = verdicts.duplicate_of
        if duplicate is not None:
            known.setdefault(key, []).append((duplicate, item.draft.external_id))
            kept = await self._kept(duplicate, unwritten) if declared else None
            plan = None if kept is None else Plan(kept, None, _with_declared(Verdicts(), declared, kept.id))
            ids = tuple(plan.verdicts.supersedes) if plan else ()
            written = Written(duplicate, item.draft.status, duplicate, ids, redactions=item.redactions)
            return written, plan
        verdicts = _with_declared(verdicts, declared, memory.id)
        successor = _latest(verdicts.superseded_by)
        memory = replace(memory, superseded_by=successor)
        known.setdefault(key, []).append((memory.id, memory.external_id))
        written = Written(
            memory.id, memory.validation.status, None, tuple(verdicts.supersedes), tuple(verdicts.conflicts),
            successor, item.redactions,
        )  # fmt: skip
        return written, Plan(memory, item, verdicts)

    async def _kept(self, memory_id: str, unwritten: Sequence[Memory]) -> Memory | None:
        about_to_be = next((each for each in unwritten if each.id == memory_id), None)
        return about_to_be or await self._store.memories.get(memory_id)

    async def _declared(self, draft: Draft) -> tuple[str, ...] | MemserverError:
        """Return what a draft says that it replaces; an error when one of them can't be."""
        ids = tuple(dict.fromkeys(draft.supersedes))
        if not ids:
            return ids
        found = await self._store.memories.get_many(ids)
        for each in ids:
            if each not in found:
                return NotFound(f"There is no memory {each[:80]!r} to replace.", field="supersedes")
            if found[each].project_id != draft.project_id:
                return InvalidParams(f"The memory {each[:80]!r} belongs to another project.", field="supersedes")
        return ids

    def _duplicate(self, item: Prepared, known: Known) -> str | None:
        return _same(known.get(_key(item.draft), ()), item.draft.external_id)

    async def known(self, batch: Sequence[Prepared | MemserverError]) -> Known:
        """Return what of a batch is said already."""
        hashes = {_key(item.draft) for item in batch if isinstance(item, Prepared)}
        return await self._store.memories.with_hash(sorted(hashes), self._clock())


def memory_of(item: Prepared, now: datetime) -> Memory:
    """Return a prepared draft as the memory that it becomes."""
    draft = item.draft
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
        thread=draft.thread,
        position=draft.position,
        provenance=draft.provenance,
        validation=Validation(draft.status, draft.verified_by, None, draft.failure_hash),
        related_files=draft.related_files,
        metadata=draft.metadata,
    )


def linked_by(plan: Plan) -> Iterator[str]:
    """Yield the memories that a plan rests on."""
    yield from (*plan.verdicts.supersedes, *plan.verdicts.conflicts, *plan.verdicts.superseded_by)
    if plan.item is None:
        yield plan.memory.id


def _with_declared(verdicts: Verdicts, declared: Sequence[str], memory_id: str) -> Verdicts:
    """Return the verdicts with what the client says that the memory replaces, whatever the texts say."""
    for each in declared:
        verdicts.conflicts.pop(each, None)
        verdicts.superseded_by.pop(each, None)
        if each != memory_id:
            verdicts.supersedes[each] = evidence_of(Reason(DECLARED))
    return verdicts


def _latest(successors: Mapping[str, str]) -> str | None:
    """Return which of several successors is named: ids tell the order in which they were stored."""
    return max(successors, default=None)


def _key(draft: Draft) -> str:
    return content_hash(draft.layer, draft.project_id, draft.content)


def ids_of(known: Known) -> frozenset[str]:
    """Return the ids of the memories that say something already."""
    return frozenset(memory_id for pairs in known.values() for memory_id, _ in pairs)


def _same(candidates: Sequence[tuple[str, str | None]], external_id: str | None) -> str | None:
    """Return the first memory that says the same; who brings an external id finds it kept under that id only."""
    return next((known for known, other in candidates if external_id is None or external_id == other), None)
