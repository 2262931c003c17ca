"""Agents and reports about routes as lines of an export, and back. Nothing is stored here."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from memserver.layers.transfer_lines import Line, Moment, read_line, written
from memserver.storage.dump_routes import RouteReport
from memserver.storage.routing import AgentRow
from memserver.text.redaction import redact
from memserver.text.sanitise import clean_text

AGENTS_FILE = "agents.jsonl"
ROUTES_FILE = "route-reports.jsonl"
MAX_TASK_CHARS = 40_000

Word = Annotated[str, Field(min_length=1, max_length=100)]


class AgentLine(Line):
    """An agent that tasks can be routed to."""

    name: Word
    keywords: Annotated[tuple[Word, ...], Field(max_length=200)]
    domains: Annotated[tuple[Word, ...], Field(max_length=200)]
    description: Annotated[str, Field(max_length=2_000)]
    initial: bool


class RouteLine(Line):
    """One report: this task went to this agent, and that was right or wrong."""

    task: str
    agent: Word
    success: bool
    source: Word
    project_id: Annotated[str, Field(max_length=200)]
    created_at: Moment


def agent_line(agent: AgentRow) -> str:
    """Write an agent as one line."""
    return written(AgentLine(**{name: getattr(agent, name) for name in AgentLine.model_fields}))


def route_line(report: RouteReport) -> str:
    """Write a report as one line."""
    return written(RouteLine.model_validate({name: getattr(report, name) for name in RouteLine.model_fields}))


def read_agent(raw: bytes) -> AgentRow:
    """Read an agent from a line."""
    line = read_line(AgentLine, raw)
    return AgentRow(line.name, line.keywords, line.domains, redact(line.description).text, line.initial)


def read_route(raw: bytes) -> RouteReport:
    """Read a report from a line."""
    line = read_line(RouteLine, raw)
    task = redact(clean_text(line.task, "task", MAX_TASK_CHARS)).text
    return RouteReport(task, line.agent, line.success, line.source, line.project_id, line.model_dump()["created_at"])
