"""The growth report over the wire: its figures, its plots and its page."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from memserver.protocol.base import Moment, WireModel
from memserver.protocol.growth import DebtItem, GrowthParams, Language, Need, PlotView, QueueItem, RouteLift, Skill


class GrowthReportParams(GrowthParams):
    """Ask for the growth report."""

    days: Annotated[int, Field(ge=1, le=3_650)] = 30
    """How many days it covers."""
    path: str | None = None
    """Also write it there: a markdown file, its plots in a folder beside it. Must be absolute and end in `.md`."""


class MemoryDay(WireModel):
    """How the store grew on a day."""

    day: str
    """The day (UTC)."""
    added: int
    """Memories stored on it."""
    total: int
    """Memories by its end."""


class ConfidenceDay(WireModel):
    """How the answers of a day were judged."""

    day: str
    """The day (UTC)."""
    mean: float | None = None
    """Mean confidence; missing without turns."""
    turns: int
    """How many turns were answered."""


class GrowthReportData(WireModel):
    """The figures of the report."""

    generated_at: Moment
    """When it was made."""
    days: int
    """How many days it covers."""
    language: Language
    """Its language."""
    total_memories: int
    """How many memories there are."""
    memories: list[MemoryDay]
    """How the store grew, day by day."""
    by_layer: dict[str, int]
    """Memories by layer."""
    turns: int
    """How many turns were answered."""
    mean_confidence: float | None = None
    """Their mean confidence; missing without turns."""
    confidence: list[ConfidenceDay]
    """The same, day by day."""
    bands: dict[str, int]
    """Turns by confidence band."""
    thumbs_up: int
    """Turns that the user liked."""
    thumbs_down: int
    """Turns that the user did not like."""
    escalated: int
    """Turns that asked for a review."""
    with_task: int = 0
    """Turns in which a task was recognised."""
    complete: int = 0
    """Those of them whose answer had every required element."""
    needs: list[Need]
    """What needs learning most."""
    skills: list[Skill]
    """How well each task is done."""
    debt: list[DebtItem]
    """The gaps."""
    total_debt: int
    """Sum of all debts."""
    queue: list[QueueItem]
    """The learning queue."""
    queue_counts: dict[str, int]
    """Questions by state."""
    checked: int = 0
    """How many memories and notes the decay audit looked at."""
    stale: int = 0
    """How many of them should be looked at by a person."""
    decisions: int = 0
    """Decisions that were recorded in the period."""
    routing: list[RouteLift]
    """What learned routing is worth."""


class GrowthReportResult(WireModel):
    """The growth report."""

    markdown: str
    """One page for people."""
    svg: list[PlotView]
    """Its plots."""
    data: GrowthReportData
    """Its figures."""
    files: list[str] = Field(default_factory=list)
    """What was written, when a path was given."""
