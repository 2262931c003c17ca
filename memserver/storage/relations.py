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
from memserver.storage.passages import Visibility
from memserver.storage.visible import visible

# As much of the other text as half a line can hold, and as is needed to see that it goes on.
SAID_CHARACTERS = 160

OF_PASSAGES = f"""
SELECT '{Relation.CONFLICTS_WITH}', c.own, NULL, c.reason, c.later, c.own_says, c.other_says,
       coalesce(m.id, f.id), p.ordinal, coalesce(m.title, f.title), coalesce(f.path, ''),
       coalesce(m.timestamp, f.indexed_at),
       coalesce({CHANGED}, 0)
FROM (SELECT older own, newer other, reason, 0 later, older_says own_says, newer_says other_says
      FROM passage_conflicts WHERE older IN (SELECT value FROM json_each(?))
      UNION ALL SELECT newer, older, reason, 1, newer_says, older_says
      FROM passage_conflicts WHERE newer IN (SELECT value FROM json_each(?))) c
CROSS JOIN passages p ON p.id = c.other
LEFT JOIN memories m ON m.number = p.memory
LEFT JOIN files f ON f.number = p.file
LEFT JOIN records r ON r.number = p.record
"""
OF_MEMORIES = f"""
SELECT '{Relation.CONFLICTS_WITH}', NULL, c.own, c.reason, c.later, '', substr(m.content, 1, {SAID_CHARACTERS}),
       m.id, 0, m.title, '', m.timestamp, 0
FROM (SELECT source_id own, target_id other, evidence reason, 1 later FROM relations
      WHERE source_id IN (SELECT value FROM json_each(?)) AND kind = '{Relation.CONFLICTS_WITH}'
      UNION ALL SELECT target_id, source_id, evidence, 0 FROM relations
      WHERE target_id IN (SELECT value FROM json_each(?)) AND kind = '{Relation.CONFLICTS_WITH}') c
CROSS JOIN memories m ON m.id = c.other
CROSS JOIN passages p ON p.memory = m.number AND p.ordinal = 0
LEFT JOIN files f ON f.number = p.file
LEFT JOIN records r ON r.number = p.record
"""
# What was replaced is not seen any more, but for these words of what took its place.
REPLACED = f"""
SELECT '{Relation.SUPERSEDES}', NULL, c.source_id, c.evidence, 1, '', substr(m.content, 1, {SAID_CHARACTERS}),
       m.id, 0, m.title, '', m.timestamp, 0
FROM relations c CROSS JOIN memories m ON m.id = c.target_id AND m.superseded_by = c.source_id
WHERE c.source_id IN (SELECT value FROM json_each(?)) AND c.kind = '{Relation.SUPERSEDES}'
  AND m.project_id IN (SELECT value FROM json_each(?))
"""


class KnownRelation(NamedTuple):
    """How something that may be shown stands to something else."""

    kind: str
    """`conflicts-with`: the other may be seen as well; or `supersedes`: the other is out of force."""
    passage: int | None
    """Its passage; None where a memory is meant."""
    memory_id: str | None
    """The memory that is meant; None where a passage is."""
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
    """When the other was said; of a file, when it was indexed."""
    other_changed_ns: int
    """When the other's file was last changed; 0 for a memory."""


class RelationRepository:
    """Reads through the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known(
        self, passage_ids: Iterable[int], memory_ids: Iterable[str], visibility: Visibility
    ) -> list[KnownRelation]:
        """Return what is known of passages and memories, the oldest memories first; nothing of what may not be seen."""
        passages, memories = json.dumps(list(passage_ids)), json.dumps(list(memory_ids))
        clause, parameters = visible(visibility)
        rows = await self._database.at_once(
            # In brackets of its own: joined with what follows, it is planned so that it takes four times as long.
            f"SELECT * FROM ({OF_PASSAGES} WHERE {clause})"
            f" UNION ALL {OF_MEMORIES} WHERE {clause} UNION ALL {REPLACED}",
            (passages, passages, *parameters, memories, memories, *parameters, memories,
             json.dumps(visibility.projects)),
        )  # fmt: skip
        return sorted(map(KnownRelation._make, rows), key=lambda each: (each.other_timestamp, each.other_id))
