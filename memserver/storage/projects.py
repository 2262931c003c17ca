"""Projects and the keys by which a workspace is recognised as one of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from memserver.clock import to_iso
from memserver.storage.database import Database


class ProjectRepository:
    """Finds and remembers which project a set of keys stands for."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find(self, keys: Sequence[str]) -> dict[str, str]:
        """Return the project id of each key that is known."""
        rows = await self._database.all(
            "SELECT key, project_id FROM project_keys WHERE key IN (SELECT value FROM json_each(?))",
            (json.dumps(list(keys)),),
        )
        return dict(rows)

    async def remember(
        self, project_id: str, keys: Sequence[str], *, name: str, kind: str, root: str, moment: datetime
    ) -> None:
        """Record a project and its keys; a key that belongs to another project already stays there."""
        async with self._database.write() as transaction:
            await transaction.run(
                "INSERT INTO projects(id, name, kind, root, created_at) VALUES (?, ?, ?, ?, ?)"
                " ON CONFLICT(id) DO UPDATE SET name = excluded.name, kind = excluded.kind, root = excluded.root",
                (project_id, name, kind, root, to_iso(moment)),
            )
            await transaction.run_many(
                "INSERT OR IGNORE INTO project_keys(key, project_id) VALUES (?, ?)", [(key, project_id) for key in keys]
            )

    async def names(self) -> dict[str, str]:
        """Return the name of each project by id."""
        return dict(await self._database.all("SELECT id, name FROM projects ORDER BY id"))
