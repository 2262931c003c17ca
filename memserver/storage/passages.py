"""Passages: what is searched. Writing them, finding them by words, and reading what a ranking needs to know of them."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from memserver.model import RelatedFile
from memserver.storage.database import Database, Transaction
from memserver.storage.files import CHANGED
from memserver.storage.visible import IN_FOLDERS, visible

# Terms that a newer tokeniser would write differently: a change rebuilds the text index from the passages.
TERMS_VERSION_KEY = "terms-version"
LOOKED_AT_IN_PERIOD = 1_000


@dataclass(frozen=True, slots=True)
class NewPassage:
    """A passage about to be stored; `terms` is its text as the tokeniser wrote it for the text index."""

    ordinal: int
    heading: str
    text: str
    terms: str
    tokens: int
    korean: bool
    start_line: int | None = None
    end_line: int | None = None
    level: int | None = None
    """How abstract the text is, as `memserver.retrieval.levels` reads it."""


class PassageRead(NamedTuple):
    """What is read from the text of a passage when it is written, and again when the text index is built anew."""

    id: int
    terms: str
    level: int
    korean: bool


class PassageRow(NamedTuple):
    """Where one passage stands, and how long it is: all that ranking needs to know of it."""

    id: int
    holder: str
    """See `holder_of_memories`, `holder_of_records` and `holder_of_items`; `brain:<folder>` for a file."""
    project: str
    """The project of its memory or record, empty for none; `brain:<folder>` for a file. The same thread in another
    project is another conversation."""
    owner: int
    """The number of its memory, that of its file below zero, or that of its record from `RECORDS_FROM` on."""
    thread: str | None
    """The thread of its memory, as it was told; `file:<number>` or `record:<number>` for a file or a record."""
    position: int | None
    """The place of its memory in the thread, as it was told; None for a file."""
    ordinal: int
    """Its place in its memory or file, from 0."""
    heading: str
    tokens: int
    terms: int
    """How many index terms it has; its tokens stand for them until the text index has been built anew."""
    korean: bool
    """Whether its text is Korean; False until the text index has been built anew."""
    opening: str
    """The first characters of its memory, where a talk names who speaks; empty for a file."""


class PassageFacts(NamedTuple):
    """All that choosing and rendering need to know of one passage, in one row.

    A named tuple: a turn reads dozens of these, and a row of the database is one already.
    """

    id: int
    memory_id: str | None
    file_id: str | None
    ordinal: int
    heading: str
    text: str
    tokens: int
    title: str
    layer: str | None
    category: str | None
    scope: str
    project_id: str
    status: str | None
    confidence: float
    origin: str | None
    timestamp: str
    external_id: str | None
    thread: str | None
    position: int | None
    tags: str
    related_files: str
    git_commit: str | None
    path: str | None
    changed_ns: int | None
    """When its file was last changed: by its last commit, else as the file system tells."""
    author: str | None
    level: int | None
    kind: str | None
    """What kind of record it is: a tier's or a tracker's; None for memories and notes."""
    record_id: str | None
    superseded_by: str | None = None
    """The numbers of the files that replace its file, as a JSON list; None for nearly all."""
    replaces: str | None = None
    """The paths of the files that its file replaces, as a JSON list, the nearest first; None for nearly all."""

    def owner_id(self, by_section: bool = False) -> str:
        """Return the id of what it is ranked as: its memory, record or file, or its section of the file."""
        if self.memory_id is not None:
            return self.memory_id
        if self.record_id is not None:
            return self.record_id
        return f"{self.file_id}#{self.ordinal}" if by_section else f"{self.file_id}"

    @property
    def may_be_stale(self) -> bool:
        """Whether there is anything that could have moved on since: files or a commit."""
        return self.related_files != "[]" or self.git_commit is not None

    def files(self) -> list[RelatedFile]:
        """Return the files it speaks about, as they were."""
        return [RelatedFile(**file) for file in json.loads(self.related_files)]


class NamedText(NamedTuple):
    """A passage with the names it is found by; `tags` and `front` are JSON, `path` is None for a memory."""

    id: int
    ordinal: int
    heading: str
    text: str
    tags: str
    path: str | None
    title: str | None
    front: str
    """The front matter of a file: texts by key."""


class Reached(NamedTuple):
    """How far the store has come: the newest passage, the newest change of a vector, and the state of the text index,
    which every write to that index changes."""

    passage: int
    vector_change: int
    text_index: str


@dataclass(frozen=True, slots=True)
class Visibility:
    """What a search may see: the projects, the brain, the moment, and whether replaced or expired memories count."""

    projects: tuple[str, ...]
    brain: str | None
    now: str
    layers: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    folders: tuple[str, ...] = ()
    """Folders of the brain, relative to it; none: the whole brain."""
    records: tuple[str, ...] = ()
    """Kinds of records; items of trackers only where the whole brain may be seen, which holds them."""
    include_superseded: bool = False
    include_expired: bool = False
    include_archived: bool = False
    as_of: str | None = None
    """A moment in the past: only what held then, as if nothing had come after it."""


WITH_OWNER = """
FROM passages p
LEFT JOIN memories m ON m.number = p.memory
LEFT JOIN files f ON f.number = p.file
LEFT JOIN records r ON r.number = p.record
"""

# Records have numbers of their own; no store has as many memories, and 32 bits hold them.
RECORDS_FROM = 1 << 30

# As much of a memory as the name of a speaker can take.
OPENING_CHARACTERS = 40

ROWS = f"""
SELECT p.id,
       CASE WHEN p.memory IS NOT NULL THEN m.layer || ':' || m.project_id
            WHEN p.record IS NULL THEN 'brain:' || f.brain
            WHEN p.file IS NULL THEN 'record:' || r.kind || ':' || r.project_id
            ELSE 'tracker:' || r.kind || ':' || f.brain END,
       coalesce(m.project_id, 'brain:' || f.brain, r.project_id),
       coalesce(p.memory, p.record + {RECORDS_FROM}, -p.file),
       CASE WHEN p.memory IS NOT NULL THEN m.thread WHEN p.record IS NULL THEN 'file:' || p.file
            ELSE 'record:' || p.record END,
       m.position, p.ordinal, p.heading, p.tokens,
       coalesce(p.terms_count, p.tokens), coalesce(p.korean, 0),
       coalesce(substr(m.content, 1, {OPENING_CHARACTERS}), '')
{WITH_OWNER}
"""

FACTS = f"""
SELECT p.id, m.id, f.id, p.ordinal, p.heading, p.text, p.tokens,
       coalesce(m.title, r.title, f.title), m.layer, m.category,
       coalesce(m.scope, iif(r.project_id <> '', 'project', 'global')), coalesce(m.project_id, r.project_id, ''),
       coalesce(m.status, r.status), coalesce(m.confidence, 0.5), m.origin,
       coalesce(m.timestamp, r.moment, f.indexed_at), m.external_id, m.thread, m.position,
       coalesce(m.tags, '[]'), coalesce(m.related_files, '[]'), m.git_commit, f.path,
       iif(p.record IS NULL, {CHANGED}, NULL), m.author, p.level,
       r.kind, r.record_id, iif(p.record IS NULL, f.superseded_by, NULL),
       CASE WHEN f.replaces IS NOT NULL THEN
           (SELECT json_group_array(o.path) FROM json_each(f.replaces) e JOIN files o ON o.number = e.value) END
{WITH_OWNER}
"""

NAMED_TEXTS = f"""
SELECT p.id, p.ordinal, p.heading, p.text, coalesce(m.tags, r.words, json_extract(f.metadata, '$.tags'), '[]'),
       f.path, f.title, coalesce(json_extract(f.metadata, '$.front'), '{{}}')
{WITH_OWNER}
"""


# The two records of an FTS5 index that change with it: its segments, and how many rows and words they hold.
TEXT_INDEX_STATE = "(SELECT group_concat(hex(block)) FROM passage_terms_data WHERE id IN (1, 10))"

POSTINGS = f"""
SELECT j.value, (SELECT group_concat(doc) FROM passage_postings WHERE term = j.value), NULL
FROM json_each(CASE {TEXT_INDEX_STATE} WHEN ? THEN ? ELSE ? END) j
UNION ALL
SELECT (SELECT coalesce(max(id), 0) FROM passages), (SELECT coalesce(max(seq), 0) FROM vector_changes),
       {TEXT_INDEX_STATE}
"""


def holder_of_memories(layer: str, project: str) -> str:
    """Return the name of what holds the passages of a layer's memories in a project."""
    return f"{layer}:{project}"


def holder_of_records(kind: str, project: str) -> str:
    """Return the name of what holds the passages of a kind of records in a project."""
    return f"record:{kind}:{project}"


def holder_of_items(kind: str, brain: str) -> str:
    """Return the name of what holds the passages of a tracker's items in a brain."""
    return f"tracker:{kind}:{brain}"


def is_of_projects(holder: str, projects: Collection[str]) -> bool:
    """Say whether what a holder holds is of one of the projects, or of no project: notes and trackers are the user's.

    What is of no project is held for the project "".
    """
    kind, _, rest = holder.partition(":")
    if kind in ("brain", "tracker"):
        return True
    return (rest.partition(":")[2] if kind == "record" else rest) in ("", *projects)


class PassageRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(
        self, transaction: Transaction, owners: Sequence[tuple[int | None, int | None, Sequence[NewPassage]]]
    ) -> list[list[int]]:
        """Store passages, given as (memory number, file number, passages) for each owner; returns their ids."""
        return await self._add(transaction, [(memory, file, None, items) for memory, file, items in owners])

    async def add_of_records(
        self, transaction: Transaction, owners: Sequence[tuple[int, int | None, Sequence[NewPassage]]]
    ) -> None:
        """Store passages, given as (record number, number of the tracker's file or None, passages) for each record."""
        await self._add(transaction, [(None, file, record, items) for record, file, items in owners])

    async def _add(
        self,
        transaction: Transaction,
        owners: Sequence[tuple[int | None, int | None, int | None, Sequence[NewPassage]]],
    ) -> list[list[int]]:
        row = await transaction.one("SELECT seq FROM sqlite_sequence WHERE name = 'passages'")
        next_id = (int(row[0]) if row else 0) + 1
        passages, terms, ids = [], [], []
        for memory, file, record, items in owners:
            ids.append(list(range(next_id, next_id + len(items))))
            for item in items:
                passages.append(
                    (next_id, memory, file, record, item.ordinal, item.heading, item.text, item.tokens,
                     item.start_line, item.end_line, item.level, len(item.terms.split()), item.korean)
                )  # fmt: skip
                terms.append((next_id, item.terms))
                next_id += 1
        await transaction.run_many(
            "INSERT INTO passages"
            "(id, memory, file, record, ordinal, heading, text, tokens, start_line, end_line, level, terms_count,"
            " korean)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            passages,
        )
        await transaction.run_many("INSERT INTO passage_terms(rowid, terms) VALUES (?, ?)", terms)
        return ids

    async def remove_of_memory(self, transaction: Transaction, number: int) -> None:
        """Remove the passages of a memory, before its new ones are added."""
        await transaction.run("DELETE FROM passages WHERE memory = ?", (number,))

    async def remove_of_file(self, transaction: Transaction, number: int) -> None:
        """Remove the passages of a file, before its new ones are added; those of a tracker's items stay."""
        await transaction.run("DELETE FROM passages WHERE file = ? AND record IS NULL", (number,))

    async def postings(
        self, terms: Sequence[str], unknown: Sequence[str] | None = None, as_of: str = ""
    ) -> tuple[list[tuple[str, str | None]], Reached]:
        """Return, for each term, the ids of the passages that hold it, comma-joined and ascending, one per mention.

        Whoever knows some of the terms as of a state of the text index names the others as `unknown`: only those are
        read where that state still holds. How far the store has come is read along: each round trip costs a turn as
        much as ranking does.
        """
        everything = json.dumps(list(terms))
        *rows, (passage, vector_change, text_index) = await self._database.at_once(
            POSTINGS, (as_of, everything if unknown is None else json.dumps(list(unknown)), everything)
        )
        return [(term, joined) for term, joined, _ in rows], Reached(passage, vector_change, text_index)

    async def rows_after(self, passage_id: int, limit: int) -> list[PassageRow]:
        """Return where the passages past an id stand, by id."""
        rows = await self._database.all(f"{ROWS} WHERE p.id > ? ORDER BY p.id LIMIT ?", (passage_id, limit))
        return list(map(PassageRow._make, rows))

    async def seen(self, passage_ids: Iterable[int], visibility: Visibility) -> list[int]:
        """Return the ids of those passages that may be seen, ascending."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            f"SELECT p.id {WITH_OWNER} WHERE p.id IN (SELECT value FROM json_each(?)) AND {clause} ORDER BY p.id",
            (json.dumps(list(passage_ids)), *parameters),
        )
        return [passage for (passage,) in rows]

    async def facts(self, passage_ids: Iterable[int], visibility: Visibility) -> dict[int, PassageFacts]:
        """Return what is known of passages, by id; one that may not be seen or was deleted is missing."""
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            f"{FACTS} WHERE p.id IN (SELECT value FROM json_each(?)) AND {clause}",
            (json.dumps(list(passage_ids)), *parameters),
        )
        if visibility.as_of is not None:
            return {each.id: _as_it_was(each) for each in map(PassageFacts._make, rows)}
        return {row[0]: PassageFacts._make(row) for row in rows}

    async def all_seen(self, visibility: Visibility) -> list[int]:
        """Return the ids of all passages that may be seen, ascending; reads every row."""
        clause, parameters = visible(visibility)
        rows = await self._database.all(f"SELECT p.id {WITH_OWNER} WHERE {clause} ORDER BY p.id", parameters)
        return [passage for (passage,) in rows]

    async def of_memories(self, visibility: Visibility) -> list[int]:
        """Return the ids of the passages of all memories that may be seen, ascending."""
        clause, parameters = visible(visibility)
        rows = await self._database.all(
            f"SELECT p.id FROM memories m CROSS JOIN passages p ON p.memory = m.number WHERE {clause} ORDER BY p.id",
            parameters,
        )
        return [passage for (passage,) in rows]

    async def in_folders(self, brain: str, folders: Sequence[str]) -> list[int]:
        """Return the ids of the passages of the files in some folders of a brain, ascending."""
        rows = await self._database.all(
            f"SELECT p.id FROM files f JOIN passages p ON p.file = f.number WHERE f.brain = ? AND p.record IS NULL"
            f" AND {IN_FOLDERS} ORDER BY p.id",
            (brain, json.dumps(folders)),
        )
        return [passage for (passage,) in rows]

    async def of_period(self, start: str, end: str, visibility: Visibility, limit: int) -> list[PassageFacts]:
        """Return the first passage of each memory from `start` up to `end` that may be seen, newest first.

        Of a long period only its newest memories are looked at: a year of work is not read for a turn.
        """
        clause, parameters = visible(visibility)
        rows = await self._database.all(
            f"{FACTS} WHERE p.memory IN (SELECT number FROM memories WHERE timestamp >= ? AND timestamp < ?"
            f" ORDER BY timestamp DESC LIMIT {LOOKED_AT_IN_PERIOD})"
            f" AND p.ordinal = 0 AND {clause} ORDER BY m.timestamp DESC, p.id DESC LIMIT ?",
            (start, end, *parameters, limit),
        )
        return list(map(PassageFacts._make, rows))

    async def recent_with_words(
        self, match: str, projects: Sequence[str], layers: Sequence[str], limit: int
    ) -> list[str]:
        """Return ids of the newest live memories that match, without ranking: cheap at any size."""
        rows = await self._database.all(
            "SELECT m.id FROM passage_terms t JOIN passages p ON p.id = t.rowid JOIN memories m ON m.number = p.memory"
            " WHERE passage_terms MATCH ? AND m.superseded_by IS NULL AND m.status <> 'archived'"
            " AND m.project_id IN (SELECT value FROM json_each(?)) AND m.layer IN (SELECT value FROM json_each(?))"
            " ORDER BY t.rowid DESC LIMIT ?",
            (match, json.dumps(list(projects)), json.dumps(list(layers)), limit),
        )
        return list(dict.fromkeys(memory_id for (memory_id,) in rows))

    async def memories_of(self, passage_ids: Iterable[int]) -> list[tuple[int, str]]:
        """Return (passage id, memory id) of the live memories that own the passages, in the order given."""
        return await self._database.all(
            "SELECT p.id, m.id FROM json_each(?) j JOIN passages p ON p.id = j.value"
            " JOIN memories m ON m.number = p.memory"
            " WHERE m.superseded_by IS NULL AND m.status <> 'archived' ORDER BY j.key",
            (json.dumps([int(each) for each in passage_ids]),),
        )

    async def newest_ever(self) -> int:
        """Return the highest id that was ever given out: that of a passage which may be gone."""
        row = await self._database.one("SELECT seq FROM sqlite_sequence WHERE name = 'passages'")
        return int(row[0]) if row else 0

    async def count(self) -> int:
        """Return how many passages there are."""
        row = await self._database.one("SELECT count(*) FROM passages")
        return int(row[0]) if row else 0

    async def terms_are_current(self, version: str) -> bool:
        """Say whether the text index has one entry per passage, written by this version of the tokeniser."""
        row = await self._database.one(
            "SELECT (SELECT count(*) FROM passages) = (SELECT count(*) FROM passage_terms_docsize),"
            " (SELECT value FROM properties WHERE key = ?)",
            (TERMS_VERSION_KEY,),
        )
        return row is not None and bool(row[0]) and row[1] == version

    async def named_texts_after(self, passage_id: int, limit: int) -> list[NamedText]:
        """Return the passages that follow an id with the names they are found by: for building the text index."""
        rows = await self._database.all(f"{NAMED_TEXTS} WHERE p.id > ? ORDER BY p.id LIMIT ?", (passage_id, limit))
        return [NamedText._make(row) for row in rows]

    async def named_texts_of_files(self, transaction: Transaction, file_ids: Sequence[str]) -> list[NamedText]:
        """Return the passages of files with the names they are found by, as the transaction has left them."""
        rows = await transaction.all(
            f"{NAMED_TEXTS} WHERE f.id IN (SELECT value FROM json_each(?)) ORDER BY p.id", (json.dumps(list(file_ids)),)
        )
        return [NamedText._make(row) for row in rows]

    async def write_read(self, transaction: Transaction, read: Sequence[PassageRead]) -> None:
        """Write what was read from passages that still exist, replacing what was read before."""
        await self.write_terms(transaction, [(each.id, each.terms) for each in read])
        await transaction.run_many(
            "UPDATE passages SET level = ?2, korean = ?3 WHERE id = ?1",
            [(each.id, each.level, each.korean) for each in read],
        )

    async def settle_terms(self, transaction: Transaction, version: str) -> None:
        """Drop entries without a passage, and note which version of the tokeniser wrote the index."""
        await transaction.run("DELETE FROM passage_terms WHERE rowid NOT IN (SELECT id FROM passages)")
        await transaction.run(
            "INSERT OR REPLACE INTO properties(key, value) VALUES (?, ?)", (TERMS_VERSION_KEY, version)
        )

    async def write_terms(self, transaction: Transaction, terms: Sequence[tuple[int, str]]) -> None:
        """Write text-index entries for passages that still exist, replacing old ones."""
        ids = [passage for passage, _ in terms]
        await transaction.run(
            "DELETE FROM passage_terms WHERE rowid IN (SELECT value FROM json_each(?))", (json.dumps(ids),)
        )
        await transaction.run_many(
            "INSERT INTO passage_terms(rowid, terms) SELECT id, ?2 FROM passages WHERE id = ?1", terms
        )
        await transaction.run_many(
            "UPDATE passages SET terms_count = ?2 WHERE id = ?1",
            [(passage, len(written.split())) for passage, written in terms],
        )


def _as_it_was(facts: PassageFacts) -> PassageFacts:
    """Return what is known of a passage that was archived later as it was before: nobody had dismissed it yet."""
    return facts._replace(status="hypothesis") if facts.status == "archived" else facts
