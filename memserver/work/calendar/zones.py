"""Time zones and the times that people write: with a zone, without one, or a day alone.

Owns reading them and finding the zone that the user is in. A time without a zone is never taken for UTC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from functools import lru_cache

from memserver.errors import InvalidParams

_OFFSET = re.compile(r"([+-])(\d{2}):(\d{2})")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_MOMENT = re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}.*", re.DOTALL)
# The calendar of `datetime` ends at both sides; a year of room lets every zone and length be added.
_FIRST, _LAST = 2, 9998


@dataclass(frozen=True, slots=True)
class WallTime:
    """A time as it was written: what the wall clock shows, in which zone (empty: the user's), or a whole day."""

    wall: datetime
    zone: str
    whole_day: bool


@lru_cache(maxsize=256)
def zone_of(name: str) -> tzinfo | None:
    """Return the zone of an IANA name or an offset; None when there is no such zone."""
    from zoneinfo import ZoneInfo  # noqa: PLC0415 - only calendars need it

    if name.upper() in {"UTC", "Z"}:
        return UTC
    if offset := _OFFSET.fullmatch(name):
        length = timedelta(hours=int(offset[2]), minutes=int(offset[3]))
        return timezone(-length if offset[1] == "-" else length) if length < timedelta(days=1) else None
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return None


@lru_cache(maxsize=8)
def user_zone(setting: str) -> tzinfo:
    """Return the zone that the settings name, else that of the system."""
    found = zone_of(setting) if setting else None
    if found is not None:
        return found
    from dateutil import tz  # noqa: PLC0415 - only calendars need it

    return tz.gettz() or UTC


def to_utc(wall: datetime, zone: tzinfo) -> datetime:
    """Return the moment at which a wall clock shows a time.

    A time that a clock change leaves out is read with the offset before it, one that comes twice is the first.
    """
    return wall.replace(tzinfo=zone, fold=0).astimezone(UTC)


def to_wall(moment: datetime, zone: tzinfo) -> datetime:
    """Return what the clock on the wall of a zone shows at a moment."""
    return moment.astimezone(zone).replace(tzinfo=None, fold=0)


def offset_name(offset: timedelta) -> str:
    """Return an offset as `zone_of` reads it."""
    minutes = round(offset.total_seconds() / 60)
    return f"{'-' if minutes < 0 else '+'}{abs(minutes) // 60:02d}:{abs(minutes) % 60:02d}"


def read_time(text: str, field: str, zone: str) -> WallTime:
    """Read an ISO 8601 time or day. A time that carries an offset keeps its moment, on the clock of the zone named."""
    written = text.strip()
    try:
        if _DAY.fullmatch(written):
            return WallTime(_within(datetime.combine(date.fromisoformat(written), time()), field), "", whole_day=True)
        if not _MOMENT.fullmatch(written):
            raise ValueError
        moment = datetime.fromisoformat(written)
    except ValueError:
        raise InvalidParams(
            f"{field} must be a time such as 2026-05-04T09:30:00+09:00, or a day such as 2026-05-04.", field=field
        ) from None
    _within(moment, field)
    if moment.tzinfo is None:
        return WallTime(moment, zone, whole_day=False)
    named = zone_of(zone) if zone else None
    wall = to_wall(moment, named or UTC)
    return WallTime(wall, zone if named else "UTC", whole_day=False)


def _within(moment: datetime, field: str) -> datetime:
    if not _FIRST <= moment.year <= _LAST:
        raise InvalidParams(f"{field} lies outside of the calendar.", field=field)
    return moment
