"""What is known of passages and memories that a turn may show: what they replaced, and what they disagree with.

Judged when they were written, or in the background; a turn reads it in one go, by indexes alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NamedTuple

from memserver.model import Relation
from memserver.storage.database import Database
from memserver.storage.files import CHANGED
from memserver.storage.passages import WITH_OWNER, Visibility
from memserver.storage.visible import visible

# As much of the other text as half a line can hold, and as is needed to see that it goes on.
SAID_CHARACTERS = 160

OF_PASSAGES = """
SELECT {own} own, {other} other, reason, {own}_says own_says, {other}_says other_says, {later} later
FROM passage_conflicts WHERE {own} IN (SELECT value FROM json_each(?1))
"""
OF_MEMORIES = """
SELECT {own}_id own, {other}_id other, evidence, {later} later
FROM relations WHERE {own}_id IN (SELECT value FROM json_each(?2)) AND kind = ?3
"""
""" + ""
OTHER = f"""
       coalesce(m.id, f.id), p.ordinal, coalesce(m.title, f.title), coalesce(f.path, ''),
       coalesce(m.timestamp, ''), coalesce({CHANGED}, 0)
"""


class KnownRelation(NamedTuple):
    """How something that may be shown stands to something else, which may be seen as well."""

    kind: str
    """`conflicts-with`, or `supersedes`."""
    passage: int | None
    """Its passage; None where all of a memory is meant."""
    memory_id: str | None
    """The memory, where all of it is meant."""
    reason: str
    """Why, as `memserver.claims` tells it."""
    later: bool
    """Whether it was judged as the later one of the two."""
    says: str
    """The statement that is meant; empty where it is all of a memory."""
    other_says: str
    other_id: str
    """The id of the other memory or file."""
    other_ordinal: int
    other_title: str
    other_path: str
    """Relative to the brain; empty for a memory."""
    other_timestamp: str
    """When the other was said; empty for a file."""
    other_changed_ns: int
    """When the other's file was last changed; 0 for a memory."""


class RelationRepository:
    """Reads through the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known(
        self, passage_ids: Iterable[int], memory_ids: Iterable[str], visibility: Visibility
    ) -> list[KnownRelation]:
        """Return what is known of passages and memories; nothing of what may not be seen."""
        raise NotImplementedError
