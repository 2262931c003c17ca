"""Which handler answers which method. Handlers are imported when they are first called: `initialize` loads none."""

from __future__ import annotations

import importlib
from collections.abc import Awaitable, Callable, Sequence
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
    "memory/restore": "settling:restore",
    "memory/settle": "settling:settle",
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
    "growth/report": "growth_report:report",
    "growth/inventory": "knowledge_checks:inventory",
    "growth/research": "proposals:research",
    "growth/proposals": "proposals:list_all",
    "growth/proposals/accept": "proposals:accept",
    "growth/proposals/reject": "proposals:reject",
    "knowledge/validate": "knowledge_checks:validate",
    "knowledge/decay": "knowledge_checks:decay",
    "knowledge/debt": "knowledge_checks:debt",
    "evaluation/sets": "evaluation:list_sets",
    "evaluation/run": "evaluation:run",
    "evaluation/history": "evaluation:history",
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
    "operational/push": "operational:push",
    "operational/recent": "operational:recent",
    "operational/metric": "operational:metric",
    "operational/snapshot": "operational:snapshot",
    "context/assemble": "operational:assemble",
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
    "decisions/store": "decisions:store_decision",
    "decisions/outcome": "decisions:set_outcome",
    "decisions/get": "decisions:get_decision",
    "decisions/similar": "decisions:similar_decisions",
    "decisions/list": "decisions:list_decisions",
    "workingPatterns/store": "decisions:store_pattern",
    "workingPatterns/find": "decisions:find_patterns",
    "workingPatterns/feedback": "decisions:pattern_feedback",
    "agentStates/store": "decisions:store_agent_state",
    "agentStates/get": "decisions:get_agent_state",
    "agentStates/list": "decisions:list_agent_states",
    "procedures/store": "archive:store_procedure",
    "procedures/list": "archive:list_procedures",
    "procedures/get": "archive:get_procedure",
    "incidents/store": "archive:store_incident",
    "incidents/list": "archive:list_incidents",
    "incidents/get": "archive:get_incident",
    "configHistory/store": "archive:store_config_change",
    "configHistory/list": "archive:list_config_history",
    "knowledge/add": "archive:add_knowledge",
    "knowledge/search": "archive:search_knowledge",
    "knowledge/list": "archive:list_knowledge",
    "knowledge/get": "archive:get_knowledge",
    "knowledge/delete": "archive:delete_knowledge",
    "archive/search": "archive:search",
    "tiers/migrate": "migrations:migrate_tiers",
    "tiers/delete": "migrations:delete_record",
    "migrate/tfidf": "migrations:migrate_tfidf",
    "commands/run": "commands:run",
    "commands/list": "commands:list_all",
    "status": "health:status",
}

SLASH_COMMANDS = (
    "morning", "evening", "weekly", "standup", "task", "blocked", "onesie", "decisions", "runway", "customers", "hire",
    "draft", "feedback", "cohort", "memory", "glossary", "help",
)  # fmt: skip
"""The work commands by name: each is a command of `workspace/executeCommand` too. A test holds them to the registry."""

Handler = Callable[[Any, Any], Awaitable[Any]]


@cache
def handler_of(name: str) -> Handler:
    """Return the handler of a method name without its prefix."""
    module, _, function = ROUTES[name].partition(":")
    handler: Handler = getattr(importlib.import_module(f"memserver.server.handlers.{module}"), function)
    return handler


def slash_line(name: str, arguments: Sequence[Any]) -> dict[str, Any]:
    """Return the params of `commands/run` for a command: its arguments are the rest of the line, or its words.

    A last argument that is an object holds the other params, such as `workspaceUri`.
    """
    given = list(arguments)
    others = given.pop() if given and isinstance(given[-1], dict) else {}
    words = given[0] if len(given) == 1 and isinstance(given[0], list) else given
    if len(words) == 1 and isinstance(words[0], str):
        return {**others, "line": f"/{name} {words[0]}".strip()}
    return {**others, "line": " ".join([f"/{name}", *(_word(each) for each in words)])}


def _word(argument: Any) -> str:
    text = str(argument)
    return f'"{text}"' if " " in text and '"' not in text else text
