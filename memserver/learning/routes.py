"""Routes as clients ask for them: who gets a task, how that ended, and which agents there are."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from memserver.clock import Clock, to_iso
from memserver.embedding.protocol import Kind
from memserver.errors import NotFound
from memserver.learning.agents import INITIAL_AGENTS
from memserver.learning.embeddings import LearningEmbeddings
from memserver.learning.pattern_search import PatternSearch
from memserver.learning.route_learner import RouteLearner
from memserver.learning.router import PATTERN_STRENGTH, Route, Router
from memserver.storage.routing import AgentRow, ExampleRow
from memserver.storage.store import Store

# A task that follows a report is answered with that report learned; longer than this nobody waits.
ROUTE_PATIENCE_SECONDS = 10.0
FEEDBACK_PATIENCE_SECONDS = 20.0
SEEDED = "agents.seeded"


class Routes:
    """The registry of agents, and the way from a task to one of them."""

    def __init__(
        self, store: Store, clock: Clock, embeddings: LearningEmbeddings, search: PatternSearch, learner: RouteLearner,
        router: Router, opened: Callable[[], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._store = store
        self._clock = clock
        self._embeddings = embeddings
        self._search = search
        self._learner = learner
        self._router = router
        self._opened = opened

    async def seed(self) -> None:
        """Register the initial agents once, and take over those that there are."""
        async with self._store.database.write() as transaction:
            if await self._store.properties.get(SEEDED) is None:
                for agent in INITIAL_AGENTS:
                    await self._store.routing.put_agent(transaction, agent)
                await self._store.properties.set(transaction, SEEDED, "1")
        self._router.set_agents(await self._store.routing.agents())

    async def route(self, task: str, project_id: str) -> Route:
        """Choose an agent; every report that came before is learned from first."""
        await self.agents()
        last = await self._store.routing.last_example()
        if last:
            if last > self._learner.seen:
                self._learner.told(last)
            await self._learner.settled(ROUTE_PATIENCE_SECONDS)
        vector = await self._embeddings.embed(task, Kind.QUERY)
        await self._search.refresh(self._embeddings.space)
        near = self._search.strong(task, vector, PATTERN_STRENGTH, ("", project_id))
        return self._router.route(task, vector, project_id, near)

    async def feedback(self, task: str, agent: str, success: bool, project_id: str, source: str = "feedback") -> int:
        """Keep a report: this task went to this agent, and that was right or wrong."""
        if not await self.knows(agent):
            raise NotFound("There is no such agent.", field="agent", hint="Register it with memserver/agents/register.")
        example = ExampleRow(0, task, agent, success, source, project_id, to_iso(self._clock()))
        async with self._store.database.write() as transaction:
            number = await self._store.routing.add_example(transaction, example)
        self._learner.told(number)
        await self._learner.keep_pace(FEEDBACK_PATIENCE_SECONDS)
        return number

    async def agents(self) -> tuple[AgentRow, ...]:
        """Return the agents that there are, also those of which another window was told."""
        await self._opened()
        present = tuple(await self._store.routing.agents())
        if present != self._router.agents:
            self._router.set_agents(present)
        return present

    async def knows(self, name: object) -> bool:
        """Say whether there is an agent of this name."""
        return any(agent.name == name for agent in await self.agents())

    async def register(self, agent: AgentRow) -> AgentRow:
        """Add an agent, or replace the one of that name."""
        await self._opened()
        async with self._store.database.write() as transaction:
            await self._store.routing.put_agent(transaction, agent)
        await self.agents()
        return agent

    async def remove(self, name: str) -> None:
        """Remove an agent; what it was right about stays known, should it come back."""
        await self._opened()
        async with self._store.database.write() as transaction:
            removed = await self._store.routing.remove_agent(transaction, name)
        if not removed:
            raise NotFound("There is no such agent.", field="name")
        await self.agents()
