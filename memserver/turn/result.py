"""What a turn answers: plain frozen data, in the shape that the wire gives it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, NamedTuple

from memserver.turn.blocks.inputs import Block
from memserver.turn.knowledge_mix import Mix


class ShownRelation(NamedTuple):
    """Something that an item replaced, or disagrees with."""

    id: str
    title: str
    path: str | None
    date: datetime
    reason: str


class ShownItem(NamedTuple):
    """Something that is in the turn."""

    id: str
    source: str
    layer: str | None
    title: str
    path: str | None
    score: float
    tokens: int
    stale: bool
    status: str | None
    scope: str
    timestamp: datetime
    external_id: str | None
    reasons: Mapping[str, Any]
    superseded_by: str | None = None
    replaces: list[ShownRelation] | None = None
    conflicts_with: list[ShownRelation] | None = None


class DroppedItem(NamedTuple):
    """A candidate that was left out, and why."""

    id: str
    title: str
    score: float
    reason: str


@dataclass(frozen=True, slots=True)
class RetrievalSummary:
    """Where the turn looked and what it used (SPEC 72)."""

    agent: str | None
    scoped: bool
    source: str
    configured_folders: list[str]
    used_brain_files: list[str]
    used_memory_layers: list[str]
    lesson_files: list[str]
    total_chunks: int
    selected_chunk_count: int
    mode: Literal["hybrid", "lexical"]


@dataclass(frozen=True, slots=True)
class SelfCheckSource:
    """A source for the check after the answer (SPEC 78)."""

    title: str
    excerpt: str


@dataclass(frozen=True, slots=True)
class Signals:
    """What the confidence score starts from (SPEC 79)."""

    chunk_count: int = 0
    top_score: float = 0.0
    conflict_count: int = 0
    ambiguity_detected: bool = False


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of a turn: `used` counts `text` and never exceeds `budget`."""

    budget: int
    used: int
    by_layer: Mapping[str, int]
    blocks: int
    tokeniser: str


@dataclass(frozen=True, slots=True)
class PartWarning:
    """A part of the turn that was left out or is not ready."""

    part: str
    message: str


@dataclass(frozen=True, slots=True)
class TurnResult:
    """Everything a turn answers."""

    turn_id: str
    text: str
    blocks: list[Block]
    prompt: str
    items: list[ShownItem]
    dropped: list[DroppedItem]
    retrieval: RetrievalSummary | None
    knowledge_mix: Mix | None
    lessons: list[str]
    self_check_sources: list[SelfCheckSource]
    confidence_signals: Signals
    fusion_log: list[str]
    usage: Usage
    timings: Mapping[str, float]
    warnings: list[PartWarning]
