"""The growth report: what the records say about how memserver is doing, as data, with its plots (SPEC 296).

Everything in it is counted from what is stored; what cannot be told is left out and said in words. The page for people
is written by `report_page`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from memserver.growth.audit import AuditReport
from memserver.growth.debt import DebtItem
from memserver.growth.need import NeedItem
from memserver.growth.queue import QueueItem
from memserver.growth.reflection import Reflection
from memserver.growth.skill import SkillScore


@dataclass(frozen=True, slots=True)
class DayCount:
    """Memories that were stored on a day and are still there, and how many there were by its end."""

    day: str
    added: int
    total: int


@dataclass(frozen=True, slots=True)
class DayConfidence:
    """The turns of a day: how many, and their mean confidence (None without turns)."""

    day: str
    mean: float | None
    turns: int


@dataclass(frozen=True, slots=True)
class Turns:
    """How the answered turns of a period were judged."""

    count: int
    mean_confidence: float | None
    bands: Mapping[str, int]
    thumbs_up: int
    thumbs_down: int
    escalated: int
    complete: int
    """Task turns whose answer had every required element."""
    with_task: int


@dataclass(frozen=True, slots=True)
class GrowthReport:
    """The report as data."""

    generated_at: datetime
    days: int
    language: str
    memories: Sequence[DayCount]
    by_layer: Mapping[str, int]
    confidence: Sequence[DayConfidence]
    turns: Turns
    needs: Sequence[NeedItem]
    skills: Sequence[SkillScore]
    debt: Sequence[DebtItem]
    queue: Sequence[QueueItem]
    decay: AuditReport
    decisions: Sequence[Mapping[str, Any]]
    routing: Sequence[Mapping[str, Any]]

    @property
    def total_memories(self) -> int:
        """Return how many memories there are."""
        return self.memories[-1].total if self.memories else 0

    @property
    def total_debt(self) -> int:
        """Return the sum of all debts."""
        return sum(item.debt for item in self.debt)

    @property
    def queue_counts(self) -> Mapping[str, int]:
        """Return how many questions are in which state."""
        return Counter(item.state.value for item in self.queue)


def accepted_days(queue: Sequence[QueueItem]) -> dict[str, list[str]]:
    """Return the days on which a person accepted knowledge, with the questions it answers."""
    days: dict[str, list[str]] = {}
    for item in queue:
        for decision in item.decisions:
            if decision["action"] == "accept":
                days.setdefault(decision["at"][:10], []).append(item.question)
    return days


def days_until(now: datetime, days: int) -> list[str]:
    """Return the days that a report covers, oldest first."""
    return [(now.date() - timedelta(days=back)).isoformat() for back in range(days - 1, -1, -1)]


def memory_series(per_day: Sequence[tuple[str, int]], days: Sequence[str]) -> list[DayCount]:
    """Return how the store grew over the days, given how many memories came on each day ever."""
    added = dict(per_day)
    total = sum(count for day, count in per_day if day < days[0])
    series = []
    for day in days:
        total += added.get(day, 0)
        series.append(DayCount(day, added.get(day, 0), total))
    return series


def confidence_series(records: Sequence[Reflection], days: Sequence[str]) -> list[DayConfidence]:
    """Return the mean confidence of each day."""
    by_day: dict[str, list[int]] = {}
    for record in records:
        by_day.setdefault(record.time.date().isoformat(), []).append(record.score)
    return [
        DayConfidence(
            day, round(sum(scores) / len(scores), 1) if (scores := by_day.get(day)) else None, len(scores or ())
        )
        for day in days
    ]


def turns_of(records: Sequence[Reflection]) -> Turns:
    """Count how turns were judged."""
    bands = dict.fromkeys(("high", "medium", "low", "very-low"), 0)
    for record in records:
        bands[record.band.value] += 1
    tasks = [record for record in records if record.task_id is not None]
    return Turns(
        count=len(records),
        mean_confidence=round(sum(each.score for each in records) / len(records), 1) if records else None,
        bands=bands,
        thumbs_up=sum(each.feedback == "up" for each in records),
        thumbs_down=sum(each.feedback == "down" for each in records),
        escalated=sum(each.escalated for each in records),
        complete=sum(not each.missing for each in tasks),
        with_task=len(tasks),
    )
