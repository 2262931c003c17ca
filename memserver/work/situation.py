"""How things stand: tasks, commits, sessions, decisions and meetings of a period, gathered once and shown by many."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from memserver.clock import from_iso, to_iso
from memserver.work.command import Invocation, Said
from memserver.work.event_log import Problem
from memserver.work.markdown import bullets, inline, problems_note, section
from memserver.work.services import Decision, Meeting, PastSession
from memserver.work.task_view import task_lines
from memserver.work.tasks import BLOCKED, DOING, DONE, TASKS, UNFINISHED, Task, in_order
from memserver.work.tracker import short_ids
from memserver.workspace.history import Commit, History

LOOKED_AT_DECISIONS = 200
SHOWN_COMMITS, SHOWN_SESSIONS, SHOWN_DECISIONS, SHOWN_TASKS = 12, 6, 8, 10
MISSING: dict[str, Said] = {
    "no-workspace": {
        "en": "No commits: no trusted folder is open (send `workspaceUri`).",
        "ko": "커밋 없음: 신뢰하는 폴더가 열려 있지 않습니다(`workspaceUri`).",
    },
    "no-repository": {"en": "No commits: the folder is no git repository.", "ko": "커밋 없음: git 저장소가 아닙니다."},
    "no-git": {"en": "No commits: git is not installed.", "ko": "커밋 없음: git이 없습니다."},
}
MORE: Said = {"en": "… and {count} more", "ko": "… 외 {count}개"}
WEEKDAYS = {
    "en": ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    "ko": ("월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"),
}
HEADINGS: dict[str, Said] = {
    "meetings": {"en": "Meetings", "ko": "일정"},
    "commits": {"en": "Commits", "ko": "커밋"},
    "sessions": {"en": "Chats", "ko": "대화"},
    "decisions": {"en": "Decisions", "ko": "결정"},
    "late": {"en": "Late or due today", "ko": "늦었거나 오늘 마감"},
    "doing": {"en": "In hand", "ko": "진행 중"},
    "blocked": {"en": "Blocked", "ko": "막힘"},
    "done": {"en": "Done", "ko": "끝낸 일"},
    "open": {"en": "Next", "ko": "다음 일"},
}
ALL_DAY: Said = {"en": "all day", "ko": "종일"}


@dataclass(frozen=True, slots=True)
class Situation:
    """What a period brought and what is open now; `since` and `until` bound the period."""

    now: datetime
    since: datetime
    until: datetime
    tasks: Sequence[Task]
    short: dict[str, str]
    history: History
    sessions: Sequence[PastSession]
    decisions: Sequence[Decision]
    problems: Sequence[Problem]

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing at all to tell."""
        return not (self.tasks or self.commits or self.sessions or self.decisions)

    @property
    def commits(self) -> Sequence[Commit]:
        """The commits of the period, newest first."""
        return [each for each in self.history.commits if self.since <= each.at < self.until]

    def unfinished(self, *statuses: str) -> list[Task]:
        """Return the tasks with one of the statuses as a person would take them up."""
        return in_order([task for task in self.tasks if task.status in (statuses or UNFINISHED)])

    def done(self) -> list[Task]:
        """Return what was finished in the period, in order."""
        finished = [task for task in self.tasks if task.status == DONE and task.done_at and self.holds(task.done_at)]
        return sorted(finished, key=lambda task: (task.done_at or "", task.id))

    def added(self) -> list[Task]:
        """Return what was added in the period."""
        return [task for task in self.tasks if self.holds(task.created_at)]

    def due_by(self, day: date) -> list[Task]:
        """Return what is late or due by a day and can go on."""
        return [task for task in self.unfinished(DOING, "open") if task.due and task.due <= day.isoformat()]

    def holds(self, moment: str) -> bool:
        """Whether a moment lies in the period."""
        return self.since <= from_iso(moment) < self.until


async def gather(call: Invocation, since: datetime, until: datetime | None = None) -> Situation:
    """Ask everyone at once."""
    services, now = call.services, call.services.clock()
    until = until or now + timedelta(days=1)
    tracked, history, sessions, decisions = await asyncio.gather(
        TASKS.read(services.brain),
        services.history(since),
        services.sessions(since),
        services.decisions(LOOKED_AT_DECISIONS),
    )
    tasks = list(tracked.state.values())
    return Situation(
        now=now,
        since=since,
        until=until,
        tasks=tasks,
        short=short_ids([task.id for task in tasks]),
        history=history,
        sessions=[each for each in sessions if each.ended_at < until],
        decisions=[each for each in decisions if since <= each.at < until],
        problems=tracked.problems,
    )


def midnight(moment: datetime, days: int = 0) -> datetime:
    """Return the beginning of the day so many days later."""
    return (moment + timedelta(days=days)).replace(hour=0, minute=0, second=0, microsecond=0)


def last_working_day(now: datetime) -> datetime:
    """Return the beginning of the last working day: on a Monday that was Friday."""
    return midnight(now, {0: -3, 6: -2}.get(now.weekday(), -1))


def day_title(call: Invocation, day: date) -> str:
    """Write a day for people."""
    return f"{day.isoformat()} {WEEKDAYS[call.language][day.weekday()]}"


def part(call: Invocation, name: str, lines: str) -> str:
    """Return a part under its usual heading, or nothing."""
    return section(call.say(HEADINGS[name]), lines) if lines else ""


def tasks_part(call: Invocation, situation: Situation, name: str, tasks: Sequence[Task]) -> str:
    """Return tasks under a heading, a page full of them."""
    lines = task_lines(tasks[:SHOWN_TASKS], situation.short, situation.now, call.language)
    return part(call, name, _with_rest(call, lines, len(tasks) - SHOWN_TASKS))


def blocked_part(call: Invocation, situation: Situation) -> str:
    """Return what is blocked."""
    return tasks_part(call, situation, "blocked", situation.unfinished(BLOCKED))


def commits_part(call: Invocation, situation: Situation) -> str:
    """Return the commits; authors are named when there are several."""
    commits = situation.commits
    several = len({each.author for each in commits}) > 1
    lines = bullets(
        f"{inline(each.subject)} `{each.id[:7]}`" + (f" — {inline(each.author)}" if several else "")
        for each in commits[:SHOWN_COMMITS]
    )
    return part(call, "commits", _with_rest(call, lines, len(commits) - SHOWN_COMMITS))


def sessions_part(call: Invocation, situation: Situation) -> str:
    """Return what was talked about."""
    lines = bullets(inline(each.title) for each in situation.sessions[:SHOWN_SESSIONS])
    return part(call, "sessions", _with_rest(call, lines, len(situation.sessions) - SHOWN_SESSIONS))


def decision_line(decision: Decision) -> str:
    """Return a decision as one line."""
    about = "" if decision.context == decision.chosen else f" ({inline(decision.context)})"
    why = f" — {inline(decision.why)}" if decision.why else ""
    return f"{inline(decision.chosen)}{about}{why}"


def decisions_part(call: Invocation, situation: Situation) -> str:
    """Return what was decided."""
    lines = bullets(decision_line(each) for each in situation.decisions[:SHOWN_DECISIONS])
    return part(call, "decisions", _with_rest(call, lines, len(situation.decisions) - SHOWN_DECISIONS))


def meetings_part(call: Invocation, meetings: Sequence[Meeting], now: datetime) -> str:
    """Return what takes place."""
    lines = []
    for each in meetings:
        start, end = each.start.astimezone(now.tzinfo), each.end.astimezone(now.tzinfo)
        when = call.say(ALL_DAY) if each.all_day else f"{start:%H:%M}–{end:%H:%M}"
        lines.append(f"{when} {inline(each.title)}")
    return part(call, "meetings", bullets(lines))


def notes_part(call: Invocation, situation: Situation) -> str:
    """Say what is missing and which lines could not be used."""
    missing = situation.history.missing
    notes = [f"> {call.say(MISSING[missing])}"] if missing else []
    notes.append(problems_note(situation.problems, TASKS.file, call.language))
    return "\n".join(note for note in notes if note)


def situation_data(situation: Situation) -> dict[str, Any]:
    """Return the whole situation as data."""
    return {
        "since": to_iso(situation.since),
        "until": to_iso(situation.until),
        "done": [task.to_json(situation.short[task.id]) for task in situation.done()],
        "doing": [task.to_json(situation.short[task.id]) for task in situation.unfinished(DOING)],
        "blocked": [task.to_json(situation.short[task.id]) for task in situation.unfinished(BLOCKED)],
        "due": [task.to_json(situation.short[task.id]) for task in situation.due_by(situation.now.date())],
        "open": [task.to_json(situation.short[task.id]) for task in situation.unfinished("open")],
        "commits": [
            {"id": each.id, "at": to_iso(each.at), "author": each.author, "subject": each.subject}
            for each in situation.commits
        ],
        "sessions": [
            {"id": each.id, "title": each.title, "endedAt": to_iso(each.ended_at)} for each in situation.sessions
        ],
        "decisions": [decision_data(each) for each in situation.decisions],
        "missing": [situation.history.missing] if situation.history.missing else [],
    }


def decision_data(decision: Decision) -> dict[str, Any]:
    """Return a decision as data."""
    return {
        "id": decision.id,
        "context": decision.context,
        "chosen": decision.chosen,
        "why": decision.why or None,
        "who": decision.who or None,
        "options": list(decision.options),
        "outcome": decision.outcome or None,
        "at": to_iso(decision.at),
    }


def meetings_data(meetings: Sequence[Meeting]) -> list[dict[str, Any]]:
    """Return meetings as data."""
    return [
        {"title": each.title, "start": to_iso(each.start), "end": to_iso(each.end), "allDay": each.all_day}
        for each in meetings
    ]


def _with_rest(call: Invocation, lines: str, more: int) -> str:
    return f"{lines}\n- {call.say(MORE, count=more)}" if more > 0 else lines
