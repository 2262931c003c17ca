"""When a person should look at an answer before it is used, and why (SPEC U). Decides only; asks nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memserver.growth.confidence import Band, Confidence
from memserver.growth.requirements import Coverage


class EscalationReason(StrEnum):
    """Why a person should look."""

    VERY_LOW_CONFIDENCE = "very-low-confidence"
    HIGH_IMPACT_INCOMPLETE = "high-impact-incomplete"
    HIGH_CONFLICT = "high-conflict"


@dataclass(frozen=True, slots=True)
class Escalation:
    """A request for human review."""

    reasons: tuple[EscalationReason, ...]


def decide_escalation(
    confidence: Confidence, coverage: Coverage, conflict_severities: Sequence[str] = ()
) -> Escalation | None:
    """Return what speaks for a review; None when nothing does. Severities are those of conflicts left unresolved."""
    reasons: list[EscalationReason] = []
    if confidence.band is Band.VERY_LOW:
        reasons.append(EscalationReason.VERY_LOW_CONFIDENCE)
    if coverage.high_impact and coverage.missing:
        reasons.append(EscalationReason.HIGH_IMPACT_INCOMPLETE)
    if any(severity.upper() == "HIGH" for severity in conflict_severities):
        reasons.append(EscalationReason.HIGH_CONFLICT)
    return Escalation(tuple(reasons)) if reasons else None
