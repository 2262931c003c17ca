"""Tasks: the events of `.astra/tasks.jsonl` and the fold that says how each task stands. Shows nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from memserver.work.event_fields import is_day, is_text
from memserver.work.event_log import Event
from memserver.work.tracker import Tracker

OPEN, DOING, BLOCKED, DONE, DROPPED = "open", "doing", "blocked", "done", "dropped"
UNFINISHED = (OPEN, DOING, BLOCKED)


@dataclass(slots=True)
class Task:
    """One task as it stands after all events; times are ISO texts."""

    id: str
    title: str
    created_at: str
    status: str = OPEN
    due: str | None = None
    who: str | None = None
    why: str | None = None
    """What blocks it."""
    since: str = ""
    """Since when it has its status."""
    done_at: str | None = None
    before_block: str = OPEN
    notes: Sequence[tuple[str, str]] = ()

    def to_json(self, short: str) -> dict[str, Any]:
        """Return the task as data."""
        return {
            "id": short,
            "eventId": self.id,
            "title": self.title,
            "status": self.status,
            "due": self.due,
            "who": self.who,
            "blockedBy": self.why if self.status == BLOCKED else None,
            "createdAt": self.created_at,
            "since": self.since,
            "doneAt": self.done_at,
            "notes": [{"at": at, "text": text} for at, text in self.notes],
        }


def _move(task: Task, status: str, at: str) -> None:
    if task.status != status:
        task.status = status
        task.since = at
    task.done_at = task.done_at or at if status == DONE else None


def _start(task: Task, event: Event) -> None:
    _move(task, DOING, event["at"])


def _finish(task: Task, event: Event) -> None:
    _move(task, DONE, event["at"])


def _drop(task: Task, event: Event) -> None:
    _move(task, DROPPED, event["at"])


def _reopen(task: Task, event: Event) -> None:
    _move(task, OPEN, event["at"])


def _block(task: Task, event: Event) -> None:
    if task.status != BLOCKED:
        task.before_block = task.status if task.status in (OPEN, DOING) else OPEN
    task.why = event["why"]
    _move(task, BLOCKED, event["at"])


def _unblock(task: Task, event: Event) -> None:
    if task.status == BLOCKED:
        _move(task, task.before_block, event["at"])


def _set_due(task: Task, event: Event) -> None:
    task.due = event.get("day")


def _assign(task: Task, event: Event) -> None:
    task.who = event.get("who")


def _rename(task: Task, event: Event) -> None:
    task.title = event["title"]


def _note(task: Task, event: Event) -> None:
    task.notes = (*task.notes, (event["at"], event["text"]))


_CHANGES: dict[str, Callable[[Task, Event], None]] = {
    "started": _start, "done": _finish, "dropped": _drop, "reopened": _reopen, "blocked": _block,
    "unblocked": _unblock, "due": _set_due, "assigned": _assign, "renamed": _rename, "noted": _note,
}  # fmt: skip


def fold_tasks(events: Sequence[Event]) -> dict[str, Task]:
    """Return the tasks by id, in the order in which they were added; what speaks of no task is passed over."""
    tasks: dict[str, Task] = {}
    later: list[Event] = []
    for event in events:
        if event["kind"] == "added":
            at, identifier = event["at"], event["id"]
            tasks[identifier] = Task(
                identifier, event["title"], at, due=event.get("due"), who=event.get("who"), since=at
            )
        else:
            later.append(event)
    # A clock that was wrong may put a change before its task: the task counts all the same.
    for event in later:
        task = tasks.get(event["of"])
        change = _CHANGES.get(event["kind"])
        if task is not None and change is not None:
            change(task, event)
    return tasks


TASKS = Tracker(
    "tasks.jsonl",
    {
        "added": {"title": is_text, "due?": is_day, "who?": is_text},
        "started": {"of": is_text},
        "done": {"of": is_text},
        "dropped": {"of": is_text},
        "reopened": {"of": is_text},
        "blocked": {"of": is_text, "why": is_text},
        "unblocked": {"of": is_text},
        "due": {"of": is_text, "day?": is_day},
        "assigned": {"of": is_text, "who?": is_text},
        "renamed": {"of": is_text, "title": is_text},
        "noted": {"of": is_text, "text": is_text},
    },
    fold_tasks,
)


def in_order(tasks: Sequence[Task]) -> list[Task]:
    """Return tasks as a person would take them up: the ones due first, then the ones in hand, then the oldest."""
    rank = {DOING: 0, OPEN: 1, BLOCKED: 2, DONE: 3, DROPPED: 4}
    return sorted(tasks, key=lambda task: (task.due or "9999", rank[task.status], task.created_at, task.id))
