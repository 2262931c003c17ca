"""The calendar gate: what is planned when, and no new event over another one unless a person approved it.

Whether a slot is free and that it is taken are one write transaction, so that of two windows that want the same hour
exactly one gets it. The user's `.ics` file is read beside the store. Errors name events by id and time only: titles are
told by `check` and `list`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta, tzinfo
from pathlib import Path
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.config import Settings
from memserver.errors import Conflict, InvalidParams, NotFound, TooLarge
from memserver.ids import new_id
from memserver.storage.database import Transaction
from memserver.storage.store import Store
from memserver.work.calendar.calendar_file import CalendarFile, FileEvents, read_file
from memserver.work.calendar.events import Approval, Occurrence, Planned, Series, conflicts_among, in_order
from memserver.work.calendar.recurrence import bounds, occurrences
from memserver.work.calendar.zones import to_utc, user_zone, zone_of

MOST_SHOWN = 2_000
# What an error names; the rest is a number.
MOST_NAMED = 5
LONGEST_WINDOW = timedelta(days=800)
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Force:
    """A wish to add an event although it overlaps others; it needs a name."""

    approved_by: str
    reason: str


@dataclass(frozen=True, slots=True)
class Looked:
    """Occurrences in order, and what the user should know about where they came from."""

    occurrences: Sequence[Occurrence]
    warnings: Sequence[str]


@dataclass(frozen=True, slots=True)
class Added:
    """An event that is in the calendar now, and what it overlaps with a person's approval."""

    occurrence: Occurrence
    conflicts: Sequence[Occurrence]
    warnings: Sequence[str]


@dataclass(frozen=True, slots=True)
class Imported:
    """What an `.ics` file brought."""

    added: int
    updated: int
    unchanged: int
    warnings: Sequence[str]


class Calendar:
    """What is planned in one store and one calendar file."""

    def __init__(self, store: Store, clock: Clock, brain: Path, settings: Callable[[], Settings]) -> None:
        self._store = store
        self._clock = clock
        self._settings = settings
        self._file = CalendarFile(brain)

    @property
    def zone(self) -> tzinfo:
        """The zone that the user is in."""
        return user_zone(self._settings().timezone)

    def when(self, series: Series) -> tuple[datetime, datetime]:
        """Return when an event that takes place once does so."""
        first, last = bounds(series)
        [times] = occurrences(series, first - _DAY, (last or first) + 2 * _DAY, self.zone)
        return times

    async def between(self, start: datetime, end: datetime) -> Looked:
        """Return everything that takes place within [start, end)."""
        if end - start > LONGEST_WINDOW:
            raise InvalidParams(f"The window may be {LONGEST_WINDOW.days} days long.", field="to")
        file = await self._events_of_file()
        stored = [_planned(record) for record in await self._store.calendar.overlapping(*_iso(start, end))]
        found = await asyncio.to_thread(_expand, (*file.events, *stored), start, end, self.zone)
        if len(found) > MOST_SHOWN:
            raise TooLarge(
                f"There are {len(found)} events; at most {MOST_SHOWN} are shown.", field="to", hint="Ask for less time."
            )
        return Looked(in_order(found), file.warnings)

    async def conflicts(self, start: datetime, end: datetime) -> Looked:
        """Return what takes time within [start, end)."""
        looked = await self.between(start, end)
        return Looked(conflicts_among(looked.occurrences, start, end), looked.warnings)

    async def add(self, series: Series, force: Force | None) -> Added:
        """Add an event; raises Conflict when it overlaps others and nobody approved that."""
        start, end = self.when(series)
        file = await self._events_of_file()
        in_file = await asyncio.to_thread(_expand, file.events, start, end, self.zone)
        async with self._store.database.write() as transaction:
            stored = [
                _planned(record) for record in await self._store.calendar.overlapping(*_iso(start, end), transaction)
            ]
            found = in_order(conflicts_among([*in_file, *_expand(stored, start, end, self.zone)], start, end))
            if found and force is None:
                raise _refused(found)
            event = Planned(new_id("cal", self._clock()), series, "added", self._approval(force, found))
            await self._put(transaction, event)
        return Added(Occurrence(event, start, end), found, file.warnings)

    async def remove(self, event_id: str) -> None:
        """Remove an event with all its occurrences; those of the user's file stay the user's."""
        if event_id.startswith("ics_"):
            raise Conflict(
                "This event stands in your calendar file, which is never changed here.",
                field="id",
                hint="Delete it in your calendar and export the file anew.",
            )
        async with self._store.database.write() as transaction:
            if not await self._store.calendar.remove(transaction, event_id):
                raise NotFound("There is no event with this id.", field="id")

    async def import_file(self, path: Path) -> Imported:
        """Take the events of an `.ics` file over; the same file again changes nothing."""
        read = await asyncio.to_thread(read_file, path)
        if not read.series and read.warnings:
            raise InvalidParams(f"{path.name}: {read.warnings[0]}.", field="path")
        counts = {"added": 0, "updated": 0, "unchanged": 0}
        async with self._store.database.write() as transaction:
            known = await self._store.calendar.imported(transaction)
            for series in read.series:
                before = known.get(series.uid)
                if before is not None and _planned(before).series == series:
                    counts["unchanged"] += 1
                    continue
                event_id = before["id"] if before is not None else new_id("cal", self._clock())
                await self._put(transaction, Planned(event_id, series, "imported"))
                counts["updated" if before is not None else "added"] += 1
        return Imported(**counts, warnings=read.warnings)

    async def _events_of_file(self) -> FileEvents:
        """Return what stands in the user's file; a zone in the settings that there is none of is named as well."""
        settings = self._settings()
        file = await self._file.events(settings.calendar_file)
        if not settings.timezone or zone_of(settings.timezone) is not None:
            return file
        unknown = "The setting timezone names no time zone: that of the system is used."
        return replace(file, warnings=(*file.warnings, unknown))

    def _approval(self, force: Force | None, found: Sequence[Occurrence]) -> Approval | None:
        if force is None or not found:
            return None
        ids = tuple(dict.fromkeys(each.event.id for each in found))
        return Approval(force.approved_by, force.reason, to_iso(self._clock()), ids)

    async def _put(self, transaction: Transaction, event: Planned) -> None:
        first, last = bounds(event.series)
        columns = {
            "id": event.id,
            "uid": event.series.uid if event.source == "imported" else event.id,
            "starts": to_iso(first),
            "ends": to_iso(last) if last else None,
        }
        record = {
            "id": event.id,
            "source": event.source,
            "series": event.series.to_json(),
            "approval": event.approval.to_json() if event.approval else None,
        }
        await self._store.calendar.put(transaction, columns, record)


def single_event(
    title: str, start: tuple[datetime, str], end: datetime | None, user: tzinfo, *, all_day: bool, **more: Any
) -> Series:
    """Return an event that takes place once: its start on the wall clock of a zone, its end as a moment.

    The end of a whole day is the first day that does not belong to it.
    """
    wall, zone = start
    if all_day:
        length = (end - wall) if end else _DAY
    else:
        length = (end - to_utc(wall, (zone_of(zone) if zone else None) or user)) if end else timedelta()
    if length <= timedelta():
        raise InvalidParams("end must lie after start; it is the first moment that is free again.", field="end")
    if length > timedelta(days=366):
        raise InvalidParams("An event may take a year at most.", field="end")
    return Series(
        uid="", title=title, start=wall, seconds=int(length.total_seconds()), zone=zone, all_day=all_day, **more
    )


def _expand(events: Iterable[Planned], start: datetime, end: datetime, user: tzinfo) -> list[Occurrence]:
    return [Occurrence(event, *times) for event in events for times in occurrences(event.series, start, end, user)]


def _planned(record: dict[str, Any]) -> Planned:
    approval = Approval.from_json(record["approval"]) if record.get("approval") else None
    return Planned(record["id"], Series.from_json(record["series"]), record["source"], approval)


def _refused(found: Sequence[Occurrence]) -> Conflict:
    named = ", ".join(each.times for each in found[:MOST_NAMED])
    more = f" and {len(found) - MOST_NAMED} more" if len(found) > MOST_NAMED else ""
    return Conflict(
        f"The event overlaps {len(found)} other{'s' if len(found) > 1 else ''}: nothing was added.",
        field="start",
        hint=f"It overlaps {named}{more}. calendar/check tells what they are. Choose another time, or, if a person "
        "agrees to the overlap, send force: true with their name as approvedBy.",
    )


def _iso(start: datetime, end: datetime) -> tuple[str, str]:
    return to_iso(start), to_iso(end)
