"""Standing rules as rows: the memories that say how work is done, and the number of their last change."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from memserver.model import RelatedFile
from memserver.storage.database import Database
from memserver.storage.schema_rules import CATEGORIES

# The first passage of a rule says what it is about; its vector may be missing, or come later.
VECTOR = """(SELECT v.vector FROM passages p JOIN vectors v ON v.passage_id = p.id AND v.model = ?
 WHERE p.memory = m.number ORDER BY p.ordinal LIMIT 1)"""
IN_FORCE = f"m.category IN {CATEGORIES} AND m.superseded_by IS NULL AND m.status <> 'archived'"
RULES = f"""
SELECT m.id, m.layer, m.title, m.content, m.tags, m.scope, m.project_id, m.status, m.timestamp, m.expires_at,
       m.external_id, {VECTOR}
FROM memories m WHERE {IN_FORCE} ORDER BY m.number
"""
GROUNDS = """
SELECT id, related_files, git_commit, project_id FROM memories
WHERE id IN (SELECT value FROM json_each(?)) AND (related_files <> '[]' OR git_commit IS NOT NULL)
"""
VERSION = "SELECT (SELECT number FROM rule_version), (SELECT coalesce(max(seq), 0) FROM vector_changes)"


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A memory that says how work is done, as it is stored."""

    id: str
    layer: str
    title: str
    content: str
    tags: tuple[str, ...]
    scope: str
    project_id: str
    status: str
    timestamp: str
    expires_at: str | None
    external_id: str | None
    vector: bytes | None


class RuleGrounds(NamedTuple):
    """What a rule speaks about, by which it can be seen whether it still holds."""

    files: list[RelatedFile]
    commit: str | None
    project_id: str


class RuleRepository:
    """Reads through the database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def version(self) -> tuple[int, int]:
        """Return the number of the last change of a rule, and that of the last change of a vector."""
        ((rules, vectors),) = await self._database.at_once(VERSION)
        return int(rules), int(vectors)

    async def in_force(self, model: str) -> list[RuleRow]:
        """Return the rules that hold, the oldest first, with their vectors of a model; they may have expired."""
        rows = await self._database.all(RULES, (model,))
        return [RuleRow(*(*row[:4], tuple(json.loads(row[4])), *row[5:])) for row in rows]

    async def grounds(self, ids: Iterable[str]) -> dict[str, RuleGrounds]:
        """Return what rules speak about, of those that name a file or a commit."""
        rows = await self._database.at_once(GROUNDS, (json.dumps(list(ids)),))
        return {row[0]: RuleGrounds([RelatedFile(**each) for each in json.loads(row[1])], *row[2:]) for row in rows}
