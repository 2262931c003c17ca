"""Reads over statements and notes for whoever looks at all that is known: audits and inventories. Reads only."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memserver.model import Memory
from memserver.storage.database import Database
from memserver.storage.files import CHANGED
from memserver.storage.memories import SELECT, from_row

BEGINNING_CHARACTERS = 800


@dataclass(frozen=True, slots=True)
class NoteRow:
    """A note of the brain, with the beginning of its text."""

    id: str
    path: str
    title: str
    changed_ns: int
    date: str
    tags: tuple[str, ...]
    beginning: str


class KnowledgeRows:
    """What is known, row by row."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def statements(self, projects: Sequence[str] | None, limit: int) -> list[Memory]:
        """Return the live statements (not conversations), those that were said longest ago first."""
        rows = await self._database.all(
            f"{SELECT} WHERE layer IN ('long-term', 'project', 'procedural') AND superseded_by IS NULL"
            " AND status <> 'archived' AND (?1 IS NULL OR project_id IN (SELECT value FROM json_each(?1)))"
            " ORDER BY timestamp, number LIMIT ?2",
            (None if projects is None else json.dumps(list(projects)), limit),
        )
        return [from_row(row) for row in rows]

    async def notes(self, brain: str, limit: int) -> list[NoteRow]:
        """Return the notes of a brain, those that changed longest ago first."""
        rows = await self._database.all(
            f"SELECT f.id, f.path, f.title, {CHANGED}, f.metadata,"
            " coalesce((SELECT substr(p.text, 1, ?2) FROM passages p WHERE p.file = f.number"
            " ORDER BY p.ordinal LIMIT 1), '')"
            f" FROM files f WHERE f.brain = ?1 ORDER BY {CHANGED}, f.path LIMIT ?3",
            (brain, BEGINNING_CHARACTERS, limit),
        )
        notes = []
        for file_id, path, title, changed_ns, metadata, beginning in rows:
            known = json.loads(metadata)
            tags = tuple(str(tag) for tag in known.get("tags", ()))
            notes.append(NoteRow(file_id, path, title, changed_ns, str(known.get("date") or ""), tags, beginning))
        return notes

    async def naming(self, names: Sequence[Sequence[str]], brain: str) -> tuple[int, int, int, str | None]:
        """Return how many live memories, notes and decisions name something, and when the newest of them was written.

        Each name is given as the terms that must stand together in one passage.
        """
        if not names:
            return 0, 0, 0, None
        match = " OR ".join("(" + " AND ".join(f'"{term}"' for term in terms) + ")" for terms in names)
        row = await self._database.one(
            "SELECT count(DISTINCT m.id), count(DISTINCT f.id),"
            " count(DISTINCT CASE WHEN m.category = 'decision' THEN m.id END),"
            f" max(coalesce(m.timestamp, strftime('%Y-%m-%dT%H:%M:%fZ', {CHANGED} / 1000000000.0, 'unixepoch')))"
            " FROM passage_terms t JOIN passages p ON p.id = t.rowid"
            " LEFT JOIN memories m ON m.number = p.memory LEFT JOIN files f ON f.number = p.file"
            " WHERE passage_terms MATCH ?1 AND (f.brain = ?2 OR (m.superseded_by IS NULL AND m.status <> 'archived'))",
            (match, brain),
        )
        return (int(row[0]), int(row[1]), int(row[2]), row[3]) if row else (0, 0, 0, None)
