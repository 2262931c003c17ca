"""`/blocked`: the tasks that cannot go on, the longest first, with what or who blocks them."""

from __future__ import annotations

from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.markdown import inline, join, problems_note, table
from memserver.work.task_view import age, days_since
from memserver.work.tasks import BLOCKED, TASKS
from memserver.work.tracker import short_ids

EMPTY: Said = {
    "en": "Nothing is blocked. When something is, say so with `/task block <id> <why>`; it is listed here with its "
    "age and what it waits for.",
    "ko": "막힌 일이 없습니다. 막히면 `/할일 막힘 <id> <이유>`로 적으세요. 며칠째 무엇을 기다리는지 여기에 보입니다.",
}
TITLE: Said = {"en": "## Blocked: {count}", "ko": "## 막힌 일: {count}개"}
HEADER = {"en": ("id", "task", "who", "blocked by", "for"), "ko": ("id", "할 일", "담당", "막은 것", "기간")}


async def run(call: Invocation) -> Output:
    """List what is blocked."""
    tracked = await TASKS.read(call.services.brain)
    note = problems_note(tracked.problems, tracked.path.name, call.language)
    blocked = [task for task in tracked.state.values() if task.status == BLOCKED]
    if not blocked:
        return Output(join(call.say(EMPTY), note), {"blocked": []})
    now = call.services.clock()
    short = short_ids(list(tracked.state))
    blocked.sort(key=lambda task: (task.since, task.id))
    rows = [
        (
            f"`{short[task.id]}`", inline(task.title), inline(task.who or ""), inline(task.why or ""),
            age(task.since, now, call.language),
        )
        for task in blocked
    ]  # fmt: skip
    listed = [{**task.to_json(short[task.id]), "days": days_since(task.since, now)} for task in blocked]
    head = call.say(TITLE, count=len(blocked))
    return Output(join(head, table(HEADER[call.language], rows), note), {"blocked": listed})


COMMAND = Command(
    "blocked",
    "Work",
    {"en": "What cannot go on, and why.", "ko": "막힌 일과 그 이유를 봅니다."},
    (Action("", {"en": "", "ko": ""}, {"en": "What is blocked, the longest first.", "ko": "오래 막힌 순서로."}, run),),
    aliases=("막힘", "막힌일"),
)
