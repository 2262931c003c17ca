"""The working tier over the wire: goals, tasks, tool calls, decisions, patterns and agent states."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from memserver.protocol.base import Moment, WireModel

Identifier = Annotated[str, Field(min_length=1, max_length=200, pattern=r"^[\w.:\-]+$")]
Text = Annotated[str, Field(min_length=1)]
Status = Annotated[str, Field(min_length=1, max_length=40, pattern=r"^[a-z][a-z_\-]*$")]
Unit = Annotated[float, Field(ge=0.0, le=1.0)]
Name = Annotated[str, Field(min_length=1, max_length=200)]
Limit = Annotated[int, Field(ge=1, le=1_000)]


class Placed(WireModel):
    """Something that belongs to a workspace."""

    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""


class TierIdParams(WireModel):
    """One record."""

    id: Identifier
    """Its id."""


class TierListParams(Placed):
    """The newest records."""

    limit: Limit = 100
    """How many at most."""


class DeletedResult(WireModel):
    """A record is gone."""

    id: str
    """Its id."""


class GoalFields(WireModel):
    """What a goal may say."""

    priority: Annotated[int, Field(ge=0, le=9)] | None = None
    """0 is the most urgent. Default: 2."""
    result: str | None = None
    """What came of it."""
    metadata: dict[str, Any] | None = None
    """What else is known about it."""
    finished_at: Moment | None = None
    """When it ended. Default: the moment it is first reported as ended."""


class StoreGoalParams(GoalFields, Placed):
    """A goal to keep; one of the same id is replaced."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    description: Text
    """What is to be reached."""
    status: Status = "active"
    """Ended with `completed`, `failed` or `cancelled`; anything else is active."""
    created_at: Moment | None = None
    """When it was set. Default: now."""


class UpdateGoalParams(GoalFields):
    """What changes about a goal."""

    id: Identifier
    """The goal."""
    description: Text | None = None
    """What is to be reached."""
    status: Status | None = None
    """Ended with `completed`, `failed` or `cancelled`; anything else is active."""


class GoalView(GoalFields):
    """A goal."""

    id: str
    """Its id."""
    description: str
    """What is to be reached."""
    status: str
    """How far it is."""
    created_at: Moment
    """When it was set."""


class GoalsResult(WireModel):
    """Goals."""

    goals: list[GoalView]
    """Active ones by priority, then age; others newest first."""


class ListGoalsParams(TierListParams):
    """Goals, newest first."""

    status: Status | None = None
    """Only those with this status."""


class TaskFields(WireModel):
    """What a task may say."""

    agent: Name | None = None
    """Who does it."""
    input: Any = None
    """What it was given."""
    output: Any = None
    """What it gave."""
    error: str | None = None
    """What went wrong."""
    started_at: Moment | None = None
    """When it began."""
    finished_at: Moment | None = None
    """When it ended. Default: the moment it is first reported as ended."""
    duration_ms: Annotated[int, Field(ge=0)] | None = None
    """How long it took. Default: from its begin to its end."""
    metadata: dict[str, Any] | None = None
    """What else is known about it."""


class StoreTaskParams(TaskFields, Placed):
    """A task to keep; one of the same id is replaced."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    goal_id: Identifier | None = None
    """The goal it serves."""
    description: Text
    """What is to be done."""
    status: Status = "pending"
    """Ended with `completed`, `failed` or `cancelled`; anything else is active."""
    created_at: Moment | None = None
    """When it was set. Default: now."""


class UpdateTaskParams(TaskFields):
    """What changes about a task."""

    id: Identifier
    """The task."""
    description: Text | None = None
    """What is to be done."""
    status: Status | None = None
    """Ended with `completed`, `failed` or `cancelled`; anything else is active."""


class TaskView(TaskFields):
    """A task."""

    id: str
    """Its id."""
    goal_id: str | None = None
    """The goal it serves."""
    description: str
    """What is to be done."""
    status: str
    """How far it is."""
    created_at: Moment
    """When it was set."""
    tools: list[dict[str, Any]] | None = None
    """What its older tool calls were: the tool, how often, how often in vain, and the last reason."""


class GoalTasksParams(WireModel):
    """The tasks of a goal."""

    goal_id: Identifier
    """The goal."""


class TasksResult(WireModel):
    """Tasks, in the order in which they began."""

    tasks: list[TaskView]
    """The tasks."""


class StoreToolCallParams(Placed):
    """A call of a tool."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    task_id: Identifier | None = None
    """The task it was made for."""
    tool: Name
    """The tool."""
    agent: Name | None = None
    """Who called it."""
    input: Any = None
    """What it was given."""
    output: Any = None
    """What it gave."""
    success: bool = True
    """Whether it worked."""
    duration_ms: Annotated[int, Field(ge=0)] | None = None
    """How long it took."""
    reason: str | None = None
    """Why it was called, or why it failed."""
    created_at: Moment | None = None
    """When. Default: now."""


class ToolCallView(WireModel):
    """A call of a tool."""

    id: str
    """Its id."""
    task_id: str | None = None
    """The task it was made for."""
    tool: str
    """The tool."""
    agent: str | None = None
    """Who called it."""
    input: Any = None
    """What it was given."""
    output: Any = None
    """What it gave."""
    success: bool
    """Whether it worked."""
    duration_ms: int | None = None
    """How long it took."""
    reason: str | None = None
    """Why it was called, or why it failed."""
    created_at: Moment
    """When."""


class ListToolCallsParams(TierListParams):
    """Tool calls, newest first."""

    task_id: Identifier | None = None
    """Only those of this task."""
    tool: Name | None = None
    """Only those of this tool."""


class ToolCallsResult(WireModel):
    """Tool calls, newest first."""

    tool_calls: list[ToolCallView]
    """The calls."""


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
    metadata: dict[str, Any] | None = None
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
