"""Decisions, working patterns and agent states over the wire."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from memserver.protocol.base import Details, Moment, WireModel
from memserver.protocol.working import Identifier, Name, Placed, Text, Unit


class StoreDecisionParams(Placed):
    """A decision: who, what and why."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    who: str = ""
    """Who decided."""
    context: Text
    """What it was about."""
    options: list[str] = Field(default_factory=list)
    """What could have been chosen."""
    chosen: Text
    """What was chosen."""
    reasoning: str = ""
    """Why."""
    intelligence_level: str | None = None
    """How much thinking went into it, such as `reflex` or `strategic`."""
    model: str | None = None
    """The model that decided, if one did."""
    outcome: str | None = None
    """How it turned out, if that is known already."""
    tags: list[str] = Field(default_factory=list)
    """Words to find it by."""
    metadata: Details | None = None
    """What else is known about it."""
    created_at: Moment | None = None
    """When. Default: now."""


class DecisionView(WireModel):
    """A decision."""

    id: str
    """Its id."""
    who: str = ""
    """Who decided."""
    context: str
    """What it was about."""
    options: list[str]
    """What could have been chosen."""
    chosen: str
    """What was chosen."""
    reasoning: str
    """Why."""
    intelligence_level: str | None = None
    """How much thinking went into it."""
    model: str | None = None
    """The model that decided, if one did."""
    outcome: str | None = None
    """How it turned out."""
    outcome_success: bool | None = None
    """Whether that was good."""
    outcome_at: Moment | None = None
    """When that was known."""
    tags: list[str] = Field(default_factory=list)
    """Words to find it by."""
    metadata: dict[str, Any] | None = None
    """What else is known about it."""
    created_at: Moment
    """When."""


class OutcomeParams(WireModel):
    """How a decision turned out."""

    id: Identifier
    """The decision."""
    outcome: Text
    """What came of it."""
    success: bool | None = None
    """Whether that was good."""


class SimilarDecisionsParams(Placed):
    """Decisions about something like this."""

    context: Text
    """What is to be decided."""
    limit: Annotated[int, Field(ge=1, le=100)] = 5
    """How many at most."""


class SimilarDecision(WireModel):
    """A decision that was found."""

    decision: DecisionView
    """The decision."""
    relevance: float
    """How well it fits, 0 to 1."""


class SimilarDecisionsResult(WireModel):
    """Decisions by meaning and words, best first."""

    decisions: list[SimilarDecision]
    """The decisions."""


class DecisionsResult(WireModel):
    """Decisions, newest first."""

    decisions: list[DecisionView]
    """The decisions."""


class StoreWorkingPatternParams(Placed):
    """What to do when something happens."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    trigger: Text
    """What happens."""
    action: Text
    """What to do then."""
    success_rate: Unit | None = None
    """How often it worked so far. Default: 0.5 until use shows it."""
    uses: Annotated[int, Field(ge=0)] | None = None
    """How often it was used so far. Default: 0."""
    created_from: str | None = None
    """Where it comes from."""


class WorkingPatternView(WireModel):
    """What to do when something happens."""

    id: str
    """Its id."""
    trigger: str
    """What happens."""
    action: str
    """What to do then."""
    success_rate: float
    """How often it worked: the running mean."""
    uses: int
    """How often it was used."""
    last_used: Moment | None = None
    """When last."""
    created_from: str | None = None
    """Where it comes from."""
    created_at: Moment
    """When it was stored."""


class FindWorkingPatternsParams(Placed):
    """Patterns for something that happens."""

    trigger: Text
    """What happens. Whole words decide, Korean ones by their stems."""
    min_success_rate: Unit = 0.5
    """Only patterns that worked at least so often."""
    limit: Annotated[int, Field(ge=1, le=100)] = 10
    """How many at most."""


class WorkingPatternsResult(WireModel):
    """Patterns: best success rate first, then most used."""

    patterns: list[WorkingPatternView]
    """The patterns."""


class WorkingPatternFeedbackParams(WireModel):
    """A use of a pattern."""

    id: Identifier
    """The pattern."""
    success: bool
    """Whether it worked."""


class StoreAgentStateParams(Placed):
    """The present state of an agent, in place of the last one."""

    name: Name
    """The agent."""
    state: Any
    """Its state: any JSON value."""


class AgentStateView(WireModel):
    """The state of an agent."""

    id: str
    """Its id."""
    name: str
    """The agent."""
    state: Any = None
    """Its state."""
    updated_at: Moment
    """When it was stored."""


class AgentStateParams(Placed):
    """One agent."""

    name: Name
    """The agent."""


class AgentStatesResult(WireModel):
    """The states of agents, newest first."""

    agents: list[AgentStateView]
    """The states."""
