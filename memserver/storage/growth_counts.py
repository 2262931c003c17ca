"""Reads over memories that a report of growth needs: how many came on which day. Reads only."""

from __future__ import annotations

import json
from collections.abc import Sequence

from memserver.storage.database import Database


class GrowthCounts:
    """Counts over the whole store, made by the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def memories_per_day(self, projects: Sequence[str] | None = None) -> list[tuple[str, int]]:
        """Return (day, memories stored on it) of those that are still there, oldest first; of all projects or some."""
        return await self._database.all(
            "SELECT substr(created_at, 1, 10) AS day, count(*) FROM memories"
            " WHERE ?1 IS NULL OR project_id IN (SELECT value FROM json_each(?1)) GROUP BY day ORDER BY day",
            (None if projects is None else json.dumps(list(projects)),),
        )

    async def memories_by_layer(self, projects: Sequence[str] | None = None) -> dict[str, int]:
        """Return how many memories each layer has."""
        rows = await self._database.all(
            "SELECT layer, count(*) FROM memories"
            " WHERE ?1 IS NULL OR project_id IN (SELECT value FROM json_each(?1)) GROUP BY layer ORDER BY layer",
            (None if projects is None else json.dumps(list(projects)),),
        )
        return dict(rows)
