"""What records of the tiers are found by: their text, its terms and its vector, and the log that the index follows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from memserver.storage.database import Database, Transaction
from memserver.storage.schema_tiers import SEARCHED


class TierText(NamedTuple):
    """The text of one record."""

    number: int
    collection: str
    record_id: str
    text: str


class TierTextRepository:
    """Reads through the database, writes through an open transaction. Vectors are opaque bytes here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(
        self, transaction: Transaction, collection: str, record_id: str, project_id: str, text: str, terms: str,
        embedded: tuple[str, bytes] | None,
    ) -> None:  # fmt: skip
        """Store the text of a record, with (model, vector) or marked as waiting for one; the old one goes."""
        await transaction.run("DELETE FROM tier_texts WHERE collection = ? AND record_id = ?", (collection, record_id))
        model, vector = embedded or (None, None)
        rows = await transaction.all(
            "INSERT INTO tier_texts(collection, record_id, project_id, text, model, vector) VALUES (?, ?, ?, ?, ?, ?)"
            " RETURNING number",
            (collection, record_id, project_id, text, model, vector),
        )
        await transaction.run("INSERT INTO tier_terms(rowid, terms) VALUES (?, ?)", (rows[0][0], terms))

    async def text_of(self, transaction: Transaction, collection: str, record_id: str) -> tuple[str, str | None] | None:
        """Return (text, terms) of a record as this transaction sees them, or None."""
        row = await transaction.one(
            "SELECT t.text, (SELECT terms FROM tier_terms WHERE rowid = t.number) FROM tier_texts t"
            " WHERE t.collection = ? AND t.record_id = ?",
            (collection, record_id),
        )
        return (row[0], row[1]) if row else None

    async def numbers(self, collections: Sequence[str], projects: Sequence[str], limit: int) -> list[int]:
        """Return the numbers of the texts that may be seen, at most `limit`."""
        rows = await self._database.all(
            "SELECT number FROM tier_texts WHERE collection IN (SELECT value FROM json_each(?))"
            " AND project_id IN (SELECT value FROM json_each(?)) LIMIT ?",
            (json.dumps(list(collections)), json.dumps(list(projects)), limit),
        )
        return [int(number) for (number,) in rows]

    async def visible(
        self, numbers: Sequence[int], collections: Sequence[str], projects: Sequence[str]
    ) -> list[TierText]:
        """Return those of the numbered texts that may be seen, by number."""
        rows = await self._database.all(
            "SELECT number, collection, record_id, text FROM tier_texts"
            " WHERE number IN (SELECT value FROM json_each(?1)) AND collection IN (SELECT value FROM json_each(?2))"
            " AND project_id IN (SELECT value FROM json_each(?3)) ORDER BY number",
            (json.dumps([int(each) for each in numbers]), json.dumps(list(collections)), json.dumps(list(projects))),
        )
        return [TierText._make(row) for row in rows]

    async def postings(self, terms: Sequence[str]) -> tuple[list[tuple[str, str | None]], int]:
        """Return for each term the numbers of the texts that hold it, comma-joined, and how many texts there are."""
        *rows, (_, count) = await self._database.all(
            "SELECT j.value, (SELECT group_concat(doc) FROM tier_postings WHERE term = j.value) FROM json_each(?) j"
            " UNION ALL SELECT NULL, (SELECT count(*) FROM tier_texts)",
            (json.dumps(list(terms)),),
        )
        return rows, int(count)

    async def missing(self, collection: str, limit: int) -> list[tuple[str, str, str]]:
        """Return (id, project id, record) of records without a text: an import brings records alone."""
        if collection not in SEARCHED:
            raise ValueError(f"{collection} is not searched")
        return await self._database.all(
            f"SELECT r.id, r.project_id, r.record FROM {collection} r LEFT JOIN tier_texts t"
            " ON t.collection = ? AND t.record_id = r.id WHERE t.number IS NULL ORDER BY r.id LIMIT ?",
            (collection, limit),
        )

    async def waiting(self, model: str, limit: int) -> list[tuple[int, str]]:
        """Return (number, text) of texts that lack a vector of this model, oldest first."""
        return await self._database.all(
            "SELECT number, text FROM tier_texts WHERE model IS NOT ? ORDER BY number LIMIT ?", (model, limit)
        )

    async def set_vectors(self, transaction: Transaction, model: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Give texts that still exist their vectors."""
        await transaction.run_many(
            "UPDATE tier_texts SET model = ?, vector = ? WHERE number = ?",
            [(model, vector, number) for number, vector in vectors],
        )

    async def count(self) -> int:
        """Return how many texts there are."""
        row = await self._database.one("SELECT count(*) FROM tier_texts")
        return int(row[0]) if row else 0

    async def last_change(self) -> int:
        """Return the number of the newest change of a vector."""
        row = await self._database.one("SELECT coalesce(max(seq), 0) FROM tier_vector_changes")
        return int(row[0]) if row else 0

    async def first_change(self) -> int:
        """Return the oldest change still in the log."""
        row = await self._database.one("SELECT coalesce(min(seq), 0) FROM tier_vector_changes")
        return int(row[0]) if row else 0

    async def changes_since(self, seq: int, model: str, limit: int) -> list[tuple[int, int, bytes | None]]:
        """Return (seq, number, vector) after a change; the vector is None where there is none of this model now."""
        return [
            (int(change), int(number), vector)
            for change, number, vector in await self._database.all(
                "SELECT c.seq, c.number, t.vector FROM tier_vector_changes c"
                " LEFT JOIN tier_texts t ON t.number = c.number AND t.model = ?"
                " WHERE c.seq > ? ORDER BY c.seq LIMIT ?",
                (model, seq, limit),
            )
        ]

    async def after(self, number: int, model: str, limit: int) -> list[tuple[int, bytes]]:
        """Return (number, vector) of one model past a number: for building an index from nothing."""
        return [
            (int(each), vector)
            for each, vector in await self._database.all(
                "SELECT number, vector FROM tier_texts WHERE number > ? AND model = ? ORDER BY number LIMIT ?",
                (number, model, limit),
            )
        ]

    async def trim_changes(self, transaction: Transaction, keep: int) -> None:
        """Forget all but the newest changes."""
        await transaction.run(
            "DELETE FROM tier_vector_changes WHERE seq <= (SELECT max(seq) FROM tier_vector_changes) - ?", (keep,)
        )
