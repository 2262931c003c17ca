"""When an event takes place: the occurrences of a series within a window, by the rules of RFC 5545.

Rules run on the wall clock of the event's zone, so that a weekly meeting stays at nine when clocks change. Owns no
files and no zones of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from memserver.work.calendar.events import Series, overlap
from memserver.work.calendar.zones import to_utc, to_wall, zone_of

if TYPE_CHECKING:
    from dateutil.rrule import rrule

# Between a wall clock and UTC lie at most 14 hours; a day on both sides of a window misses nothing.
_SLACK = timedelta(days=1)
# An hourly rule takes this many steps in more than ten years; what needs more is no event of a person.
_MOST_STEPS = 100_000
# Rules that repeat every so many days can begin their count anywhere in their own rhythm.
_STEP_DAYS = {"DAILY": 1, "WEEKLY": 7}
_PART = re.compile(r"(?:^|;)(\w+)=([^;]*)")
# How many days of a period a rule can name.
_MOST_IN_PERIOD = {"WEEKLY": 7, "MONTHLY": 31, "YEARLY": 366}
_LONGEST_MONTHS = {2: 29, 4: 30, 6: 30, 9: 30, 11: 30}


def occurrences(series: Series, start: datetime, end: datetime, user: tzinfo) -> Iterator[tuple[datetime, datetime]]:
    """Yield start and end, in UTC, of each time that a series takes place within [start, end), in order.

    An event without length belongs to the window that holds its moment.
    """
    zone = (zone_of(series.zone) if series.zone else None) or user
    length = timedelta(seconds=series.seconds)
    # Added to a wall clock these may leave the calendar at its ends; nothing takes place there.
    try:
        first = to_wall(start, zone) - length - _SLACK
        last = to_wall(end, zone) + _SLACK
    except OverflowError:
        first, last = datetime.min, datetime.max  # noqa: DTZ901 - wall clocks have no zone
    for wall in _walls(series, first, last):
        begins = to_utc(wall, zone)
        ends = to_utc(wall + length, zone) if series.all_day else begins + length
        if overlap(begins, ends, start, end) or (begins == ends and start <= begins < end):
            yield begins, ends


def bounds(series: Series) -> tuple[datetime, datetime | None]:
    """Return moments in UTC between which everything of a series lies; None when its end is not known."""
    known = zone_of(series.zone) if series.zone else None
    slack = timedelta() if known and not series.all_day else _SLACK
    zone = known or UTC
    first = to_utc(min((series.start, *series.added)), zone) - slack
    if series.rule:
        return first, None
    return first, to_utc(max((series.start, *series.added)), zone) + timedelta(seconds=series.seconds) + slack


def rule_problem(rule: str) -> str | None:
    """Say why a recurrence rule cannot be followed; None when it can."""
    from dateutil.rrule import rrulestr  # noqa: PLC0415 - only calendars need it

    parts = dict(_PART.findall(rule))
    if parts.get("FREQ") in {"SECONDLY", "MINUTELY"}:
        return "repeats more often than every hour"
    if not _has_a_day(parts) or not _has_a_place(parts):
        return "repeats on a day that never comes"
    try:
        rrulestr(rule, dtstart=datetime(2026, 1, 1))  # noqa: DTZ001 - wall clocks have no zone
    except (ValueError, TypeError, KeyError, IndexError, OverflowError, AttributeError):
        return "has a recurrence rule that is not understood"
    return None


def _walls(series: Series, first: datetime, last: datetime) -> Iterator[datetime]:
    """Yield the wall-clock starts between two times, each once, in order."""
    single = {series.start, *series.added}
    removed = set(series.removed)
    repeated = _of_rule(series, first, last) if series.rule else ()
    for wall in sorted({*single, *repeated} - removed):
        if first <= wall <= last:
            yield wall


def _of_rule(series: Series, first: datetime, last: datetime) -> Iterator[datetime]:
    for step, wall in enumerate(_rule_from(series, first)):
        if wall > last or step >= _MOST_STEPS:
            return
        if wall >= first:
            yield wall


def _rule_from(series: Series, first: datetime) -> rrule:
    """Return the rule, counted from shortly before a time where its rhythm allows it."""
    from dateutil.rrule import rrule, rrulestr  # noqa: PLC0415 - only calendars need it

    parts = dict(_PART.findall(series.rule))
    begin = series.start
    days = _STEP_DAYS.get(parts.get("FREQ", ""))
    if days and "COUNT" not in parts and first > begin:
        rhythm = days * int(parts.get("INTERVAL", "1"))
        # One round earlier than needed: a week may hold several days of the rule.
        begin += timedelta(days=max(0, (first - begin).days // rhythm - 1) * rhythm)
    rule = rrulestr(series.rule, dtstart=begin)
    assert isinstance(rule, rrule)
    return rule


def _has_a_place(parts: dict[str, str]) -> bool:
    """Say whether a rule that picks the nth of the times within its period picks one that can be there."""
    try:
        places = [abs(int(place)) for place in parts.get("BYSETPOS", "").split(",") if place]
    except ValueError:
        return True
    most = _MOST_IN_PERIOD.get(parts.get("FREQ", ""), 1)
    named = len(parts["BYDAY"].split(",")) if "BYDAY" in parts else most
    weeks = {"WEEKLY": 1, "MONTHLY": 5, "YEARLY": 53}.get(parts.get("FREQ", ""), 1)
    return not places or min(places) <= min(most, named * weeks)


def _has_a_day(parts: dict[str, str]) -> bool:
    """Say whether a rule that names months and days names a day that exists; one that does not would never end."""
    try:
        months = [int(month) for month in parts.get("BYMONTH", "").split(",") if month]
        days = [abs(int(day)) for day in parts.get("BYMONTHDAY", "").split(",") if day]
    except ValueError:
        return True
    longest = max((_LONGEST_MONTHS.get(month, 31) for month in months), default=31)
    return not days or min(days) <= longest
