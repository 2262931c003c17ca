"""Growth: what the wire asks of the loop that makes memserver better, put together from the parts of this package.

Reads the records, hands them to the counting modules and keeps the queue. It decides nothing that is a person's to
decide.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memserver.clock import Clock, from_iso
from memserver.growth.debt import DebtItem, find_debt
from memserver.growth.need import NeedItem, find_needs
from memserver.growth.proposed import suggestions
from memserver.growth.queue import LearningQueue, QueueItem, QueueState
from memserver.growth.reflection import Reflection
from memserver.growth.reflection_store import REMEMBERED, give_feedback, newest_reflections
from memserver.growth.report import GrowthReport, confidence_series, days_until, memory_series
from memserver.growth.requirements import TaskType
from memserver.growth.skill import SkillScore, find_skills
from memserver.storage.store import Store

# A report or a trend looks back further than a need does; this bounds what it reads.
MOST_RECORDS = 5_000


@dataclass(frozen=True, slots=True)
class GrowthParts:
    """What growth is given of the parts that stand beside it."""

    task_types: Callable[[], Sequence[TaskType]]
    learning_stats: Callable[[], Awaitable[Mapping[str, Any]]]
    """What was learned; the report shows what learned routing is worth, by project."""


class Growth:
    """The growth loop of one store."""

    def __init__(self, store: Store, clock: Clock, parts: GrowthParts) -> None:
        self._store = store
        self._clock = clock
        self._parts = parts
        self.queue = LearningQueue(store, clock)

    async def language(self, wanted: str | None) -> str:
        """Return the language asked for, else that of the last turn, else English."""
        if wanted:
            return wanted
        last = await newest_reflections(self._store, 1)
        return last[0].language if last else "en"

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
        """Take in what the user said of an answer."""
        return await give_feedback(self._store, turn_id, feedback, note)

    async def merge_suggestions(self, language: str) -> list[QueueItem]:
        """Put into the queue what the records suggest, as proposals; returns what is new."""
        needs, _ = await self.needs(language)
        return await self.queue.merge(suggestions(needs, await self.debt(language), language))

    async def report(self, days: int, language: str, project_id: str | None = None) -> GrowthReport:
        """Return the growth report of the last days."""
        now = self._clock()
        await self.merge_suggestions(language)
        projects = None if project_id is None else [project_id]
        covered = days_until(now, days)
        since = now - timedelta(days=days)
        records = [each for each in await self._records(project_id, MOST_RECORDS) if each.time > since]
        needs, _ = await self.needs(language, project_id)
        return GrowthReport(
            generated_at=now,
            days=days,
            language=language,
            memories=memory_series(await self._store.growth_counts.memories_per_day(projects), covered),
            by_layer=await self._store.growth_counts.memories_by_layer(projects),
            confidence=confidence_series(records, covered),
            bands=_bands(records),
            turns=len(records),
            mean_confidence=round(sum(each.score for each in records) / len(records), 1) if records else None,
            thumbs_up=sum(each.feedback == "up" for each in records),
            thumbs_down=sum(each.feedback == "down" for each in records),
            escalated=sum(each.escalated for each in records),
            needs=needs,
            skills=await self.skills(language, project_id),
            debt=await self.debt(language, project_id),
            queue=await self.queue.items(),
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


def _bands(records: Sequence[Reflection]) -> dict[str, int]:
    bands = dict.fromkeys(("high", "medium", "low", "very-low"), 0)
    for record in records:
        bands[record.band.value] += 1
    return bands
