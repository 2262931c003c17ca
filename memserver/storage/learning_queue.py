"""The learning queue as rows: one per question, with its state and the record of who decided what."""

from __future__ import annotations

import json

from memserver.storage.database import Database, Transaction
from memserver.storage.records import Json, RecordRepository, Table

LEARNING_QUEUE = Table("learning_queue", ("id", "question_hash", "state", "created_at"), "created_at")


class LearningQueueRepository(RecordRepository):
    """Reads through the database; what a change rests on is read through the open transaction."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, LEARNING_QUEUE)

    async def read(self, transaction: Transaction, item_id: str) -> Json | None:
        """Return one item as this transaction sees it, or None."""
        row = await transaction.one("SELECT record FROM learning_queue WHERE id = ?", (item_id,))
        return json.loads(row[0]) if row else None

    async def all(self, transaction: Transaction | None = None) -> list[Json]:
        """Return every item, oldest first."""
        source = transaction or self._database
        return [json.loads(record) for (record,) in await source.all("SELECT record FROM learning_queue ORDER BY id")]

    async def remove(self, transaction: Transaction, item_id: str) -> None:
        """Take an item out."""
        await transaction.run("DELETE FROM learning_queue WHERE id = ?", (item_id,))
