"""A tracker: one event log and the fold that turns its events into a state. Corrections are applied before the fold."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from memserver.clock import Clock
from memserver.work.event_fields import CORRECTED, RETRACTED, Compiled, Kinds, compiled, wrong_field
from memserver.work.event_log import Event, EventLog, Problem

FOLDER = ".astra"
SHORT_ID = 4
"""A million short ids: enough for one team's tasks; where two are alike, both are shown longer."""
_OWN = ("id", "at", "kind")

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Tracked(Generic[State]):
    """The state of a tracker, the events that it follows from, and the lines of its file that could not be used."""

    state: State
    problems: Sequence[Problem]
    path: Path
    events: Sequence[Event]


@dataclass(frozen=True, slots=True)
class Tracker(Generic[State]):
    """Where the events are, which kinds there are, and how they add up."""

    file: str
    kinds: Kinds
    fold: Callable[[Sequence[Event]], State]

    def path(self, brain: Path) -> Path:
        """Return the file in a brain."""
        return brain / FOLDER / self.file

    async def read(self, brain: Path) -> Tracked[State]:
        """Replay the log, off the loop."""
        return await asyncio.to_thread(self.read_now, brain)

    def read_now(self, brain: Path) -> Tracked[State]:
        """Replay the log."""
        path = self.path(brain)
        replay = EventLog(path, self.kinds).replay()
        events = effective(replay.events, compiled(self.kinds)) if replay.corrected else replay.events
        return Tracked(self.fold(events), replay.problems, path, events)

    async def append(self, brain: Path, clock: Clock, kind: str, fields: Mapping[str, Any]) -> Event:
        """Write one event; fields that are None are left out."""
        given = {name: value for name, value in fields.items() if value is not None}
        return await asyncio.to_thread(EventLog(self.path(brain), self.kinds).append, kind, given, clock)


def effective(events: Sequence[Event], kinds: Compiled) -> Sequence[Event]:
    """Return the events as later ones put them right: corrected ones with their new fields, retracted ones gone.

    A correction that does not fit its event changes nothing. The order is that of the first telling.
    """
    gone = {event["of"] for event in events if event["kind"] == RETRACTED}
    corrections = [event for event in events if event["kind"] == CORRECTED]
    by_id = {event["id"]: event for event in events if event["kind"] not in (CORRECTED, RETRACTED)}
    for correction in corrections:
        target = by_id.get(correction["of"])
        # Whoever takes a correction back wants the first telling again.
        if target is None or correction["id"] in gone:
            continue
        changed = {**target, **{name: value for name, value in correction["set"].items() if name not in _OWN}}
        if wrong_field(changed, kinds[target["kind"]]) is None:
            by_id[target["id"]] = changed
    return [event for identifier, event in by_id.items() if identifier not in gone]


def short_ids(ids: Sequence[str]) -> dict[str, str]:
    """Return a short name for each id: its last characters, as many as tell it from all others."""
    short: dict[str, str] = {}
    waiting, length = list(dict.fromkeys(ids)), SHORT_ID
    while waiting:
        by_tail: dict[str, list[str]] = {}
        for each in waiting:
            by_tail.setdefault(each[-length:], []).append(each)
        waiting = []
        for tail, members in by_tail.items():
            if len(members) == 1 or length >= max(map(len, members)):
                short.update(dict.fromkeys(members, tail) if len(members) == 1 else {each: each for each in members})
            else:
                waiting += members
        length += 1
    return short
