"""The gate: a taken hour is refused, forced only with a name, and given to one of many who ask at once."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from memserver.config import Settings
from memserver.errors import Conflict, InvalidParams, NotFound
from memserver.storage.store import open_store
from memserver.work.calendar.events import Series
from memserver.work.calendar.service import Calendar, Force
from tests.unit.kit import StillClock

DAY = datetime(2026, 5, 4, tzinfo=UTC)
SETTINGS = Settings(timezone="Asia/Seoul")


def event(hour: float, hours: float = 1, title: str = "분기 보고", **more: object) -> Series:
    wall = datetime(2026, 5, 4) + timedelta(hours=hour)  # noqa: DTZ001 - wall clocks have no zone
    return Series("", title, wall, int(hours * 3600), "UTC", **more)  # type: ignore[arg-type]


async def test_a_taken_time_is_refused_and_the_error_holds_no_title(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        calendar = Calendar(store, StillClock(), tmp_path, lambda: SETTINGS)
        first = await calendar.add(event(9), None)
        with pytest.raises(Conflict) as refused:
            await calendar.add(event(9.5, title="면담"), None)
        text = f"{refused.value.message} {refused.value.hint}"
        assert first.occurrence.event.id in text
        assert "2026-05-04T09:00:00.000Z" in text
        assert "분기" not in text
        assert "면담" not in text
        await calendar.add(event(10), None)
        await calendar.add(event(8), None)
        assert len((await calendar.between(DAY, DAY + timedelta(days=1))).occurrences) == 3


async def test_an_approved_overlap_is_kept_with_who_approved_it(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        calendar = Calendar(store, StillClock(), tmp_path, lambda: SETTINGS)
        first = await calendar.add(event(9), None)
        await calendar.add(event(9.5), Force("김민아", "고객 요청"))
        [_, second] = (await calendar.between(DAY, DAY + timedelta(days=1))).occurrences
        approval = second.event.approval
        assert approval is not None
        assert (approval.approved_by, approval.reason) == ("김민아", "고객 요청")
        assert approval.conflicts == (first.occurrence.event.id,)
        free = await calendar.add(event(20), Force("김민아", ""))
        assert free.occurrence.event.approval is None


async def test_free_and_cancelled_events_are_in_nobodys_way(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        calendar = Calendar(store, StillClock(), tmp_path, lambda: SETTINGS)
        await calendar.add(event(9, busy=False), None)
        assert (await calendar.conflicts(DAY, DAY + timedelta(days=1))).occurrences == []
        await calendar.add(event(9), None)


async def test_the_users_file_takes_part_and_is_never_changed(tmp_path: Path) -> None:
    path = tmp_path / "mine.ics"
    text = (
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:a\r\nSUMMARY:Stand-up\r\n"
        "DTSTART;TZID=Asia/Seoul:20260401T180000\r\nDURATION:PT30M\r\nRRULE:FREQ=DAILY\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
    )
    path.write_text(text, encoding="utf-8", newline="")
    async with open_store(tmp_path) as store:
        calendar = Calendar(store, StillClock(), tmp_path, lambda: Settings(calendar_file="mine.ics"))
        with pytest.raises(Conflict, match="overlaps 1 other"):
            await calendar.add(event(9), None)
        [found] = (await calendar.conflicts(DAY, DAY + timedelta(days=1))).occurrences
        with pytest.raises(Conflict, match="calendar file"):
            await calendar.remove(found.event.id)
    assert path.read_text(encoding="utf-8") == text.replace("\r\n", "\n")


async def test_importing_twice_changes_nothing_and_a_changed_event_is_updated(tmp_path: Path) -> None:
    path = tmp_path / "team.ics"
    body = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n{}END:VCALENDAR\r\n"
    one = "BEGIN:VEVENT\r\nUID:{}\r\nDTSTART:20260504T{}0000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\n"
    path.write_text(body.format(one.format("a", "09") + one.format("b", "11")), encoding="utf-8", newline="")
    async with open_store(tmp_path) as store:
        calendar = Calendar(store, StillClock(), tmp_path, lambda: SETTINGS)
        first = await calendar.import_file(path)
        again = await calendar.import_file(path)
        path.write_text(body.format(one.format("a", "13")), encoding="utf-8", newline="")
        changed = await calendar.import_file(path)
        starts = [each.start.hour for each in (await calendar.between(DAY, DAY + timedelta(days=1))).occurrences]
        path.write_text("no calendar", encoding="utf-8")
        with pytest.raises(InvalidParams, match="not an iCalendar"):
            await calendar.import_file(path)
    assert (first.added, again.unchanged, changed.updated) == (2, 2, 1)
    assert starts == [11, 13]


async def test_what_is_removed_leaves_its_time_free(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        calendar = Calendar(store, StillClock(), tmp_path, lambda: SETTINGS)
        added = await calendar.add(event(9), None)
        await calendar.remove(added.occurrence.event.id)
        with pytest.raises(NotFound):
            await calendar.remove(added.occurrence.event.id)
        await calendar.add(event(9), None)


async def test_of_many_who_want_the_same_hour_one_gets_it(tmp_path: Path) -> None:
    async with open_store(tmp_path) as first, open_store(tmp_path) as second:
        calendars = [Calendar(store, StillClock(), tmp_path, lambda: SETTINGS) for store in (first, second)]
        wishes = [calendars[number % 2].add(event(9 + number / 100), None) for number in range(12)]
        outcomes = await asyncio.gather(*wishes, return_exceptions=True)
        assert sum(not isinstance(outcome, Exception) for outcome in outcomes) == 1
        assert all(isinstance(outcome, Conflict) for outcome in outcomes if isinstance(outcome, Exception))


async def test_a_zone_that_does_not_exist_is_said_to_be_none(tmp_path: Path) -> None:
    async with open_store(tmp_path) as store:
        calendar = Calendar(store, StillClock(), tmp_path, lambda: Settings(timezone="Seoul"))
        looked = await calendar.between(DAY, DAY + timedelta(days=1))
        assert looked.warnings == ("The setting timezone names no time zone: that of the system is used.",)
