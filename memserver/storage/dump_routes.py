"""Agents and reports about routes: out of one snapshot in a stable order, and back in where they are missing."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

from memserver.storage.database import Snapshot, Transaction
from memserver.storage.routing import AgentRow

__all__ = ["AgentRow", "RouteReport", "all_agents", "all_reports", "restore_agent", "restore_report"]


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
    query = "SELECT name, keywords, domains, description, initial FROM agents ORDER BY number"
    async for rows in snapshot.pages(query):
        yield [
            AgentRow(name, tuple(json.loads(keywords)), tuple(json.loads(domains)), description, bool(initial))
            for name, keywords, domains, description, initial in rows
        ]


async def all_reports(snapshot: Snapshot) -> AsyncIterator[list[RouteReport]]:
    """Yield every report, oldest first: what is learned depends on their order."""
    query = "SELECT task, agent, success, source, project_id, created_at FROM route_examples ORDER BY number"
    async for rows in snapshot.pages(query):
        yield [RouteReport(task, agent, bool(success), *rest) for task, agent, success, *rest in rows]


async def restore_agent(transaction: Transaction, agent: AgentRow) -> None:
    """Add an agent, unless there is one of that name."""
    await transaction.run(
        "INSERT OR IGNORE INTO agents(name, keywords, domains, description, initial) VALUES (?, ?, ?, ?, ?)",
        (
            agent.name, json.dumps(list(agent.keywords), ensure_ascii=False),
            json.dumps(list(agent.domains), ensure_ascii=False), agent.description, int(agent.initial),
        ),
    )  # fmt: skip


async def restore_report(transaction: Transaction, report: RouteReport) -> None:
    """Add a report, unless the same one is there."""
    await transaction.run(
        "INSERT INTO route_examples(task, agent, success, source, project_id, created_at)"
        " SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE NOT EXISTS (SELECT 1 FROM route_examples WHERE project_id = ?5"
        " AND created_at = ?6 AND task = ?1 AND agent = ?2 AND success = ?3)",
        (report.task, report.agent, int(report.success), report.source, report.project_id, report.created_at),
    )
