"""The skill score: how well a kind of task is done, and whether it is getting better (SPEC 292).

The skill of one turn is its confidence × its coverage; of a task, the mean over its turns. The trend is the mean of the
second half of the records minus that of the first. Fewer than six records say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memserver.growth.reflection import Reflection
from memserver.growth.requirements import TaskType

LEAST_RECORDS = 6


@dataclass(frozen=True, slots=True)
class SkillScore:
    """Skill 0–100 of a task; `trend` is None while there are too few records to tell."""

    task_id: str
    label: str
    score: float
    samples: int
    first_half: float | None
    second_half: float | None
    trend: float | None


def skill_of(record: Reflection) -> float:
    """Return the skill that one turn showed, 0 to 100."""
    return record.score * record.coverage


def find_skills(records: Sequence[Reflection], types: Sequence[TaskType], language: str) -> list[SkillScore]:
    """Return the skill of every task that was done, the strongest first."""
    labels = {task.id: task.label(language) for task in types}
    by_task: dict[str, list[Reflection]] = {}
    for record in sorted(records, key=lambda each: (each.time, each.id)):
        if record.task_id is not None:
            by_task.setdefault(record.task_id, []).append(record)
    skills = [_skill(each, labels.get(each) or own[-1].label or each, own) for each, own in by_task.items()]
    return sorted(skills, key=lambda skill: (-skill.score, skill.task_id))


def _skill(task_id: str, label: str, own: Sequence[Reflection]) -> SkillScore:
    values = [skill_of(record) for record in own]
    first = second = trend = None
    if len(values) >= LEAST_RECORDS:
        middle = len(values) // 2
        first, second = _mean(values[:middle]), _mean(values[middle:])
        trend = round(second - first, 1)
        first, second = round(first, 1), round(second, 1)
    return SkillScore(task_id, label, round(_mean(values), 1), len(values), first, second, trend)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
