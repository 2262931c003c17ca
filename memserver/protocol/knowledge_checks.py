"""Checks of what is known, over the wire: the gate for new knowledge, the decay audit and the inventory."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel
from memserver.protocol.growth import GrowthParams

Domain = Literal["market", "news", "technology", "process", "principles", "general"]


class ValidateParams(GrowthParams):
    """A text that may become knowledge."""

    content: str
    """What it says; several statements are judged one by one."""
    title: str = ""
    """What it is about."""


class ValidationEvidence(WireModel):
    """One point on which the text meets what is stored."""

    kind: Literal["duplicate", "conflict"]
    """Whether it is repeated or contradicted."""
    source_id: str
    """The memory or note."""
    source_kind: Literal["memory", "note", "archive"]
    """What that is."""
    title: str
    """Its title."""
    path: str | None = None
    """The note, relative to the brain."""
    statement: str
    """What the text says."""
    stored: str
    """What is stored."""
    reason: str
    """How they agree or differ."""
    confidence: float
    """How sure that is, 0 to 1."""
    replaces: bool
    """Whether the text reads as the newer state of the same thing."""


class ValidateResult(WireModel):
    """The verdict of the gate. It recommends; nothing was changed."""

    verdict: Literal["accept", "duplicate", "conflict"]
    """What the text is to what is stored."""
    recommendation: Literal["add", "update", "reject"]
    """What to do: store it, change what is stored, or leave it."""
    evidence: list[ValidationEvidence]
    """What the verdict rests on, conflicts first."""
    statements: int
    """How many statements were judged."""
    message: str
    """The recommendation in words."""


class DecayParams(GrowthParams):
    """Ask which knowledge has aged."""

    limit: Annotated[int, Field(ge=1, le=1_000)] = 100
    """How many findings to list."""


class DecayItem(WireModel):
    """Knowledge that should be looked at."""

    id: str
    """The memory or note."""
    kind: Literal["memory", "note"]
    """What it is."""
    title: str
    """Its title."""
    path: str | None = None
    """The note, relative to the brain."""
    domain: Domain
    """What it is about, which decides how fast it ages."""
    half_life_days: int
    """How long half of such knowledge holds."""
    age_days: int
    """How long ago it was last known to hold."""
    score: float
    """1 when new, halved with every half-life."""
    stale: bool
    """Past its half-life."""
    moved_on: bool
    """It speaks of files or a commit that have changed since."""
    reasons: list[str]
    """Why it is listed."""
    action: Literal["review", "compare"]
    """What to do."""
    message: str
    """The same in words."""


class DomainCount(WireModel):
    """How a domain stands."""

    checked: int
    """How much knowledge there is."""
    stale: int
    """How much of it should be looked at."""


class DecayResult(WireModel):
    """The decay audit: what moved on first, then the most aged."""

    items: list[DecayItem]
    """What should be looked at."""
    checked: int
    """How many memories and notes were looked at."""
    stale: int
    """How many should be looked at."""
    files_changed: int
    """How many speak of files or commits that have changed."""
    by_domain: dict[str, DomainCount]
    """The same by domain."""
    message: str = ""
    """What a person should know when there is nothing to show."""


class ElementCount(WireModel):
    """A required element, and how answers did on it."""

    element: str
    """Its id."""
    label: str
    """Its name."""
    covered: int
    """Turns that had it."""
    missing: int
    """Turns that lacked it."""


class InventoryItem(WireModel):
    """What is known for one kind of task."""

    task_id: str
    """The kind of task."""
    label: str
    """Its name."""
    memories: int
    """Memories that name it."""
    notes: int
    """Notes that name it."""
    decisions: int
    """Decisions that name it."""
    success_patterns: int
    """Answers that met every requirement, as patterns in the reasoning bank."""
    newest: Moment | None = None
    """When the newest of these was written."""
    fresh: bool
    """Whether that is less than ninety days ago."""
    turns: int
    """How often it was done."""
    last_used: Moment | None = None
    """When stored knowledge was last used for it."""
    elements: list[ElementCount]
    """Its required elements."""
    covered: list[str]
    """Elements that answers usually have."""
    usually_missing: list[str]
    """Elements that answers usually lack."""


class InventoryResult(WireModel):
    """The inventory: the tasks that are done most often first."""

    items: list[InventoryItem]
    """One per kind of task."""
