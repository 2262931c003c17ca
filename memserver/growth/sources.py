"""What is already known about something: memories and notes that speak to a text, found as a turn would find them.

Used where knowledge is checked or researched. Reads only; archived, expired and replaced memories are left out.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, Protocol

from memserver.clock import Clock, from_iso, to_iso
from memserver.model import Memory
from memserver.retrieval.plan import plan_query
from memserver.retrieval.relevance import chance_beside
from memserver.retrieval.search import Effort, Found, Searcher
from memserver.storage.passages import PassageFacts, Visibility
from memserver.storage.store import Store

# A longer memory is a document: then only the passage that was found is looked at.
WHOLE_MEMORY_CHARACTERS = 2_000
# A source that reaches less than this part of the best one's score is there for want of better.
WORTH_READING = 0.25
TITLE_CHARACTERS = 80

# The relevance, 0 to 1, from which a record of the archive is taken to speak to a question.
ARCHIVE_FROM = 0.35
ARCHIVE_COLLECTIONS = ("knowledge", "decisions", "incidents", "procedures")

SourceKind = Literal["memory", "note", "archive"]
Nearest = Callable[[str, int], Awaitable[Sequence[tuple[str, float]]]]


class ArchiveHit(Protocol):
    """What the archive found: a text, the whole record, and how well it fits (0 to 1)."""

    @property
    def content(self) -> str:
        """What it says."""

    @property
    def metadata(self) -> Mapping[str, Any]:
        """The record."""

    @property
    def collection(self) -> str:
        """Where it stands."""


class SearchArchive(Protocol):
    """Searches the archive of past work."""

    async def __call__(
        self, query: str, projects: Sequence[str], collections: Sequence[str], count: int, least: float
    ) -> Sequence[ArchiveHit]:
        """Return what fits a query best."""


@dataclass(frozen=True, slots=True)
class KnownSource:
    """Something stored that speaks to a text. `similarity` is calibrated, None without vectors."""

    id: str
    kind: SourceKind
    title: str
    text: str
    moment: datetime
    path: str | None = None
    status: str = ""
    similarity: float | None = None

    @property
    def reference(self) -> str:
        """Return how the source is named in evidence: a note by its path, the rest by id."""
        return self.path or self.id


class LocalSources:
    """Looks things up in the store and the brain."""

    def __init__(
        self, store: Store, searcher: Searcher, nearest: Nearest, brain: Path, clock: Clock,
        timeout_ms: Callable[[], int], archive: SearchArchive,
    ) -> None:  # fmt: skip
        self._store = store
        self._searcher = searcher
        self._nearest = nearest
        self._brain = str(brain)
        self._clock = clock
        self._timeout_ms = timeout_ms
        self._archive = archive

    async def speaking_to(self, question: str, projects: tuple[str, ...], limit: int) -> list[KnownSource]:
        """Return what is relevant to a question, memories and notes first; nothing when nothing is."""
        found = await self._search(question, projects)
        sources: list[KnownSource] = []
        if found.ranked:
            top = found.ranked[0].score
            likely = [each for each in found.ranked if chance_beside(found.chance, top, each.score) >= WORTH_READING]
            chosen = [found.facts[each.passage] for each in likely][:limit]
            sources = await self._sources(chosen)
        return (sources + await self._archived(question, projects, limit))[:limit]

    async def candidates(self, statement: str, projects: tuple[str, ...], limit: int) -> list[KnownSource]:
        """Return what may say the same as a statement, or something else about it: by words, and by meaning."""
        found = await self._search(statement, projects)
        sources = await self._sources([found.facts[each.passage] for each in found.ranked[:limit]])
        near = dict(await self._nearest(statement, limit))
        known = {source.id for source in sources}
        memories = await self._store.memories.get_many(each for each in near if each not in known)
        sources += [_of_memory(each) for each in memories.values() if each.project_id in projects]
        sources += await self._archived(statement, projects, limit)
        return [_with_similarity(source, near.get(source.id)) for source in sources]

    async def _archived(self, question: str, projects: tuple[str, ...], limit: int) -> list[KnownSource]:
        hits = await self._archive(question, projects, ARCHIVE_COLLECTIONS, limit, ARCHIVE_FROM)
        return [_of_archive(hit) for hit in hits]

    async def _search(self, text: str, projects: tuple[str, ...]) -> Found:
        now = self._clock()
        visibility = Visibility(projects=projects, brain=self._brain, now=to_iso(now))
        return await self._searcher.search(plan_query(text, now), visibility, Effort(self._timeout_ms(), waits=True))

    async def _sources(self, facts: Sequence[PassageFacts]) -> list[KnownSource]:
        memories = await self._store.memories.get_many(each.memory_id for each in facts if each.memory_id)
        sources = []
        for each in facts:
            memory = memories.get(each.memory_id or "")
            if memory is not None and len(memory.content) <= WHOLE_MEMORY_CHARACTERS:
                sources.append(_of_memory(memory))
            else:
                sources.append(_of_facts(each))
        return sources


def _of_memory(memory: Memory) -> KnownSource:
    return KnownSource(
        memory.id, "memory", memory.title, memory.content, memory.timestamp, None, memory.validation.status.value
    )


def _of_facts(facts: PassageFacts) -> KnownSource:
    if facts.memory_id is not None:
        moment = from_iso(facts.timestamp)
        return KnownSource(facts.memory_id, "memory", facts.title, facts.text, moment, None, facts.status or "")
    moment = datetime.fromtimestamp((facts.changed_ns or 0) / 1e9, UTC)
    return KnownSource(str(facts.file_id), "note", facts.title, facts.text, moment, facts.path)


def _of_archive(hit: ArchiveHit) -> KnownSource:
    record = hit.metadata
    title = str(record.get("title") or record.get("name") or record.get("context") or hit.content)[:TITLE_CHARACTERS]
    return KnownSource(str(record["id"]), "archive", title, hit.content, from_iso(record["createdAt"]))


def _with_similarity(source: KnownSource, similarity: float | None) -> KnownSource:
    return replace(source, similarity=similarity) if similarity is not None else source
