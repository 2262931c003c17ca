"""`/onesie`: a one-page brief: of everything, or of one topic with what memory, decisions and tasks say about it."""

from __future__ import annotations

from typing import Any

from memserver.work import situation as view
from memserver.work.amounts import show_amount
from memserver.work.command import Action, Command, Invocation, Output, Said
from memserver.work.customers import CUSTOMERS, revenue
from memserver.work.feedback import FEEDBACK
from memserver.work.hiring import HIRING, IN_PLAY
from memserver.work.markdown import bullets, inline, join, section
from memserver.work.memory_command import memory_data
from memserver.work.runway import RUNWAY, runway_of
from memserver.work.task_view import task_lines
from memserver.work.tasks import DOING

EMPTY: Said = {
    "en": "There is nothing to sum up yet. From tasks, decisions, commits and the trackers this becomes one page that "
    "tells a newcomer how things stand. Start with `/task add <what>` or `/decisions add <what> because <why>`.",
    "ko": "아직 요약할 것이 없습니다. 할 일, 결정, 커밋, 장부에서 상황을 알려 줄 한 쪽이 만들어집니다. "
    "`/할일 추가 <할 일>` 또는 `/결정 추가 <결정> 이유 <이유>`로 시작하세요.",
}
NOTHING: Said = {
    "en": "Nothing is known about {topic} yet: no memory, note, decision, task, commit or feedback speaks of it. Keep "
    "something with `/memory add <text>`.",
    "ko": "{topic}에 대해 아는 것이 없습니다: 기억, 노트, 결정, 할 일, 커밋, 피드백에 없습니다. "
    "`/기억 추가 <내용>`으로 남기세요.",
}
TITLE: Said = {"en": "# Brief, {day}", "ko": "# 한 쪽 요약, {day}"}
TOPIC_TITLE: Said = {"en": "# Brief: {topic}, {day}", "ko": "# 한 쪽 요약: {topic}, {day}"}
FIGURES: Said = {"en": "Figures", "ko": "숫자"}
KNOWN: Said = {"en": "What is known", "ko": "아는 것"}
NOTES_HEAD: Said = {"en": "Notes", "ko": "노트"}
RECENT: Said = {"en": "The last two weeks", "ko": "최근 2주"}
FEEDBACK_HEAD: Said = {"en": "What people say", "ko": "사람들의 말"}
RUNWAY_LINE: Said = {"en": "Runway: {months:.1f} months, until {until}", "ko": "런웨이: {months:.1f}개월, {until}까지"}
CASH_LINE: Said = {"en": "Cash: {amount}", "ko": "잔액: {amount}"}
CUSTOMERS_LINE: Said = {"en": "Customers: {count}", "ko": "고객: {count}곳"}
REVENUE_LINE: Said = {"en": "Monthly revenue: {amount}", "ko": "월 매출: {amount}"}
HIRE_LINE: Said = {"en": "Candidates in play: {count}", "ko": "진행 중인 지원자: {count}명"}
TASK_LINE: Said = {
    "en": "Tasks: {open} open, {blocked} blocked, {done} done in two weeks",
    "ko": "할 일: 남은 {open}개, 막힌 {blocked}개, 2주간 끝낸 {done}개",
}
STALE: Said = {"en": "may be out of date", "ko": "오래됐을 수 있음"}
PERIOD_DAYS = -14
MOST = 6
LONGEST = 200


async def _figures(call: Invocation) -> tuple[list[str], dict[str, Any]]:
    """Return the figures of all trackers that have any."""
    today = call.services.clock().date()
    lines: list[str] = []
    data: dict[str, Any] = {}
    entries = (await RUNWAY.read(call.services.brain)).state
    for currency in sorted({entry.currency for entry in entries}):
        runway = runway_of(entries, currency, today)
        if runway.until and runway.months_left is not None:
            lines.append(call.say(RUNWAY_LINE, months=runway.months_left, until=runway.until))
        if runway.balance is not None:
            lines.append(call.say(CASH_LINE, amount=show_amount(runway.balance, currency)))
        data.setdefault("runway", []).append(
            {"currency": currency, "monthsLeft": runway.months_left, "balance": runway.balance}
        )
    customers = list((await CUSTOMERS.read(call.services.brain)).state.values())
    if customers:
        here = sum(each.is_here(today.isoformat()) for each in customers)
        paid = revenue(customers, today.isoformat())
        lines.append(call.say(CUSTOMERS_LINE, count=here))
        lines += [call.say(REVENUE_LINE, amount=show_amount(amount, code)) for code, amount in paid.items()]
        data |= {"customers": here, "revenue": paid}
    candidates = (await HIRING.read(call.services.brain)).state
    in_play = sum(each.stage in IN_PLAY for each in candidates.values())
    if in_play:
        lines.append(call.say(HIRE_LINE, count=in_play))
        data["candidates"] = in_play
    return lines, data


async def everything(call: Invocation) -> Output:
    """Sum up how things stand, or what is known about a topic."""
    if call.words:
        return await _topic(call)
    now = call.services.clock()
    found = await view.gather(call, view.midnight(now, PERIOD_DAYS))
    lines, figures = await _figures(call)
    data = {"topic": None, "figures": figures, **view.situation_data(found)}
    if found.is_empty and not lines:
        return Output(join(call.say(EMPTY), view.notes_part(call, found)), data)
    if found.tasks:
        counts = {"open": len(found.unfinished()), "blocked": len(data["blocked"]), "done": len(data["done"])}
        lines.append(call.say(TASK_LINE, **counts))
    text = join(
        call.say(TITLE, day=view.day_title(call, now.date())),
        section(call.say(FIGURES), bullets(lines)) if lines else "",
        view.tasks_part(call, found, "doing", found.unfinished(DOING)[:MOST]),
        view.tasks_part(call, found, "late", found.due_by(now.date())[:MOST]),
        view.blocked_part(call, found),
        view.decisions_part(call, found),
        view.tasks_part(call, found, "done", found.done()[-MOST:]),
        view.commits_part(call, found),
        view.notes_part(call, found),
    )
    return Output(text, data)


async def _topic(call: Invocation) -> Output:
    topic, now = call.text, call.services.clock()
    found = await view.gather(call, view.midnight(now, 12 * PERIOD_DAYS))
    memories = await call.services.search(topic, MOST)
    notes = await call.services.notes(topic, MOST)
    decisions = await call.services.similar_decisions(topic, MOST)
    feedback = (await FEEDBACK.read(call.services.brain)).state.values()
    words = [word.casefold() for word in call.words]
    tasks = [task for task in found.unfinished() if _speaks_of(task.title, words)]
    done = [task for task in found.done() if _speaks_of(task.title, words)]
    commits = [each for each in found.commits if _speaks_of(each.subject, words)]
    said = [each for each in feedback if _speaks_of(f"{each.text} {' '.join(each.tags)} {each.who}", words)]
    data = {
        "topic": topic,
        "memories": [memory_data(each) for each in memories],
        "notes": [{"path": each.path, "title": each.title} for each in notes],
        "decisions": [view.decision_data(each) for each in decisions],
        "tasks": [task.to_json(found.short[task.id]) for task in (*tasks, *done)],
        "commits": [each.id for each in commits],
        "feedback": [each.text for each in said],
    }
    if not (memories or notes or decisions or tasks or done or commits or said):
        return Output(call.say(NOTHING, topic=inline(topic)), data)
    known = bullets(f"{_cut(each.content)}" + (f" *({call.say(STALE)})*" if each.stale else "") for each in memories)
    heading = call.say(view.HEADINGS["commits"])
    text = join(
        call.say(TOPIC_TITLE, topic=inline(topic), day=now.date().isoformat()),
        section(call.say(KNOWN), known) if known else "",
        section(call.say(NOTES_HEAD), bullets(f"{inline(each.title)} — `{inline(each.path)}`" for each in notes))
        if notes
        else "",
        view.part(call, "decisions", bullets(view.decision_line(each) for each in decisions)),
        view.part(call, "open", task_lines(tasks[:MOST], found.short, now, call.language)),
        view.part(call, "done", task_lines(done[-MOST:], found.short, now, call.language)),
        section(heading, bullets(f"{inline(each.subject)} `{each.id[:7]}`" for each in commits[:MOST]))
        if commits
        else "",
        section(call.say(FEEDBACK_HEAD), bullets(_cut(each.text) for each in said[-MOST:])) if said else "",
        view.notes_part(call, found),
    )
    return Output(text, data)


def _speaks_of(text: str, words: list[str]) -> bool:
    """Whether a text holds every word of the topic; Korean words carry particles, so a beginning is enough."""
    folded = text.casefold()
    return all(word in folded for word in words)


def _cut(text: str) -> str:
    line = inline(text)
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


COMMAND = Command(
    "onesie",
    "Work",
    {"en": "A one-page brief.", "ko": "한 쪽 요약을 만듭니다."},
    (
        Action(
            "",
            {"en": "[topic]", "ko": "[주제]"},
            {"en": "Of everything, or of one topic.", "ko": "전체 또는 한 주제."},
            everything,
            takes_text=True,
        ),
    ),
    aliases=("한쪽", "요약", "onepager"),
)
