"""`/task`: what is to be done, by whom, by when. Every change is an event; nothing is overwritten."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.days import read_day, take_day
from memserver.work.line import take_person
from memserver.work.markdown import join, problems_data, problems_note
from memserver.work.reference import split_reference
from memserver.work.task_view import task_line, task_lines
from memserver.work.tasks import DONE, TASKS, UNFINISHED, Task, in_order
from memserver.work.tracker import Tracked, short_ids

EMPTY: Said = {
    "en": "No tasks yet. This list will show what is open, what is late and what is blocked. Start with "
    "`/task add Ship the beta due friday @mina`.",
    "ko": "아직 할 일이 없습니다. 진행 중인 일, 늦은 일, 막힌 일이 여기에 보입니다. "
    "`/할일 추가 베타 배포 금요일까지 @미나`로 시작하세요.",
}
ALL_DONE: Said = {"en": "Nothing is open. Tasks done: {done}.", "ko": "남은 일이 없습니다: {done}개를 끝냈습니다."}
NONE_SUCH: Said = {"en": "No task fits this.", "ko": "여기에 해당하는 일이 없습니다."}
TITLE: Said = {"en": "## Tasks: {open} open, {done} done", "ko": "## 할 일: 남은 일 {open}개, 끝낸 일 {done}개"}
NO_TITLE: Said = {"en": "Say what is to be done.", "ko": "할 일을 적어 주세요."}
NO_WHY: Said = {"en": "Say what blocks it.", "ko": "무엇에 막혔는지 적어 주세요."}
NO_DAY: Said = {"en": "{word!r} is no day that I know.", "ko": "{word!r}은(는) 알 수 없는 날짜입니다."}
NO_PERSON: Said = {"en": "Say who does it, such as @mina.", "ko": "담당자를 @미나처럼 적어 주세요."}
NO_NOTE: Said = {"en": "Say what to note.", "ko": "메모할 내용을 적어 주세요."}
ALL_WORDS, DONE_WORDS = ("all", "전체", "모두"), ("done", "완료")
NONE_WORDS = ("none", "never", "없음", "-")


async def show(call: Invocation) -> Output:
    """List what is unfinished; with a word such as `all`, `done` or `@mina`, that."""
    tracked = await TASKS.read(call.services.brain)
    tasks = list(tracked.state.values())
    if not tasks:
        return _listed(call, tracked, [], call.say(EMPTY))
    person, words = take_person(call.words)
    wanted = words[0].casefold() if words else ""
    everything = wanted in ALL_WORDS
    statuses = (DONE,) if wanted in DONE_WORDS else UNFINISHED
    if wanted and wanted not in (*ALL_WORDS, *DONE_WORDS):
        raise call.command.unknown(words[0], call.language)
    chosen = in_order([task for task in tasks if everything or task.status in statuses])
    if person is not None:
        chosen = [task for task in chosen if (task.who or "").casefold() == person.casefold()]
    done = sum(task.status == DONE for task in tasks)
    unfinished = sum(task.status in UNFINISHED for task in tasks)
    head = call.say(TITLE, open=unfinished, done=done)
    short = short_ids(list(tracked.state))
    nothing = call.say(NONE_SUCH) if unfinished or words else call.say(ALL_DONE, done=done)
    body = task_lines(chosen, short, call.services.clock(), call.language) or nothing
    return _listed(call, tracked, chosen, join(head, body))


def _listed(call: Invocation, tracked: Tracked[dict[str, Task]], tasks: list[Task], text: str) -> Output:
    short = short_ids(list(tracked.state))
    data: dict[str, Any] = {
        "tasks": [task.to_json(short[task.id]) for task in tasks],
        "path": str(tracked.path),
        "problems": problems_data(tracked.problems),
    }
    return Output(join(text, problems_note(tracked.problems, tracked.path.name, call.language)), data)


async def add(call: Invocation) -> Output:
    """Add a task; a day and a person at its end are taken out of the title."""
    person, words = take_person(call.words)
    due, words = take_day(words, call.services.clock(), ahead=True, marked=True)
    title = " ".join(words).strip()
    if not title:
        raise call.wrong(NO_TITLE)
    fields = {"title": title, "due": due.isoformat() if due else None, "who": person}
    event = await TASKS.append(call.services.brain, call.services.clock, "added", fields)
    return await _changed(call, event["id"])


async def _change(call: Invocation, kind: str, fields: Mapping[str, Any], identifier: str) -> Output:
    await TASKS.append(call.services.brain, call.services.clock, kind, {"of": identifier, **fields})
    return await _changed(call, identifier)


async def _changed(call: Invocation, identifier: str) -> Output:
    """Show the task as it is now."""
    tracked = await TASKS.read(call.services.brain)
    short = short_ids(list(tracked.state))
    task = tracked.state[identifier]
    line = task_line(task, short, call.services.clock(), call.language)
    note = problems_note(tracked.problems, tracked.path.name, call.language)
    return Output(join(line, note), {"task": task.to_json(short[identifier]), "path": str(tracked.path)})


async def _meant(call: Invocation) -> tuple[str, list[str]]:
    """Return the task that the line names, and the words behind it; unfinished ones go first."""
    tasks = (await TASKS.read(call.services.brain)).state
    unfinished = {each.id for each in tasks.values() if each.status in UNFINISHED}
    return split_reference(call, {each.id: each.title for each in tasks.values()}, unfinished)


def _simple(kind: str) -> Any:
    async def run(call: Invocation) -> Output:
        identifier, rest = await _meant(call)
        if rest:
            await TASKS.append(
                call.services.brain, call.services.clock, "noted", {"of": identifier, "text": " ".join(rest)}
            )
        return await _change(call, kind, {}, identifier)

    return run


async def block(call: Invocation) -> Output:
    """Say that a task cannot go on, and why."""
    identifier, rest = await _meant(call)
    if not rest:
        raise call.wrong(NO_WHY)
    return await _change(call, "blocked", {"why": " ".join(rest)}, identifier)


async def due(call: Invocation) -> Output:
    """Set the day by which a task is due, or take it away."""
    identifier, rest = await _meant(call)
    text = " ".join(rest)
    day: date | None = None
    if text.casefold() not in NONE_WORDS:
        day = read_day(text, call.services.clock(), ahead=True)
        if day is None:
            raise call.wrong(NO_DAY, word=text[:40])
    return await _change(call, "due", {"day": day.isoformat() if day else None}, identifier)


async def assign(call: Invocation) -> Output:
    """Say who does a task."""
    identifier, rest = await _meant(call)
    who = " ".join(rest).removeprefix("@").strip()
    if not who:
        raise call.wrong(NO_PERSON)
    return await _change(call, "assigned", {"who": None if who in NONE_WORDS else who}, identifier)


async def note(call: Invocation) -> Output:
    """Add a note to a task."""
    identifier, rest = await _meant(call)
    if not rest:
        raise call.wrong(NO_NOTE)
    return await _change(call, "noted", {"text": " ".join(rest)}, identifier)


async def rename(call: Invocation) -> Output:
    """Give a task another title."""
    identifier, rest = await _meant(call)
    if not rest:
        raise call.wrong(NO_TITLE)
    return await _change(call, "renamed", {"title": " ".join(rest)}, identifier)


COMMAND = Command(
    "task",
    "Work",
    {"en": "What is to be done, by whom, by when.", "ko": "할 일을 담당자, 마감과 함께 관리합니다."},
    (
        Action("", {"en": "", "ko": ""}, {"en": "What is open.", "ko": "남은 일을 봅니다."}, show),
        Action(
            "add", {"en": "add <what> [due <day>] [@who]", "ko": "추가 <할 일> [<날>까지] [@담당]"},
            {"en": "Add a task.", "ko": "할 일을 더합니다."}, add, ("new", "추가", "등록"),
        ),
        Action(
            "list", {"en": "list [all|done] [@who]", "ko": "목록 [전체|완료] [@담당]"},
            {"en": "List tasks.", "ko": "할 일 목록을 봅니다."}, show, ("ls", "목록"),
        ),
        Action(
            "start", {"en": "start <id>", "ko": "시작 <id>"},
            {"en": "Take a task in hand.", "ko": "일을 시작합니다."}, _simple("started"), ("시작",),
        ),
        Action(
            "done", {"en": "done <id> [note]", "ko": "완료 <id> [메모]"},
            {"en": "A task is done.", "ko": "일을 끝냅니다."}, _simple("done"), ("finish", "완료", "끝"),
        ),
        Action(
            "block", {"en": "block <id> <why>", "ko": "막힘 <id> <이유>"},
            {"en": "A task cannot go on.", "ko": "일이 막혔음을 적습니다."}, block, ("막힘", "차단"),
        ),
        Action(
            "unblock", {"en": "unblock <id>", "ko": "풀림 <id>"},
            {"en": "It can go on again.", "ko": "다시 진행합니다."}, _simple("unblocked"), ("풀림", "해제"),
        ),
        Action(
            "due", {"en": "due <id> <day|none>", "ko": "마감 <id> <날|없음>"},
            {"en": "Set the day it is due.", "ko": "마감일을 정합니다."}, due, ("마감", "기한"),
        ),
        Action(
            "assign", {"en": "assign <id> @who", "ko": "담당 <id> @이름"},
            {"en": "Say who does it.", "ko": "담당자를 정합니다."}, assign, ("담당", "배정"),
        ),
        Action(
            "note", {"en": "note <id> <text>", "ko": "메모 <id> <내용>"},
            {"en": "Add a note.", "ko": "메모를 더합니다."}, note, ("메모",),
        ),
        Action(
            "rename", {"en": "rename <id> <what>", "ko": "이름 <id> <할 일>"},
            {"en": "Change its title.", "ko": "제목을 고칩니다."}, rename, ("이름", "수정"),
        ),
        Action(
            "reopen", {"en": "reopen <id>", "ko": "다시 <id>"},
            {"en": "It is not done after all.", "ko": "끝낸 일을 되돌립니다."}, _simple("reopened"), ("다시",),
        ),
        Action(
            "drop", {"en": "drop <id> [note]", "ko": "취소 <id> [메모]"},
            {"en": "It will not be done.", "ko": "하지 않기로 합니다."}, _simple("dropped"), ("취소", "삭제"),
        ),
    ),
    aliases=("할일", "작업", "tasks"),
)  # fmt: skip
