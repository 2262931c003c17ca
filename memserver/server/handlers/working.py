"""`memserver/goals/…`, `memserver/tasks/…` and `memserver/toolCalls/…`."""

from __future__ import annotations

from typing import Any

from memserver.protocol import working as wire
from memserver.protocol.base import WireModel
from memserver.server.dispatch import Call
from memserver.storage.tier_records import Wanted
from memserver.tiers.kinds import GOAL, TOOL_CALL


def given(params: WireModel) -> dict[str, Any]:
    """Return what a request says, with the keys of the wire and without where it belongs."""
    said: dict[str, Any] = params.model_dump(mode="json", by_alias=True, exclude_none=True, exclude={"workspace_uri"})
    return said


async def project(call: Call, params: wire.Placed) -> str:
    """Return the project that a record of this request belongs to; empty without a workspace."""
    return (await call.engine.visible_projects(params.workspace_uri))[-1]


async def store_goal(call: Call, params: wire.StoreGoalParams) -> wire.GoalView:
    """Keep a goal."""
    stored = await call.engine.tiers.working.store_goal(given(params), await project(call, params))
    return wire.GoalView.model_validate(stored)


async def update_goal(call: Call, params: wire.UpdateGoalParams) -> wire.GoalView:
    """Change a goal."""
    return wire.GoalView.model_validate(await call.engine.tiers.working.update_goal(params.id, given(params)))


async def active_goals(call: Call, params: wire.TierListParams) -> wire.GoalsResult:
    """List the goals that are not finished, most urgent first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    found = await call.engine.tiers.working.active_goals(projects, params.limit)
    return wire.GoalsResult(goals=[wire.GoalView.model_validate(each) for each in found])


async def get_goal(call: Call, params: wire.TierIdParams) -> wire.GoalView:
    """Read one goal."""
    return wire.GoalView.model_validate(await call.engine.tiers.records.get(GOAL, params.id))


async def list_goals(call: Call, params: wire.ListGoalsParams) -> wire.GoalsResult:
    """List goals, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    equals = {"status": params.status} if params.status else {}
    found = await call.engine.tiers.records.find(GOAL, Wanted(projects, equals, limit=params.limit))
    return wire.GoalsResult(goals=[wire.GoalView.model_validate(each) for each in found])


async def store_task(call: Call, params: wire.StoreTaskParams) -> wire.TaskView:
    """Keep a task."""
    stored = await call.engine.tiers.working.store_task(given(params), await project(call, params))
    return wire.TaskView.model_validate(stored)


async def update_task(call: Call, params: wire.UpdateTaskParams) -> wire.TaskView:
    """Change a task."""
    return wire.TaskView.model_validate(await call.engine.tiers.working.update_task(params.id, given(params)))


async def tasks_for_goal(call: Call, params: wire.GoalTasksParams) -> wire.TasksResult:
    """List the tasks of a goal in the order in which they began."""
    found = await call.engine.tiers.working.tasks_for_goal(params.goal_id)
    return wire.TasksResult(tasks=[wire.TaskView.model_validate(each) for each in found])


async def store_tool_call(call: Call, params: wire.StoreToolCallParams) -> wire.ToolCallView:
    """Keep a call of a tool."""
    stored = await call.engine.tiers.working.store_tool_call(given(params), await project(call, params))
    return wire.ToolCallView.model_validate(stored)


async def list_tool_calls(call: Call, params: wire.ListToolCallsParams) -> wire.ToolCallsResult:
    """List tool calls, newest first."""
    projects = await call.engine.visible_projects(params.workspace_uri)
    equals: dict[str, str | None] = {
        column: value for column, value in (("task_id", params.task_id), ("tool", params.tool)) if value
    }
    found = await call.engine.tiers.records.find(TOOL_CALL, Wanted(projects, equals, limit=params.limit))
    return wire.ToolCallsResult(tool_calls=[wire.ToolCallView.model_validate(each) for each in found])
