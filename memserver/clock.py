"""The one source of time. Everything that needs "now" is given a Clock, so that tests can hold it still."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone, tzinfo

Clock = Callable[[], datetime]


def system_clock() -> datetime:
    """Return the present moment in UTC."""
    return datetime.now(UTC)


def wall_clock(moment: datetime, zone: tzinfo) -> datetime:
    """Return a moment as the clock on the wall of a zone shows it, with that clock's present offset.

    A plain offset: a turn puts a hundred moments beside this one, and the rules of a zone cost each of them more than
    the hour that summer time may be off is worth.
    """
    there = moment.astimezone(zone)
    return there.replace(tzinfo=timezone(there.utcoffset() or timedelta()))


def to_iso(moment: datetime) -> str:
    """Write a moment as the wire and the store do: ISO 8601, UTC, milliseconds, `Z`."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def from_iso(text: str) -> datetime:
    """Read what `to_iso` wrote (and any ISO 8601 moment that carries its zone)."""
    moment = datetime.fromisoformat(text)
    if moment.tzinfo is None:
        raise ValueError("the time has no zone: end it with Z or an offset such as +09:00")
    return moment.astimezone(UTC)
