"""`memserver/calendar/…`."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo

from memserver.errors import InvalidParams
from memserver.protocol import calendar as wire
from memserver.server.dispatch import Call
from memserver.server.paths import local_path
from memserver.text.redaction import redact
from memserver.text.sanitise import clean_text
from memserver.work.calendar.events import Occurrence, Series
from memserver.work.calendar.service import Force, single_event
from memserver.work.calendar.zones import WallTime, read_time, to_utc, zone_of

MAX_TITLE_CHARS = 500
DEFAULT_WINDOW = timedelta(days=7)


async def add(call: Call, params: wire.AddEventParams) -> wire.AddEventResult:
    """Add an event, unless it overlaps others and nobody approved that."""
    approved_by = (params.approved_by or "").strip()
    if params.force and not approved_by:
        raise InvalidParams("An overlap needs the name of who approved it.", field="approvedBy")
    series = _series(params, call.engine.calendar.zone)
    force = Force(_clean(approved_by, "approvedBy"), _clean(params.reason, "reason")) if params.force else None
    added = await call.engine.calendar.add(series, force)
    return wire.AddEventResult(
        event=_view(added.occurrence),
        conflicts=[_view(each) for each in added.conflicts],
        warnings=list(added.warnings),
    )


async def list_events(call: Call, params: wire.ListEventsParams) -> wire.EventsResult:
    """List what takes place."""
    zone = _known_zone(params.timezone)
    user = (zone_of(zone) if zone else None) or call.engine.calendar.zone
    first = read_time(params.from_, "from", zone) if params.from_ else None
    start = _moment(first, user) if first else call.engine.clock()
    if params.to:
        end = _moment(read_time(params.to, "to", zone), user)
    elif first and first.whole_day:
        end = to_utc(first.wall + timedelta(days=1), user)
    else:
        end = start + DEFAULT_WINDOW
    if end <= start:
        raise InvalidParams("to must lie after from.", field="to")
    looked = await call.engine.calendar.between(start, end)
    return wire.EventsResult(events=[_view(each) for each in looked.occurrences], warnings=list(looked.warnings))


async def check(call: Call, params: wire.EventTimes) -> wire.CheckEventResult:
    """Say whether a time is free."""
    calendar = call.engine.calendar
    series = _series(params, calendar.zone)
    looked = await calendar.conflicts(*calendar.when(series))
    return wire.CheckEventResult(
        free=not looked.occurrences,
        conflicts=[_view(each) for each in looked.occurrences],
        warnings=list(looked.warnings),
    )


async def remove(call: Call, params: wire.EventIdParams) -> wire.RemoveEventResult:
    """Remove an event."""
    await call.engine.calendar.remove(params.id)
    return wire.RemoveEventResult(removed=True)


async def import_file(call: Call, params: wire.ImportCalendarParams) -> wire.ImportCalendarResult:
    """Take the events of an `.ics` file over."""
    done = await call.engine.calendar.import_file(local_path(params.path))
    return wire.ImportCalendarResult(
        added=done.added, updated=done.updated, unchanged=done.unchanged, warnings=list(done.warnings)
    )


def _series(params: wire.EventTimes, user: tzinfo) -> Series:
    zone = _known_zone(params.timezone)
    start = read_time(params.start, "start", zone)
    end = read_time(params.end, "end", zone) if params.end else None
    if end is None and not start.whole_day:
        raise InvalidParams("An event that begins at a time needs an end.", field="end")
    if end is not None and end.whole_day != start.whole_day:
        raise InvalidParams("start and end must both be days or both be times.", field="end")
    more = {}
    if isinstance(params, wire.AddEventParams):
        more = {
            "location": _clean(params.location, "location"),
            "attendees": tuple(_clean(person, "attendees") for person in params.attendees),
        }
    title = _clean(params.title, "title", required=True) if isinstance(params, wire.AddEventParams) else ""
    finish = None if end is None else end.wall if end.whole_day else _moment(end, user)
    return single_event(title, (start.wall, start.zone), finish, user, all_day=start.whole_day, **more)


def _known_zone(name: str | None) -> str:
    if name and zone_of(name) is None:
        raise InvalidParams(
            "timezone must be an IANA name such as Asia/Seoul, or an offset such as +09:00.", field="timezone"
        )
    return name or ""


def _moment(written: WallTime, user: tzinfo) -> datetime:
    return to_utc(written.wall, (zone_of(written.zone) if written.zone else None) or user)


def _clean(text: str | None, field: str, *, required: bool = False) -> str:
    given = (text or "").strip()
    if not given and not required:
        return ""
    return redact(clean_text(given, field, MAX_TITLE_CHARS)).text


def _view(occurrence: Occurrence) -> wire.EventView:
    event, series = occurrence.event, occurrence.event.series
    approval = event.approval
    return wire.EventView(
        id=event.id,
        title=series.title,
        start=occurrence.start.astimezone(UTC),
        end=occurrence.end.astimezone(UTC),
        all_day=series.all_day,
        busy=series.busy,
        recurring=series.repeats,
        timezone=series.zone or None,
        location=series.location or None,
        attendees=list(series.attendees),
        source=event.source,
        approval=wire.ApprovalView.model_validate(approval.to_json()) if approval else None,
    )
