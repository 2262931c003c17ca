"""What work commands ask of the engine, for one request: its workspace, and the moment in the person's own zone.

Only hands on: how things are stored, searched and told is the business of the parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from memserver.clock import from_iso
from memserver.layers.drafts import Draft
from memserver.model import Layer, Memory, Provenance
from memserver.retrieval.memory_search import MemoryQuery
from memserver.storage.memories import ListFilter
from memserver.storage.records import Json
from memserver.work.services import Decision, FoundMemory, FoundNote, Meeting, PastSession
from memserver.workspace.git import Git
from memserver.workspace.history import History, history_since

if TYPE_CHECKING:
    from memserver.engine import Engine

LOOKED_AT_SESSIONS = 200
LOOKED_AT_MEMORIES = 1_000
"""Enough for a page: a store with more stale memories than that needs a worker, not a list."""
LOOKED_AT_SOURCES = 30
"""Memories and notes are found together; a note may stand behind many memories."""
SPEAKS_FROM = 0.1
"""Search ranks, it does not judge: where meaning is compared, a memory on another subject still scores up to 0.05."""
DECISION_SPEAKS_FROM = 0.2
"""The same for decisions, whose relevance is on the scale of the tiers: there it is up to 0.15."""


class WorkServices:
    """The engine as commands see it."""

    def __init__(self, engine: Engine, workspace_uri: str | None) -> None:
        self._engine = engine
        self._uri = workspace_uri
        self.settings = engine.settings
        self.brain = engine.brain

    def clock(self) -> datetime:
        """Return the present moment in the person's zone."""
        return self._engine.clock().astimezone(self._engine.calendar.zone)

    async def distill_now(self) -> Mapping[str, Any]:
        """Distil old episodes; returns the report."""
        return await self._engine.distill_now()

    async def memory_counts(self) -> Mapping[str, Any]:
        """Return how much is stored."""
        return await self._engine.memory_counts()

    def reload_brain_files(self) -> None:
        """Read the glossary and the other special files anew at the next turn."""
        self._engine.reload_brain_files()

    async def search(self, query: str, limit: int) -> Sequence[FoundMemory]:
        """Find memories that speak to the words, the best first."""
        hits, _ = await self._engine.search_memories(MemoryQuery(query, limit, workspace_uri=self._uri))
        spoken = {hit.facts.memory_id or "": hit for hit in hits if hit.score >= SPEAKS_FROM}
        memories = await self._engine.store.memories.get_many(spoken)
        return [
            _found(memories[memory_id], hit.score, [each.told for each in hit.stale])
            for memory_id, hit in spoken.items()
            if memory_id in memories
        ]

    async def notes(self, topic: str, limit: int) -> Sequence[FoundNote]:
        """Return the notes of the brain that speak to a topic, the best first, each once."""
        projects = await self._engine.visible_projects(self._uri)
        found = await self._engine.growth.sources.speaking_to(topic, projects, LOOKED_AT_SOURCES)
        notes = {each.path: FoundNote(each.path, each.title) for each in found if each.path is not None}
        return list(notes.values())[:limit]

    async def remember(self, text: str) -> Mapping[str, Any]:
        """Keep something: for the project where there is one, else for everything."""
        workspace = await self._engine.workspace(self._uri)
        layer = Layer.PROJECT if workspace else Layer.LONG_TERM
        placed = await self._engine.place(layer, None, self._uri if workspace else None, ())
        provenance = Provenance(git_commit=placed.commit, git_branch=placed.branch)
        draft = Draft(layer, text, scope=placed.scope, project_id=placed.project_id, provenance=provenance)
        written = await self._engine.writer.add(draft)
        return {
            "id": written.id,
            "duplicateOf": written.duplicate_of,
            "supersedes": list(written.supersedes),
            "conflictsWith": list(written.conflicts_with),
            "layer": layer.value,
        }

    async def forget(self, memory_id: str) -> None:
        """Delete a memory."""
        await self._engine.delete_memory(memory_id)

    async def stale(self, limit: int) -> Sequence[FoundMemory]:
        """Return memories of this workspace that may no longer hold, newest first."""
        projects = await self._engine.visible_projects(self._uri)
        memories, _ = await self._engine.store.memories.page(ListFilter(projects=projects), LOOKED_AT_MEMORIES, None)
        found = []
        for memory in memories:
            reasons = await self._engine.stale_reasons(memory)
            if reasons:
                found.append(_found(memory, 0.0, [each.told for each in reasons]))
            if len(found) == limit:
                break
        return found

    async def history(self, since: datetime) -> History:
        """Return the commits of the workspace since a moment."""
        workspace = await self._engine.workspace(self._uri)
        if workspace is None:
            return History(missing="no-workspace")
        return await history_since(Git(), workspace.folder, since)

    async def sessions(self, since: datetime) -> Sequence[PastSession]:
        """Return the chat sessions of this workspace that ended since a moment, newest first."""
        projects = await self._engine.visible_projects(self._uri)
        found = []
        for record in await self._engine.store.sessions.newest(LOOKED_AT_SESSIONS):
            ended = from_iso(record["endedAt"])
            if ended < since:
                break
            if record["projectId"] in projects:
                found.append(PastSession(record["id"], _title(record), ended, record["userMessages"]))
        return found

    async def agenda(self, start: datetime, end: datetime) -> Sequence[Meeting]:
        """Return what takes place within [start, end)."""
        looked = await self._engine.calendar.between(start, end)
        return [
            Meeting(each.event.series.title, each.start, each.end, each.event.series.all_day)
            for each in looked.occurrences
        ]

    async def decisions(self, limit: int) -> Sequence[Decision]:
        """Return decisions, newest first."""
        projects = await self._engine.visible_projects(self._uri)
        return [_decision(record) for record in await self._engine.tiers.working.decisions(projects, limit)]

    async def similar_decisions(self, words: str, limit: int) -> Sequence[Decision]:
        """Return decisions about something like this, best first."""
        projects = await self._engine.visible_projects(self._uri)
        found = await self._engine.tiers.working.similar_decisions(words, projects, limit)
        return [_decision(each.record) for each in found if each.relevance >= DECISION_SPEAKS_FROM]

    async def decide(self, context: str, chosen: str, why: str, who: str, options: Sequence[str]) -> Decision:
        """Record a decision, for the project where there is one."""
        workspace = await self._engine.workspace(self._uri)
        given = {"context": context, "chosen": chosen, "reasoning": why, "who": who, "options": list(options)}
        project_id = workspace.project.id if workspace else ""
        return _decision(await self._engine.tiers.working.log_decision(given, project_id))

    async def decision_outcome(self, decision_id: str, outcome: str, success: bool | None) -> Decision:
        """Record how a decision turned out."""
        return _decision(await self._engine.tiers.working.set_outcome(decision_id, outcome, success))


def _title(record: Json) -> str:
    """Return the title of a session; one that is the beginning of what was said first shows that more follows."""
    title, said = str(record["title"]), str(record.get("firstUser") or "")
    return f"{title.rstrip()}…" if len(title) < len(said) and said.startswith(title) else title


def _found(memory: Memory, score: float, stale: Sequence[str]) -> FoundMemory:
    return FoundMemory(
        memory.id, memory.title, memory.content, memory.layer.value, memory.validation.status.value,
        memory.updated_at, score, stale,
    )  # fmt: skip


def _decision(record: Json) -> Decision:
    told = record.get("outcomeAt")
    return Decision(
        record["id"], record["context"], record["chosen"], record.get("reasoning") or "", record.get("who") or "",
        from_iso(record["createdAt"]), record.get("options") or (), record.get("outcome") or "",
        from_iso(told) if told else None,
    )  # fmt: skip
