"""The operational tier over the wire: events, measurements, the snapshot; and assembling what all tiers know."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Details, Moment, WireModel
from memserver.protocol.decisions import AgentStateView
from memserver.protocol.working import GoalView, Name, Placed, Text


class PushEventParams(Placed):
    """Something happened."""

    category: Name
    """What kind of event, such as `build` or `error`."""
    source: Name
    """Where it comes from."""
    message: Text
    """What happened, in at most 4,000 characters."""
    critical: bool = False
    """Keep it beyond the ring. Events of the categories `error` and `security` always are."""
    data: Details | None = None
    """What else is known about it, in at most 8,000 characters of JSON."""


class PushEventResult(WireModel):
    """The event is in the ring."""

    id: str
    """Its id."""
    critical: bool
    """Whether it is critical."""
    kept: bool
    """Whether it is written to the working tier."""


class RecentEventsParams(Placed):
    """The newest events."""

    count: Annotated[int, Field(ge=1, le=100_000)] = 100
    """How many at most."""
    category: Name | None = None
    """Only events of this category."""
    source: Name | None = None
    """Only events from here."""
    kept: bool = False
    """Also critical events that have left the ring (an hour, or too many newer ones)."""


class OperationalEventView(WireModel):
    """Something that happened."""

    id: str
    """Its id."""
    category: str
    """What kind of event."""
    source: str
    """Where it comes from."""
    message: str
    """What happened."""
    critical: bool
    """Whether it is kept beyond the ring."""
    data: dict[str, Any] | None = None
    """What else is known about it."""
    created_at: Moment
    """When."""


class RecentEventsResult(WireModel):
    """Events, newest first."""

    events: list[OperationalEventView]
    """The events."""


class MetricParams(WireModel):
    """A measurement."""

    key: Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[\w.:/\-]+$")]
    """What was measured, such as `cpu.percent`."""
    value: float
    """The value."""


class MetricResult(WireModel):
    """The latest value."""

    key: str
    """What was measured."""
    value: float
    """The value."""
    at: Moment
    """When."""


class ActiveTaskView(WireModel):
    """A task that is under way."""

    id: str
    """Its id."""
    description: str | None = None
    """What is to be done."""
    status: str
    """How far it is."""
    goal_id: str | None = None
    """The goal it serves."""
    agent: str | None = None
    """Who does it."""


class SnapshotResult(WireModel):
    """What is so now. Resources are in per cent: reported ones first, else what the server sees itself."""

    taken_at: Moment
    """When it was taken."""
    cpu: float | None = None
    """Use of the processor."""
    memory: float | None = None
    """Use of the memory."""
    disk: float | None = None
    """Use of the disk that holds the data folder."""
    gpu: float | None = None
    """Use of the graphics processor."""
    metrics: dict[str, float]
    """The latest value of each measurement."""
    active_tasks: list[ActiveTaskView]
    """Tasks that are not finished."""
    active_goals: list[GoalView]
    """Goals that are not finished, most urgent first."""
    agents: list[AgentStateView]
    """The states of agents."""
    events: dict[str, int]
    """Events in the ring, by category."""
    errors: list[OperationalEventView]
    """The newest errors."""
    server: dict[str, float]
    """What the server sees of itself."""


class AssembleParams(Placed):
    """What all tiers know about a task."""

    task: Text
    """What is to be done."""
    max_tokens: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    """The budget, snapshot included. Default: the setting `contextMaxTokens`."""
    tiers: list[Literal["operational", "working", "longterm", "knowledge"]] | None = None
    """Which tiers to ask. Default: all four."""


class ChunkView(WireModel):
    """A part of what is known."""

    source: Literal["operational", "working", "longterm", "knowledge"]
    """The tier it comes from."""
    content: str
    """What it says."""
    relevance: float
    """How well it fits, 0 to 1."""
    tokens: int
    """How many tokens the content has."""


class AssembleResult(WireModel):
    """What fitted, best first; the snapshot stands in front."""

    chunks: list[ChunkView]
    """The parts."""
    total_tokens: int
    """The sum over the parts; never more than the budget."""
