"""What the tests of work commands share: services that keep everything in lists, and a way to run lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from memserver.config import Settings
from memserver.errors import NotFound
from memserver.work.command import Output
from memserver.work.registry import run_line
from memserver.work.services import Decision, FoundMemory, FoundNote, Meeting, PastSession
from memserver.workspace.history import Commit, History

MONDAY = datetime(2026, 11, 16, 9, 0, tzinfo=UTC)


class Desk:
    """The services of one person at one desk; `now` moves by a second with every look at the clock."""

    def __init__(self, brain: Path, now: datetime = MONDAY) -> None:
        self.settings = Settings()
        self.brain = brain
        self.now = now
        self.reloaded = False
        self.memories: list[FoundMemory] = []
        self.found_notes: list[FoundNote] = []
        self.commits: list[Commit] = []
        self.missing = ""
        self.past_sessions: list[PastSession] = []
        self.meetings: list[Meeting] = []
        self.decided: list[Decision] = []

    def clock(self) -> datetime:
        self.now += timedelta(milliseconds=1)
        return self.now

    async def run(self, line: str) -> Output:
        """Run one line."""
        return (await run_line(line, self))[1]

    async def distill_now(self) -> Mapping[str, Any]:
        return {"scanned": 3, "promoted": 2, "archived": 1}

    async def memory_counts(self) -> Mapping[str, Any]:
        return {"memories": 7, "byLayer": {"long-term": 4, "project": 3}}

    def reload_brain_files(self) -> None:
        self.reloaded = True

    async def search(self, query: str, limit: int) -> Sequence[FoundMemory]:
        words = query.casefold().split()
        return [each for each in self.memories if any(word in each.content.casefold() for word in words)][:limit]

    async def notes(self, topic: str, limit: int) -> Sequence[FoundNote]:
        return [each for each in self.found_notes if topic.casefold() in each.title.casefold()][:limit]

    async def remember(self, text: str) -> Mapping[str, Any]:
        memory = FoundMemory(f"mem_{len(self.memories)}", text[:20], text, "long-term", "hypothesis", self.now)
        self.memories.append(memory)
        return {
            "id": memory.id,
            "duplicateOf": None,
            "supersedes": [],
            "conflictsWith": ["mem_x"],
            "layer": "long-term",
        }

    async def forget(self, memory_id: str) -> None:
        if memory_id not in [each.id for each in self.memories]:
            raise NotFound("There is no such memory.", field="id")
        self.memories = [each for each in self.memories if each.id != memory_id]

    async def stale(self, limit: int) -> Sequence[FoundMemory]:
        return [each for each in self.memories if each.stale][:limit]

    async def history(self, since: datetime) -> History:
        return History([each for each in self.commits if each.at >= since], self.missing)

    async def sessions(self, since: datetime) -> Sequence[PastSession]:
        return [each for each in self.past_sessions if each.ended_at >= since]

    async def agenda(self, start: datetime, end: datetime) -> Sequence[Meeting]:
        return [each for each in self.meetings if start <= each.start < end]

    async def decisions(self, limit: int) -> Sequence[Decision]:
        return self.decided[::-1][:limit]

    async def similar_decisions(self, words: str, limit: int) -> Sequence[Decision]:
        return [each for each in self.decided if words.casefold() in f"{each.context} {each.chosen}".casefold()][:limit]

    async def decide(self, context: str, chosen: str, why: str, who: str, options: Sequence[str]) -> Decision:
        made = Decision(f"dec_{len(self.decided):04d}", context, chosen, why, who, self.now, options)
        self.decided.append(made)
        return made

    async def decision_outcome(self, decision_id: str, outcome: str, success: bool | None) -> Decision:
        for place, each in enumerate(self.decided):
            if each.id == decision_id:
                self.decided[place] = replace(each, outcome=outcome, outcome_at=self.now)
                return self.decided[place]
        raise NotFound("There is no such decision.", field="id")
