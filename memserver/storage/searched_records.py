"""Records in the one search: what stands behind passages of records of the tiers and of items of trackers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memserver.storage.database import Database, Transaction
from memserver.storage.passages import NewPassage, PassageRepository
from memserver.storage.schema_records import SEARCHED_IN_A_TURN


@dataclass(frozen=True, slots=True)
class SearchedRecord:
    """What a search tells of a record, and its passages."""

    kind: str
    id: str
    title: str
    moment: str
    status: str | None
    words: tuple[str, ...]
    """Further words that find it."""
    passages: tuple[NewPassage, ...]


class SearchedRecords:
    """Writes through an open transaction. Records go by themselves with what they were made from."""

    def __init__(self, database: Database, passages: PassageRepository) -> None:
        self._database = database
        self._passages = passages

    async def put(self, transaction: Transaction, record: SearchedRecord, project_id: str) -> None:
        """Store a record of a tier with its passages; what was stored of it goes."""
        await self._add(transaction, [record], project_id, None)

    async def put_of_file(self, transaction: Transaction, file: int, items: Sequence[SearchedRecord]) -> None:
        """Store the items of a tracker; those that stayed the same keep their passages and vectors."""
        rows = await transaction.all(
            "SELECT r.record_id, r.number, r.title, r.moment, r.status, p.text FROM records r"
            " JOIN passages p ON p.record = r.number WHERE r.file = ?",
            (file,),
        )
        before = {row[0]: row[1:] for row in rows}
        after = {item.id: item for item in items}
        kept = {key for key, row in before.items() if key in after and row[1:] == _as_row(after[key])}
        gone = [row[0] for key, row in before.items() if key not in kept]
        await transaction.run(
            "DELETE FROM records WHERE number IN (SELECT value FROM json_each(?))", (json.dumps(gone),)
        )
        await self._add(transaction, [item for key, item in after.items() if key not in kept], "", file)

    async def missing(self, table: str, limit: int) -> list[tuple[str, str, str]]:
        """Return (id, project id, record) of records of a tier that no search finds yet: after an update or an import.

        `table` is one whose records are searched in a turn.
        """
        return await self._database.all(
            f"SELECT t.id, t.project_id, t.record FROM {table} t LEFT JOIN records r"
            " ON r.kind = ? AND r.record_id = t.id AND r.file IS NULL WHERE r.number IS NULL ORDER BY t.id LIMIT ?",
            (SEARCHED_IN_A_TURN[table], limit),
        )

    async def _add(
        self, transaction: Transaction, records: Sequence[SearchedRecord], project_id: str, file: int | None
    ) -> None:
        owners = []
        for record in records:
            # What is replaced takes its passages along.
            row = await transaction.one(
                "INSERT OR REPLACE INTO records(kind, record_id, project_id, file, title, moment, status, words)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
                (
                    record.kind,
                    record.id,
                    project_id,
                    file,
                    record.title,
                    record.moment,
                    record.status,
                    json.dumps(record.words, ensure_ascii=False),
                ),
            )
            assert row is not None  # RETURNING always answers
            owners.append((int(row[0]), file, record.passages))
        await self._passages.add_of_records(transaction, owners)


def _as_row(record: SearchedRecord) -> tuple[str, str, str | None, str]:
    return record.title, record.moment, record.status, record.passages[0].text
