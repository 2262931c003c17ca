"""What all trackers' commands share: taking an event back, putting one right, and the note about unusable lines."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from memserver.work.amounts import take_amount
from memserver.work.command import Action, Invocation, Output, Run, Said
from memserver.work.days import take_day
from memserver.work.event_fields import CORRECTED, RETRACTED
from memserver.work.markdown import join, problems_data, problems_note
from memserver.work.reference import split_reference
from memserver.work.tracker import Tracked, Tracker, short_ids

UNDONE: Said = {
    "en": "Taken back: `{id}`. The line stays in the file.",
    "ko": "`{id}`를 취소했습니다. 줄은 파일에 남습니다.",
}
CORRECTED_SAID: Said = {"en": "Put right: `{id}`, {fields}.", "ko": "`{id}`를 고쳤습니다: {fields}."}

NamesOf = Callable[[Any], Mapping[str, str]]
"""From a state to the things that can be meant: id → name."""
ReadChange = Callable[[Invocation, list[str]], dict[str, Any]]
"""From the words behind the id to the fields that change; raises with the usage."""


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
    """Return the action that takes an event back."""

    async def run(call: Invocation) -> Output:
        known = names((await tracker.read(call.services.brain)).state)
        identifier, _ = split_reference(call, known)
        await tracker.append(call.services.brain, call.services.clock, RETRACTED, {"of": identifier})
        return await _and_then(call, show, call.say(UNDONE, id=short_ids(list(known))[identifier]))

    summary: Said = {"en": "Take an entry back.", "ko": "항목을 취소합니다."}
    return Action("undo", {"en": "undo <id>", "ko": "취소 <id>"}, summary, run, ("취소", "되돌리기"))


def correct_action(tracker: Tracker[Any], names: NamesOf, show: Run, usage: Said, read: ReadChange) -> Action:
    """Return the action that puts an event right by a later one."""

    async def run(call: Invocation) -> Output:
        known = names((await tracker.read(call.services.brain)).state)
        identifier, rest = split_reference(call, known)
        changes = read(call, rest)
        await tracker.append(call.services.brain, call.services.clock, CORRECTED, {"of": identifier, "set": changes})
        fields = ", ".join(f"{name} = {value}" for name, value in sorted(changes.items()))
        return await _and_then(
            call, show, call.say(CORRECTED_SAID, id=short_ids(list(known))[identifier], fields=fields)
        )

    summary: Said = {"en": "Put an entry right.", "ko": "항목을 고칩니다."}
    return Action("correct", usage, summary, run, ("fix", "정정", "고침"))


async def _and_then(call: Invocation, show: Run, text: str) -> Output:
    """Say what was done, then how things stand."""
    shown = await show(Invocation([], call.services, call.language, call.command, call.action))
    return Output(join(text, shown.markdown), shown.data)
