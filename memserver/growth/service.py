"""Growth: what the wire asks of the loop that makes memserver better, put together from the parts of this package.

Reads the records, hands them to the counting modules and keeps the queue. It decides nothing that is a person's to
decide, and no turn waits for it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Protocol

from memserver.clock import Clock, from_iso
from memserver.config import Settings
from memserver.errors import NotFound
from memserver.growth.acceptance import Acceptance
from memserver.growth.audit import DecayAudit, StaleReasons
from memserver.growth.debt import DebtItem, find_debt
from memserver.growth.inventory import InventoryItem, KnownAbout, ordered, take_inventory, words_of_task
from memserver.growth.need import NeedItem, find_needs
from memserver.growth.proposed import suggestions
from memserver.growth.queue import LearningQueue, QueueItem, QueueState
from memserver.growth.reflection import Reflection
from memserver.growth.reflection_store import REMEMBERED, give_feedback, newest_reflections, note_pattern
from memserver.growth.report import GrowthReport, confidence_series, days_until, memory_series, turns_of
from memserver.growth.requirements import TaskType
from memserver.growth.research import Drafted, ResearchAgent
from memserver.growth.skill import SkillScore, find_skills
from memserver.growth.sources import ARCHIVE_FROM, LocalSources, Nearest, SearchArchive
from memserver.growth.success_patterns import pattern_domain, success_strategy
from memserver.growth.validation import KnowledgeGate
from memserver.knowledge.proposal_decisions import ProposalDecisions
from memserver.knowledge.proposals import Proposals
from memserver.llm.configured import configured_chat
from memserver.retrieval.search import Searcher
from memserver.storage.patterns import PatternRow
from memserver.storage.store import Store

# A report or a trend looks back further than a need does; this bounds what it reads.
MOST_RECORDS = 5_000
MOST_DECISIONS = 1_000
MOST_COUNTED = 100


class KeptPattern(Protocol):
    """What the reasoning bank says of a strategy that it was told."""

    @property
    def pattern(self) -> PatternRow:
        """The pattern: a new one, or the one that said the same."""


RememberPattern = Callable[[str, str, float | None, str], Awaitable[KeptPattern]]
"""Keeps a strategy in the reasoning bank: text, domain, quality, project."""


@dataclass(frozen=True, slots=True)
class GrowthParts:
    """What growth is given of the parts that stand beside it."""

    brain: Path
    executor: Executor
    settings: Callable[[], Settings]
    searcher: Searcher
    nearest: Nearest
    task_types: Callable[[], Sequence[TaskType]]
    stale_reasons: StaleReasons
    learning_stats: Callable[[], Awaitable[Mapping[str, Any]]]
    """What was learned; the report shows what learned routing is worth, by project."""
    remember_pattern: RememberPattern
    pattern_feedback: Callable[[str, bool], Awaitable[object]]
    """Tells the reasoning bank whether a pattern did well."""
    search_archive: SearchArchive
    """Searches the archive of past work and the knowledge base."""
    decisions: Callable[[Sequence[str] | None, int], Awaitable[Sequence[Mapping[str, Any]]]]
    """Returns the newest entries of the decision journal."""
    editor_language: str = "en"
    """What is spoken before the first turn was answered."""


class Growth:
    """The growth loop of one store."""

    def __init__(self, store: Store, clock: Clock, parts: GrowthParts) -> None:
        self._store = store
        self._clock = clock
        self._parts = parts
        self.queue = LearningQueue(store, clock)
        self.sources = sources = LocalSources(
            store, parts.searcher, parts.nearest, parts.brain, clock,
            lambda: parts.settings().embedding_timeout_ms, parts.search_archive,
        )  # fmt: skip
        self.gate = KnowledgeGate(sources, clock, parts.executor)
        self.audit = DecayAudit(store, parts.brain, clock, parts.executor, parts.stale_reasons)
        self.acceptance = Acceptance(self.queue, ProposalDecisions(parts.brain, clock), self.gate, clock)
        self._research = ResearchAgent(self.queue, sources, self.gate, Proposals(parts.brain, clock), parts.brain)

    async def language(self, wanted: str | None) -> str:
        """Return the language asked for, else that of the last turn, else the editor's."""
        if wanted:
            return wanted
        last = await newest_reflections(self._store, 1)
        return last[0].language if last else self._parts.editor_language

    async def needs(self, language: str, project_id: str | None = None) -> tuple[list[NeedItem], int]:
        """Return the needs that the last turns show, and how many turns were looked at."""
        records = await self._records(project_id)
        return find_needs(records, self._parts.task_types(), language), len(records)

    async def debt(self, language: str, project_id: str | None = None) -> list[DebtItem]:
        """Return the knowledge debt that the last turns show."""
        paid = await self._paid()
        return find_debt(await self._records(project_id), self._parts.task_types(), language, paid)

    async def skills(self, language: str, project_id: str | None = None) -> list[SkillScore]:
        """Return the skill in every task."""
        return find_skills(await self._records(project_id, MOST_RECORDS), self._parts.task_types(), language)

    async def feedback(self, turn_id: str, feedback: str, note: str) -> Reflection:
        """Take in what the user said of an answer; a success pattern that it became is judged by it as well."""
        kept = await give_feedback(self._store, turn_id, feedback, note)
        if kept.pattern_id:
            # A pattern may have been merged into another or dropped since.
            with suppress(NotFound):
                await self._parts.pattern_feedback(kept.pattern_id, feedback == "up")
        return kept

    async def research(self, projects: tuple[str, ...], limit: int, item_id: str | None) -> list[Drafted]:
        """Draft answers to approved questions, with the user's chat model where one is configured."""
        return await self._research.run(configured_chat(self._parts.settings()), projects, limit, item_id)

    async def remember_success(self, trace: Mapping[str, Any], cited: Sequence[str], score: int) -> None:
        """Keep what an answer that met every requirement rested on; the trace is that of its turn."""
        task = next((each for each in self._parts.task_types() if each.id == trace["task_id"]), None)
        if task is None or not self._parts.settings().memory_enabled:
            return
        titles = [source["title"] for source in trace["sources"] if source["id"] in set(cited)]
        strategy = success_strategy(task, titles, trace["language"])
        domain = pattern_domain(task.id)
        kept = await self._parts.remember_pattern(strategy, domain, score / 100, trace["project_id"])
        await note_pattern(self._store, trace["turn_id"], kept.pattern.id)

    async def inventory(self, language: str) -> list[InventoryItem]:
        """Return what is known for each kind of task, those done most often first."""
        records = await self._records(None, MOST_RECORDS)
        domains = [pattern.domain for pattern in await self._store.patterns.all()]
        brain = str(self._parts.brain)
        projects = ("", *await self._store.projects.names())
        items = []
        for task in self._parts.task_types():
            memories, notes, decisions, newest = await self._store.knowledge_rows.naming(words_of_task(task), brain)
            journal = await self._parts.search_archive(
                task.label(language), projects, ("decisions",), MOST_COUNTED, ARCHIVE_FROM
            )
            known = KnownAbout(memories, notes, decisions + len(journal), from_iso(newest) if newest else None)
            patterns = domains.count(pattern_domain(task.id))
            items.append(take_inventory(task, known, patterns, records, self._clock(), language))
        return ordered(items)

    async def merge_suggestions(self, language: str) -> list[QueueItem]:
        """Put into the queue what the records suggest, as proposals; returns what is new."""
        if not self._parts.settings().memory_enabled:
            return []
        needs, _ = await self.needs(language)
        return await self.queue.merge(suggestions(needs, await self.debt(language), language))

    async def after_session(self) -> None:
        """Take note, at the end of a session, of what its turns suggest learning about."""
        await self.merge_suggestions(await self.language(None))

    async def report(self, days: int, language: str, project_id: str | None = None) -> GrowthReport:
        """Return the growth report of the last days."""
        now = self._clock()
        await self.merge_suggestions(language)
        projects = None if project_id is None else [project_id]
        covered = days_until(now, days)
        since = now - timedelta(days=days)
        records = [each for each in await self._records(project_id, MOST_RECORDS) if each.time > since]
        needs, _ = await self.needs(language, project_id)
        decisions = await self._parts.decisions(projects, MOST_DECISIONS)
        return GrowthReport(
            generated_at=now,
            days=days,
            language=language,
            memories=memory_series(await self._store.growth_counts.memories_per_day(projects), covered),
            by_layer=await self._store.growth_counts.memories_by_layer(projects),
            confidence=confidence_series(records, covered),
            turns=turns_of(records),
            needs=needs,
            skills=await self.skills(language, project_id),
            debt=await self.debt(language, project_id),
            queue=await self.queue.items(),
            decay=await self.audit.run(language, projects),
            decisions=[each for each in decisions if from_iso(each["createdAt"]) > since],
            routing=(await self._parts.learning_stats())["routing"]["projects"],
        )

    async def _records(self, project_id: str | None, limit: int = REMEMBERED) -> list[Reflection]:
        records = await newest_reflections(self._store, limit)
        return records if project_id is None else [each for each in records if each.project_id == project_id]

    async def _paid(self) -> dict[str, datetime]:
        """Return when a person accepted knowledge about a gap, by its key."""
        return {
            item.subject: from_iso(item.updated_at)
            for item in await self.queue.items()
            if item.state is QueueState.DONE
        }
