"""What commands may ask of the rest of memserver. The engine's side of it is `memserver.work_services`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol

from memserver.config import Settings
from memserver.workspace.history import History


@dataclass(frozen=True, slots=True)
class FoundMemory:
    """A memory that was found."""

    id: str
    title: str
    content: str
    layer: str
    status: str
    updated_at: datetime
    score: float = 0.0
    stale: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class FoundNote:
    """A note of the brain that was found, by its path in it."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class PastSession:
    """A chat session that ended."""

    id: str
    title: str
    ended_at: datetime
    messages: int


@dataclass(frozen=True, slots=True)
class Meeting:
    """Something that takes place."""

    title: str
    start: datetime
    end: datetime
    all_day: bool


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the journal: about `context`, `chosen` was chosen among `options`."""

    id: str
    context: str
    chosen: str
    why: str
    who: str
    at: datetime
    options: Sequence[str] = ()
    outcome: str = ""
    outcome_at: datetime | None = None


class Services(Protocol):
    """What a command line is run with; workspace and clock are those of the request."""

    settings: Settings
    brain: Path

    def clock(self) -> datetime:
        """Return the moment in the person's zone: what is today there is not what is today in UTC."""
        ...

    async def distill_now(self) -> Mapping[str, Any]:
        """Distil old episodes; returns the report."""
        ...

    async def memory_counts(self) -> Mapping[str, Any]:
        """Return how much is stored."""
        ...

    def reload_brain_files(self) -> None:
        """Read the glossary and the other special files anew at the next turn."""
        ...

    async def search(self, query: str, limit: int) -> Sequence[FoundMemory]:
        """Find memories, the best first."""
        ...

    async def notes(self, topic: str, limit: int) -> Sequence[FoundNote]:
        """Return the notes of the brain that speak to a topic, the best first."""
        ...

    async def remember(self, text: str) -> Mapping[str, Any]:
        """Keep something; returns its id and what became of it."""
        ...

    async def forget(self, memory_id: str) -> None:
        """Delete a memory; raises NotFound."""
        ...

    async def stale(self, limit: int) -> Sequence[FoundMemory]:
        """Return memories that may no longer hold."""
        ...

    async def history(self, since: datetime) -> History:
        """Return the commits of the workspace since a moment."""
        ...

    async def sessions(self, since: datetime) -> Sequence[PastSession]:
        """Return the chat sessions that ended since a moment, newest first."""
        ...

    async def agenda(self, start: datetime, end: datetime) -> Sequence[Meeting]:
        """Return what takes place within [start, end), in order."""
        ...

    async def decisions(self, limit: int) -> Sequence[Decision]:
        """Return decisions, newest first."""
        ...

    async def similar_decisions(self, words: str, limit: int) -> Sequence[Decision]:
        """Return decisions about something like this, best first."""
        ...

    async def decide(self, context: str, chosen: str, why: str, who: str, options: Sequence[str]) -> Decision:
        """Record a decision."""
        ...

    async def decision_outcome(self, decision_id: str, outcome: str, success: bool | None) -> Decision:
        """Record how a decision turned out; raises NotFound."""
        ...
