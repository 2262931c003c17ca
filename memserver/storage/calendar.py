"""Calendar events as rows. What an event is, and when it repeats, is the business of its owner."""

from __future__ import annotations

import json

from memserver.storage.database import Database, Transaction
from memserver.storage.records import Json, RecordRepository, Table

CALENDAR = Table("calendar_events", ("id", "uid", "starts", "ends"), "starts")


class CalendarRepository(RecordRepository):
    """The events that are kept in the store."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, CALENDAR)

    async def overlapping(self, start: str, end: str, transaction: Transaction | None = None) -> list[Json]:
        """Return the events that may take place between two moments; those with an open end always may."""
        rows = await (transaction or self._database).all(
            "SELECT record FROM calendar_events WHERE starts < ? AND (ends IS NULL OR ends >= ?) ORDER BY starts, id",
            (end, start),
        )
        return [json.loads(record) for (record,) in rows]

    async def imported(self, transaction: Transaction) -> dict[str, Json]:
        """Return the events that came from files, by the ids they have there."""
        rows = await transaction.all("SELECT uid, record FROM calendar_events WHERE uid <> id")
        return {uid: json.loads(record) for uid, record in rows}

    async def remove(self, transaction: Transaction, event_id: str) -> bool:
        """Remove an event; False when there is none of that id."""
        return await transaction.run("DELETE FROM calendar_events WHERE id = ?", (event_id,)) > 0
