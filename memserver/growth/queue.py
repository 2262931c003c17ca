"""The learning queue: what may be learned, and what a person has decided about it (SPEC 280).

memserver only ever adds to `proposed`. Every other move that needs judgement (approve, reject, reopen, accept) is the
act of a named person and is recorded with the name. Nothing in here calls those moves.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.errors import Conflict, InvalidParams, NotFound
from memserver.ids import new_id
from memserver.storage.database import Transaction
from memserver.storage.store import Store

MOST_PROPOSED = 20
BY_A_PERSON = "person"
SERVER = "memserver"
"""How memserver signs what it does by itself; so no person can sign with it."""


class QueueState(StrEnum):
    """Where a question stands."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    DRAFTED = "drafted"
    DONE = "done"
    REJECTED = "rejected"


_FROM: Mapping[str, frozenset[QueueState]] = {
    "approve": frozenset({QueueState.PROPOSED}),
    "reject": frozenset({QueueState.PROPOSED, QueueState.APPROVED, QueueState.DRAFTED}),
    "reopen": frozenset({QueueState.REJECTED, QueueState.APPROVED, QueueState.DRAFTED, QueueState.DONE}),
    "draft": frozenset({QueueState.APPROVED}),
    "accept": frozenset({QueueState.DRAFTED}),
}
_TO: Mapping[str, QueueState] = {
    "approve": QueueState.APPROVED,
    "reject": QueueState.REJECTED,
    "reopen": QueueState.PROPOSED,
    "draft": QueueState.DRAFTED,
    "accept": QueueState.DONE,
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A question worth learning about. `subject` is what makes two suggestions the same, in any language."""

    subject: str
    question: str
    origin: str
    priority: float
    reason: str = ""
    task_id: str | None = None
    element: str | None = None
    topic: str = ""
    """The words to look it up by, where the question has many others."""


@dataclass(frozen=True, slots=True)
class QueueItem:
    """One question in the queue, with every decision about it in order."""

    id: str
    question_hash: str
    subject: str
    question: str
    origin: str
    state: QueueState
    priority: float
    created_at: str
    updated_at: str
    reason: str = ""
    task_id: str | None = None
    element: str | None = None
    topic: str = ""
    proposal_path: str | None = None
    note_path: str | None = None
    decisions: tuple[Mapping[str, str], ...] = field(default=())


class LearningQueue:
    """The queue of one store; safe with several windows, since each move is one transaction."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def items(self) -> list[QueueItem]:
        """Return every item: what waits for a decision first, the most pressing first."""
        order = list(QueueState)
        found = [_item(record) for record in await self._store.learning_queue.all()]
        return sorted(found, key=lambda item: (order.index(item.state), -item.priority, item.id))

    async def get(self, item_id: str) -> QueueItem:
        """Return one item."""
        record = await self._store.learning_queue.get(item_id)
        if record is None:
            raise _missing(item_id)
        return _item(record)

    async def merge(self, suggested: Sequence[Suggestion]) -> list[QueueItem]:
        """Bring `proposed` in line with everything the records suggest now; returns what is new.

        A question that was there before is not added again, whatever became of it. memserver's own proposals that
        nobody has touched are withdrawn when nothing suggests them any more, and the weakest give way to stronger ones
        when the queue is full; those of a person never.
        """
        wanted = {question_hash(each.subject) for each in suggested}
        async with self._store.database.write() as transaction:
            present = {item.question_hash: item for item in map(_item, await self._all(transaction))}
            for item in list(present.values()):
                if _is_own(item) and item.question_hash not in wanted:
                    await self._store.learning_queue.remove(transaction, item.id)
                    del present[item.question_hash]
            added: list[QueueItem] = []
            for each in suggested:
                known = present.get(question_hash(each.subject))
                if known is None:
                    if await self._has_room(transaction, present, each.priority):
                        item = self._new(each)
                        await self._put(transaction, item)
                        present[item.question_hash] = item
                        added.append(item)
                elif known.state is QueueState.PROPOSED and known.origin != BY_A_PERSON:
                    await self._refresh(transaction, known, each)
        return added

    async def propose(self, question: str, by: str, task_id: str | None = None) -> tuple[QueueItem, bool]:
        """Add a person's own question to `proposed`; returns it and whether it is new."""
        name = decider(by)
        given = Suggestion(_normal(question), question, BY_A_PERSON, 100.0, "", task_id)
        async with self._store.database.write() as transaction:
            items = list(map(_item, await self._all(transaction)))
            key = question_hash(given.subject)
            for known in items:
                if key in {known.question_hash, question_hash(_normal(known.question))}:
                    return known, False
            if sum(item.state is QueueState.PROPOSED and item.origin == BY_A_PERSON for item in items) >= MOST_PROPOSED:
                raise Conflict(
                    f"{MOST_PROPOSED} questions wait for a decision already.", hint="Approve or reject some of them."
                )
            item = self._decided(self._new(given), "propose", name, "")
            await self._put(transaction, item)
        return item, True

    async def approve(self, item_id: str, by: str, note: str = "") -> QueueItem:
        """Let a proposed question be researched: the act of a person."""
        return await self._move(item_id, "approve", decider(by), note)

    async def reject(self, item_id: str, by: str, note: str = "") -> QueueItem:
        """Say that a question is not worth learning about: it is not proposed again."""
        return await self._move(item_id, "reject", decider(by), note)

    async def reopen(self, item_id: str, by: str, note: str = "") -> QueueItem:
        """Put a question back to `proposed`."""
        return await self._move(item_id, "reopen", decider(by), note)

    async def drafted(self, item_id: str, proposal_path: str) -> QueueItem:
        """Note that an approved question was researched."""
        return await self._move(item_id, "draft", SERVER, "", proposal_path=proposal_path)

    async def accepted(self, item_id: str, by: str, note_path: str) -> QueueItem:
        """Note that a person made the draft knowledge."""
        return await self._move(item_id, "accept", decider(by), "", note_path=note_path)

    async def _move(self, item_id: str, action: str, by: str, note: str, **changes: Any) -> QueueItem:
        async with self._store.database.write() as transaction:
            record = await self._store.learning_queue.read(transaction, item_id)
            if record is None:
                raise _missing(item_id)
            item = _item(record)
            if item.state not in _FROM[action]:
                raise Conflict(
                    f"A question that is {item.state.value} cannot be moved by '{action}'.",
                    field="id",
                    hint=f"Possible from: {', '.join(sorted(state.value for state in _FROM[action]))}.",
                )
            moved = self._decided(replace(item, state=_TO[action], **changes), action, by, note)
            await self._put(transaction, moved)
        return moved

    def _decided(self, item: QueueItem, action: str, by: str, note: str) -> QueueItem:
        now = to_iso(self._clock())
        decision = {"action": action, "by": by, "at": now, **({"note": note} if note else {})}
        return replace(item, updated_at=now, decisions=(*item.decisions, decision))

    def _new(self, given: Suggestion) -> QueueItem:
        now = self._clock()
        return QueueItem(
            id=new_id("learn", now),
            question_hash=question_hash(given.subject),
            state=QueueState.PROPOSED,
            created_at=to_iso(now),
            updated_at=to_iso(now),
            **asdict(given),
        )

    async def _has_room(self, transaction: Transaction, present: dict[str, QueueItem], priority: float) -> bool:
        """Say whether one more may be proposed; if need be, the weakest of memserver's own gives way."""
        waiting = [item for item in present.values() if item.state is QueueState.PROPOSED]
        if len(waiting) < MOST_PROPOSED:
            return True
        weakest = min(filter(_is_own, waiting), key=lambda item: (item.priority, item.id), default=None)
        if weakest is None or weakest.priority >= priority:
            return False
        await self._store.learning_queue.remove(transaction, weakest.id)
        del present[weakest.question_hash]
        return True

    async def _refresh(self, transaction: Transaction, known: QueueItem, given: Suggestion) -> None:
        fresh = replace(known, priority=given.priority, reason=given.reason, question=given.question, topic=given.topic)
        if fresh != known:
            await self._put(transaction, replace(fresh, updated_at=to_iso(self._clock())))

    async def _all(self, transaction: Transaction) -> list[dict[str, Any]]:
        return await self._store.learning_queue.all(transaction)

    async def _put(self, transaction: Transaction, item: QueueItem) -> None:
        record = {**asdict(item), "state": item.state.value}
        await self._store.learning_queue.put(transaction, record, record)


def _is_own(item: QueueItem) -> bool:
    """Say whether an item is a proposal of memserver's that no person has touched."""
    return item.state is QueueState.PROPOSED and item.origin != BY_A_PERSON and not item.decisions


def question_hash(subject: str) -> str:
    """Return the hash by which a question is recognised again."""
    return hashlib.sha256(_normal(subject).encode()).hexdigest()[:32]


def _normal(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).casefold().split()).rstrip("?.!。？ ")


def decider(by: str) -> str:
    """Return the name of the person who decides, on one line; a decision in nobody's or memserver's name is refused."""
    name = " ".join(by.split())[:100]
    if not name:
        raise InvalidParams("Say who decides: `by` must not be empty.", field="by")
    if name.casefold() == SERVER:
        raise InvalidParams("Only a person decides: `by` must be a person's name.", field="by")
    return name


def _item(record: Mapping[str, Any]) -> QueueItem:
    return QueueItem(**{**record, "state": QueueState(record["state"]), "decisions": tuple(record["decisions"])})


def _missing(item_id: str) -> NotFound:
    return NotFound(f"There is no question {item_id[:80]!r} in the learning queue.", field="id")
