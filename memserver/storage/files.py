"""Brain files as rows: what was indexed, in which state, and under which identity."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memserver.storage.database import Database, Transaction

CHANGED = "coalesce(f.authored_ns, f.mtime_ns)"
"""When a file f was last changed: by its last commit, else as the file system tells."""


@dataclass(frozen=True, slots=True)
class FileRecord:
    """An indexed file; `path` is relative to the brain, with forward slashes."""

    id: str
    path: str
    title: str
    size: int
    mtime_ns: int
    sha1: str
    metadata: Mapping[str, Any]
    authored_ns: int | None = None
    """When its author last committed it; None for one that no commit has as it is."""


class FileRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known(self, brain: str, paths: Collection[str] | None = None) -> list[FileRecord]:
        """Return the indexed files of a brain by path: all, or those among `paths`."""
        among = "" if paths is None else " AND path IN (SELECT value FROM json_each(?))"
        parameters = (brain,) if paths is None else (brain, json.dumps(sorted(paths)))
        rows = await self._database.all(
            "SELECT id, path, title, size, mtime_ns, sha1, metadata, authored_ns FROM files"
            f" WHERE brain = ?{among} ORDER BY path",
            parameters,
        )
        return [
            FileRecord(file_id, path, title, size, mtime_ns, sha1, json.loads(metadata), authored_ns)
            for file_id, path, title, size, mtime_ns, sha1, metadata, authored_ns in rows
        ]

    async def changed(self, brain: str, paths: Collection[str]) -> dict[str, int]:
        """Return when the indexed ones of some files were last changed, in nanoseconds, by path."""
        rows = await self._database.at_once(
            f"SELECT path, {CHANGED} FROM files f WHERE brain = ? AND path IN (SELECT value FROM json_each(?))",
            (brain, json.dumps(sorted(paths))),
        )
        return dict(rows)

    async def put(self, transaction: Transaction, brain: str, file: FileRecord, indexed_at: str) -> int:
        """Add or update a file by its path; it keeps its id. Returns the number that its passages refer to."""
        row = await transaction.one(
            "INSERT INTO files(id, brain, path, title, size, mtime_ns, sha1, metadata, indexed_at, authored_ns)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
            " ON CONFLICT(brain, path) DO UPDATE SET title = excluded.title, size = excluded.size,"
            " mtime_ns = excluded.mtime_ns, sha1 = excluded.sha1, metadata = excluded.metadata,"
            " indexed_at = excluded.indexed_at, authored_ns = excluded.authored_ns RETURNING number",
            (
                file.id, brain, file.path, file.title, file.size, file.mtime_ns, file.sha1,
                json.dumps(dict(file.metadata), ensure_ascii=False), indexed_at, file.authored_ns,
            ),
        )  # fmt: skip
        assert row is not None  # RETURNING always answers
        return int(row[0])

    async def relocate(self, transaction: Transaction, places: Sequence[tuple[str, str, int, int]]) -> None:
        """Give files, as (id, path, size, mtime_ns), a new place; their passages and vectors stay."""
        # By way of names that no file has: two files may have changed places with each other.
        await transaction.run_many("UPDATE files SET path = '\n' || id WHERE id = ?", [(each[0],) for each in places])
        await transaction.run_many(
            "UPDATE files SET path = ?, size = ?, mtime_ns = ? WHERE id = ?",
            [(path, size, mtime_ns, file_id) for file_id, path, size, mtime_ns in places],
        )

    async def date(self, transaction: Transaction, brain: str, dates: Mapping[str, int | None]) -> None:
        """Set when files, by path, were last committed."""
        await transaction.run_many(
            "UPDATE files SET authored_ns = ? WHERE brain = ? AND path = ?",
            [(moment, brain, path) for path, moment in dates.items()],
        )

    async def remove(self, transaction: Transaction, file_ids: Sequence[str]) -> None:
        """Forget files with their passages, terms and vectors."""
        await transaction.run(
            "DELETE FROM files WHERE id IN (SELECT value FROM json_each(?))", (json.dumps(list(file_ids)),)
        )

    async def count(self, brain: str) -> int:
        """Return how many notes of a brain are indexed; trackers are none."""
        row = await self._database.one(
            "SELECT count(*) FROM files WHERE brain = ? AND path NOT GLOB '.astra/*.jsonl'", (brain,)
        )
        return int(row[0]) if row else 0
