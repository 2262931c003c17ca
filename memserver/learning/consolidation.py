"""Consolidation of the reasoning bank: promote what proved itself, merge what says the same, drop what nobody used.

Warnings are dropped like other short-term patterns only when they are never met again. A merged pattern keeps the
better one's text; its embedding is held by how much it has proved (see `ewc`).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memserver.embedding.calibration import Calibration
from memserver.learning.bank import differs
from memserver.learning.ewc import merged_embedding, pattern_importance
from memserver.learning.patterns import (
    LONG_TERM_CAPACITY,
    SAME_PATTERN,
    SHORT_TERM_CAPACITY,
    UNUSED_BELOW,
    UNUSED_HOURS,
    WARNING,
    combined_score,
    missing_proof,
    quality_after,
)
from memserver.storage.patterns import PatternRow

Floats = npt.NDArray[np.float32]

# A failure that was met once may be met again in a month: warnings wait longer than unproved strategies.
UNUSED_WARNING_HOURS = 24.0 * 90


@dataclass(slots=True)
class Consolidation:
    """What a consolidation changed."""

    promoted: list[PatternRow] = field(default_factory=list)
    merged: list[tuple[PatternRow, str]] = field(default_factory=list)
    """(the pattern that stays, as it is now; the id of the one that went into it)"""
    dropped: list[str] = field(default_factory=list)


def consolidate(patterns: list[PatternRow], now: datetime, calibration: Calibration) -> Consolidation:
    """Decide what to promote, merge and drop; nothing is written."""
    result = Consolidation()
    kept = {each.id: each for each in patterns}
    for each in patterns:
        if not each.long_term and missing_proof(each) is None:
            kept[each.id] = replace(each, long_term=True, updated_at=now)
            result.promoted.append(kept[each.id])
    for stays, goes in _twins(list(kept.values()), calibration):
        if stays in kept and goes in kept:
            merged = _merge(kept[stays], kept.pop(goes), patterns, now)
            kept[stays] = merged
            result.merged = [(merged if pattern.id == stays else pattern, gone) for pattern, gone in result.merged]
            result.merged.append((merged, goes))
    for each in list(kept.values()):
        if not each.long_term and _unused(each, now):
            result.dropped.append(kept.pop(each.id).id)
    for long_term, capacity in ((False, SHORT_TERM_CAPACITY), (True, LONG_TERM_CAPACITY)):
        members = [each for each in kept.values() if each.long_term == long_term]
        members.sort(key=lambda each: (-combined_score(each, now), each.created_at, each.id))
        result.dropped += [each.id for each in members[capacity:]]
    return result


def _unused(pattern: PatternRow, now: datetime) -> bool:
    hours = (now - pattern.created_at).total_seconds() / 3600
    limit = UNUSED_WARNING_HOURS if pattern.kind == WARNING else UNUSED_HOURS
    return hours > limit and pattern.usage_count < UNUSED_BELOW


def _twins(patterns: list[PatternRow], calibration: Calibration) -> list[tuple[str, str]]:
    """Return (stays, goes) for each pair that says the same; the better one stays."""
    groups: dict[tuple[str, str, str, str | None, int], list[PatternRow]] = {}
    for each in patterns:
        if each.vector:
            alike = (each.kind, each.domain, each.project_id, each.model, len(each.vector))
            groups.setdefault(alike, []).append(each)
    pairs = []
    limit = calibration.cosine(SAME_PATTERN)
    for _, members in sorted(groups.items(), key=lambda item: str(item[0])):
        members.sort(key=lambda each: (-each.quality, -each.usage_count, each.created_at, each.id))
        vectors = np.stack([vector_of(each) for each in members])
        close = np.triu(vectors @ vectors.T > limit, k=1)
        for row, column in np.argwhere(close).tolist():
            warnings = members[row].kind == WARNING
            if warnings or not differs(members[row].strategy, members[column].strategy):
                pairs.append((members[row].id, members[column].id))
    return pairs


def _merge(stays: PatternRow, goes: PatternRow, patterns: list[PatternRow], now: datetime) -> PatternRow:
    uses, successes = stays.usage_count + goes.usage_count, stays.success_count + goes.success_count
    kept = vector_of(stays)
    proved = [
        vector
        for each in patterns
        if each.success_count and each.model == stays.model
        if len(vector := vector_of(each)) == len(kept)
    ]
    moment = stays.last_used or stays.created_at
    importance = pattern_importance(stays.success_count, stays.usage_count, (now - moment).total_seconds() / 3600)
    fisher = np.mean(np.square(proved), axis=0) if proved else np.full(len(kept), 1 / len(kept))
    moved = merged_embedding(kept, vector_of(goes), importance, fisher.astype(np.float32))
    return replace(
        stays,
        usage_count=uses,
        success_count=successes,
        quality=round(max(stays.quality, quality_after(successes, uses)), 4),
        long_term=stays.long_term or goes.long_term,
        sources=tuple(dict.fromkeys((*stays.sources, *goes.sources))),
        vector=moved.astype(np.float16).tobytes(),
        updated_at=now,
    )


def vector_of(pattern: PatternRow) -> Floats:
    """Return a pattern's embedding."""
    return np.frombuffer(pattern.vector or b"", np.float16).astype(np.float32)
