"""Which notes replace which, as rows: their names, what they say, and what was derived: `superseded_by`, `replaces`.

What is derived holds the numbers of files, the nearest first, so that a file may be renamed without touching it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from memserver.storage.database import Database, Transaction
from memserver.storage.files import CHANGED
from memserver.storage.passages import Visibility
from memserver.storage.visible import DAY_PATTERN, OWN_DATE, visible

Name = tuple[str, str]
"""A kind of name, and the name."""
Derived = tuple[Sequence[int], Sequence[int]]
"""The numbers of the files after and before a file."""


class NoteRow(NamedTuple):
    """A note with what its names are read from."""

    number: int
    path: str
    title: str
    front: Mapping[str, Sequence[str]]


class SayingRow(NamedTuple):
    """A note that speaks of others, what it says, and its own names."""

    number: int
    path: str
    succession: list[Any]
    names: list[Name]


class SuccessorRow(NamedTuple):
    """A note that replaces others."""

    number: int
    id: str
    path: str
    superseded_by: str | None
    day: str
    """The day that it gives itself, else that of its last change."""
    first: int | None
    """Its first passage; None where it may not be seen, or says nothing."""


class SuccessionRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, transaction: Transaction, notes: Iterable[tuple[int, Iterable[Name], list[Any]]]) -> None:
        """Keep what notes, by number, are called and what they say, replacing what was kept before."""
        notes = list(notes)
        await self.put_names(transaction, [(number, names) for number, names, _ in notes])
        await transaction.run_many(
            "UPDATE files SET succession = ? WHERE number = ?",
            [(json.dumps(said, ensure_ascii=False) if said else None, number) for number, _, said in notes],
        )

    async def put_names(self, transaction: Transaction, notes: Iterable[tuple[int, Iterable[Name]]]) -> None:
        """Keep what notes, by number, are called."""
        notes = list(notes)
        await transaction.run_many("DELETE FROM note_names WHERE file = ?", [(number,) for number, _ in notes])
        await transaction.run_many(
            "INSERT OR IGNORE INTO note_names(file, kind, name) VALUES (?, ?, ?)",
            [(number, kind, name) for number, names in notes for kind, name in names],
        )

    async def notes(self, transaction: Transaction, file_ids: Collection[str]) -> list[NoteRow]:
        """Return notes as a transaction has left them."""
        rows = await transaction.all(
            "SELECT number, path, title, coalesce(json_extract(metadata, '$.front'), '{}') FROM files"
            " WHERE id IN (SELECT value FROM json_each(?))",
            (json.dumps(sorted(file_ids)),),
        )
        return [NoteRow(number, path, title, json.loads(front)) for number, path, title, front in rows]

    async def saying(self, transaction: Transaction, brain: str) -> list[SayingRow]:
        """Return the notes of a brain that speak of others."""
        rows = await transaction.all(
            "SELECT number, path, succession,"
            " (SELECT json_group_array(json_array(n.kind, n.name)) FROM note_names n WHERE n.file = number)"
            " FROM files WHERE brain = ? AND succession IS NOT NULL ORDER BY number",
            (brain,),
        )
        return [
            SayingRow(number, path, json.loads(said), [(kind, name) for kind, name in json.loads(names)])
            for number, path, said, names in rows
        ]

    async def called(
        self, transaction: Transaction, brain: str, names: Collection[Name]
    ) -> list[tuple[Name, int, str]]:
        """Return the notes of a brain that have one of some names, as (name, number, path)."""
        rows = await transaction.all(
            "SELECT n.kind, n.name, f.number, f.path FROM json_each(?) w"
            " CROSS JOIN note_names n"
            " ON n.kind = json_extract(w.value, '$[0]') AND n.name = json_extract(w.value, '$[1]')"
            " CROSS JOIN files f ON f.number = n.file WHERE f.brain = ? ORDER BY f.number",
            (json.dumps(sorted(names), ensure_ascii=False), brain),
        )
        return [((kind, name), number, path) for kind, name, number, path in rows]

    async def derive(self, transaction: Transaction, brain: str, places: Mapping[int, Derived]) -> None:
        """Write which notes of a brain come after and before which; those that are not named have nobody."""
        rows = await transaction.all(
            "SELECT number, superseded_by, replaces FROM files"
            " WHERE brain = ? AND (superseded_by IS NOT NULL OR replaces IS NOT NULL)",
            (brain,),
        )
        known = {number: (after, before) for number, after, before in rows}
        wanted = {number: (_listed(after), _listed(before)) for number, (after, before) in places.items()}
        await transaction.run_many(
            "UPDATE files SET superseded_by = ?, replaces = ? WHERE number = ?",
            [
                (*wanted.get(number, (None, None)), number)
                for number in sorted(known.keys() | wanted.keys())
                if known.get(number, (None, None)) != wanted.get(number, (None, None))
            ],
        )

    async def successors(self, numbers: Collection[int], visibility: Visibility) -> list[SuccessorRow]:
        """Return files that replace others, by number; whether one may be seen is told by its first passage."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            f"SELECT f.number, f.id, f.path, f.superseded_by,"
            f" iif({OWN_DATE} GLOB '{DAY_PATTERN}', {OWN_DATE}, date({CHANGED} / 1000000000, 'unixepoch')),"
            " (SELECT p.id FROM passages p LEFT JOIN memories m ON m.number = p.memory"
            f" LEFT JOIN records r ON r.number = p.record WHERE p.file = f.number AND {clause}"
            " ORDER BY p.ordinal LIMIT 1)"
            " FROM files f WHERE f.number IN (SELECT value FROM json_each(?)) ORDER BY f.number",
            (*parameters, json.dumps(sorted(numbers))),
        )
        return list(map(SuccessorRow._make, rows))


def _listed(numbers: Sequence[int]) -> str | None:
    return json.dumps(list(numbers)) if numbers else None
