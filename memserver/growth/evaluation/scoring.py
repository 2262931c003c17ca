"""How good an answer is: 0 to 100, with everything that was missed named. Deterministic, without a model.

A score is made of what the task needs (the requirement graph), the facts of the case and its form; what was invented is
taken off. Nothing here reads files or keeps results.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from memserver.growth.evaluation.facts import Text, read_text, states, ungrounded
from memserver.growth.evaluation.golden import Case, Fact, Structure
from memserver.growth.requirements import TaskType, coverage

# Facts weigh most: an answer with every heading and the wrong owner is a bad answer.
FACTS_WEIGHT = 55.0
ELEMENTS_WEIGHT = 30.0
STRUCTURE_WEIGHT = 15.0
# Who does what until when is what a record is read for; a name alone is half of that.
TOGETHER_WEIGHT = 2.0
# One invention costs more than one missed fact of a typical case; from four on the answer is worthless as a record.
INVENTION_PENALTY = 12.0
MOST_PENALTY = 48.0
LONGEST_ANSWER = 60_000

_HEADING = re.compile(
    r"^\s{0,3}(?:#{1,6}\s+\S|\*\*[^*\n]{1,60}\*\*:?\s*$|[^\s:：|-][^:：\n]{0,30}[:：]\s*$)", re.MULTILINE
)
_BULLET = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S|^\s*\|.+\|\s*$", re.MULTILINE)
_STEP = re.compile(r"^\s*(?:\d{1,3}[.)]|[①-⑳])\s*\S", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Score:
    """What an answer is worth, and why."""

    case: str
    score: float
    missing_elements: tuple[str, ...]
    found_facts: int
    missed_facts: tuple[str, ...]
    partial_facts: tuple[str, ...]
    invented: tuple[str, ...]
    structure: tuple[str, ...]
    """Which demands on the form are not met."""


def score_answer(case: Case, task: TaskType | None, answer: str, language: str) -> Score:
    """Score one answer."""
    shown = answer[:LONGEST_ANSWER]
    text = read_text(shown)
    amounts = [states(text, fact) for fact in case.facts]
    covered = coverage(task, shown, language)
    unmet, demands = _structure(shown, case.structure)
    weights = [TOGETHER_WEIGHT if fact.together else 1.0 for fact in case.facts]
    stated = sum(weight * amount for weight, amount in zip(weights, amounts, strict=True))
    parts = [(FACTS_WEIGHT, stated / sum(weights))]
    if covered.ran:
        total = len(covered.covered) + len(covered.missing)
        parts.append((ELEMENTS_WEIGHT, len(covered.covered) / total))
    if demands:
        parts.append((STRUCTURE_WEIGHT, 1 - len(unmet) / demands))
    earned = sum(weight * share for weight, share in parts) / sum(weight for weight, _ in parts)
    invented = _invented(case, text)
    penalty = min(MOST_PENALTY, INVENTION_PENALTY * len(invented))
    return Score(
        case=case.id,
        score=round(max(0.0, 100 * earned - penalty), 1) if shown.strip() else 0.0,
        missing_elements=task.element_labels(covered.missing, language) if task else (),
        found_facts=sum(amount == 1.0 for amount in amounts),
        missed_facts=_labels(case, amounts, lambda amount: amount == 0.0),
        partial_facts=_labels(case, amounts, lambda amount: 0.0 < amount < 1.0),
        invented=invented,
        structure=unmet,
    )


def _labels(case: Case, amounts: Sequence[float], wanted: Callable[[float], bool]) -> tuple[str, ...]:
    return tuple(fact.label for fact, amount in zip(case.facts, amounts, strict=True) if wanted(amount))


def _invented(case: Case, text: Text) -> tuple[str, ...]:
    named = [fact.label for fact in case.invented if states(text, fact) == 1.0]
    if not case.grounded:
        return tuple(named)
    wordings = [wording for fact in case.facts for wording in _wordings(fact)]
    values = ungrounded(text, [case.prompt, *wordings, *case.allowed])
    # A value that the case names as invented is counted once.
    return (*named, *(value for value in values if not any(value in name or name in value for name in named)))


def _wordings(fact: Fact) -> list[str]:
    return [*fact.any, *(wording for part in fact.together for wording in _wordings(part))]


def _structure(answer: str, wanted: Structure) -> tuple[tuple[str, ...], int]:
    """Return which demands on the form are not met, and how many there are."""
    checks: list[tuple[str, bool]] = []
    if wanted.headings:
        checks.append((f"headings >= {wanted.headings}", len(_HEADING.findall(answer)) >= wanted.headings))
    if wanted.bullets:
        checks.append(("bullets", _BULLET.search(answer) is not None))
    if wanted.steps:
        checks.append((f"steps >= {wanted.steps}", len(_STEP.findall(answer)) >= wanted.steps))
    if wanted.most_words:
        checks.append((f"words <= {wanted.most_words}", len(answer.split()) <= wanted.most_words))
    return tuple(name for name, met in checks if not met), len(checks)
