"""`/feedback`: what people said, by subject and month, and who still waits for an answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.feedback import FEEDBACK, Feedback
from memserver.work.ledger import answer, correct_action, undo_action
from memserver.work.line import take_person, take_tags
from memserver.work.markdown import bullets, inline, join, section, sparkline
from memserver.work.months import month_of, months_until
from memserver.work.reference import split_reference
from memserver.work.series import local_month
from memserver.work.situation import MORE
from memserver.work.task_view import age
from memserver.work.tracker import short_ids

EMPTY: Said = {
    "en": "No feedback yet. This page will show what people say by subject and month, and who waits for an answer. "
    "Start with `/feedback add The export is slow @acme #export`.",
    "ko": "아직 피드백이 없습니다. 사람들이 한 말을 주제와 달별로 모으고, 누가 답을 기다리는지 보여 줍니다. "
    "`/피드백 추가 내보내기가 느려요 @에이스상사 #내보내기`로 시작하세요.",
}
TITLE: Said = {
    "en": "## Feedback: {all}, {open} without an answer",
    "ko": "## 피드백: {all}건, 답하지 않은 것 {open}건",
}
SUBJECTS: Said = {"en": "Subjects", "ko": "주제"}
WAITING: Said = {"en": "Without an answer", "ko": "답을 기다림"}
DEALT_WITH: Said = {"en": "Answered", "ko": "답한 것"}
TREND: Said = {"en": "Six months: {line}", "ko": "6개월: {line}"}
NO_TEXT: Said = {"en": "Say what was said.", "ko": "들은 내용을 적어 주세요."}
NOTHING_WITH: Said = {"en": "Nothing is tagged #{tag}.", "ko": "#{tag} 주제의 피드백이 없습니다."}
ANSWERED: Said = {"en": "Answered: `{id}`.", "ko": "`{id}`에 답했습니다."}
RECEIVED: Said = {"en": "Noted `{id}`.", "ko": "`{id}` 기록했습니다."}
TREND_MONTHS, SHOWN, SHOWN_TAGS = 6, 15, 8


async def show(call: Invocation) -> Output:
    """Show subjects, trend, and what waits; with a `#tag`, that subject only."""
    tracked = await FEEDBACK.read(call.services.brain)
    said = tracked.state
    if not said:
        return answer(call, tracked, call.say(EMPTY), {"feedback": [], "subjects": {}})
    short = short_ids(list(said))
    tags, _ = take_tags(call.words)
    chosen = [each for each in said.values() if not tags or set(tags) & set(each.tags)]
    if tags and not chosen:
        raise call.missing(NOTHING_WITH, tag=tags[0])
    subjects = Counter(tag for each in chosen for tag in each.tags)
    ranked = sorted(subjects.items(), key=lambda item: (-item[1], item[0]))
    waiting = [each for each in chosen if each.answered_at is None]
    now = call.services.clock()
    months = months_until(month_of(now.date().isoformat()), TREND_MONTHS)
    trend = sparkline([sum(local_month(each.at, now) == month for each in chosen) for month in months])
    lines = [_line(each, short, age(each.at, now, call.language)) for each in waiting[:SHOWN]]
    if len(waiting) > SHOWN:
        lines.append(call.say(MORE, count=len(waiting) - SHOWN))
    answered = [each for each in chosen if each.answered_at] if call.action.name == "list" else []
    dealt_with = [_line(each, short, each.answer) for each in answered[-SHOWN:]]
    subject_line = " · ".join(f"#{inline(tag)} {count}" for tag, count in ranked[:SHOWN_TAGS])
    text = join(
        call.say(TITLE, all=len(chosen), open=len(waiting)),
        bullets([call.say(TREND, line=trend)]),
        section(call.say(SUBJECTS), subject_line) if subject_line else "",
        section(call.say(WAITING), bullets(lines)) if lines else "",
        section(call.say(DEALT_WITH), bullets(dealt_with)) if dealt_with else "",
    )
    data = {"feedback": [each.to_json(short[each.id]) for each in chosen], "subjects": dict(ranked)}
    return answer(call, tracked, text, data)


def _line(said: Feedback, short: Mapping[str, str], more: str) -> str:
    who = f" — @{inline(said.who)}" if said.who else ""
    return f"`{short[said.id]}` {inline(said.text)}{who}" + (f" ({inline(more)})" if more else "")


async def add(call: Invocation) -> Output:
    """Note what somebody said."""
    person, words = take_person(call.words)
    tags, words = take_tags(words)
    text = " ".join(words).strip()
    if not text:
        raise call.wrong(NO_TEXT)
    fields = {"text": text, "who": person, "tags": tags or None}
    event = await FEEDBACK.append(call.services.brain, call.services.clock, "received", fields)
    return await _changed(call, event["id"], RECEIVED)


async def reply(call: Invocation) -> Output:
    """Note that it was answered, and what."""
    said = (await FEEDBACK.read(call.services.brain)).state
    identifier, rest = split_reference(call, _names(said))
    fields = {"of": identifier, "text": " ".join(rest) or None}
    await FEEDBACK.append(call.services.brain, call.services.clock, "answered", fields)
    return await _changed(call, identifier, ANSWERED)


async def _changed(call: Invocation, identifier: str, text: Said) -> Output:
    everything = Invocation([], call.services, call.language, call.command, call.action)
    shown = await show(everything)
    one = next(each for each in shown.data["feedback"] if each["eventId"] == identifier)
    return Output(join(call.say(text, id=one["id"]), shown.markdown), {"entry": one, **shown.data})


def _names(said: Mapping[str, Feedback]) -> dict[str, str]:
    return {each.id: each.text for each in said.values()}


def _read_correction(call: Invocation, rest: list[str]) -> dict[str, Any]:
    person, words = take_person(rest)
    tags, words = take_tags(words)
    changes: dict[str, Any] = {"who": person} if person else {}
    changes |= {"tags": tags} if tags else {}
    changes |= {"text": " ".join(words)} if words else {}
    if not changes:
        raise call.wrong(NO_TEXT)
    return changes


COMMAND = Command(
    "feedback",
    "Outgoing",
    {"en": "What people said, and who waits for an answer.", "ko": "사람들의 의견과 답할 일을 모읍니다."},
    (
        Action(
            "", {"en": "", "ko": ""}, {"en": "Subjects, trend, what waits.", "ko": "주제, 추이, 기다리는 것."}, show,
        ),
        Action(
            "add", {"en": "add <what was said> [@who] [#subject]", "ko": "추가 <들은 말> [@누가] [#주제]"},
            {"en": "Note what somebody said.", "ko": "들은 말을 적습니다."}, add, ("new", "추가", "등록"),
        ),
        Action(
            "list", {"en": "list [#subject]", "ko": "목록 [#주제]"},
            {"en": "One subject.", "ko": "한 주제만 봅니다."}, show, ("ls", "목록"),
        ),
        Action(
            "answer", {"en": "answer <id> [what]", "ko": "답변 <id> [내용]"},
            {"en": "It was answered.", "ko": "답했습니다."}, reply, ("reply", "close", "답변", "완료"),
        ),
        correct_action(
            FEEDBACK, _names, show,
            {"en": "correct <id> [text] [@who] [#subject]", "ko": "정정 <id> [내용] [@누가] [#주제]"}, _read_correction,
        ),
        undo_action(FEEDBACK, _names, show),
    ),
    aliases=("피드백", "의견"),
)  # fmt: skip
