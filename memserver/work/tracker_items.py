"""The items of trackers as the one search finds them: how each stands now, in one line.

    Task: Ship the beta (open, due 2026-10-12, @mina)

Made of the events alone: what depends on today, such as how late something is, is not in it. The words around are in
the language of the item.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import tzinfo
from typing import Any

from memserver.clock import from_iso
from memserver.knowledge.tracker_file import TrackerItem
from memserver.text.language import Language, language_of
from memserver.work.amounts import show_amount
from memserver.work.customers import CUSTOMERS, Customer
from memserver.work.event_fields import compiled
from memserver.work.event_log import Event, read_events
from memserver.work.feedback import FEEDBACK, Feedback
from memserver.work.hire_command import STAGE_NAMES
from memserver.work.hiring import HIRING, Candidate
from memserver.work.runway import RUNWAY, Entry
from memserver.work.runway_command import KINDS
from memserver.work.task_view import STATUS
from memserver.work.tasks import BLOCKED, TASKS, Task
from memserver.work.tracker import FOLDER, Tracker, effective

Words = Mapping[Language, str]

TASK: Words = {"en": "Task: {title}", "ko": "할 일: {title}"}
DUE: Words = {"en": "due {day}", "ko": "마감 {day}"}
BLOCKED_BY: Words = {"en": "blocked: {why}", "ko": "막힘: {why}"}
SINCE: Words = {"en": "{what} since {day}", "ko": "{day}부터 {what}"}
ON: Words = {"en": "{what} on {day}", "ko": "{day} {what}"}
CUSTOMER: Words = {"en": "Customer: {name}", "ko": "고객: {name}"}
HERE: Words = {"en": "customer since {day}", "ko": "{day}부터 고객"}
PAYS: Words = {"en": "pays {amount} a month", "ko": "월 {amount}"}
LEFT: Words = {"en": "left on {day}", "ko": "{day} 이탈"}
FEEDBACK_FROM: Words = {"en": "Feedback: {text}", "ko": "피드백: {text}"}
WAITS: Words = {"en": "not answered yet", "ko": "아직 답하지 않음"}
ANSWERED: Words = {"en": "answered on {day}", "ko": "{day} 답함"}
CANDIDATE: Words = {"en": "Candidate: {name}", "ko": "지원자: {name}"}
ROLE: Words = {"en": "for {role}", "ko": "직무 {role}"}
MONEY: Words = {"en": "Money: {what} {amount} on {day}", "ko": "자금: {day} {what} {amount}"}
NOTE: Words = {"en": "Note: {text}", "ko": "메모: {text}"}

Day = Callable[[str], str]
"""From a moment to its day in the person's zone."""
Told = tuple[str, str, str, list[str], str | None, list[str]]
"""Id, title, the sentence, what stands in brackets behind it, the status, and the notes."""


def items_of(path: str, text: str, zone: tzinfo) -> list[TrackerItem]:
    """Return the items of the tracker at a path of the brain, from the text of its log."""
    name = path.removeprefix(f"{FOLDER}/")
    if name not in _READERS:
        return []
    tracker, read = _READERS[name]
    kinds = compiled(tracker.kinds)
    replay = read_events(text.encode("utf-8", "surrogatepass"), kinds)
    events = effective(replay.events, kinds) if replay.corrected else replay.events
    told_last = _told_last(events)
    kind = name.removesuffix(".jsonl")

    def day(moment: str) -> str:
        return from_iso(moment).astimezone(zone).date().isoformat()

    return [
        TrackerItem(kind, identifier, title, _sentence(said, details, notes), told_last[identifier], status)
        for identifier, title, said, details, status, notes in read(tracker.fold(events), day)
    ]


def _told_last(events: Sequence[Event]) -> dict[str, str]:
    """Return when something was last told of each item."""
    latest: dict[str, str] = {}
    for event in events:
        for item in (event["id"], event.get("of")):
            if isinstance(item, str):
                latest[item] = max(latest.get(item, ""), event["at"])
    return latest


def _sentence(said: str, details: Sequence[str], notes: Sequence[str]) -> str:
    line = f"{said} ({', '.join(each for each in details if each)})" if any(details) else said
    return " ".join([line, *notes])


def _notes(texts: Sequence[str], language: Language) -> list[str]:
    return [NOTE[language].format(text=text) for text in texts]


def _tasks(tasks: Mapping[str, Task], day: Day) -> Iterator[Told]:
    for task in tasks.values():
        language = language_of(task.title)
        state = STATUS[task.status][language]
        if task.status == BLOCKED:
            state = BLOCKED_BY[language].format(why=task.why or "")
        elif task.done_at:
            state = ON[language].format(what=state, day=day(task.done_at))
        details = [state, DUE[language].format(day=task.due) if task.due else "", f"@{task.who}" if task.who else ""]
        notes = _notes([text for _, text in task.notes], language)
        yield task.id, task.title, TASK[language].format(title=task.title), details, task.status, notes


def _customers(customers: Mapping[str, Customer], _: Day) -> Iterator[Told]:
    for customer in customers.values():
        language = language_of(customer.name)
        pays = customer.pays[-1] if customer.pays else None
        details = [HERE[language].format(day=customer.joined)]
        if pays is not None:
            details.append(PAYS[language].format(amount=show_amount(pays["amount"], pays["currency"])))
        if customer.left:
            left = LEFT[language].format(day=customer.left)
            details.append(f"{left}: {customer.why}" if customer.why else left)
        notes = _notes([each["text"] for each in customer.notes], language)
        said = CUSTOMER[language].format(name=customer.name)
        yield customer.id, customer.name, said, details, "left" if customer.left else "customer", notes


def _feedback(said: Mapping[str, Feedback], day: Day) -> Iterator[Told]:
    for each in said.values():
        language = language_of(each.text)
        state = WAITS[language]
        if each.answered_at:
            state = ANSWERED[language].format(day=day(each.answered_at))
            state += f": {each.answer}" if each.answer else ""
        details = [f"@{each.who}" if each.who else "", " ".join(f"#{tag}" for tag in each.tags), state]
        status = "answered" if each.answered_at else "open"
        yield each.id, each.text, FEEDBACK_FROM[language].format(text=each.text), details, status, []


def _hiring(candidates: Mapping[str, Candidate], day: Day) -> Iterator[Told]:
    for each in candidates.values():
        language = language_of(f"{each.name} {each.role}")
        stage = SINCE[language].format(what=STAGE_NAMES[each.stage][language], day=day(each.since))
        details = [ROLE[language].format(role=each.role) if each.role else "", stage, each.why]
        notes = _notes([text for _, text in each.notes], language)
        yield each.id, each.name, CANDIDATE[language].format(name=each.name), details, each.stage, notes


def _runway(entries: Sequence[Entry], _: Day) -> Iterator[Told]:
    for each in entries:
        language: Language = language_of(each.note) if each.note else "ko" if each.currency == "KRW" else "en"
        amount = show_amount(each.amount, each.currency)
        said = MONEY[language].format(what=KINDS[each.kind][language], amount=amount, day=each.day)
        said = f"{said}: {each.note}" if each.note else said
        yield each.id, each.note or f"{KINDS[each.kind][language]} {amount}", said, [], None, []


Read = Callable[[Any, Day], Iterator[Told]]
_READERS: Mapping[str, tuple[Tracker[Any], Read]] = {
    TASKS.file: (TASKS, _tasks),
    CUSTOMERS.file: (CUSTOMERS, _customers),
    FEEDBACK.file: (FEEDBACK, _feedback),
    HIRING.file: (HIRING, _hiring),
    RUNWAY.file: (RUNWAY, _runway),
}
TRACKER_PATHS = tuple(f"{FOLDER}/{name}" for name in _READERS)
"""Where trackers lie in a brain."""
