"""The one way in for records of the tiers: checked, without secrets, row and search text in one transaction.

A record that is searched for has its words at once. Its vector is written in the same transaction when the model is
ready; else the text is marked as waiting and `written` tells the background, which embeds it.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.errors import NotFound
from memserver.ids import new_id
from memserver.storage.database import Transaction
from memserver.storage.records import Json
from memserver.storage.schema_records import SEARCHED_IN_A_TURN
from memserver.storage.searched_records import SearchedRecord
from memserver.storage.store import Store
from memserver.storage.tier_records import Wanted
from memserver.text.clean_values import ValueCleaner, clean_string
from memserver.text.sanitise import MAX_CHARS
from memserver.text.terms import fts_document
from memserver.tiers.kinds import SEARCHED, Kind
from memserver.tiers.short_forms import searched_record
from memserver.tiers.vectors import Embedded, TierVectors

# Ids and times are no prose: there is nothing to take out of them.
PLAIN = frozenset({"id", "createdAt", "updatedAt", "finishedAt", "startedAt", "lastUsed", "status"})
PAGE = 200

Missing = Callable[[str, int], Awaitable[Sequence[tuple[str, str, str]]]]
"""Returns (id, project id, record) of at most so many records of a table that are not indexed."""
Index = Callable[[Transaction, Kind, Json, str, Embedded | None], Awaitable[None]]


class TierRecords:
    """Writes and reads records of every kind."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        vectors: TierVectors,
        written: Callable[[], None],
        passages_written: Callable[[], None],
    ) -> None:
        self._store = store
        self._clock = clock
        self._vectors = vectors
        self._written = written
        self._passages_written = passages_written

    def now(self) -> str:
        """Return the present moment as records write it."""
        return to_iso(self._clock())

    def new(self, kind: Kind, given: Mapping[str, Any]) -> Json:
        """Return a record out of what was given: clean, with an id and the moment it was made."""
        now = self._clock()
        record = {"id": new_id(kind.prefix, now), "createdAt": to_iso(now)}
        return self.cleaned(kind, record | {key: value for key, value in given.items() if value is not None})

    def cleaned(self, kind: Kind, record: Mapping[str, Any]) -> Json:
        """Return a record with every string checked and without secrets."""
        found: Counter[str] = Counter()
        clean: Json = {}
        for key, value in record.items():
            if key in PLAIN:
                clean[key] = value
            elif key in kind.required:
                clean[key] = clean_string(value, key, found)
            else:
                clean[key] = ValueCleaner(key, found, max_total=MAX_CHARS).clean(value)
        return clean

    async def put(self, kind: Kind, record: Json, project_id: str) -> Json:
        """Store a clean record and what it is found by; durable when it returns."""
        embedded = await self._vectors.of_text(kind.text(record)) if kind.text and kind.embedded_at_once else None
        async with self._store.database.write() as transaction:
            await self.put_within(transaction, kind, record, project_id, embedded)
        if kind.text and embedded is None:
            self._written()
        if kind.collection in SEARCHED_IN_A_TURN:
            self._passages_written()
        return record

    async def put_within(
        self, transaction: Transaction, kind: Kind, record: Json, project_id: str, embedded: Embedded | None = None
    ) -> None:
        """The same inside an open transaction; `tell` when it is committed."""
        project = await self._store.tiers.put(transaction, kind.table, kind.row(record, project_id), record)
        await self._index(transaction, kind, record, project, embedded)

    async def change(self, kind: Kind, record_id: str, changed: Callable[[Json], Mapping[str, Any]]) -> Json:
        """Change a record as it is now; nothing that another window changed meanwhile is undone."""
        async with self._store.database.write() as transaction:
            before = await self._store.tiers.current(transaction, kind.table, record_id)
            if before is None:
                raise gone(kind, record_id)
            record = self.cleaned(kind, changed(before))
            project = await self._store.tiers.put(transaction, kind.table, kind.row(record, ""), record)
            reads_alike = kind.text is None or (kind.text(record), kind.more(record)) == (
                kind.text(before), kind.more(before),
            )  # fmt: skip
            if not reads_alike:
                await self._index_in_tiers(transaction, kind, record, project, None)
            # What a turn is told has more in it, such as the status.
            told = _told(kind, record)
            told_alike = told == _told(kind, before)
            if told is not None and not told_alike:
                await self._store.searched.put(transaction, told, project)
        if not reads_alike:
            self._written()
        if not told_alike:
            self._passages_written()
        return record

    async def get(self, kind: Kind, record_id: str) -> Json:
        """Return one record."""
        record = await self._store.tiers.get(kind.table, record_id)
        if record is None:
            raise gone(kind, record_id)
        return record

    async def of_ids(self, kind: Kind, ids: Sequence[str]) -> dict[str, Json]:
        """Return those of the named records that exist, by id."""
        return await self._store.tiers.of_ids(kind.table, ids) if ids else {}

    async def find(self, kind: Kind, wanted: Wanted) -> list[Json]:
        """Return the records that are wanted."""
        return await self._store.tiers.find(kind.table, wanted)

    async def delete(self, kind: Kind, record_id: str) -> None:
        """Delete a record and what it was found by."""
        async with self._store.database.write() as transaction:
            if not await self._store.tiers.delete(transaction, kind.table, [record_id]):
                raise gone(kind, record_id)

    def tell(self) -> None:
        """Say that something was committed that may wait for its vector."""
        self._written()
        self._passages_written()

    async def index_missing(self) -> int:
        """Make what records are found by where it is missing, as after an import; returns how many."""
        texts, searched = self._store.tier_texts, self._store.searched
        done = 0
        for kind in SEARCHED.values():
            done += await self._index_pages(kind, texts.missing, self._index_in_tiers)
            if kind.collection in SEARCHED_IN_A_TURN:
                done += await self._index_pages(kind, searched.missing, self._index_for_turns)
        if done:
            self.tell()
        return done

    async def _index_pages(self, kind: Kind, missing: Missing, index: Index) -> int:
        done = 0
        while page := await missing(kind.collection, PAGE):
            async with self._store.database.write() as transaction:
                for _, project_id, record in page:
                    await index(transaction, kind, json.loads(record), project_id, None)
            done += len(page)
            await asyncio.sleep(0)
        return done

    async def _index(
        self, transaction: Transaction, kind: Kind, record: Json, project_id: str, embedded: Embedded | None
    ) -> None:
        await self._index_in_tiers(transaction, kind, record, project_id, embedded)
        await self._index_for_turns(transaction, kind, record, project_id)

    async def _index_for_turns(
        self, transaction: Transaction, kind: Kind, record: Json, project_id: str, _: Embedded | None = None
    ) -> None:
        """Make a record a candidate of turns, where its kind is one."""
        if (told := _told(kind, record)) is not None:
            await self._store.searched.put(transaction, told, project_id)

    async def _index_in_tiers(
        self, transaction: Transaction, kind: Kind, record: Json, project_id: str, embedded: Embedded | None
    ) -> None:
        if kind.text is None:
            return
        text, terms = text_and_terms(kind, record)
        await self._store.tier_texts.put(transaction, kind.collection, record["id"], project_id, text, terms, embedded)


def text_and_terms(kind: Kind, record: Json) -> tuple[str, str]:
    """Return what a searched record says, and the words it is found by."""
    assert kind.text is not None
    text = kind.text(record)
    return text, fts_document(f"{text} {kind.more(record)}")


def _told(kind: Kind, record: Json) -> SearchedRecord | None:
    return searched_record(kind.collection, record) if kind.collection in SEARCHED_IN_A_TURN else None


def gone(kind: Kind, record_id: str) -> NotFound:
    """Say that there is no such record."""
    return NotFound(f"There is no {kind.noun} {record_id[:80]!r}.", field="id")
