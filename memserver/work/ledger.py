"""What all trackers' commands share: taking an event back, putting one right, and the note about unusable lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memserver.work.amounts import take_amount
from memserver.work.command import Action, Invocation, Output, Run, Said
from memserver.work.days import take_day
from memserver.work.event_fields import CORRECTED, RETRACTED
from memserver.work.markdown import inline, join, problems_data, problems_note
from memserver.work.reference import split_reference
from memserver.work.tracker import Tracked, Tracker, short_ids

UNDONE: Said = {
    "en": "Taken back: `{id}`. The line stays in the file.",
    "ko": "`{id}`를 취소했습니다. 줄은 파일에 남습니다.",
}
LAST_UNDONE: Said = {
    "en": "Taken back: the last entry about `{id}`. The line stays in the file.",
    "ko": "`{id}`의 마지막 항목을 취소했습니다. 줄은 파일에 남습니다.",
}
CORRECTED_SAID: Said = {"en": "Put right: `{id}`, {fields}.", "ko": "`{id}`를 고쳤습니다: {fields}."}

NamesOf = Callable[[Any], Mapping[str, str]]
"""From a state to the things that can be meant: id → name."""
ReadChange = Callable[[Invocation, list[str]], dict[str, Any]]
"""From the words behind the id to the fields that change; raises with the usage."""
Place = Callable[[Invocation, Any, str, dict[str, Any]], Mapping[str, dict[str, Any]]]
"""From a state, the id of a thing and new fields to the events that are put right: event id → fields."""


def answer(call: Invocation, tracked: Tracked[Any], text: str, data: Mapping[str, Any]) -> Output:
    """Return a tracker's answer with the note about lines that were left out."""
    note = problems_note(tracked.problems, tracked.path.name, call.language)
    extra = {"path": str(tracked.path), "problems": problems_data(tracked.problems)}
    return Output(join(text, note), {**data, **extra})


def amount_correction(text_field: str, nothing_said: Said) -> ReadChange:
    """Return how to read a correction of an amount, a day and the words of an entry, any of them left out."""

    def read(call: Invocation, rest: list[str]) -> dict[str, Any]:
        day, words = take_day(rest, call.services.clock(), ahead=False, marked=False)
        amount, words = take_amount(words, "")
        changes: dict[str, Any] = {"amount": amount.value} if amount else {}
        # A bare number keeps the currency that was there.
        changes |= {"currency": amount.currency} if amount and amount.currency else {}
        changes |= {"day": day.isoformat()} if day else {}
        changes |= {text_field: " ".join(words)} if words else {}
        if not changes:
            raise call.wrong(nothing_said, word=" ".join(rest)[:40])
        return changes

    return read


def undo_action(tracker: Tracker[Any], names: NamesOf, show: Run) -> Action:
    """Return the action that takes back the last event about a thing; in the end that is the one it began with."""

    async def run(call: Invocation) -> Output:
        tracked = await tracker.read(call.services.brain)
        known = names(tracked.state)
        identifier, _ = split_reference(call, known)
        last = next(each["id"] for each in reversed(tracked.events) if identifier in (each["id"], each.get("of")))
        await tracker.append(call.services.brain, call.services.clock, RETRACTED, {"of": last})
        said = UNDONE if last == identifier else LAST_UNDONE
        return await _and_then(call, show, call.say(said, id=short_ids(list(known))[identifier]))

    summary: Said = {"en": "Take the last entry back.", "ko": "마지막 항목을 취소합니다."}
    return Action("undo", {"en": "undo <id>", "ko": "취소 <id>"}, summary, run, ("취소", "되돌리기"))


def correct_action(
    tracker: Tracker[Any], names: NamesOf, show: Run, usage: Said, read: ReadChange, place: Place | None = None
) -> Action:
    """Return the action that puts events right by later ones; without `place` it is the one a thing began with."""

    async def run(call: Invocation) -> Output:
        state = (await tracker.read(call.services.brain)).state
        known = names(state)
        identifier, rest = split_reference(call, known)
        changes = read(call, rest)
        placed = place(call, state, identifier, changes) if place else {identifier: changes}
        for event_id, fields in placed.items():
            await tracker.append(call.services.brain, call.services.clock, CORRECTED, {"of": event_id, "set": fields})
        told = ", ".join(f"{name} = {_shown(value)}" for name, value in sorted(changes.items()))
        return await _and_then(call, show, call.say(CORRECTED_SAID, id=short_ids(list(known))[identifier], fields=told))

    summary: Said = {"en": "Put an entry right.", "ko": "항목을 고칩니다."}
    return Action("correct", usage, summary, run, ("fix", "정정", "고침"))


def _shown(value: Any) -> str:
    return inline(", ".join(value) if isinstance(value, list) else str(value))


async def _and_then(call: Invocation, show: Run, text: str) -> Output:
    """Say what was done, then how things stand."""
    shown = await show(Invocation([], call.services, call.language, call.command, call.action))
    return Output(join(text, shown.markdown), shown.data)
