"""Reads iCalendar text: every event of it that can be understood, and one warning for each that cannot.

The file belongs to the user and is never written. A broken event fails alone: when the text cannot be read as a whole
(cut short, a stray line) each of its events is tried by itself. Warnings name events by their number in the file, never
by their title.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING, Any

from memserver.work.calendar.events import Series
from memserver.work.calendar.recurrence import rule_problem
from memserver.work.calendar.zones import offset_name, to_wall, zone_of

if TYPE_CHECKING:
    from icalendar import Component

# Parsing takes about a second per megabyte; years of one person's meetings stay below this.
MOST_BYTES = 5_000_000
MOST_WARNINGS = 20
_LONGEST_TEXT = 500
_MOST_PEOPLE = 100
_LONGEST = timedelta(days=366)
_BLOCK = re.compile(r"^BEGIN:(VEVENT|VTIMEZONE)\r?\n.*?^END:\1\b", re.MULTILINE | re.DOTALL | re.IGNORECASE)
_UNTIL = re.compile(r"UNTIL=[^;]*")


@dataclass(frozen=True, slots=True)
class ReadCalendar:
    """What a calendar text holds, and what in it could not be used."""

    series: tuple[Series, ...]
    warnings: tuple[str, ...] = ()


class _Unusable(Exception):
    """An event that cannot be planned with; the message is fit for a warning."""


@dataclass(frozen=True, slots=True)
class _Event:
    """One VEVENT: its series, and which occurrence of another one it stands for."""

    series: Series
    replaces: datetime | None
    cancelled: bool


def read_calendar(text: str) -> ReadCalendar:
    """Read iCalendar text; never fails, says in its warnings what it left out."""
    components, lost = _components(text)
    warnings = [f"{lost} of its events could not be read"] if lost else []
    events: list[_Event] = []
    for number, component in enumerate(components, 1):
        try:
            event, notes = _event(component, number)
        except _Unusable as failure:
            warnings.append(f"event {number} {failure} and is left out")
            continue
        events.append(event)
        warnings += [f"event {number} {note}" for note in notes]
    if not components and not lost:
        recognised = "BEGIN:VCALENDAR" in text[:10_000].upper()
        warnings += [] if recognised else ["this is not an iCalendar text"]
    hidden = len(warnings) - MOST_WARNINGS
    shown = [*warnings[:MOST_WARNINGS], f"and {hidden} more"] if hidden > 0 else warnings
    return ReadCalendar(tuple(_series_of(events)), tuple(shown))


def _components(text: str) -> tuple[list[Component], int]:
    """Return the events of a text, and how many were lost in reading."""
    found = _parsed(text)
    if found is None:
        found = _parsed_one_by_one(text)
    # Counted by name, at both ends of each: what is damaged there is passed over without a word.
    named = -(-text.upper().count("VEVENT") // 2)
    return found, max(0, named - len(found))


def _parsed_one_by_one(text: str) -> list[Component]:
    """Read each event by itself, with the zones of the text; those that cannot be read are missing."""
    blocks = list(_BLOCK.finditer(text))
    zones = "".join(f"{block.group()}\r\n" for block in blocks if block[1].upper() == "VTIMEZONE")
    found: list[Component] = []
    for block in blocks:
        if block[1].upper() == "VEVENT":
            alone = f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{zones}{block.group()}\r\nEND:VCALENDAR\r\n"
            found += _parsed(alone) or []
    return found


def _parsed(text: str) -> list[Component] | None:
    from icalendar import Calendar  # noqa: PLC0415 - only who keeps a calendar needs it

    try:
        calendars = Calendar.from_ical(text, multiple=True)
        return [event for calendar in calendars for event in calendar.walk("VEVENT")] if calendars else None
    # OSError: the name of a zone may be that of a folder of zones, such as "Asia".
    except (ValueError, KeyError, IndexError, TypeError, AttributeError, OverflowError, RecursionError, OSError):
        return None


def _series_of(events: Sequence[_Event]) -> Iterator[Series]:
    """Take the occurrences that were moved or cancelled out of the series they belong to."""
    replaced: dict[str, list[datetime]] = {}
    for event in events:
        if event.replaces is not None:
            replaced.setdefault(event.series.uid, []).append(event.replaces)
    for event in events:
        series = event.series
        if event.replaces is None:
            gone = _on_the_clock_of(series, replaced.get(series.uid, ()))
            yield replace(series, removed=tuple(sorted({*series.removed, *gone})))
        elif not event.cancelled:
            yield replace(series, uid=f"{series.uid}#{event.replaces.isoformat()}")


def _on_the_clock_of(series: Series, moments: Sequence[datetime]) -> Iterator[datetime]:
    """Yield moments as the series counts them: zoned ones on its wall clock, days at midnight."""
    zone = zone_of(series.zone) if series.zone else None
    for moment in moments:
        wall = to_wall(moment, zone) if moment.tzinfo and zone else moment.replace(tzinfo=None)
        yield datetime.combine(wall, time()) if series.all_day else wall


def _event(component: Component, number: int) -> tuple[_Event, list[str]]:
    try:
        return _read(component, number)
    except _Unusable:
        raise
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError):
        # The library keeps a broken property and complains when it is looked at.
        raise _Unusable("has a property that is not understood") from None


def _read(component: Component, number: int) -> tuple[_Event, list[str]]:
    notes: list[str] = []
    given = component.get("DTSTART")
    if given is None:
        raise _Unusable("has no start")
    start = given.dt
    all_day = not isinstance(start, datetime)
    wall, zone, problem = (datetime.combine(start, time()), "", None) if all_day else _placed(start, given)
    if problem:
        notes.append(problem)
    status = _text(component, "STATUS").upper()
    series = Series(
        uid=_text(component, "UID") or f"event-{number}",
        title=_text(component, "SUMMARY"),
        start=wall,
        seconds=_seconds(component, start, all_day),
        zone=zone,
        all_day=all_day,
        busy=_text(component, "TRANSP").upper() != "TRANSPARENT" and status != "CANCELLED",
        location=_text(component, "LOCATION"),
        attendees=_attendees(component),
    )
    series = replace(
        series,
        rule=_rule(component, series, notes),
        added=tuple(sorted(set(_on_the_clock_of(series, _listed(component, "RDATE"))))),
        removed=tuple(sorted(set(_on_the_clock_of(series, _listed(component, "EXDATE"))))),
    )
    replaces = component.get("RECURRENCE-ID")
    if replaces is not None and replaces.params.get("RANGE"):
        notes.append("changes all that follow, which is read as a change of that one alone")
    return _Event(series, _moment(replaces.dt) if replaces is not None else None, status == "CANCELLED"), notes


def _placed(start: datetime, given: Any) -> tuple[datetime, str, str | None]:
    """Return wall time and zone of a start, and what is doubtful about the zone."""
    wall = start.replace(tzinfo=None, fold=0)
    named = str(given.params.get("TZID", ""))
    if start.tzinfo is None:
        unknown = "names a time zone that is not known: read as yours" if named else None
        return wall, "", unknown
    key = _zone_name(start.tzinfo, named)
    if key:
        return wall, key, None
    offset = start.utcoffset() or timedelta()
    return wall, offset_name(offset), "has a time zone of its own: read with its offset at the first time"


def _zone_name(zone: tzinfo, named: str) -> str:
    for name in (getattr(zone, "key", ""), named):
        if name and zone_of(name) is not None:
            return str(name)
    return ""


def _seconds(component: Component, start: date, all_day: bool) -> int:
    end, duration = component.get("DTEND"), component.get("DURATION")
    if end is not None:
        if isinstance(end.dt, datetime) == all_day:
            raise _Unusable("begins with a day and ends with a time, or the other way round,")
        if not all_day and (end.dt.tzinfo is None) != (getattr(start, "tzinfo", None) is None):
            raise _Unusable("has a time zone at one of its ends only")
        length = end.dt - start
    elif duration is not None:
        length = duration.dt
    else:
        length = timedelta(days=1) if all_day else timedelta()
    if length < timedelta() or (all_day and length < timedelta(days=1)):
        raise _Unusable("ends before it begins")
    if length > _LONGEST:
        raise _Unusable("takes longer than a year")
    return int(timedelta(days=length.days).total_seconds()) if all_day else int(length.total_seconds())


def _rule(component: Component, series: Series, notes: list[str]) -> str:
    """Return the recurrence rule with its end on the wall clock; a rule that cannot be followed is left out."""
    given = component.get("RRULE")
    if given is None:
        return ""
    if isinstance(given, list):
        notes.append("has several recurrence rules, of which the first counts")
        given = given[0]
    rule: str = given.to_ical().decode("utf-8")
    if until := given.get("UNTIL"):
        last = until[0] if isinstance(until, list) else until
        [wall] = _on_the_clock_of(series, [_moment(last)])
        if not isinstance(last, datetime):
            # A day as the end includes all of that day.
            wall = datetime.combine(last, time(23, 59, 59))
        rule = _UNTIL.sub(f"UNTIL={wall:%Y%m%dT%H%M%S}", rule)
    if problem := rule_problem(rule):
        notes.append(f"{problem}: only its first time counts")
        return ""
    return rule


def _listed(component: Component, name: str) -> list[datetime]:
    """Return the moments of a property that may occur several times with several values each."""
    given = component.get(name)
    lists = given if isinstance(given, list) else [given] if given is not None else []
    found = [value.dt for each in lists for value in each.dts]
    # A period counts by its start.
    return [_moment(value[0] if isinstance(value, tuple) else value) for value in found]


def _moment(value: date) -> datetime:
    return value if isinstance(value, datetime) else datetime.combine(value, time())


def _text(component: Component, name: str) -> str:
    value = component.get(name)
    first = value[0] if isinstance(value, list) and value else value
    return " ".join(str(first).split())[:_LONGEST_TEXT] if first is not None else ""


def _attendees(component: Component) -> tuple[str, ...]:
    given = component.get("ATTENDEE")
    people = given if isinstance(given, list) else [given] if given is not None else []
    names = (str(person.params.get("CN", "")) or str(person).removeprefix("mailto:") for person in people)
    return tuple(name[:_LONGEST_TEXT] for name in names if name)[:_MOST_PEOPLE]
