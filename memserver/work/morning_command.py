"""`/morning`: what today begins with: meetings, what is late or in hand, what happened since the last working day."""

from __future__ import annotations

from memserver.work import situation as view
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.markdown import join
from memserver.work.task_view import task_line
from memserver.work.tasks import DOING

TITLE: Said = {"en": "## Morning, {day}", "ko": "## 아침, {day}"}
EMPTY: Said = {
    "en": "Nothing is known about today yet. Here you will see meetings, what is late, in hand and blocked, and "
    "what happened since the last working day. Start with `/task add <what> due friday`.",
    "ko": "오늘에 대해 아는 것이 아직 없습니다. 일정, 늦은 일, 진행 중인 일, 막힌 일, 지난 근무일 이후의 일이 여기에 "
    "보입니다. `/할일 추가 <할 일> 금요일까지`로 시작하세요.",
}
FIRST: Said = {"en": "**Begin with:** {task}", "ko": "**먼저:** {task}"}
SINCE: Said = {"en": "Since {day}:", "ko": "{day} 이후:"}


async def run(call: Invocation) -> Output:
    """Show the day ahead."""
    now = call.services.clock()
    since = view.last_working_day(now)
    found = await view.gather(call, since)
    meetings = await call.services.agenda(view.midnight(now), view.midnight(now, 1))
    title = call.say(TITLE, day=view.day_title(call, now.date()))
    data = {
        "day": now.date().isoformat(),
        "meetings": view.meetings_data(meetings),
        **view.situation_data(found),
        "first": None,
    }
    if found.is_empty and not meetings:
        return Output(join(title, call.say(EMPTY), view.notes_part(call, found)), data)
    late = found.due_by(now.date())
    doing = [task for task in found.unfinished(DOING) if task not in late]
    following = [task for task in found.unfinished("open") if task not in late]
    first = next(iter((*late, *doing, *following)), None)
    if first is not None:
        data["first"] = found.short[first.id]
    before = (
        view.tasks_part(call, found, "done", found.done()),
        view.commits_part(call, found),
        view.sessions_part(call, found),
        view.decisions_part(call, found),
    )
    text = join(
        title,
        call.say(FIRST, task=task_line(first, found.short, now, call.language)) if first else "",
        view.meetings_part(call, meetings, now),
        view.tasks_part(call, found, "late", late),
        view.tasks_part(call, found, "doing", doing),
        view.blocked_part(call, found),
        "" if late or doing else view.tasks_part(call, found, "open", following[:3]),
        call.say(SINCE, day=view.day_title(call, since.date())) if any(before) else "",
        *before,
        view.notes_part(call, found),
    )
    return Output(text, data)


COMMAND = Command(
    "morning",
    "Rhythm",
    {"en": "What today begins with.", "ko": "오늘 무엇으로 시작할지 봅니다."},
    (Action("", {"en": "", "ko": ""}, {"en": "The day ahead.", "ko": "오늘 하루."}, run),),
    aliases=("아침", "오늘"),
)
