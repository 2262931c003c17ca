"""The nouns of memserver: what a memory is, where it came from, how far it is trusted.

Plain frozen data, shared by every package and importing none of them. The wire has its own models in `protocol/`;
storage turns these into rows. Times are aware datetimes in UTC.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any


class Layer(StrEnum):
    """The five cognitive layers, in the order in which a turn asks them."""

    SHORT_TERM = "short-term"
    LONG_TERM = "long-term"
    PROJECT = "project"
    PROCEDURAL = "procedural"
    EPISODIC = "episodic"


class Status(StrEnum):
    """How far a memory has been validated. Only a test run, a compiler or a person moves it to `verified`."""

    HYPOTHESIS = "hypothesis"
    VERIFIED = "verified"
    PUBLISHED = "published"
    ARCHIVED = "archived"


STATUS_MOVES: Mapping[Status, frozenset[Status]] = {
    Status.HYPOTHESIS: frozenset({Status.VERIFIED, Status.ARCHIVED}),
    Status.VERIFIED: frozenset({Status.PUBLISHED, Status.ARCHIVED}),
    Status.PUBLISHED: frozenset({Status.ARCHIVED}),
    Status.ARCHIVED: frozenset(),
}


class VerifiedBy(StrEnum):
    """Who or what may call a memory verified."""

    TEST_RUNNER = "test_runner"
    HUMAN_APPROVAL = "human_approval"
    COMPILER = "compiler"


class SourceType(StrEnum):
    """What kind of event a memory came from."""

    USER_INTERACTION = "user_interaction"
    AGENT_EXECUTION = "agent_execution"
    TEST_RESULT = "test_result"
    FILE_ANALYSIS = "file_analysis"


class Author(StrEnum):
    """Who wrote a memory."""

    USER = "user"
    AGENT = "claude-code"
    SYSTEM = "system"


class Origin(StrEnum):
    """How a memory came to be stored. Only what memserver wrote by itself falls under the caps."""

    EXPLICIT = "explicit"
    EXTRACTED = "extracted"
    DISTILLED = "distilled"
    IMPORTED = "imported"


class Scope(StrEnum):
    """Who a memory speaks for."""

    GLOBAL = "global"
    ORGANISATION = "organisation"
    PROJECT = "project"


class Category(StrEnum):
    """What kind of statement a long-term or project memory is."""

    PREFERENCE = "preference"
    RULE = "rule"
    DECISION = "decision"
    GOAL = "goal"
    EPISODE_DIGEST = "episode-digest"
    ARCHITECTURE = "architecture"
    BUG = "bug"
    REQUIREMENT = "requirement"
    STACK = "stack"
    CONVENTION = "convention"
    LESSON = "lesson"
    FACT = "fact"


class Relation(StrEnum):
    """How one memory stands to another."""

    SUPERSEDES = "supersedes"
    CONFLICTS_WITH = "conflicts-with"
    SETTLED = "settled"
    """A person said that both hold: no review links them again."""


class FactType(StrEnum):
    """What an atomic fact states."""

    ERROR = "error"
    SOLUTION = "solution"
    OBSERVATION = "observation"
    DECISION = "decision"


@dataclass(frozen=True, slots=True)
class RelatedFile:
    """A file that a memory speaks about, as it was then. `path` is absolute; `sha1` is of the content."""

    path: str
    sha1: str
    size: int
    mtime_ns: int
    places: str = ""
    """What of it the memory speaks of, as `workspace/kept_places` writes it; empty where that is not known."""


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a memory came from: kind of event, trace id, author, and the state of the repository then."""

    source_type: SourceType = SourceType.USER_INTERACTION
    source_id: str = ""
    author: Author = Author.USER
    git_commit: str | None = None
    git_branch: str | None = None


@dataclass(frozen=True, slots=True)
class Validation:
    """How far a memory is trusted, and by whose word."""

    status: Status = Status.HYPOTHESIS
    verified_by: VerifiedBy | None = None
    verification_id: str | None = None
    failure_hash: str | None = None


@dataclass(frozen=True, slots=True)
class Memory:
    """One thing that memserver knows.

    `timestamp` is when it happened or was said; `created_at` when it was stored. `superseded_by` is set when a newer
    memory took its place. `thread` names the conversation or page of its project that it is a part of, `position` its
    place there, as whoever added it said: what follows each other helps each other to be found.
    """

    id: str
    layer: Layer
    title: str
    content: str
    scope: Scope
    project_id: str
    created_at: datetime
    updated_at: datetime
    timestamp: datetime
    category: Category | None = None
    tags: tuple[str, ...] = ()
    confidence: float = 0.5
    origin: Origin = Origin.EXPLICIT
    expires_at: datetime | None = None
    external_id: str | None = None
    thread: str | None = None
    position: int | None = None
    superseded_by: str | None = None
    reference_count: int = 0
    promoted: bool = False
    provenance: Provenance = field(default_factory=Provenance)
    validation: Validation = field(default_factory=Validation)
    related_files: tuple[RelatedFile, ...] = ()
    metadata: Mapping[str, Any] = field(default_factory=dict)
