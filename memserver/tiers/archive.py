"""The archive: procedures that worked, incidents and what resolved them, changes of configuration, and knowledge.

Row and vector are written together (see `records`); decisions are searched here as well, and live in the working tier.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memserver.errors import InvalidParams
from memserver.storage.records import Json
from memserver.tiers.kinds import CONFIG_CHANGE, DECISION, INCIDENT, KNOWLEDGE, PROCEDURE, Kind
from memserver.tiers.records import TierRecords
from memserver.tiers.search import TierSearch

COLLECTIONS: dict[str, Kind] = {
    "decisions": DECISION,
    "incidents": INCIDENT,
    "procedures": PROCEDURE,
    "knowledge": KNOWLEDGE,
}
# Knowledge is searched when it is asked for: it is by far the largest, and would keep the others out.
DEFAULT_COLLECTIONS = ("decisions", "incidents", "procedures")


@dataclass(frozen=True, slots=True)
class ArchiveHit:
    """What was found: its text, the whole record, how well it fits (0 to 1) and where it stands."""

    content: str
    metadata: Json
    relevance: float
    collection: str


class ArchiveTier:
    """What past work taught."""

    def __init__(self, records: TierRecords, search: TierSearch) -> None:
        self._records = records
        self._search = search

    async def store_procedure(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep how something is done; one of the same id is replaced."""
        counts = {"description": "", "steps": [], "successCount": 0, "failCount": 0, "tags": []}
        return await self._put(PROCEDURE, {**counts, **given}, project_id)

    async def store_incident(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep what went wrong, why, and what resolved it."""
        return await self._put(INCIDENT, {"symptoms": [], "tags": [], **given}, project_id)

    async def store_config_change(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep what a configuration file became, who changed it and why."""
        return await self._put(CONFIG_CHANGE, {"content": "", "changedBy": "", "reason": "", **given}, project_id)

    async def add_knowledge(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep something worth knowing."""
        return await self._put(KNOWLEDGE, {"tags": [], "source": "", **given}, project_id)

    async def semantic_search(
        self, query: str, projects: Sequence[str], collections: Sequence[str] | None = None, count: int = 5,
        least: float = 0.0,
    ) -> list[ArchiveHit]:  # fmt: skip
        """Return what fits a query best: the best of each collection, merged, best first."""
        names = DEFAULT_COLLECTIONS if collections is None else tuple(dict.fromkeys(collections))
        if unknown := [name for name in names if name not in COLLECTIONS]:
            raise InvalidParams(
                f"There is no collection {unknown[0][:40]!r}.", field="collections",
                hint=f"There are {', '.join(COLLECTIONS)}.",
            )  # fmt: skip
        tables = [COLLECTIONS[name].collection for name in names]
        hits = await self._search.search(query, tables, projects, count, least)
        found: dict[tuple[str, str], Json] = {}
        for name in names:
            kind = COLLECTIONS[name]
            ids = [hit.record_id for hit in hits if hit.collection == kind.collection]
            found |= {(name, key): record for key, record in (await self._records.of_ids(kind, ids)).items()}
        named = {COLLECTIONS[name].collection: name for name in names}
        return [
            ArchiveHit(hit.text, found[place], hit.relevance, place[0])
            for hit in hits
            if (place := (named[hit.collection], hit.record_id)) in found
        ]

    async def _put(self, kind: Kind, given: Mapping[str, Any], project_id: str) -> Json:
        return await self._records.put(kind, self._records.new(kind, given), project_id)
