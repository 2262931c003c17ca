"""The gap detector: what a task required against what was known (SPEC 276)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from memserver.growth.requirements import Coverage

MANY_MISSING = 3

WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "missing": "required and not in the answer",
        "evidence": "evidence",
        "ungrounded": "nothing stored spoke to the question",
    },
    "ko": {
        "missing": "필요한데 답변에 없음",
        "evidence": "근거",
        "ungrounded": "질문에 대해 저장된 내용이 없음",
    },
}
"""What a gap is called, in the language of the turn."""


class GapSeverity(StrEnum):
    """How serious a gap is."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"


@dataclass(frozen=True, slots=True)
class GapReport:
    """The missing elements, how serious that is, and whether the answer stood on no evidence at all."""

    severity: GapSeverity
    missing: tuple[str, ...] = ()
    weak_grounding: bool = False


def detect_gaps(coverage: Coverage, chunk_count: int) -> GapReport:
    """Compare required with known. Zero evidence alone is a low gap; a high-impact task goes one step up."""
    missing = len(coverage.missing)
    weak = chunk_count <= 0
    if not missing:
        return GapReport(GapSeverity.LOW if weak else GapSeverity.NONE, (), weak)
    serious = missing >= MANY_MISSING or coverage.high_impact
    return GapReport(GapSeverity.HIGH if serious else GapSeverity.MEDIUM, coverage.missing, weak)
