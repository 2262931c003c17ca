"""The need engine: how much each kind of task would gain from being learned about, 0 to 100, and why (SPEC 277–278).

Five shares between 0 and 1, weighed 30/25/20/15/10, over the reflections it is given. Pure counting: it reads nothing
and proposes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from memserver.growth.reflection import Reflection
from memserver.growth.requirements import TaskType

WEIGHTS: Mapping[str, int] = {
    "information_lack": 30,
    "failure_rate": 25,
    "frequency": 20,
    "confidence_lack": 15,
    "user_feedback": 10,
}
TOP_MISSES = 3

_REASONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "information_lack": "{share} of its answers rested on nothing stored",
        "failure_rate": "{share} of its answers missed a required element",
        "frequency": "it makes up {share} of all task turns",
        "confidence_lack": "its mean confidence is {confidence:.0f} of 100",
        "user_feedback": "{share} of the rated answers got a thumbs-down",
        "lead": "{label} (turns: {samples}): ",
        "lead-one": "{label} (1 turn): ",
        "misses": "; most often missing: {names}",
        "calm": "nothing stands out",
    },
    "ko": {
        "information_lack": "답변의 {share}가 저장된 근거 없이 작성됨",
        "failure_rate": "답변의 {share}에서 필수 항목이 빠짐",
        "frequency": "전체 작업 턴의 {share}를 차지함",
        "confidence_lack": "평균 신뢰도가 100점 중 {confidence:.0f}점",
        "user_feedback": "평가된 답변의 {share}가 싫어요를 받음",
        "lead": "{label} ({samples}턴): ",
        "lead-one": "{label} (1턴): ",
        "misses": "; 자주 빠진 항목: {names}",
        "calm": "눈에 띄는 문제 없음",
    },
}


@dataclass(frozen=True, slots=True)
class Miss:
    """An element that answers left out, and how often."""

    element: str
    label: str
    count: int


@dataclass(frozen=True, slots=True)
class NeedItem:
    """How much a task needs learning. `breakdown` holds the five shares, each between 0 and 1."""

    task_id: str
    label: str
    score: float
    breakdown: Mapping[str, float]
    samples: int
    top_misses: tuple[Miss, ...]
    reason: str


def find_needs(records: Sequence[Reflection], types: Sequence[TaskType], language: str) -> list[NeedItem]:
    """Return the need of every task that was done, the greatest first."""
    by_task: dict[str, list[Reflection]] = {}
    for record in records:
        if record.task_id is not None:
            by_task.setdefault(record.task_id, []).append(record)
    total = sum(map(len, by_task.values()))
    known = {task.id: task for task in types}
    needs = [_need(each, own, total, known.get(each), language) for each, own in by_task.items()]
    return sorted(needs, key=lambda need: (-need.score, need.task_id))


def _need(task_id: str, own: Sequence[Reflection], total: int, task: TaskType | None, language: str) -> NeedItem:
    breakdown = _breakdown(own, total)
    label = task.label(language) if task else own[0].label or task_id
    misses = top_misses(own, task, language)
    return NeedItem(
        task_id=task_id,
        label=label,
        score=round(sum(weight * breakdown[name] for name, weight in WEIGHTS.items()), 1),
        breakdown={name: round(share, 4) for name, share in breakdown.items()},
        samples=len(own),
        top_misses=misses,
        reason=_reason(label, own, breakdown, misses, language),
    )


def _breakdown(own: Sequence[Reflection], total: int) -> dict[str, float]:
    count = len(own)
    rated = [record for record in own if record.feedback in {"up", "down"}]
    return {
        "information_lack": sum(record.weak_grounding for record in own) / count,
        "failure_rate": sum(bool(record.missing) for record in own) / count,
        "frequency": count / total,
        "confidence_lack": (100 - sum(record.score for record in own) / count) / 100,
        "user_feedback": sum(record.feedback == "down" for record in rated) / len(rated) if rated else 0.0,
    }


def top_misses(own: Sequence[Reflection], task: TaskType | None, language: str) -> tuple[Miss, ...]:
    """Return what the answers to a task missed most often."""
    counts = Counter(element for record in own for element in set(record.missing))
    labels = {element.id: element.label(language) for element in task.elements} if task else {}
    ranked = sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))[:TOP_MISSES]
    return tuple(Miss(element, labels.get(element, element), count) for element, count in ranked)


def _reason(
    label: str, own: Sequence[Reflection], breakdown: Mapping[str, float], misses: Sequence[Miss], language: str
) -> str:
    """Say in one sentence what weighs most: the two parts that add most to the score."""
    words = _REASONS.get(language, _REASONS["en"])
    confidence = sum(record.score for record in own) / len(own)
    parts = sorted(WEIGHTS, key=lambda name: -WEIGHTS[name] * breakdown[name])
    said = [
        words[name].format(share=f"{breakdown[name]:.0%}", confidence=confidence)
        for name in parts[:2]
        if breakdown[name] > 0
    ]
    text = words["lead" if len(own) > 1 else "lead-one"].format(label=label, samples=len(own)) + (
        ", ".join(said) or words["calm"]
    )
    if misses:
        text += words["misses"].format(names=", ".join(miss.label for miss in misses))
    return text + "."
