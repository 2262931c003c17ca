"""Append-only logs of events, one JSON object per line: `<brain>/.astra/*.jsonl`.

The files are the user's: readable, merged by git, never rewritten. Each line has `at` (ISO 8601, UTC), an `id` and a
`kind`; lines are put in order by time and id, and one that came twice through a merge counts once. A line that cannot
be used stays in the file, is left out and named. What the events mean is the business of the trackers.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from json import JSONDecoder
from pathlib import Path
from typing import Any

from memserver.clock import Clock, from_iso, to_iso
from memserver.errors import InvalidParams, StorageFailed
from memserver.ids import new_id
from memserver.work.event_fields import Compiled, Kinds, compiled, wrong_field
from memserver.work.file_lock import locked

Event = dict[str, Any]

LONGEST_DETAIL = 40
LONGEST_ID = 100
_MARKERS = ("<<<<<<<", "=======", ">>>>>>>", "|||||||")
_HALF_CHARACTER = re.compile("[\ud800-\udfff]")
_ESCAPED_HALF = re.compile(r"\\u[dD][89a-fA-F]")
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
    """One pass over a log. The loop is written for speed: a hundred thousand lines are a few years of work."""

    def __init__(self, data: bytes, kinds: Compiled) -> None:
        text = data.decode("utf-8", "surrogateescape")
        self._text = text.removeprefix(_BYTE_ORDER_MARK)
        self._kinds = kinds
        self._suspicious = bool(_HALF_CHARACTER.search(text) or _ESCAPED_HALF.search(text))
        self._found: dict[str, Event] = {}
        self._problems: list[Problem] = []
        self._in_order = True

    def read(self) -> None:
        """Read line by line; a well-formed line is decoded in place, without being cut out first."""
        text, decode, accept = self._text, JSONDecoder().raw_decode, self._accept
        position, number, length = 0, 0, len(text)
        last = ("", "")
        while position < length:
            number += 1
            end = text.find("\n", position)
            if end < 0:
                end = length
            try:
                event, stop = decode(text, position)
            except (ValueError, RecursionError):
                event, stop = None, -1
            if stop != end:
                event = self._odd_line(text[position:end], number, end == length)
            position = end + 1
            if event is not None and accept(event, number):
                now = (event["at"], event["id"])
                if now < last:
                    self._in_order = False
                last = now

    def finish(self) -> Replay:
        """Return the events in order."""
        events = list(self._found.values())
        if not self._in_order:
            events.sort(key=lambda event: (event["at"], event["id"]))
        return Replay(events, self._problems)

    def _odd_line(self, line: str, number: int, is_last: bool) -> Any:
        """Read a line with blanks around it; name one that is no JSON."""
        stripped = line.strip()
        if not stripped:
            return None
        if stripped.startswith(_MARKERS):
            self._leave_out(number, Reason.CONFLICT_MARKER)
            return None
        try:
            return json.loads(stripped)
        except (ValueError, RecursionError):
            self._leave_out(number, Reason.TORN if is_last else Reason.NOT_JSON)
            return None

    def _accept(self, event: Any, number: int) -> bool:
        """Take an event if it is whole and new; say why not otherwise."""
        identifier = event.get("id") if isinstance(event, dict) else None
        if not isinstance(identifier, str) or not 0 < len(identifier) <= LONGEST_ID:
            return self._leave_out(number, Reason.NO_ID if isinstance(event, dict) else Reason.NOT_JSON)
        if not _has_time(event):
            return self._leave_out(number, Reason.NO_TIME)
        kind = event.get("kind")
        fields = self._kinds.get(kind) if isinstance(kind, str) else None
        if fields is None:
            return self._leave_out(number, Reason.UNKNOWN_KIND, str(kind))
        wrong = wrong_field(event, fields)
        if wrong is not None:
            return self._leave_out(number, Reason.WRONG_FIELD, wrong)
        return self._keep(identifier, event, number)

    def _keep(self, identifier: str, event: Event, number: int) -> bool:
        if self._suspicious and _has_half_character(event):
            return self._leave_out(number, Reason.NOT_TEXT)
        known = self._found.get(identifier)
        if known is not None:
            return self._known_already(known, event, number)
        self._found[identifier] = event
        return True

    def _known_already(self, known: Event, event: Event, number: int) -> bool:
        """A line that came twice counts once; of two versions the later one counts, whichever stands first."""
        try:
            if known == event:
                return False
            later = _version(event) > _version(known)
        except RecursionError:
            later = False
        if later:
            self._found[event["id"]] = event
            self._in_order = False
        return self._leave_out(number, Reason.TWO_VERSIONS)

    def _leave_out(self, number: int, reason: Reason, detail: str = "") -> bool:
        self._problems.append(Problem(number, reason, _HALF_CHARACTER.sub("?", detail)[:LONGEST_DETAIL]))
        return False


_from_iso: Callable[[str], datetime] = datetime.fromisoformat


def _has_time(event: Event) -> bool:
    """Whether `at` is a moment; one in another form is written in ours, so that texts compare as times do."""
    at = event.get("at")
    if not isinstance(at, str):
        return False
    try:
        if len(at) == 24 and at[23] == "Z" and at[19] == "." and at[10] == "T" and at[7] == "-":
            _from_iso(at)
        else:
            event["at"] = to_iso(from_iso(at))
    except (ValueError, OverflowError):
        return False
    return True


def _version(event: Event) -> tuple[str, str]:
    return event["at"], json.dumps(event, sort_keys=True)


def _has_half_character(event: Event) -> bool:
    try:
        return _HALF_CHARACTER.search(json.dumps(event, ensure_ascii=False)) is not None
    except RecursionError:
        return True
