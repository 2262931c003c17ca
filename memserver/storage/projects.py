"""Projects and the keys by which a workspace is recognised as one of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from memserver.storage.database import Database
from memserver.storage.tier_records import TIER_TABLES

# Learned routes are not moved: they follow from the examples.
MOVED_TABLES = (
    "memories", "turns", "sessions", "trajectories", "patterns", "failed_fixes", "route_examples", "tier_texts",
    "records", *(table.name for table in TIER_TABLES),
)  # fmt: skip


class ProjectRepository:
    """Remembers which keys were seen for which project. A key may belong to several projects."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def find_projects(self, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return key → ids of the projects that have it, oldest project first."""
        found: dict[str, list[str]] = {}
        for key, project_id in await self._database.all(
            "SELECT k.key, k.project_id FROM project_keys k JOIN projects p ON p.id = k.project_id"
            " WHERE k.key IN (SELECT value FROM json_each(?)) ORDER BY p.number",
            (json.dumps(list(keys)),),
        ):
            found.setdefault(key, []).append(project_id)
        return found

    async def keys_of(self, project_id: str) -> Sequence[str]:
        """Return all keys of a project; empty when there is no such project."""
        rows = await self._database.all("SELECT key FROM project_keys WHERE project_id = ? ORDER BY key", (project_id,))
        return [key for (key,) in rows]

    async def remember(
        self, project_id: str, name: str, keys: Sequence[str], *, take: Sequence[str], drop: Sequence[str]
    ) -> None:
        """Make the project if need be, take keys from all others, remove and add keys; all or nothing."""
        async with self._database.write() as transaction:
            await transaction.run(
                "INSERT INTO projects(id, number, name)"
                " VALUES (?, (SELECT coalesce(max(number), 0) + 1 FROM projects), ?)"
                " ON CONFLICT(id) DO UPDATE SET name = excluded.name",
                (project_id, name),
            )
            await transaction.run_many(
                "DELETE FROM project_keys WHERE key = ? AND project_id <> ?", [(key, project_id) for key in take]
            )
            await transaction.run_many(
                "DELETE FROM project_keys WHERE key = ? AND project_id = ?", [(key, project_id) for key in drop]
            )
            await transaction.run_many(
                "INSERT OR IGNORE INTO project_keys(key, project_id) VALUES (?, ?)", [(key, project_id) for key in keys]
            )

    async def absorb(self, project_id: str, former_ids: Sequence[str]) -> None:
        """Move everything that was stored under former ids of a project to its present one."""
        async with self._database.write() as transaction:
            for table in MOVED_TABLES:
                await transaction.run_many(
                    f"UPDATE {table} SET project_id = ? WHERE project_id = ?",
                    [(project_id, former) for former in former_ids],
                )
            # A worker's last run in the present project stands; one that only a former id knows comes along.
            for former in former_ids:
                await transaction.run(
                    "UPDATE OR IGNORE worker_runs SET project_id = ? WHERE project_id = ?", (project_id, former)
                )
                await transaction.run("DELETE FROM worker_runs WHERE project_id = ?", (former,))

    async def names(self) -> dict[str, str]:
        """Return the name of each project by id."""
        return dict(await self._database.all("SELECT id, name FROM projects ORDER BY number"))
