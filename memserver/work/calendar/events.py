"""What a calendar holds: a series (an event with its recurrences) and the occurrences it has on the clock.

Owns the shapes, their JSON form in the store and the rule of overlap: intervals are half-open, so that one event may
begin where another ends. Where series come from and how they repeat is said elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from memserver.clock import to_iso

Source = Literal["file", "imported", "added"]


@dataclass(frozen=True, slots=True)
class Series:
    """An event as it was planned: times are those on the wall clock of its zone."""

    uid: str
    title: str
    start: datetime
    """Without a zone: what the clock on the wall shows; midnight for a whole day."""
    seconds: int
    """How long it takes; whole days for an all-day event."""
    zone: str = ""
    """An IANA name or an offset such as `+09:00`; empty: whatever zone the user is in."""
    all_day: bool = False
    busy: bool = True
    """False for events that take no time: cancelled ones and those that are marked as free."""
    rule: str = ""
    """The recurrence rule of RFC 5545, its end on the wall clock too."""
    added: tuple[datetime, ...] = ()
    """Starts beside those of the rule."""
    removed: tuple[datetime, ...] = ()
    """Starts that do not take place, or elsewhere."""
    location: str = ""
    attendees: tuple[str, ...] = ()

    @property
    def repeats(self) -> bool:
        """Say whether there may be more than one occurrence."""
        return bool(self.rule or self.added)

    def to_json(self) -> dict[str, Any]:
        """Return the form in which the store keeps it."""
        return {
            "uid": self.uid,
            "title": self.title,
            "start": self.start.isoformat(),
            "seconds": self.seconds,
            "zone": self.zone,
            "allDay": self.all_day,
            "busy": self.busy,
            "rule": self.rule,
            "added": [moment.isoformat() for moment in self.added],
            "removed": [moment.isoformat() for moment in self.removed],
            "location": self.location,
            "attendees": list(self.attendees),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Series:
        """Read what `to_json` wrote."""
        return cls(
            uid=stored["uid"],
            title=stored["title"],
            start=datetime.fromisoformat(stored["start"]),
            seconds=int(stored["seconds"]),
            zone=stored["zone"],
            all_day=bool(stored["allDay"]),
            busy=bool(stored["busy"]),
            rule=stored["rule"],
            added=_moments(stored["added"]),
            removed=_moments(stored["removed"]),
            location=stored["location"],
            attendees=tuple(stored["attendees"]),
        )


@dataclass(frozen=True, slots=True)
class Approval:
    """A person's word that an event may overlap others."""

    approved_by: str
    reason: str
    approved_at: str
    conflicts: tuple[str, ...]
    """The ids of the events that it overlapped then."""

    def to_json(self) -> dict[str, Any]:
        """Return the form in which the store keeps it."""
        return {
            "approvedBy": self.approved_by,
            "reason": self.reason,
            "approvedAt": self.approved_at,
            "conflicts": list(self.conflicts),
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Approval:
        """Read what `to_json` wrote."""
        return cls(stored["approvedBy"], stored["reason"], stored["approvedAt"], tuple(stored["conflicts"]))


@dataclass(frozen=True, slots=True)
class Planned:
    """A series with its id in the calendar, where it came from, and the approval it needed."""

    id: str
    series: Series
    source: Source
    """The user's calendar file, an import of such a file, or the wire."""
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class Occurrence:
    """One time at which an event takes place, in UTC, its end excluded."""

    event: Planned
    start: datetime
    end: datetime

    @property
    def times(self) -> str:
        """Return when it is, without a word of what it is."""
        return f"{self.event.id} ({to_iso(self.start)} to {to_iso(self.end)})"


def overlap(start: datetime, end: datetime, other_start: datetime, other_end: datetime) -> bool:
    """Say whether two half-open intervals share a moment; an empty one shares none."""
    return max(start, other_start) < min(end, other_end)


def conflicts_among(occurrences: Iterable[Occurrence], start: datetime, end: datetime) -> list[Occurrence]:
    """Return the occurrences that take time between two moments."""
    return [each for each in occurrences if each.event.series.busy and overlap(each.start, each.end, start, end)]


def in_order(occurrences: Iterable[Occurrence]) -> list[Occurrence]:
    """Return occurrences by time, then by id."""
    return sorted(occurrences, key=lambda each: (each.start, each.end, each.event.id))


def _moments(stored: Iterable[str]) -> tuple[datetime, ...]:
    return tuple(datetime.fromisoformat(moment) for moment in stored)
