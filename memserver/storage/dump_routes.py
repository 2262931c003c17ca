"""Agents and reports about routes: out of one snapshot in a stable order, and back in where they are missing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

from memserver.storage.database import Snapshot, Transaction
from memserver.storage.routing import AGENT, AgentRow, agent_of, agent_values


@dataclass(frozen=True, slots=True)
class RouteReport:
    """One report about a route, without what is derived from it."""

    task: str
    agent: str
    success: bool
    source: str
    project_id: str
    created_at: str


async def all_agents(snapshot: Snapshot) -> AsyncIterator[list[AgentRow]]:
    """Yield every agent in order of registration."""
    async for rows in snapshot.pages(f"SELECT {AGENT} FROM agents ORDER BY number"):
        yield [agent_of(row) for row in rows]


async def all_reports(snapshot: Snapshot) -> AsyncIterator[list[RouteReport]]:
    """Yield every report, oldest first: what is learned depends on their order."""
    query = "SELECT task, agent, success, source, project_id, created_at FROM route_examples ORDER BY number"
    async for rows in snapshot.pages(query):
        yield [RouteReport(task, agent, bool(success), *rest) for task, agent, success, *rest in rows]


async def restore_agent(transaction: Transaction, agent: AgentRow) -> None:
    """Add an agent, unless there is one of that name."""
    await transaction.run(f"INSERT OR IGNORE INTO agents({AGENT}) VALUES (?, ?, ?, ?, ?)", agent_values(agent))


async def restore_report(transaction: Transaction, report: RouteReport) -> None:
    """Add a report, unless the same one is there."""
    await transaction.run(
        "INSERT INTO route_examples(task, agent, success, source, project_id, created_at)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM route_examples WHERE project_id = ?5"
        " AND created_at = ?6 AND task = ?1 AND agent = ?2 AND success = ?3)",
        (report.task, report.agent, int(report.success), report.source, report.project_id, report.created_at),
    )
