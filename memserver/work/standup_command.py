"""`/standup`: yesterday, today, blockers, ready to be pasted."""

from __future__ import annotations

from collections.abc import Iterable

from memserver.work import situation as view
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.line import take_person
from memserver.work.markdown import bullets, inline, join
from memserver.work.tasks import BLOCKED, DOING, Task

EMPTY: Said = {
    "en": "Nothing to report yet. From tasks, commits and decisions this becomes three short lists for the team. Start "
    "with `/task add <what>` and `/task start <id>`.",
    "ko": "아직 말할 것이 없습니다. 할 일, 커밋, 결정에서 팀에 알릴 세 가지 목록이 만들어집니다. "
    "`/할일 추가 <할 일>`, `/할일 시작 <id>`로 시작하세요.",
}
YESTERDAY: Said = {"en": "**Since {day}**", "ko": "**{day} 이후**"}
TODAY: Said = {"en": "**Today**", "ko": "**오늘**"}
BLOCKERS: Said = {"en": "**Blocked**", "ko": "**막힌 것**"}
NOTHING: Said = {"en": "nothing", "ko": "없음"}
NOT_A_PERSON: Said = {"en": "{word!r} is no person: write @{word}.", "ko": "{word!r}: 사람은 @{word}처럼 적으세요."}
MOST_COMMITS, MOST_NEXT = 8, 3


async def run(call: Invocation) -> Output:
    """Write the three lists; with `@who`, those of one person."""
    person, rest = take_person(call.words)
    if rest:
        raise call.wrong(NOT_A_PERSON, word=rest[0][:40])
    now = call.services.clock()
    since = view.last_working_day(now)
    found = await view.gather(call, since)
    data = {"who": person, **view.situation_data(found)}
    if found.is_empty:
        return Output(join(call.say(EMPTY), view.notes_part(call, found)), data)
    commits = [each for each in found.commits if person is None or person.casefold() in each.author.casefold()]
    done = _of(found.done(), person)
    late = _of(found.due_by(now.date()), person)
    doing = [task for task in _of(found.unfinished(DOING), person) if task not in late]
    following = [] if late or doing else _of(found.unfinished("open"), person)[:MOST_NEXT]
    blocked = _of(found.unfinished(BLOCKED), person)
    were = [inline(task.title) for task in done]
    were += [inline(each.subject) for each in commits[:MOST_COMMITS]]
    were += [view.decision_line(each) for each in found.decisions if person is None]
    lists = {
        call.say(YESTERDAY, day=view.day_title(call, since.date())): were,
        call.say(TODAY): [inline(task.title) for task in (*late, *doing, *following)],
        call.say(BLOCKERS): [f"{inline(task.title)} — {inline(task.why or '')}" for task in blocked],
    }
    text = join(*(f"{head}\n{bullets(lines or [call.say(NOTHING)])}" for head, lines in lists.items()))
    data["lists"] = dict(zip(("yesterday", "today", "blocked"), lists.values(), strict=True))
    return Output(join(text, view.notes_part(call, found)), data)


def _of(tasks: Iterable[Task], person: str | None) -> list[Task]:
    return [task for task in tasks if person is None or (task.who or "").casefold() == person.casefold()]


COMMAND = Command(
    "standup",
    "Rhythm",
    {"en": "Yesterday, today, blockers, to paste.", "ko": "스탠드업 보고를 만듭니다."},
    (
        Action(
            "",
            {"en": "[@who]", "ko": "[@누구]"},
            {"en": "Three lists, of all or of one person.", "ko": "모두 또는 한 사람의 세 가지 목록."},
            run,
            takes_text=True,
        ),
    ),
    aliases=("스탠드업", "데일리"),
)
