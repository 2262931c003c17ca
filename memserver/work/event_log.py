"""Append-only logs of events, one JSON object per line: `<brain>/.astra/*.jsonl`.

The files are the user's: readable, merged by git, never rewritten. Each line has `at` (ISO 8601, UTC), an `id` and a
`kind`; lines are put in order by time and id, and one that came twice through a merge counts once. A line that cannot
be used stays in the file, is left out and named. What the events mean is the business of the trackers.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from operator import itemgetter
from pathlib import Path
from typing import Any, cast

from memserver.clock import Clock, from_iso, to_iso
from memserver.errors import InvalidParams, StorageFailed
from memserver.ids import new_id
from memserver.work.event_fields import EVERYWHERE, Compiled, Kinds, compiled, wrong_field
from memserver.work.file_lock import locked

Event = dict[str, Any]

LONGEST_DETAIL = 40
LONGEST_ID = 100
BLOCK = 256
"""Lines that are decoded together; one that cannot be used costs the short way for so many."""
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_ESCAPED_HALVES = (b"\\ud", b"\\uD")
_BYTE_ORDER_MARK = "\ufeff"


class Reason(StrEnum):
    """Why a line is left out."""

    TORN = "torn"
    NOT_JSON = "not-json"
    NOT_TEXT = "not-text"
    NO_ID = "no-id"
    NO_TIME = "no-time"
    UNKNOWN_KIND = "unknown-kind"
    WRONG_FIELD = "wrong-field"
    CONFLICT_MARKER = "conflict-marker"
    TWO_VERSIONS = "two-versions"


@dataclass(frozen=True, slots=True)
class Problem:
    """A line that is left out: where, why, and the kind or field that is meant."""

    line: int
    reason: Reason
    detail: str = ""


@dataclass(slots=True)
class Replay:
    """The events of a log in order, and what could not be used."""

    events: list[Event] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    corrected: bool = False
    """Whether some events may put others right."""


class EventLog:
    """One file. Appending is durable before it returns; several processes may append at once."""

    def __init__(self, path: Path, kinds: Kinds) -> None:
        self.path = path
        self._kinds = compiled(kinds)

    def replay(self) -> Replay:
        """Read every event; a file that is not there has none."""
        try:
            data = self.path.read_bytes()
        except FileNotFoundError:
            return Replay()
        except OSError as failure:
            raise self._failed("read", failure) from failure
        return read_events(data, self._kinds)

    def append(self, kind: str, fields: Mapping[str, Any], clock: Clock) -> Event:
        """Write one event at the end; a torn last line is closed first, so that nothing is glued to it."""
        now = clock()
        event = {**fields, "at": to_iso(now), "id": new_id("evt", now), "kind": kind}
        if (wrong := wrong_field(event, self._kinds[kind])) is not None:
            raise InvalidParams(f"{wrong} does not fit.", field="line")
        line = json.dumps(event, ensure_ascii=False, sort_keys=True, allow_nan=False).encode() + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            _append(self.path, line)
        except OSError as failure:
            raise self._failed("written", failure) from failure
        return event

    def _failed(self, done: str, failure: OSError) -> StorageFailed:
        return StorageFailed(
            f"{self.path.name} could not be {done} ({type(failure).__name__}).",
            hint="Check that the brain folder can be read and written.",
        )


def _append(path: Path, line: bytes) -> None:
    while True:
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666)
        try:
            with locked(descriptor):
                if not _still_there(path, descriptor):
                    # Git or an editor put a new file in its place while we waited for the lock.
                    continue
                end = os.lseek(descriptor, 0, os.SEEK_END)
                if end and _last_byte(descriptor, end) != b"\n":
                    line = b"\n" + line
                if os.write(descriptor, line) != len(line):
                    raise OSError("the disk took a part of the line only")
                os.fsync(descriptor)
                return
        finally:
            os.close(descriptor)


def _still_there(path: Path, descriptor: int) -> bool:
    try:
        return os.path.samestat(path.stat(), os.fstat(descriptor))
    except FileNotFoundError:
        return False


def _last_byte(descriptor: int, end: int) -> bytes:
    os.lseek(descriptor, end - 1, os.SEEK_SET)
    last = os.read(descriptor, 1)
    os.lseek(descriptor, 0, os.SEEK_END)
    return last


def read_events(data: bytes, kinds: Compiled) -> Replay:
    """Read the bytes of a log; never fails, whatever they are."""
    reader = _Reader(data, kinds)
    reader.read()
    return reader.finish()


class _Reader:
    """One pass over a log.

    Most lines are as we wrote them: a short way without calls takes those, because a hundred thousand lines are a few
    years of work. Whatever it does not take goes the careful way, which alone decides and names what is wrong.
    """

    def __init__(self, data: bytes, kinds: Compiled) -> None:
        try:
            text, damaged = data.decode(), False
        except UnicodeDecodeError:
            text, damaged = data.decode("utf-8", "surrogateescape"), True
        self._text = text.removeprefix(_BYTE_ORDER_MARK)
        self._kinds = kinds
        # Looked for in the bytes as a whole, which is fast; an escaped character may be half of one or hide a word.
        escaped = b"\\u" in data
        self._suspicious = damaged or (escaped and any(escape in data for escape in _ESCAPED_HALVES))
        self._corrected = escaped or any(f'"{kind}"'.encode() in data for kind in EVERYWHERE)
        self._found: dict[str, Event] = {}
        self._problems: list[Problem] = []
        self._in_order = True
        self._newest = ""

    def read(self) -> None:
        """Read every line."""
        lines = self._text.split("\n")
        if not lines[-1]:
            lines.pop()
        for start in range(0, len(lines), BLOCK):
            self._read_block(lines[start : start + BLOCK], start + 1, len(lines))

    def _read_block(self, lines: Sequence[str], first: int, last: int) -> None:
        found, kinds, from_iso_text = self._found, self._kinds, datetime.fromisoformat
        newest = self._newest
        for number, event in enumerate(self._decoded(lines), first):
            taken = False
            try:
                at = event["at"]
                if len(at) == 24 and at[19::4] == ".Z" and at[7:11:3] == "-T":
                    from_iso_text(at)
                    taken = type(event["id"]) is str and 0 < len(event["id"]) <= LONGEST_ID
                    for name, check, required in kinds[event["kind"]]:
                        value = event.get(name)
                        if required if value is None else not check(value):
                            taken = False
                            break
            except (ValueError, KeyError, TypeError, AttributeError):
                taken = False
            if not taken:
                torn = number == last and not self._text.endswith("\n")
                event = self._read_carefully(lines[number - first].strip(), number, torn)  # noqa: PLW2901 - the same one
                if event is None:
                    continue
            if event["at"] <= newest:
                self._in_order = False
            newest = event["at"]
            if found.setdefault(event["id"], event) is not event:
                self._known_already(event, number)
        self._newest = newest

    def _decoded(self, lines: Sequence[str]) -> Sequence[Any]:
        """Return what the lines hold, decoded at once in half the time; nothing where it is not one object each."""
        if not self._suspicious:
            try:
                events = json.loads(f"[{','.join(lines)}]")
            except (ValueError, RecursionError):
                events = []
            if len(events) == len(lines):
                return cast(Sequence[Any], events)
        return [None] * len(lines)

    def finish(self) -> Replay:
        """Return the events in order."""
        events = list(self._found.values())
        if not self._in_order:
            events.sort(key=itemgetter("at", "id"))
        return Replay(events, self._problems, self._corrected)

    def _read_carefully(self, line: str, number: int, is_last: bool) -> Event | None:
        """Return the event of a line, or None; what is wrong with it is named."""
        if not line:
            return None
        event: Any = None
        reason: Reason | None = Reason.CONFLICT_MARKER
        detail = ""
        if not line.startswith(_MARKERS):
            try:
                event = json.loads(line)
            except (ValueError, RecursionError):
                reason = Reason.TORN if is_last else Reason.NOT_JSON
            else:
                reason, detail = _what_is_wrong(event, self._kinds)
        if reason is not None:
            self._leave_out(number, reason, detail)
            return None
        return cast(Event, event)

    def _known_already(self, event: Event, number: int) -> None:
        """A line that came twice counts once; of two versions the later one counts, whichever stands first."""
        known = self._found[event["id"]]
        try:
            if known == event:
                return
            later = _version(event) > _version(known)
        except RecursionError:
            later = False
        if later:
            self._found[event["id"]] = event
            self._in_order = False
        self._leave_out(number, Reason.TWO_VERSIONS)

    def _leave_out(self, number: int, reason: Reason, detail: str = "") -> None:
        self._problems.append(Problem(number, reason, _HALF_CHARACTER.sub("?", detail)[:LONGEST_DETAIL]))


def _what_is_wrong(event: Any, kinds: Compiled) -> tuple[Reason | None, str]:
    """Check an event; returns why it cannot be used, and the kind or field that is meant."""
    if not isinstance(event, dict):
        return Reason.NOT_JSON, ""
    if _has_half_character(event):
        return Reason.NOT_TEXT, ""
    identifier, kind = event.get("id"), event.get("kind")
    if not isinstance(identifier, str) or not 0 < len(identifier) <= LONGEST_ID:
        return Reason.NO_ID, ""
    if not _has_time(event):
        return Reason.NO_TIME, ""
    if not isinstance(kind, str) or kind not in kinds:
        return Reason.UNKNOWN_KIND, str(kind)
    wrong = wrong_field(event, kinds[kind])
    return (None, "") if wrong is None else (Reason.WRONG_FIELD, wrong)


def _has_time(event: Event) -> bool:
    """Whether `at` is a moment; one in another form is written in ours, so that texts compare as times do."""
    try:
        event["at"] = to_iso(from_iso(event["at"]))
    except (ValueError, OverflowError, TypeError, KeyError):
        return False
    return True


def _version(event: Event) -> tuple[str, str]:
    return event["at"], json.dumps(event, sort_keys=True)


def _has_half_character(event: Event) -> bool:
    try:
        return _HALF_CHARACTER.search(json.dumps(event, ensure_ascii=False)) is not None
    except RecursionError:
        return True
