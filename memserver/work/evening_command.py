"""`/evening`: what today brought, what stays open, what tomorrow begins with."""

from __future__ import annotations

from datetime import timedelta

from memserver.work import situation as view
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.markdown import join, section
from memserver.work.task_view import task_lines
from memserver.work.tasks import DOING

TITLE: Said = {"en": "## Evening, {day}", "ko": "## 저녁, {day}"}
EMPTY: Said = {
    "en": "Nothing was noted today. Here you will see what was done, committed, decided and talked about, and what "
    "tomorrow begins with. Start with `/task done <id>` or `/task add <what> due tomorrow`.",
    "ko": "오늘 적힌 것이 없습니다. 끝낸 일, 커밋, 결정, 대화와 내일 할 일이 여기에 보입니다. "
    "`/할일 완료 <id>` 또는 `/할일 추가 <할 일> 내일까지`로 시작하세요.",
}
SUM: Said = {
    "en": "Done: {done}, commits: {commits}, decisions: {decisions}.",
    "ko": "끝낸 일 {done}개, 커밋 {commits}개, 결정 {decisions}개.",
}
TOMORROW: Said = {"en": "Tomorrow", "ko": "내일"}


async def run(call: Invocation) -> Output:
    """Show the day that was."""
    now = call.services.clock()
    found = await view.gather(call, view.midnight(now))
    meetings = await call.services.agenda(view.midnight(now, 1), view.midnight(now, 2))
    title = call.say(TITLE, day=view.day_title(call, now.date()))
    tomorrow = found.due_by(now.date() + timedelta(days=1))
    done = found.done()
    data = {
        "day": now.date().isoformat(),
        **view.situation_data(found),
        "tomorrow": [task.to_json(found.short[task.id]) for task in tomorrow],
        "meetings": view.meetings_data(meetings),
    }
    if found.is_empty and not meetings:
        return Output(join(title, call.say(EMPTY), view.notes_part(call, found)), data)
    due = task_lines(tomorrow, found.short, now, call.language)
    text = join(
        title,
        call.say(SUM, done=len(done), commits=len(found.commits), decisions=len(found.decisions)),
        view.tasks_part(call, found, "done", done),
        view.commits_part(call, found),
        view.decisions_part(call, found),
        view.sessions_part(call, found),
        view.tasks_part(call, found, "doing", found.unfinished(DOING)),
        view.blocked_part(call, found),
        section(call.say(TOMORROW), due) if due else "",
        view.meetings_part(call, meetings, now),
        view.notes_part(call, found),
    )
    return Output(text, data)


COMMAND = Command(
    "evening",
    "Rhythm",
    {"en": "What today brought.", "ko": "오늘 한 일을 돌아봅니다."},
    (Action("", {"en": "", "ko": ""}, {"en": "The day that was.", "ko": "하루 돌아보기."}, run),),
    aliases=("저녁", "마감"),
)
