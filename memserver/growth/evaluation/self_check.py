"""Whether a golden set measures what it should: its own good answers score high, its flawed ones low and in order."""

from __future__ import annotations

from dataclasses import dataclass

from memserver.growth.evaluation.golden import Case, GoldenSet
from memserver.growth.evaluation.scoring import Score, score_answer
from memserver.growth.requirements import TaskType

# A reference answer is what the set calls good; the rest is room for a word that a matcher does not know.
GOOD_FROM = 95.0
# A flawed answer that comes closer than this to the reference is not told apart from it.
CLEAR_GAP = 5.0


@dataclass(frozen=True, slots=True)
class CheckedCase:
    """The scores of a case's own answers, and what is wrong with the case."""

    reference: Score
    flawed: tuple[tuple[str, float], ...]
    problems: tuple[str, ...]


def check_set(golden: GoldenSet, task: TaskType | None) -> list[CheckedCase]:
    """Score the answers that a set brings along."""
    return [_check(case, task, golden.language) for case in golden.cases]


def _check(case: Case, task: TaskType | None, language: str) -> CheckedCase:
    reference = score_answer(case, task, case.reference, language)
    flawed = tuple(
        (worse.name, score_answer(case, task, worse.text(case.reference), language).score) for worse in case.flawed
    )
    problems = []
    if reference.score < GOOD_FROM:
        problems.append(f"{case.id}: the reference answer scores {reference.score:g}")
    before = reference.score - CLEAR_GAP
    for name, score in flawed:
        if score > before:
            problems.append(f"{case.id}: the flawed answer '{name}' scores {score:g}, which is too much")
        before = min(before, score)
    return CheckedCase(reference, flawed, tuple(problems))
