"""Passages by what names them exactly: an id, a commit, a file, or a run of terms. Only look-ups by an index.

Each read is bounded, the newest first. Whether a text really holds a name is judged by whoever asks.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import NamedTuple

from memserver.storage.database import Database
from memserver.storage.passages import Visibility
from memserver.storage.schema_named import NAME_OF
from memserver.storage.visible import visible

NEWEST = 200
"""As many of the newest memories about files of one name, or of one commit, are looked at for those that are meant."""

WHOSE = (
    "LEFT JOIN memories m ON m.number = p.memory LEFT JOIN files f ON f.number = p.file"
    " LEFT JOIN records r ON r.number = p.record"
)
TEXT = (
    "SELECT p.id, p.heading || char(10) || p.text || char(10)"
    " || coalesce(m.tags, r.title || ' ' || r.words,"
    " f.path || ' ' || f.title || ' ' || coalesce(json_extract(f.metadata, '$.front'), ''), '')"
)
# The tables are joined in the order written: the planner must not start from all memories that may be seen.
OWNERS = f"CROSS JOIN passages p ON p.{{owner}} = o.number {WHOSE}"


class TextWithNames(NamedTuple):
    """A passage with all that it is found by, for an exact look."""

    id: int
    text: str


class PassageOfFile(NamedTuple):
    """A passage with the paths of the files that it is about."""

    id: int
    paths: tuple[str, ...]


class NamedRepository:
    """Reads through the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def by_id(self, names: Sequence[str], visibility: Visibility, limit: int) -> list[tuple[int, str]]:
        """Return (passage, name) of the memories, notes and records that have one of the names as an id."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            "WITH wanted AS MATERIALIZED (SELECT value AS name FROM json_each(?)), owners AS MATERIALIZED ("
            " SELECT number AS memory, NULL AS file, NULL AS record, name FROM wanted CROSS JOIN memories ON id = name"
            " UNION SELECT number, NULL, NULL, name FROM wanted CROSS JOIN memories ON external_id = name"
            " UNION SELECT NULL, number, NULL, name FROM wanted CROSS JOIN files ON id = name"
            " UNION SELECT NULL, NULL, number, name FROM wanted CROSS JOIN records"
            " ON kind IN (SELECT value FROM json_each(?)) AND record_id = name AND file IS NULL)"
            " SELECT p.id, o.name FROM owners o"
            " CROSS JOIN passages p ON p.memory = o.memory OR p.file = o.file OR p.record = o.record"
            f" {WHOSE} WHERE {clause} ORDER BY p.id LIMIT ?",
            (json.dumps(list(names)), json.dumps(list(visibility.records)), *parameters, limit),
        )
        return [(int(passage), str(name)) for passage, name in rows]

    async def of_file(self, folder: str, name: str, visibility: Visibility, limit: int) -> list[PassageOfFile]:
        """Return the passages of notes of this name, then those of the newest memories about such a file.

        `folder` is the innermost folder of the file, empty for any.
        """
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            f"WITH owners AS MATERIALIZED (SELECT number FROM files WHERE brain = ?"
            f" AND {NAME_OF.format('path')} = ? COLLATE NOCASE LIMIT {NEWEST})"
            f" SELECT p.id, json_array(f.path) FROM owners o {OWNERS.format(owner='file')}"
            f" WHERE {clause} ORDER BY p.file, p.ordinal LIMIT ?",
            (visibility.brain or "", name, *parameters, limit),
        )
        within = "AND folder = ?" if folder else ""
        rows += await self._database.at_once(
            "WITH owners AS MATERIALIZED (SELECT DISTINCT memory AS number FROM memory_files"
            f" WHERE name = ? {within} ORDER BY memory DESC LIMIT {2 * limit})"
            " SELECT p.id, (SELECT json_group_array(json_extract(o.value, '$.path')) FROM json_each(m.related_files) o)"
            f" FROM owners o {OWNERS.format(owner='memory')}"
            f" WHERE {clause} ORDER BY p.memory DESC, p.ordinal LIMIT ?",
            (name, *([folder] if folder else []), *parameters, limit),
        )
        return [PassageOfFile(passage, tuple(json.loads(paths))) for passage, paths in rows]

    async def numbered(self, kind: str, number: str, visibility: Visibility, limit: int) -> list[int]:
        """Return the passages of the notes that are a kind of document with a number: "adr", "7"."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            "WITH owners AS MATERIALIZED (SELECT n.file AS number FROM note_names n CROSS JOIN files b"
            f" ON b.number = n.file WHERE n.kind = ? AND n.name = ? AND b.brain = ? LIMIT {NEWEST})"
            f" SELECT p.id FROM owners o {OWNERS.format(owner='file')} WHERE {clause}"
            " ORDER BY p.file, p.ordinal LIMIT ?",
            (kind, number, visibility.brain or "", *parameters, limit),
        )
        return [int(passage) for (passage,) in rows]

    async def of_commit(self, beginning: str, visibility: Visibility, limit: int) -> list[int]:
        """Return the passages of the newest memories that were written on a commit whose hash begins so."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            "WITH owners AS MATERIALIZED (SELECT number FROM memories WHERE git_commit >= ?1 AND git_commit < ?1 || 'g'"
            f" ORDER BY number DESC LIMIT {NEWEST}) SELECT p.id FROM owners o {OWNERS.format(owner='memory')}"
            f" WHERE {clause} ORDER BY p.id DESC LIMIT ?",
            (beginning, *parameters, limit),
        )
        return [int(passage) for (passage,) in rows]

    async def texts(self, passages: Sequence[int], visibility: Visibility) -> list[TextWithNames]:
        """Return those of some passages that may be seen, the newest first, for an exact look."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            f"{TEXT} FROM json_each(?) j CROSS JOIN passages p ON p.id = j.value {WHOSE}"
            f" WHERE {clause} ORDER BY p.id DESC",
            (json.dumps(list(passages)), *parameters),
        )
        return [TextWithNames(*row) for row in rows]

    async def holding(
        self, runs: Sequence[Sequence[str]], begins: bool, visibility: Visibility, limit: int
    ) -> list[TextWithNames]:
        """Return the newest passages that hold one of some runs of terms; `begins`: the first one may go on."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            f"{TEXT} FROM passage_terms t CROSS JOIN passages p ON p.id = t.rowid {WHOSE}"
            f" WHERE passage_terms MATCH ? AND {clause} ORDER BY t.rowid DESC LIMIT ?",
            (_match(runs, begins), *parameters, limit),
        )
        return [TextWithNames(*row) for row in rows]

    async def records_holding(
        self, runs: Sequence[Sequence[str]], begins: bool, projects: Sequence[str], limit: int
    ) -> list[str]:
        """Return the texts of the newest records of the tiers that hold one of some runs of terms."""
        rows = await self._database.at_once(
            "SELECT r.text FROM tier_terms t CROSS JOIN tier_texts r ON r.number = t.rowid"
            " WHERE tier_terms MATCH ? AND r.project_id IN (SELECT value FROM json_each(?))"
            " ORDER BY t.rowid DESC LIMIT ?",
            (_match(runs, begins), json.dumps(list(projects)), limit),
        )
        return [str(text) for (text,) in rows]


def _match(runs: Sequence[Sequence[str]], begins: bool) -> str:
    """Return a MATCH expression; terms are letters, digits and the underscore, so nothing has to be quoted in them."""
    phrases = (" ".join(run).replace('"', "") for run in runs)
    return " OR ".join(f'"{phrase}"{" *" if begins and place == 0 else ""}' for place, phrase in enumerate(phrases))
