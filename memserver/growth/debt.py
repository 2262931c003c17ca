"""Knowledge debt: what was not known when it was needed, by the turns it spoilt × how much they mattered (SPEC 289).

A gap is an element that answers to a task lacked, a task answered without any evidence, or a question of no known task
to which nothing stored spoke. A gap is closed by knowledge that a person accepted for it, and by a run of answers that
have what was missing; after that only new turns count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from memserver.growth.reflection import Reflection
from memserver.growth.requirements import TaskType
from memserver.text.terms import query_terms

LOW, NORMAL, HIGH = 1, 2, 3
# Two questions are one when they share this much of their words.
SAME_QUESTION = 0.8
# So much is enough where one says nothing that the other does not: a word on each side is another thing that is asked
# about ("the staging database", "the production database").
SAME_BUT_SHORTER = 0.5
# So many answers in a row with what was missing: whatever was done about the gap, it is closed.
CLOSED_AFTER = 5

GapKind = Literal["element", "evidence", "question"]

_QUESTIONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "element": "{label}: where does “{element}” come from, and what should an answer say about it?",
        "evidence": "{label}: what should be written down so that it can rest on stored knowledge?",
        "question": "{text}",
    },
    "ko": {
        "element": "{label}: ‘{element}’ 항목은 어디에서 확인하고 어떻게 써야 하나요?",
        "evidence": "{label}: 저장된 지식에 근거하려면 무엇을 기록해 두어야 하나요?",
        "question": "{text}",
    },
}


@dataclass(slots=True)
class _Gap:
    key: str
    kind: GapKind
    task: TaskType | None
    task_label: str
    element: str
    impact: int
    turns: list[Reflection] = field(default_factory=list)
    terms: frozenset[str] = frozenset()
    in_a_row: int = 0
    """Answers since the last miss that had it."""

    def missed(self, record: Reflection) -> None:
        self.turns.append(record)
        self.in_a_row = 0

    def had(self) -> None:
        self.in_a_row += 1
        if self.in_a_row >= CLOSED_AFTER:
            self.turns.clear()


@dataclass(frozen=True, slots=True)
class DebtItem:
    """A gap and what it cost: `debt` = `blocked` turns × `impact`."""

    key: str
    kind: GapKind
    question: str
    task_id: str | None
    label: str
    element: str
    element_label: str
    blocked: int
    impact: int
    debt: int
    last_seen: datetime
    example: str


def find_debt(
    records: Sequence[Reflection],
    types: Sequence[TaskType],
    language: str,
    paid: Mapping[str, datetime] | None = None,
) -> list[DebtItem]:
    """Return the gaps, the costliest first. `paid` says when knowledge about a gap was accepted, by its key."""
    known = {task.id: task for task in types}
    gaps: dict[str, _Gap] = {}
    # Oldest first, so that a question keeps the wording in which it was first asked.
    for record in sorted(records, key=lambda each: (each.time, each.id)):
        for gap in _gaps_of(record, known.get(record.task_id or ""), gaps):
            paid_at = paid.get(gap.key) if paid else None
            if paid_at is None or record.time > paid_at:
                gap.missed(record)
        for key in _keys_had(record):
            if key in gaps:
                gaps[key].had()
    items = [_item(gap, language) for gap in gaps.values() if gap.turns]
    return sorted(items, key=lambda item: (-item.debt, -item.last_seen.timestamp(), item.key))


def _gaps_of(record: Reflection, task: TaskType | None, gaps: dict[str, _Gap]) -> Iterable[_Gap]:
    if record.task_id is None:
        if record.weak_grounding and (gap := _question(record, gaps)):
            yield gap
        return
    impact = HIGH if task and task.high_impact else NORMAL
    for element in dict.fromkeys(record.missing):
        key = element_key(record.task_id, element)
        yield gaps.setdefault(key, _Gap(key, "element", task, record.label, element, impact))
    if record.weak_grounding:
        key = element_key(record.task_id, "")
        yield gaps.setdefault(key, _Gap(key, "evidence", task, record.label, "", impact))


def _keys_had(record: Reflection) -> list[str]:
    """Return the keys of the gaps that a task turn did not show."""
    if record.task_id is None:
        return []
    keys = [element_key(record.task_id, element) for element in record.covered]
    return keys if record.weak_grounding else [*keys, element_key(record.task_id, "")]


def element_key(task_id: str, element: str) -> str:
    """Return the key of a gap in a task; without an element, that of its missing evidence."""
    return f"task:{task_id}/{element}" if element else f"task:{task_id}"


def _question(record: Reflection, gaps: dict[str, _Gap]) -> _Gap | None:
    """Return the gap of a question: the one that asks the same, else a new one."""
    terms = frozenset(query_terms(record.prompt_preview))
    if not terms:
        return None
    for gap in gaps.values():
        if gap.kind == "question" and _ask_the_same(terms, gap.terms):
            return gap
    key = "question:" + " ".join(sorted(terms))
    return gaps.setdefault(key, _Gap(key, "question", None, "", "", LOW, terms=terms))


def _ask_the_same(terms: frozenset[str], others: frozenset[str]) -> bool:
    shared = len(terms & others) / len(terms | others)
    return shared >= SAME_QUESTION or (shared >= SAME_BUT_SHORTER and (terms <= others or others <= terms))


def _item(gap: _Gap, language: str) -> DebtItem:
    label = gap.task.label(language) if gap.task else gap.task_label
    names = gap.task.element_labels([gap.element], language) if gap.task else ()
    element_label = names[0] if names else gap.element
    example = gap.turns[0].prompt_preview
    words = _QUESTIONS.get(language, _QUESTIONS["en"])
    return DebtItem(
        key=gap.key,
        kind=gap.kind,
        question=words[gap.kind].format(label=label, element=element_label, text=example),
        task_id=gap.turns[0].task_id,
        label=label,
        element=gap.element,
        element_label=element_label,
        blocked=len(gap.turns),
        impact=gap.impact,
        debt=len(gap.turns) * gap.impact,
        last_seen=gap.turns[-1].time,
        example=example,
    )
