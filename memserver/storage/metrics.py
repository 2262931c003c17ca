"""Measurements over time: single samples, and averages by the hour for what is older."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from memserver.storage.database import Database, Transaction

HOUR = "strftime('%Y-%m-%dT%H:00:00.000Z', at)"


class MetricHour(NamedTuple):
    """What a key measured within one hour."""

    key: str
    hour: str
    samples: int
    total: float
    least: float
    most: float


class MetricRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, transaction: Transaction, samples: Sequence[tuple[str, str, float]]) -> None:
        """Store samples: (key, moment, value)."""
        await transaction.run_many("INSERT INTO metric_samples(key, at, value) VALUES (?, ?, ?)", samples)

    async def count_before(self, moment: str) -> int:
        """Return how many samples there are from before a moment."""
        row = await self._database.one("SELECT count(*) FROM metric_samples WHERE at < ?", (moment,))
        return int(row[0]) if row else 0

    async def average(self, transaction: Transaction, before: str) -> int:
        """Turn samples from before a moment into averages by the hour; returns how many samples went."""
        await transaction.run(
            f"INSERT INTO metric_hours(key, hour, count, total, least, most)"
            f" SELECT key, {HOUR}, count(*), sum(value), min(value), max(value) FROM metric_samples WHERE at < ?"
            f" GROUP BY key, {HOUR} ON CONFLICT(key, hour) DO UPDATE SET count = count + excluded.count,"
            " total = total + excluded.total, least = min(least, excluded.least), most = max(most, excluded.most)",
            (before,),
        )
        return await transaction.run("DELETE FROM metric_samples WHERE at < ?", (before,))

    async def drop_hours(self, transaction: Transaction, before: str) -> int:
        """Forget averages from before a moment; returns how many."""
        return await transaction.run("DELETE FROM metric_hours WHERE hour < ?", (before,))

    async def latest(self, since: str) -> list[tuple[str, float, str]]:
        """Return the newest stored value of each key since a moment: (key, value, moment)."""
        return await self._database.all(
            "SELECT key, value, at FROM metric_samples"
            " WHERE number IN (SELECT max(number) FROM metric_samples WHERE at >= ? GROUP BY key) ORDER BY key",
            (since,),
        )

    async def hours(self, key: str, since: str) -> list[MetricHour]:
        """Return the averages of a key since a moment, oldest first."""
        rows = await self._database.all(
            "SELECT key, hour, count, total, least, most FROM metric_hours WHERE key = ? AND hour >= ? ORDER BY hour",
            (key, since),
        )
        return [MetricHour._make(row) for row in rows]
