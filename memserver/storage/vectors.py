"""Vectors as rows: the queue of passages that lack one, the vectors themselves, and the log that indexes follow."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from memserver.storage.database import Database, Row, Transaction
from memserver.storage.passages import NewPassage

Known = dict[tuple[str, str], tuple[str, bytes]]
"""The model and the vector of passages, by heading and text."""

WITH_VECTOR = "SELECT p.heading, p.text, v.model, v.vector FROM passages p JOIN vectors v ON v.passage_id = p.id"


class VectorRepository:
    """Reads through the database, writes through an open transaction. Vectors are opaque bytes here."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, transaction: Transaction, limit: int, now: float, until: float) -> list[tuple[int, str, str]]:
        """Take passages that lack a vector: (id, heading, text). A claim lapses, should its holder die."""
        return [
            (int(each), heading, text)
            for each, heading, text in await transaction.all(
                "UPDATE embedding_queue SET claimed_until = ?1 WHERE passage_id IN"
                " (SELECT passage_id FROM embedding_queue WHERE claimed_until <= ?2 ORDER BY passage_id LIMIT ?3)"
                " RETURNING passage_id, (SELECT heading FROM passages WHERE id = passage_id),"
                " (SELECT text FROM passages WHERE id = passage_id)",
                (until, now, limit),
            )
        ]

    async def claim_of(
        self, transaction: Transaction, memory_ids: Sequence[str], now: float, until: float
    ) -> list[tuple[int, str, str]]:
        """Take the passages of these memories that lack a vector and that nobody has taken: (id, heading, text)."""
        return [
            (int(each), heading, text)
            for each, heading, text in await transaction.all(
                "UPDATE embedding_queue SET claimed_until = ?1 WHERE claimed_until <= ?2 AND passage_id IN"
                " (SELECT p.id FROM memories m JOIN passages p ON p.memory = m.number"
                " WHERE m.id IN (SELECT value FROM json_each(?3)))"
                " RETURNING passage_id, (SELECT heading FROM passages WHERE id = passage_id),"
                " (SELECT text FROM passages WHERE id = passage_id)",
                (until, now, json.dumps(list(memory_ids))),
            )
        ]

    async def next_lapse(self) -> float | None:
        """Return when the first claim lapses (0: there is unclaimed work), or None when nothing is queued."""
        row = await self._database.one("SELECT min(claimed_until) FROM embedding_queue")
        return None if row is None or row[0] is None else float(row[0])

    async def release(self, transaction: Transaction, passage_ids: Sequence[int]) -> None:
        """Give claimed passages back, for a later try."""
        await transaction.run(
            "UPDATE embedding_queue SET claimed_until = 0 WHERE passage_id IN (SELECT value FROM json_each(?))",
            (json.dumps(list(passage_ids)),),
        )

    async def store(self, transaction: Transaction, model: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Keep vectors of passages that still exist; each leaves the queue and enters the change log."""
        await transaction.run_many(
            "INSERT OR REPLACE INTO vectors(passage_id, model, vector) SELECT id, ?2, ?3 FROM passages WHERE id = ?1",
            [(passage, model, vector) for passage, vector in vectors],
        )

    async def of_file(self, transaction: Transaction, number: int) -> Known:
        """Return the vectors of a file's passages: those that stay the same keep theirs."""
        return _known(await transaction.all(f"{WITH_VECTOR} WHERE p.file = ?", (number,)))

    async def of_memory(self, transaction: Transaction, number: int) -> Known:
        """Return the vectors of a memory's passages: those that stay the same keep theirs."""
        return _known(await transaction.all(f"{WITH_VECTOR} WHERE p.memory = ?", (number,)))

    async def carry_over(
        self, transaction: Transaction, known: Known, passage_ids: Sequence[int], items: Sequence[NewPassage]
    ) -> None:
        """Give new passages the vectors of former ones that read the same."""
        for passage, item in zip(passage_ids, items, strict=True):
            if found := known.get((item.heading, item.text)):
                await self.store(transaction, found[0], [(passage, found[1])])

    async def of(self, passage_ids: Sequence[int], model: str) -> list[tuple[int, bytes]]:
        """Return (passage id, vector) of those passages that have one of this model, by id."""
        return await self._database.at_once(
            "SELECT passage_id, vector FROM vectors WHERE passage_id IN (SELECT value FROM json_each(?)) AND model = ?"
            " ORDER BY passage_id",
            (json.dumps(passage_ids), model),
        )

    async def enqueue_other_models(self, transaction: Transaction, model: str) -> int:
        """Queue every passage whose vector is missing or of another model; returns how many are queued now."""
        await transaction.run(
            "INSERT OR IGNORE INTO embedding_queue(passage_id) SELECT p.id FROM passages p"
            " LEFT JOIN vectors v ON v.passage_id = p.id WHERE v.model IS NULL OR v.model <> ?",
            (model,),
        )
        row = await transaction.one("SELECT count(*) FROM embedding_queue")
        return int(row[0]) if row else 0

    async def pending(self) -> int:
        """Return how many passages lack a vector."""
        row = await self._database.one("SELECT count(*) FROM embedding_queue")
        return int(row[0]) if row else 0

    async def last_change(self) -> int:
        """Return the number of the newest change."""
        row = await self._database.one("SELECT coalesce(max(seq), 0) FROM vector_changes")
        return int(row[0]) if row else 0

    async def changes_since(self, seq: int, model: str, limit: int) -> list[tuple[int, int, bytes | None]]:
        """Return (seq, passage id, vector) after a change; the vector is None where there is none of this model now."""
        return [
            (int(number), int(passage), vector)
            for number, passage, vector in await self._database.all(
                "SELECT c.seq, c.passage_id, v.vector FROM vector_changes c"
                " LEFT JOIN vectors v ON v.passage_id = c.passage_id AND v.model = ?"
                " WHERE c.seq > ? ORDER BY c.seq LIMIT ?",
                (model, seq, limit),
            )
        ]

    async def after(self, passage_id: int, model: str, limit: int) -> list[tuple[int, bytes]]:
        """Return (passage id, vector) of one model past an id: for building an index from nothing."""
        return [
            (int(passage), vector)
            for passage, vector in await self._database.all(
                "SELECT passage_id, vector FROM vectors WHERE passage_id > ? AND model = ? ORDER BY passage_id LIMIT ?",
                (passage_id, model, limit),
            )
        ]

    async def count(self, model: str) -> int:
        """Return how many vectors of a model there are."""
        row = await self._database.one("SELECT count(*) FROM vectors WHERE model = ?", (model,))
        return int(row[0]) if row else 0

    async def first_change(self) -> int:
        """Return the oldest change still in the log: an index that is older must be built anew."""
        row = await self._database.one("SELECT coalesce(min(seq), 0) FROM vector_changes")
        return int(row[0]) if row else 0

    async def trim_changes(self, transaction: Transaction, keep: int) -> None:
        """Forget all but the newest changes."""
        await transaction.run(
            "DELETE FROM vector_changes WHERE seq <= (SELECT max(seq) FROM vector_changes) - ?", (keep,)
        )


def _known(rows: Iterable[Row]) -> Known:
    return {(heading, text): (model, vector) for heading, text, model, vector in rows}
