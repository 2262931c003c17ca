"""The working tier over the wire: goals, tasks and tool calls; and what all records of the tiers share."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from memserver.protocol.base import Details, Moment, WireModel

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
    metadata: Details | None = None
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
    metadata: Details | None = None
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
