"""Comparing passages with each other: how far that has come, what is compared with what, and what was found.

Passage ids are given out in order and never used twice, so one number says how far. A window that compares holds a
claim, which lapses should it die; what it found is written in one transaction with the number.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from memserver.storage.database import Database, Transaction

PROGRESS_KEY = "compared-passages"

# What is compared: passages of notes, and those of statements in force. What was said in a talk is no statement.
COMPARED = """
    ((p.file IS NOT NULL AND p.record IS NULL) OR (p.memory IS NOT NULL AND m.superseded_by IS NULL
     AND m.status <> 'archived' AND m.layer IN (SELECT value FROM json_each(?))))
"""
NEWEST = "coalesce((SELECT max(id) FROM passages), 0)"
# Up to here all passages have their vector.
EMBEDDED = f"coalesce((SELECT min(passage_id) - 1 FROM embedding_queue), {NEWEST})"
# What is not compared is stepped over, and looked at again until that is noted.
WORTH_NOTING = 1_000
NOTHING_COMPARED: Mapping[str, Any] = {"version": "", "passage": 0, "until": 0.0}
ROWS = """
SELECT p.id, p.file, p.memory, p.heading, p.text, p.level, coalesce(f.brain, ''), coalesce(f.path, ''),
       coalesce(f.title, m.title), coalesce(coalesce(f.authored_ns, f.mtime_ns), unixepoch(m.timestamp) * 1000000000)
FROM passages p LEFT JOIN memories m ON m.number = p.memory LEFT JOIN files f ON f.number = p.file
"""


class ComparedPassage(NamedTuple):
    """All that comparing needs to know of a passage."""

    id: int
    file: int | None
    memory: int | None
    heading: str
    text: str
    level: int | None
    brain: str
    """The folder of its file, empty for a memory."""
    path: str
    title: str
    changed_ns: int
    """When its file was last changed, or its memory said."""


@dataclass(frozen=True, slots=True)
class FoundConflict:
    """Two passages that contradict each other."""

    older: int
    newer: int
    kind: str
    chance: float
    reason: str
    older_says: str
    newer_says: str


class ConflictRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(
        self,
        transaction: Transaction,
        version: str,
        layers: Sequence[str],
        embedded: bool,
        limit: int,
        now: float,
        until: float,
    ) -> tuple[int, list[ComparedPassage]] | None:
        """Take the next passages to compare, by id, and tell how far these reach; None when another window does it.

        `embedded`: passages that wait for their vector, and all that were written after them, are left for later. Rows
        of another `version` of the judgement are dropped, and all is compared anew.
        """
        known = await self._progress(transaction)
        if known["version"] != version:
            await transaction.run("DELETE FROM passage_conflicts")
            known = NOTHING_COMPARED
        elif known["until"] > now:
            return None
        row = await transaction.one(f"SELECT {EMBEDDED if embedded else NEWEST}")
        reach = int(row[0]) if row else 0
        rows = await transaction.all(
            f"{ROWS} WHERE p.id > ? AND p.id <= ? AND {COMPARED} ORDER BY p.id LIMIT ?",
            (known["passage"], reach, json.dumps(list(layers)), limit),
        )
        batch = list(map(ComparedPassage._make, rows))
        reach = batch[-1].id if len(batch) == limit else max(reach, known["passage"])
        if reach == known["passage"]:
            return reach, []
        claimed = until if batch else 0.0
        await self._set_progress(transaction, version, known["passage"] if batch else reach, claimed)
        return reach, batch

    async def settle(self, transaction: Transaction, version: str, reach: int, found: Iterable[FoundConflict]) -> None:
        """Write what was found among passages that still exist, and that all up to `reach` are compared."""
        await transaction.run_many(
            "INSERT OR IGNORE INTO passage_conflicts(older, newer, kind, chance, reason, older_says, newer_says)"
            " SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE EXISTS (SELECT 1 FROM passages WHERE id = ?1)"
            " AND EXISTS (SELECT 1 FROM passages WHERE id = ?2)",
            [(each.older, each.newer, each.kind, each.chance, each.reason, each.older_says, each.newer_says)
             for each in found],
        )  # fmt: skip
        known = await self._progress(transaction)
        if known["version"] == version:
            await self._set_progress(transaction, version, max(reach, known["passage"]), 0.0)

    async def release(self, transaction: Transaction, version: str) -> None:
        """Give the claim back: nothing was compared."""
        known = await self._progress(transaction)
        if known["version"] == version:
            await self._set_progress(transaction, version, known["passage"], 0.0)

    async def first_of_notes(self) -> int | None:
        """Return the lowest id of a passage of a note; None without any: then there is nothing to compare."""
        row = await self._database.one("SELECT min(id) FROM passages WHERE file IS NOT NULL AND record IS NULL")
        return None if row is None else row[0]

    async def waiting(self, version: str, layers: Sequence[str], embedded: bool) -> bool:
        """Say whether there is something to compare, or so much that is not compared that it is worth noting."""
        row = await self._database.one("SELECT value FROM properties WHERE key = ?", (PROGRESS_KEY,))
        known = json.loads(row[0]) if row else NOTHING_COMPARED
        if known["version"] != version:
            return True
        reach = EMBEDDED if embedded else NEWEST
        found = await self._database.one(
            f"SELECT (SELECT p.id FROM passages p LEFT JOIN memories m ON m.number = p.memory"
            f" WHERE p.id > ?1 AND p.id <= {reach} AND {COMPARED.replace('?', '?2')} LIMIT 1), {reach} - ?1",
            (known["passage"], json.dumps(list(layers))),
        )
        return found is not None and (found[0] is not None or found[1] > WORTH_NOTING)

    async def candidates(
        self, passage: ComparedPassage, ids: Iterable[int], match: str, layers: Sequence[str], limit: int
    ) -> list[ComparedPassage]:
        """Return what a passage is compared with: those among `ids`, and those that hold words of `match`.

        Only what was written before it, of other files of its folder or of statements; two statements were compared
        when they were written.
        """
        others = (
            "p.memory IS NULL AND p.record IS NULL"
            if passage.file is None
            else "((p.file IS NOT NULL AND p.record IS NULL AND f.brain = ? AND p.file <> ?) OR p.memory IS NOT NULL)"
        )
        own = [] if passage.file is None else [passage.brain, passage.file]
        parameters = [passage.id, json.dumps(list(layers)), *own]
        where = f"p.id < ? AND {COMPARED} AND {others}"
        near = await self._database.all(
            f"{ROWS} WHERE p.id IN (SELECT value FROM json_each(?)) AND {where}",
            (json.dumps([int(each) for each in ids]), *parameters),
        )
        by_words = (
            await self._database.all(
                f"{ROWS} WHERE p.id IN (SELECT rowid FROM passage_terms WHERE passage_terms MATCH ? ORDER BY rank"
                f" LIMIT ?) AND {where}",
                (match, limit, *parameters),
            )
            if match
            else []
        )
        return list({row[0]: ComparedPassage._make(row) for row in (*near, *by_words)}.values())

    async def count(self) -> int:
        """Return how many pairs of passages contradict each other."""
        row = await self._database.one("SELECT count(*) FROM passage_conflicts")
        return int(row[0]) if row else 0

    async def progress(self) -> int:
        """Return the id up to which all passages were compared."""
        row = await self._database.one("SELECT value FROM properties WHERE key = ?", (PROGRESS_KEY,))
        return int(json.loads(row[0])["passage"]) if row else 0

    async def _progress(self, transaction: Transaction) -> Mapping[str, Any]:
        row = await transaction.one("SELECT value FROM properties WHERE key = ?", (PROGRESS_KEY,))
        return dict(json.loads(row[0])) if row else NOTHING_COMPARED

    async def _set_progress(self, transaction: Transaction, version: str, passage: int, until: float) -> None:
        await transaction.run(
            "INSERT OR REPLACE INTO properties(key, value) VALUES (?, ?)",
            (PROGRESS_KEY, json.dumps({"version": version, "passage": passage, "until": until})),
        )
