"""Patterns, routes, agents and SONA over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel

Unit = Annotated[float, Field(ge=0.0, le=1.0)]
Name = Annotated[str, Field(min_length=1, max_length=100)]
Words = Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=200)]


class StorePatternParams(WireModel):
    """A strategy that was learned."""

    strategy: str
    """What to do, understandable alone."""
    domain: Name = "general"
    """What it is about, such as `security` or `testing`."""
    quality: Unit | None = None
    """How good it is held to be. Default: 0.5 until use shows it."""
    workspace_uri: str | None = None
    """The project it belongs to. Default: it holds everywhere."""


class PatternView(WireModel):
    """A pattern: a strategy that worked, or a warning about one that did not."""

    id: str
    """Its id."""
    strategy: str
    """What to do, or what was tried in vain."""
    domain: str
    """What it is about."""
    kind: Literal["strategy", "warning", "distilled"]
    """`warning`: tried, did not work. `distilled`: found in several trajectories."""
    quality: float
    """0 to 1, by use."""
    usage_count: int
    """How often it was used."""
    success_count: int
    """How often that went well."""
    is_long_term: bool
    """Whether it has proved itself."""
    created_at: Moment
    """When it was learned."""
    updated_at: Moment
    """When it last changed."""
    sources: list[str] = Field(default_factory=list)
    """The trajectories it came from."""
    metadata: dict[str, Any] = Field(default_factory=dict)
    """What else is known about it."""


class StorePatternResult(WireModel):
    """What became of a pattern."""

    id: str
    """The id of the pattern that holds it now."""
    strengthened: bool
    """It was known already: that pattern was strengthened instead."""
    pattern: PatternView
    """The pattern."""


class SearchPatternsParams(WireModel):
    """Find patterns by meaning."""

    query: str
    """What is asked."""
    domain: str | None = None
    """Only patterns of this domain."""
    limit: int = Field(10, ge=1, le=200)
    """How many at most."""
    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""


class PatternMatchView(WireModel):
    """A pattern that was found."""

    pattern: PatternView
    """The pattern."""
    similarity: float
    """How close it is to the query, 0 to 1."""


class RouteSuggestion(WireModel):
    """Who would get the query as a task."""

    agent: str
    """The agent."""
    confidence: float
    """How sure that is."""


class SearchPatternsResult(WireModel):
    """Patterns, best first."""

    matches: list[PatternMatchView]
    """What was found."""
    suggestion: RouteSuggestion | None = None
    """Who would get the query as a task."""


class PatternIdParams(WireModel):
    """One pattern."""

    id: str
    """Its id."""


class PromoteResult(WireModel):
    """Whether a pattern is long-term now."""

    promoted: bool
    """It is long-term."""
    reason: str | None = None
    """What it still lacks."""


class PatternFeedbackParams(WireModel):
    """A use of a pattern."""

    id: str
    """The pattern."""
    success: bool
    """Whether it went well."""


class RouteParams(WireModel):
    """A task that somebody has to do."""

    task: str
    """What is to be done."""
    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""


class RouteResult(WireModel):
    """Who gets the task, and why."""

    agent: str
    """The agent."""
    confidence: float
    """How sure that is, 0 to 1."""
    reasoning: str
    """The evidence, in words."""
    alternatives: list[RouteSuggestion]
    """Who else might, best first."""
    decided_by: Literal["keywords", "patterns", "default"]
    """`patterns`: by what was learned."""


class RouteFeedbackParams(WireModel):
    """How a route ended."""

    task: str
    """The task."""
    agent: str
    """Who got it."""
    success: bool
    """Whether that was right."""
    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""


class RouteFeedbackResult(WireModel):
    """The report is stored; it is learned from at once, in the background."""

    recorded: bool
    """It is stored; false while memory is switched off."""
    reports: int
    """Its number."""


class AgentView(WireModel):
    """An agent that tasks can be routed to."""

    name: Name
    """Its name."""
    keywords: Words = Field(default_factory=list)
    """Whole words that call for it; Korean ones by their stems."""
    domains: Words = Field(default_factory=list)
    """Domains of patterns that speak for it."""
    description: Annotated[str, Field(max_length=2_000)] = ""
    """What it does."""


class AgentListResult(WireModel):
    """The agents, in order of registration."""

    agents: list[AgentView]
    """The agents."""


class AgentNameParams(WireModel):
    """One agent."""

    name: str
    """Its name."""


class RemovedResult(WireModel):
    """Something was removed."""

    removed: bool
    """It is gone."""


class AdaptParams(WireModel):
    """What is to be adapted to."""

    query: str
    """The present problem."""


class AdaptResult(WireModel):
    """The learned pattern nearest to it, if one is near enough."""

    pattern: PatternView | None = None
    """The pattern."""
    similarity: float | None = None
    """How close it is, 0 to 1."""
    confidence: float | None = None
    """The pattern's confidence times the similarity."""
    lookup_ms: float | None = None
    """How long the look-up took, without the embedding of the query."""


class DistillPatternsResult(WireModel):
    """What successful trajectories have in common."""

    patterns: list[PatternView]
    """The patterns that were learned or strengthened."""


class ConsolidateResult(WireModel):
    """What a consolidation changed."""

    promoted: list[str]
    """Patterns that became long-term."""
    merged: list[str]
    """Patterns that went into another one."""
    dropped: list[str]
    """Patterns that nobody used."""


class LearningStatsResult(WireModel):
    """What was learned."""

    patterns: dict[str, int]
    """How many patterns of which kind."""
    trajectories: dict[str, int]
    """How many trajectories with which outcome."""
    sona: dict[str, Any]
    """Mode, capacity and the time of the last adaptation."""
    routing: dict[str, Any]
    """For each project, how often keywords and the learned router were right in the replay, and who decides where."""
    file: dict[str, Any]
    """The portable file, and what is wrong with it."""
    workers: dict[str, Any]
    """How many workers are switched on, and which of them run now."""
    summary: list[str]
    """The same in sentences."""


class LearningPathParams(WireModel):
    """A portable learning file."""

    path: str
    """Where it is."""


class LearningExportResult(WireModel):
    """What was written."""

    path: str
    """Where it is."""
    patterns: int
    """Patterns in it."""
    trajectories: int
    """Trajectories in it."""
    bytes: int
    """Its size."""


class LearningImportResult(WireModel):
    """What was read."""

    patterns: int
    """Patterns that are new or newer."""
    trajectories: int
    """Trajectories that are new."""
    others: int
    """Records that are kept as they are."""
    unchanged: int
    """What was known already."""
    skipped_lines: int
    """Lines that could not be read."""
