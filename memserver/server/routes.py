"""Which handler answers which method. Handlers are imported when they are first called: `initialize` loads none."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable
from functools import cache
from typing import Any

ROUTES: dict[str, str] = {
    "context/build": "turn:build",
    "context/explain": "turn:explain",
    "turn/complete": "answers:complete",
    "session/end": "sessions:end_session",
    "distill": "sessions:distill",
    "memory/add": "memory:add",
    "memory/addMany": "memory:add_many",
    "memory/get": "memory:get",
    "memory/list": "memory:list_page",
    "memory/update": "memory:update",
    "memory/setStatus": "memory:set_status",
    "memory/delete": "memory:delete",
    "memory/deleteAll": "memory:delete_all",
    "memory/search": "search:search",
    "memory/stats": "health:stats",
    "memory/export": "transfer:export_all",
    "memory/import": "transfer:import_from",
    "facts/record": "records:record_fact",
    "trajectories/record": "records:record_trajectory",
    "patterns/store": "learning:store_pattern",
    "patterns/search": "learning:search_patterns",
    "patterns/promote": "learning:promote_pattern",
    "patterns/feedback": "learning:pattern_feedback",
    "patterns/consolidate": "learning:consolidate",
    "route": "learning:route",
    "route/feedback": "learning:route_feedback",
    "agents/list": "learning:list_agents",
    "agents/register": "learning:register_agent",
    "agents/remove": "learning:remove_agent",
    "sona/adapt": "learning:adapt",
    "sona/distill": "learning:distill",
    "learning/stats": "learning:stats",
    "learning/export": "learning:export_file",
    "learning/import": "learning:import_file",
    "growth/needs": "growth:needs",
    "growth/skills": "growth:skills",
    "growth/queue": "growth:queue",
    "growth/queue/propose": "growth:propose",
    "growth/queue/approve": "growth:approve",
    "growth/queue/reject": "growth:reject",
    "growth/queue/reopen": "growth:reopen",
    "growth/feedback": "growth:feedback",
    "growth/report": "growth:report",
    "growth/inventory": "knowledge_checks:inventory",
    "growth/research": "proposals:research",
    "growth/proposals": "proposals:list_all",
    "growth/proposals/accept": "proposals:accept",
    "growth/proposals/reject": "proposals:reject",
    "knowledge/validate": "knowledge_checks:validate",
    "knowledge/decay": "knowledge_checks:decay",
    "knowledge/debt": "knowledge_checks:debt",
    "calendar/add": "calendar:add",
    "calendar/list": "calendar:list_events",
    "calendar/check": "calendar:check",
    "calendar/remove": "calendar:remove",
    "calendar/import": "calendar:import_file",
    "workers/status": "workers:status",
    "workers/dispatch": "workers:dispatch",
    "workers/dispatchAll": "workers:dispatch_all",
    "workers/configure": "workers:configure",
    "workers/findings": "workers:findings",
    "goals/store": "working:store_goal",
    "goals/update": "working:update_goal",
    "goals/active": "working:active_goals",
    "goals/get": "working:get_goal",
    "goals/list": "working:list_goals",
    "tasks/store": "working:store_task",
    "tasks/update": "working:update_task",
    "tasks/forGoal": "working:tasks_for_goal",
    "toolCalls/store": "working:store_tool_call",
    "toolCalls/list": "working:list_tool_calls",
    "decisions/store": "working:store_decision",
    "decisions/outcome": "working:set_outcome",
    "decisions/get": "working:get_decision",
    "decisions/similar": "working:similar_decisions",
    "decisions/list": "working:list_decisions",
    "workingPatterns/store": "working:store_pattern",
    "workingPatterns/find": "working:find_patterns",
    "workingPatterns/feedback": "working:pattern_feedback",
    "agentStates/store": "working:store_agent_state",
    "agentStates/get": "working:get_agent_state",
    "agentStates/list": "working:list_agent_states",
    "commands/run": "commands:run",
    "commands/list": "commands:list_all",
    "status": "health:status",
}

Handler = Callable[[Any, Any], Awaitable[Any]]


@cache
def handler_of(name: str) -> Handler:
    """Return the handler of a method name without its prefix."""
    module, _, function = ROUTES[name].partition(":")
    handler: Handler = getattr(importlib.import_module(f"memserver.server.handlers.{module}"), function)
    return handler
