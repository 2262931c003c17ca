"""`/weekly`: what the week brought, against the week before."""

from __future__ import annotations

from datetime import timedelta

from memserver.work import situation as view
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.customers import CUSTOMERS
from memserver.work.feedback import FEEDBACK
from memserver.work.markdown import change, join, table
from memserver.work.tasks import DOING

TITLE: Said = {"en": "## Week of {first} to {last}", "ko": "## {first}부터 {last}까지의 한 주"}
EMPTY: Said = {
    "en": "This week is blank so far. Here you will see what was done, committed and decided against the week before, "
    "and what is still open. Start with `/task add <what>`.",
    "ko": "이번 주는 아직 비어 있습니다. 끝낸 일, 커밋, 결정을 지난주와 견주고 남은 일을 보여 줍니다. "
    "`/할일 추가 <할 일>`로 시작하세요.",
}
NOTHING: Said = {"en": "Nothing was noted in this week.", "ko": "이 주에는 적힌 것이 없습니다."}
HEADER = {"en": ("", "this week", "before", "Δ"), "ko": ("", "이번 주", "지난주", "변화")}
LAST_HEADER = {"en": ("", "last week", "before", "Δ"), "ko": ("", "지난주", "그 전주", "변화")}
ROWS: dict[str, Said] = {
    "done": {"en": "tasks done", "ko": "끝낸 일"},
    "added": {"en": "tasks added", "ko": "더한 일"},
    "commits": {"en": "commits", "ko": "커밋"},
    "decisions": {"en": "decisions", "ko": "결정"},
    "sessions": {"en": "chats", "ko": "대화"},
    "customers": {"en": "new customers", "ko": "새 고객"},
    "feedback": {"en": "feedback", "ko": "피드백"},
}


def _figures(found: view.Situation) -> dict[str, int]:
    return {
        "done": len(found.done()),
        "added": len(found.added()),
        "commits": len(found.commits),
        "decisions": len(found.decisions),
        "sessions": len(found.sessions),
    }


async def _week(call: Invocation, weeks_back: int) -> Output:
    now = call.services.clock()
    start = view.midnight(now, -now.weekday() - 7 * weeks_back)
    end = view.midnight(start, 7)
    # The week before up to the same moment: a Tuesday is not compared with a whole week.
    before_end = min(end, now) - timedelta(days=7)
    found = await view.gather(call, start, end)
    before = await view.gather(call, view.midnight(start, -7), before_end)
    customers = (await CUSTOMERS.read(call.services.brain)).state
    feedback = (await FEEDBACK.read(call.services.brain)).state
    figures, earlier = _figures(found), _figures(before)
    for counted, period in ((figures, found), (earlier, before)):
        # A day that is not over counts: until the same hour, last Tuesday counts against this one.
        last = (period.until - timedelta(microseconds=1)).date().isoformat()
        counted["customers"] = sum(
            period.since.date().isoformat() <= each.joined <= last for each in customers.values()
        )
        counted["feedback"] = sum(period.holds(each.at) for each in feedback.values())
    title = call.say(TITLE, first=start.date().isoformat(), last=(end - timedelta(days=1)).date().isoformat())
    data = {**view.situation_data(found), "figures": figures, "before": earlier}
    if not found.tasks and not any(figures.values()) and not any(earlier.values()):
        return Output(join(title, call.say(NOTHING if weeks_back else EMPTY), view.notes_part(call, found)), data)
    rows = [
        (ROWS[name][call.language], str(count), str(earlier[name]), change(earlier[name], count))
        for name, count in figures.items()
        if count or earlier[name]
    ]
    text = join(
        title,
        table((LAST_HEADER if weeks_back else HEADER)[call.language], rows, numbers=(1, 2, 3))
        if rows
        else call.say(NOTHING),
        view.tasks_part(call, found, "done", found.done()),
        view.decisions_part(call, found),
        view.commits_part(call, found),
        view.tasks_part(call, found, "doing", found.unfinished(DOING)),
        view.blocked_part(call, found),
        view.tasks_part(call, found, "late", found.due_by(now.date())),
        view.notes_part(call, found),
    )
    return Output(text, data)


async def this_week(call: Invocation) -> Output:
    """Show the week so far."""
    return await _week(call, 0)


async def last_week(call: Invocation) -> Output:
    """Show the week before."""
    return await _week(call, 1)


COMMAND = Command(
    "weekly",
    "Rhythm",
    {"en": "What the week brought.", "ko": "한 주를 돌아봅니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "This week so far.", "ko": "이번 주."}, this_week),
        Action(
            "last",
            {"en": "last", "ko": "지난주"},
            {"en": "Last week.", "ko": "지난주."},
            last_week,
            ("지난주", "저번주"),
        ),
    ),
    aliases=("주간", "이번주"),
)
