"""One record per turn of how well it went, and what is learned from the records: elements missed again and again.

Pure data and counting; storage keeps the records and hands the last ones back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memserver.growth.confidence import Band, Confidence
from memserver.growth.gaps import GapReport
from memserver.growth.requirements import Coverage
from memserver.text.redaction import redact

PREVIEW_CHARACTERS = 120
LOOKED_AT_CHARACTERS = 600
RECURRENT_AT_LEAST = 3


@dataclass(frozen=True, slots=True)
class Reflection:
    """What a turn leaves behind (SPEC 282). `missing` and `covered` hold element ids, the same in every language.

    What has a default was added later, or comes later: `feedback` is what the user said of the answer, `up` or `down`.
    """

    time: datetime
    task_id: str | None
    label: str
    score: int
    band: Band
    missing: tuple[str, ...]
    escalated: bool
    critic_issues: tuple[str, ...]
    prompt_preview: str
    retrieval_count: int
    top_score: float
    weak_grounding: bool
    covered: tuple[str, ...] = ()
    conflicts: int = 0
    hedges: int = 0
    language: str = "en"
    project_id: str = ""
    feedback: str | None = None
    feedback_note: str = ""
    outcome: str | None = None
    pattern_id: str = ""
    """The success pattern that the turn became, if it did: what the user says of the answer counts for it too."""
    id: str = ""
    turn_id: str = ""

    @property
    def coverage(self) -> float:
        """Return the share of required elements that the answer held; 1 when nothing was required."""
        required = len(self.covered) + len(self.missing)
        return len(self.covered) / required if required else 1.0


def reflect(
    *,
    time: datetime,
    prompt: str,
    confidence: Confidence,
    coverage: Coverage,
    gaps: GapReport,
    escalated: bool,
    retrieval_count: int,
    top_score: float,
    critic_issues: tuple[str, ...] = (),
    **further: Any,
) -> Reflection:
    """Make the record of a turn; `further` are fields that have a default."""
    # Secrets go first, and out of more than is shown: half of one would not be recognised.
    preview = " ".join(redact(prompt[:LOOKED_AT_CHARACTERS]).text.split())
    if len(preview) > PREVIEW_CHARACTERS:
        preview = preview[: PREVIEW_CHARACTERS - 1].rstrip() + "…"
    return Reflection(
        time=time,
        task_id=coverage.task_id,
        label=coverage.label,
        score=confidence.score,
        band=confidence.band,
        missing=coverage.missing,
        escalated=escalated,
        critic_issues=critic_issues,
        prompt_preview=preview,
        retrieval_count=retrieval_count,
        top_score=top_score,
        weak_grounding=gaps.weak_grounding,
        covered=coverage.covered,
        **further,
    )


def recurrent_misses(
    records: Iterable[Reflection], task_id: str | None, at_least: int = RECURRENT_AT_LEAST
) -> tuple[str, ...]:
    """Return the elements that turns of this task missed at least so often, the most frequent first."""
    if task_id is None:
        return ()
    counts = Counter(element for record in records if record.task_id == task_id for element in set(record.missing))
    often = [(element, count) for element, count in counts.items() if count >= at_least]
    return tuple(element for element, _ in sorted(often, key=lambda entry: (-entry[1], entry[0])))
