"""The knowledge inventory: what is known for each kind of task, how fresh it is, and what answers usually lack (279).

Counts what is stored and what the last turns did; it judges nothing and changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from memserver.growth.reflection import Reflection
from memserver.growth.requirements import TaskType
from memserver.text.terms import index_terms

# An element is usually missing when at least half of the turns lacked it, and that of more than one.
USUALLY = 0.5
LEAST_MISSES = 2
FRESH_DAYS = 90


@dataclass(frozen=True, slots=True)
class KnownAbout:
    """How much is stored that names a task."""

    memories: int
    notes: int
    decisions: int
    newest: datetime | None


@dataclass(frozen=True, slots=True)
class ElementRecord:
    """An element of a task, and in how many turns it was covered or missing."""

    element: str
    label: str
    covered: int
    missing: int


@dataclass(frozen=True, slots=True)
class InventoryItem:
    """What is known for one kind of task."""

    task_id: str
    label: str
    known: KnownAbout
    success_patterns: int
    turns: int
    last_used: datetime | None
    elements: tuple[ElementRecord, ...]
    usually_missing: tuple[str, ...]
    fresh: bool

    @property
    def covered(self) -> tuple[str, ...]:
        """Return the labels of the elements that answers usually hold."""
        return tuple(each.label for each in self.elements if each.covered > each.missing)


def words_of_task(task: TaskType) -> list[tuple[str, ...]]:
    """Return the words by which stored text about a task is found: one tuple of terms per name of the task."""
    names = [*task.labels.values(), *task.objects]
    found = (tuple(dict.fromkeys(index_terms(name.strip("* ")))) for name in names)
    return list(dict.fromkeys(terms for terms in found if terms))


def take_inventory(
    task: TaskType, known: KnownAbout, patterns: int, records: Sequence[Reflection], now: datetime, language: str
) -> InventoryItem:
    """Put together what is known for a task, and what its turns did."""
    own = [record for record in records if record.task_id == task.id]
    covered = Counter(element for record in own for element in set(record.covered))
    missing = Counter(element for record in own for element in set(record.missing))
    elements = tuple(
        ElementRecord(each.id, each.label(language), covered[each.id], missing[each.id]) for each in task.elements
    )
    used = [record.time for record in own if record.retrieval_count > 0]
    return InventoryItem(
        task_id=task.id,
        label=task.label(language),
        known=known,
        success_patterns=patterns,
        turns=len(own),
        last_used=max(used, default=None),
        elements=elements,
        usually_missing=tuple(each.label for each in elements if _usually_missing(each)),
        fresh=known.newest is not None and (now - known.newest).days <= FRESH_DAYS,
    )


def _usually_missing(element: ElementRecord) -> bool:
    seen = element.covered + element.missing
    return element.missing >= LEAST_MISSES and element.missing >= USUALLY * seen


def ordered(items: Sequence[InventoryItem]) -> list[InventoryItem]:
    """Return the tasks that are done most often first."""
    return sorted(items, key=lambda item: (-item.turns, -(item.known.memories + item.known.notes), item.task_id))
