"""Agents and the history of routes as rows: who there is, which task went to whom, and how that ended."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from memserver.storage.database import Database, Row, Transaction

AGENT = "name, keywords, domains, description, initial"
EXAMPLE = "number, task, agent, success, source, project_id, created_at, model, vector"


@dataclass(frozen=True, slots=True)
class AgentRow:
    """An agent that tasks can be routed to."""

    name: str
    keywords: tuple[str, ...]
    domains: tuple[str, ...]
    description: str = ""
    initial: bool = False


@dataclass(frozen=True, slots=True)
class ExampleRow:
    """One report: this task went to this agent, and that was right or wrong."""

    number: int
    task: str
    agent: str
    success: bool
    source: str
    project_id: str
    created_at: str
    model: str | None = None
    vector: bytes | None = None


@dataclass(frozen=True, slots=True)
class LearnedRow:
    """What a project's examples taught: `position` tells the order in which projects were first learned."""

    project_id: str
    position: int
    examples: int
    updated_at: str
    report: str
    state: bytes


class RoutingRepository:
    """Reads through the database, writes through an open transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def agents(self) -> list[AgentRow]:
        """Return every agent in order of registration."""
        return [agent_of(row) for row in await self._database.all(f"SELECT {AGENT} FROM agents ORDER BY number")]

    async def put_agent(self, transaction: Transaction, agent: AgentRow) -> None:
        """Store an agent; one of the same name is replaced and keeps its place."""
        await transaction.run(
            f"INSERT INTO agents({AGENT}) VALUES (?, ?, ?, ?, ?)"
            " ON CONFLICT(name) DO UPDATE SET keywords = excluded.keywords, domains = excluded.domains,"
            " description = excluded.description, initial = excluded.initial",
            agent_values(agent),
        )

    async def remove_agent(self, transaction: Transaction, name: str) -> bool:
        """Remove an agent; False when there is none of that name."""
        return await transaction.run("DELETE FROM agents WHERE name = ?", (name,)) > 0

    async def add_example(self, transaction: Transaction, example: ExampleRow) -> int:
        """Keep a report; returns its number."""
        row = await transaction.one(
            "INSERT INTO route_examples(task, agent, success, source, project_id, created_at, model, vector)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?) RETURNING number",
            (
                example.task, example.agent, int(example.success), example.source, example.project_id,
                example.created_at, example.model, example.vector,
            ),
        )  # fmt: skip
        return int(row[0]) if row else 0

    async def examples_after(self, number: int, limit: int) -> list[ExampleRow]:
        """Return reports past a number, in order."""
        rows = await self._database.all(
            f"SELECT {EXAMPLE} FROM route_examples WHERE number > ? ORDER BY number LIMIT ?", (number, limit)
        )
        return [_example(row) for row in rows]

    async def newest_examples(self, limit: int) -> list[ExampleRow]:
        """Return the newest reports, oldest of them first."""
        rows = await self._database.all(f"SELECT {EXAMPLE} FROM route_examples ORDER BY number DESC LIMIT ?", (limit,))
        return [_example(row) for row in reversed(rows)]

    async def last_example(self) -> int:
        """Return the number of the newest report."""
        row = await self._database.one("SELECT coalesce(max(number), 0) FROM route_examples")
        return int(row[0]) if row else 0

    async def projects(self) -> set[str]:
        """Return the projects that there are reports of."""
        return {project for (project,) in await self._database.all("SELECT DISTINCT project_id FROM route_examples")}

    async def set_vectors(self, transaction: Transaction, model: str, vectors: Sequence[tuple[int, bytes]]) -> None:
        """Give reports their vectors."""
        await transaction.run_many(
            "UPDATE route_examples SET model = ?, vector = ? WHERE number = ?",
            [(model, vector, number) for number, vector in vectors],
        )

    async def learned(self) -> list[LearnedRow]:
        """Return what each project taught, in the order in which they were first learned."""
        rows = await self._database.all(
            "SELECT project_id, position, examples, updated_at, report, state FROM learned_routes"
            " ORDER BY position, project_id"
        )
        return [LearnedRow(*row) for row in rows]

    async def learned_from(self) -> int:
        """Return how many reports were learned from, in all projects."""
        row = await self._database.one("SELECT coalesce(sum(examples), 0) FROM learned_routes")
        return int(row[0]) if row else 0

    async def put_learned(self, transaction: Transaction, learned: LearnedRow) -> None:
        """Keep what a project taught."""
        await transaction.run(
            "INSERT OR REPLACE INTO learned_routes(project_id, position, examples, updated_at, report, state)"
            " VALUES (?, ?, ?, ?, ?, ?)",
            (
                learned.project_id, learned.position, learned.examples, learned.updated_at, learned.report,
                learned.state,
            ),
        )  # fmt: skip

    async def clear(self, transaction: Transaction) -> None:
        """Forget every report and what was learned from them; the agents stay."""
        await transaction.run("DELETE FROM route_examples")
        await transaction.run("DELETE FROM learned_routes")


def agent_of(row: Row) -> AgentRow:
    """Read an agent from the columns of AGENT."""
    return AgentRow(row[0], tuple(json.loads(row[1])), tuple(json.loads(row[2])), row[3], bool(row[4]))


def agent_values(agent: AgentRow) -> Row:
    """Return the columns of AGENT."""
    keywords, domains = (json.dumps(list(each), ensure_ascii=False) for each in (agent.keywords, agent.domains))
    return agent.name, keywords, domains, agent.description, int(agent.initial)


def _example(row: Row) -> ExampleRow:
    return ExampleRow(row[0], row[1], row[2], bool(row[3]), row[4], row[5], row[6], row[7], row[8])
