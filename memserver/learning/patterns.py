"""What a pattern is worth, and when it has proved itself. Pure rules; thresholds are on the calibrated scale."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from memserver.embedding.calibration import NEAR_DUPLICATE
from memserver.storage.patterns import PatternRow

STRATEGY, WARNING, DISTILLED = "strategy", "warning", "distilled"
PART = " → "
"""Stands between the parts of a text that was put together: problem, what was tried, what came of it."""

NEW_QUALITY = 0.5
SAME_PATTERN = NEAR_DUPLICATE
SEARCH_FROM = 0.1
LEAST_SUCCESS_RATE = 0.1
AGE_WEIGHT_PER_HOUR = 0.01

PROMOTE_QUALITY = 0.6
PROMOTE_USES = 3
# A strategy that was tried this often and mostly failed has become a warning.
REFUTED_USES = 3
REFUTED_RATE = 0.3
# One that went well this often after all is what it was before.
RECOVERED_RATE = 0.5
REFUTED = "refuted"

SHORT_TERM_CAPACITY = 1_000
LONG_TERM_CAPACITY = 5_000
UNUSED_HOURS = 24.0
UNUSED_BELOW = 2


def success_rate(pattern: PatternRow) -> float:
    """Return the share of uses that went well; 0 when it was never used."""
    return pattern.success_count / pattern.usage_count if pattern.usage_count else 0.0


def quality_after(successes: int, uses: int) -> float:
    """Return the quality that use has shown."""
    return 0.3 + 0.7 * successes / uses if uses else NEW_QUALITY


def combined_score(pattern: PatternRow, now: datetime) -> float:
    """Return how much a pattern is worth now: quality, proof and age."""
    hours = max((now - pattern.created_at).total_seconds() / 3600, 1.0)
    return pattern.quality * max(success_rate(pattern), LEAST_SUCCESS_RATE) / (1 + AGE_WEIGHT_PER_HOUR * hours)


def used(pattern: PatternRow, success: bool, now: datetime) -> PatternRow:
    """Return a pattern after another use; one that mostly failed becomes a warning, one that recovers a strategy."""
    uses, successes = pattern.usage_count + 1, pattern.success_count + int(success)
    kind, metadata = pattern.kind, dict(pattern.metadata)
    if kind != WARNING and uses >= REFUTED_USES and successes / uses < REFUTED_RATE:
        kind, metadata[REFUTED] = WARNING, kind
    elif kind == WARNING and REFUTED in metadata and successes / uses >= RECOVERED_RATE:
        kind = DISTILLED if metadata.pop(REFUTED) == DISTILLED else STRATEGY
    return replace(
        pattern,
        usage_count=uses,
        success_count=successes,
        quality=round(quality_after(successes, uses), 4),
        kind=kind,
        metadata=metadata,
        updated_at=now,
        last_used=now,
    )


def missing_proof(pattern: PatternRow) -> str | None:
    """Say what a pattern still lacks to become long-term; None when it has proved itself."""
    if pattern.kind == WARNING:
        return "It is a warning: it is kept beside the strategies and not promoted."
    if pattern.usage_count < PROMOTE_USES:
        return f"It was used {pattern.usage_count} of at least {PROMOTE_USES} times."
    if pattern.success_count == 0:
        return "No use of it was reported to have gone well."
    if pattern.quality < PROMOTE_QUALITY:
        return f"Its quality is {pattern.quality:.2f}; {PROMOTE_QUALITY} is needed."
    return None
