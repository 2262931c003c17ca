"""How tasks are shown, wherever they are shown: one line each, with id, due day, person and what blocks them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, datetime

from memserver.clock import from_iso
from memserver.text.language import Language
from memserver.work.command import Said
from memserver.work.markdown import bullets, inline
from memserver.work.tasks import BLOCKED, DONE, UNFINISHED, Task

STATUS: dict[str, Said] = {
    "open": {"en": "open", "ko": "예정"},
    "doing": {"en": "in hand", "ko": "진행 중"},
    "blocked": {"en": "blocked", "ko": "막힘"},
    "done": {"en": "done", "ko": "완료"},
    "dropped": {"en": "dropped", "ko": "취소"},
}
DUE: Said = {"en": "due {day}", "ko": "마감 {day}"}
LATE: Said = {"en": "**{count} days late**", "ko": "**{count}일 지남**"}
LATE_ONE: Said = {"en": "**1 day late**", "ko": "**1일 지남**"}
TODAY: Said = {"en": "**due today**", "ko": "**오늘 마감**"}
BLOCKED_TODAY: Said = {"en": "blocked today: {why}", "ko": "오늘 막힘: {why}"}
BLOCKED_FOR: Said = {"en": "blocked for {age}: {why}", "ko": "{age}째 막힘: {why}"}
DAYS: Said = {"en": "{count} days", "ko": "{count}일"}
ONE_DAY: Said = {"en": "1 day", "ko": "1일"}
SINCE_TODAY: Said = {"en": "less than a day", "ko": "하루 미만"}


def age(since: str, now: datetime, language: Language) -> str:
    """Return how long ago a moment was, in days."""
    days = days_since(since, now)
    if days < 1:
        return SINCE_TODAY[language]
    return (ONE_DAY if days == 1 else DAYS)[language].format(count=days)


def days_since(since: str, now: datetime) -> int:
    """Return the number of days since a moment, as the person counts them."""
    return (now.date() - from_iso(since).astimezone(now.tzinfo).date()).days


def due_words(task: Task, now: datetime, language: Language) -> str:
    """Say when a task is due; empty without a day or when it is over."""
    if task.due is None or task.status not in UNFINISHED:
        return ""
    late = (now.date() - date.fromisoformat(task.due)).days
    if late == 0:
        return TODAY[language]
    if late > 0:
        return (LATE_ONE if late == 1 else LATE)[language].format(count=late)
    return DUE[language].format(day=task.due)


def task_line(task: Task, short: Mapping[str, str], now: datetime, language: Language) -> str:
    """Return one task as a line of a list."""
    parts = [STATUS[task.status][language]] if task.status not in (DONE, BLOCKED) else []
    parts += [f"@{inline(task.who)}"] if task.who else []
    if due := due_words(task, now, language):
        parts.append(due)
    if task.status == BLOCKED:
        why = inline(task.why or "")
        said = BLOCKED_FOR if days_since(task.since, now) > 0 else BLOCKED_TODAY
        parts.append(said[language].format(age=age(task.since, now, language), why=why))
    mark = "☑" if task.status == DONE else "☐"
    return f"{mark} `{short[task.id]}` {inline(task.title)}" + (f" — {' · '.join(parts)}" if parts else "")


def task_lines(tasks: Iterable[Task], short: Mapping[str, str], now: datetime, language: Language) -> str:
    """Return tasks as a list."""
    return bullets(task_line(task, short, now, language) for task in tasks)
