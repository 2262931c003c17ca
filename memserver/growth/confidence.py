"""How far an answer can be relied on: a number from 0 to 100, its parts, and its band. Deterministic arithmetic.

It starts from a middle ground, adds for evidence that the answer uses, citations and completeness, and subtracts for
every sign of doubt. An answer that contradicts its sources or says nothing can't score more than a cap, whatever speaks
for it. The weights below are the whole of it; the parts add up to the score before it is held between 0 and 100.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

# An answer without evidence but also without a sign of doubt is worth the lowest score that is not "very low".
BASE = 40
PER_CHUNK, ENOUGH_CHUNKS = 3, 5
FOR_TOP_SCORE, FULL_TOP_SCORE = 20, 0.8
FOR_CITATION = 15
FOR_COVERAGE = 10
PER_HEDGE, MOST_FOR_HEDGES = 5, 20
PER_CONFLICT, MOST_FOR_CONFLICTS = 6, 18
FOR_AMBIGUITY = 8
PER_MISSING, MOST_FOR_MISSING = 5, 20
FOR_MODEL_ONLY = 15
PER_UNKNOWN_CITATION, MOST_FOR_UNKNOWN_CITATIONS = 8, 16

# What is found in the answer itself decides: these are the most that it can score.
CAP_CONTRADICTED, PER_FURTHER_CONTRADICTION, LEAST_CAP = 45, 10, 15
CAP_EMPTY = 15
CAP_REFUTED, CAP_UNGROUNDED = 45, 65
LEAST_PENALTY = 10

HIGH, MEDIUM, LOW = 90, 70, 50


class Band(StrEnum):
    """The bands of SPEC U."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    VERY_LOW = "very-low"


@dataclass(frozen=True, slots=True)
class ConfidenceSignals:
    """What is known about a turn and its answer."""

    chunk_count: int = 0
    top_score: float = 0.0
    conflict_count: int = 0
    ambiguity_detected: bool = False
    hedge_count: int = 0
    has_citation: bool = False
    unknown_citations: int = 0
    model_knowledge_only: bool = False
    missing_coverage: int = 0
    contradictions: int = 0
    """Statements of the answer that a source contradicts."""
    empty: bool = False
    """The answer states nothing."""
    refuted: bool = False
    """The self-check found that it contradicts a source."""
    ungrounded: bool = False
    """The self-check found that the sources do not support it."""


@dataclass(frozen=True, slots=True)
class Confidence:
    """The score, its band and what it is made of."""

    score: int
    band: Band
    parts: Mapping[str, int] = field(default_factory=dict)


def band_of(score: int) -> Band:
    """Return the band of a score."""
    if score >= HIGH:
        return Band.HIGH
    if score >= MEDIUM:
        return Band.MEDIUM
    return Band.LOW if score >= LOW else Band.VERY_LOW


def judge_confidence(signals: ConfidenceSignals) -> Confidence:
    """Return the confidence of an answer. Parts that are zero are left out."""
    chunks = max(0, signals.chunk_count)
    top = min(max(signals.top_score, 0.0) / FULL_TOP_SCORE, 1.0) if chunks else 0.0
    missing = max(0, signals.missing_coverage)
    parts = {
        "base": BASE,
        "evidence": PER_CHUNK * min(chunks, ENOUGH_CHUNKS),
        "topScore": round(FOR_TOP_SCORE * top),
        "citation": FOR_CITATION if signals.has_citation and chunks else 0,
        "coverage": 0 if missing else FOR_COVERAGE,
        "hedges": -_capped(signals.hedge_count, PER_HEDGE, MOST_FOR_HEDGES),
        "conflicts": -_capped(signals.conflict_count, PER_CONFLICT, MOST_FOR_CONFLICTS),
        "ambiguity": -FOR_AMBIGUITY if signals.ambiguity_detected else 0,
        "missing": -_capped(missing, PER_MISSING, MOST_FOR_MISSING),
        "modelOnly": -FOR_MODEL_ONLY if signals.model_knowledge_only else 0,
        "unknownCitations": -_capped(signals.unknown_citations, PER_UNKNOWN_CITATION, MOST_FOR_UNKNOWN_CITATIONS),
    }
    for name, cap in _caps(signals):
        # It costs something even where the score was low already.
        parts[name] = min(cap - sum(parts.values()), -LEAST_PENALTY)
    score = min(100, max(0, sum(parts.values())))
    return Confidence(score, band_of(score), {name: value for name, value in parts.items() if value})


def _caps(signals: ConfidenceSignals) -> Iterator[tuple[str, int]]:
    """Yield what an answer can score at most, by the part that says so."""
    if signals.contradictions > 0:
        further = PER_FURTHER_CONTRADICTION * (signals.contradictions - 1)
        yield "contradicted", max(LEAST_CAP, CAP_CONTRADICTED - further)
    if signals.empty:
        yield "empty", CAP_EMPTY
    if signals.refuted or signals.ungrounded:
        yield "selfCheck", CAP_REFUTED if signals.refuted else CAP_UNGROUNDED


def _capped(count: int, each: int, most: int) -> int:
    return min(max(0, count) * each, most)
