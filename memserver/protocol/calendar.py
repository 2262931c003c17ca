"""The calendar over the wire. Times in are as people write them; times out are UTC, ends excluded."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel

TimeText = Annotated[str, Field(min_length=1, max_length=64)]
Person = Annotated[str, Field(min_length=1, max_length=200)]


class EventTimes(WireModel):
    """When an event is."""

    start: TimeText
    """ISO 8601: with an offset, without one (then in `timezone`), or a day such as `2026-05-04` for a whole day."""
    end: TimeText | None = None
    """The first moment (or day) that is free again. Needed unless `start` is a day."""
    timezone: str | None = Field(None, max_length=64)
    """IANA name such as `Asia/Seoul` for times without an offset. Default: the user's zone."""


class AddEventParams(EventTimes):
    """A new event."""

    title: str
    """What it is."""
    location: str | None = Field(None, max_length=500)
    """Where it is."""
    attendees: list[Person] = Field(default_factory=list, max_length=100)
    """Who takes part."""
    force: bool = False
    """Add it although it overlaps others. Needs `approvedBy`."""
    approved_by: str | None = Field(None, max_length=200)
    """The person who agreed to the overlap; recorded with the event."""
    reason: str | None = Field(None, max_length=1_000)
    """Why they agreed."""


class ApprovalView(WireModel):
    """Who let an event overlap others."""

    approved_by: str
    """The person."""
    reason: str
    """Why."""
    approved_at: Moment
    """When."""
    conflicts: list[str]
    """The events that it overlapped then, by id."""


class EventView(WireModel):
    """One time at which an event takes place."""

    id: str
    """The event; all times of a recurring one share it."""
    title: str
    """What it is."""
    start: Moment
    """When it begins."""
    end: Moment
    """The first moment after it."""
    all_day: bool
    """It takes whole days, in the user's zone."""
    busy: bool
    """It takes time: others may not overlap it."""
    recurring: bool
    """It has other times."""
    timezone: str | None = None
    """The zone it was planned in; none: wherever the user is."""
    location: str | None = None
    """Where it is."""
    attendees: list[str] = Field(default_factory=list)
    """Who takes part."""
    source: Literal["file", "imported", "added"]
    """The user's calendar file (never changed here), an import, or this wire."""
    approval: ApprovalView | None = None
    """Who let it overlap others."""


class AddEventResult(WireModel):
    """The event is in the calendar."""

    event: EventView
    """The event."""
    conflicts: list[EventView]
    """What it overlaps, with the approval that was given."""
    warnings: list[str]
    """What could not be checked, such as a calendar file that cannot be read."""


class ListEventsParams(WireModel):
    """A stretch of time."""

    from_: TimeText | None = Field(None, alias="from")
    """Its beginning, as in `calendar/add`. Default: now."""
    to: TimeText | None = None
    """Its end, excluded. Default: seven days after the beginning; one day if that is a day."""
    timezone: str | None = Field(None, max_length=64)
    """Zone of times and days without an offset. Default: the user's zone."""


class EventsResult(WireModel):
    """Events in order of time."""

    events: list[EventView]
    """The events."""
    warnings: list[str]
    """What could not be read."""


class CheckEventResult(WireModel):
    """Whether a time is free."""

    free: bool
    """Nothing takes time then."""
    conflicts: list[EventView]
    """What does."""
    warnings: list[str]
    """What could not be checked."""


class EventIdParams(WireModel):
    """One event."""

    id: str
    """Its id."""


class RemoveEventResult(WireModel):
    """An event is gone."""

    removed: bool
    """It is gone, with all its times."""


class ImportCalendarParams(WireModel):
    """An `.ics` file to take over."""

    path: str
    """Where it is, as an absolute path or a file uri."""


class ImportCalendarResult(WireModel):
    """What the file brought."""

    added: int
    """New events."""
    updated: int
    """Events that had changed."""
    unchanged: int
    """Events that were known as they are."""
    warnings: list[str]
    """What could not be used, by its number in the file."""
