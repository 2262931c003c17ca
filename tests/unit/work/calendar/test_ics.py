"""Calendar files as programs write them, and as disks leave them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.errors import InvalidParams, NotFound, TooLarge
from memserver.work.calendar.calendar_file import CalendarFile, read_file
from memserver.work.calendar.ics import MOST_BYTES, ReadCalendar, read_calendar
from memserver.work.calendar.recurrence import occurrences

SEOUL = ZoneInfo("Asia/Seoul")


def calendar(*events: str, rest: str = "") -> str:
    blocks = "".join(
        f"BEGIN:VEVENT\nUID:{number}@x\n{body.strip()}\nEND:VEVENT\n" for number, body in enumerate(events)
    )
    text = f"BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:test\n{rest}{blocks}END:VCALENDAR\n"
    return text.replace("\n", "\r\n")


def times(read: ReadCalendar, year: int = 2026) -> list[str]:
    window = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    found = sorted(each for series in read.series for each in occurrences(series, *window, SEOUL))
    return [f"{start:%m-%dT%H:%M}/{end:%m-%dT%H:%M}" for start, end in found]


def test_zones_days_and_floating_times() -> None:
    read = read_calendar(
        calendar(
            "DTSTART;TZID=Asia/Seoul:20260504T090000\nDTEND;TZID=Asia/Seoul:20260504T100000\nSUMMARY:주간 회의",
            "DTSTART:20260504T090000Z\nDURATION:PT90M\nSUMMARY:Call",
            "DTSTART;VALUE=DATE:20260505\nSUMMARY:어린이날\nTRANSP:TRANSPARENT",
            "DTSTART:20260506T090000\nDTEND:20260506T093000\nSUMMARY:Wherever I am",
            "DTSTART;TZID=Korea Standard Time:20260507T090000\nDTEND;TZID=Korea Standard Time:20260507T100000",
        )
    )
    assert read.warnings == ()
    assert times(read) == [
        "05-04T00:00/05-04T01:00",
        "05-04T09:00/05-04T10:30",
        "05-04T15:00/05-05T15:00",
        "05-06T00:00/05-06T00:30",
        "05-07T00:00/05-07T01:00",
    ]
    assert [series.title for series in read.series][:3] == ["주간 회의", "Call", "어린이날"]
    assert [series.busy for series in read.series] == [True, True, False, True, True]


def test_recurrences_with_exceptions_moves_and_cancellations() -> None:
    text = calendar(
        "DTSTART;TZID=Asia/Seoul:20260504T090000\nDTEND;TZID=Asia/Seoul:20260504T100000\n"
        "RRULE:FREQ=WEEKLY;UNTIL=20260601T000000Z\nEXDATE;TZID=Asia/Seoul:20260511T090000\nRDATE:20260506T010000Z"
    )
    moved = (
        "BEGIN:VEVENT\r\nUID:0@x\r\nRECURRENCE-ID:20260518T000000Z\r\nDTSTART:20260519T030000Z\r\n"
        "DTEND:20260519T040000Z\r\nEND:VEVENT\r\n"
        "BEGIN:VEVENT\r\nUID:0@x\r\nRECURRENCE-ID;TZID=Asia/Seoul:20260525T090000\r\nSTATUS:CANCELLED\r\n"
        "DTSTART;TZID=Asia/Seoul:20260525T090000\r\nEND:VEVENT\r\nEND:VCALENDAR"
    )
    read = read_calendar(text.replace("END:VCALENDAR", moved))
    assert times(read) == [
        "05-04T00:00/05-04T01:00",
        "05-06T01:00/05-06T02:00",
        "05-19T03:00/05-19T04:00",
        # Exactly at UNTIL, which belongs to the rule.
        "06-01T00:00/06-01T01:00",
    ]


def test_an_until_that_is_a_day_includes_that_day() -> None:
    read = read_calendar(calendar("DTSTART:20260504T090000\nDTEND:20260504T100000\nRRULE:FREQ=DAILY;UNTIL=20260506"))
    assert len(times(read)) == 3
    whole = read_calendar(calendar("DTSTART;VALUE=DATE:20260504\nRRULE:FREQ=DAILY;UNTIL=20260506"))
    assert len(times(whole)) == 3


def test_a_truncated_file_keeps_its_whole_events() -> None:
    text = calendar(*(f"DTSTART:202605{day:02d}T000000Z\nDURATION:PT1H" for day in range(1, 11)))
    cut = text[: text.index("20260508")]
    read = read_calendar(cut)
    assert len(read.series) == 7
    assert read.warnings == ("1 of its events could not be read",)


@pytest.mark.parametrize(
    ("event", "warning"),
    [
        (
            "DTSTART;TZID=Mars/Phobos:20260504T090000\nDURATION:PT1H",
            "event 1 names a time zone that is not known: read as yours",
        ),
        ("SUMMARY:secret plan", "event 1 has no start and is left out"),
        ("DTSTART:2026\nSUMMARY:secret plan", "event 1 has a property that is not understood and is left out"),
        ("DTSTART:20260504T090000Z\nDTEND:20260504T080000Z", "event 1 ends before it begins and is left out"),
        (
            "DTSTART:20260504T090000Z\nDTEND:20260504T100000",
            "event 1 has a time zone at one of its ends only and is left out",
        ),
        (
            "DTSTART;VALUE=DATE:20260504\nDTEND:20260504T100000Z",
            "event 1 begins with a day and ends with a time, or the other way round, and is left out",
        ),
        ("DTSTART:20260504T090000Z\nDTEND:20280504T100000Z", "event 1 takes longer than a year and is left out"),
        (
            "DTSTART:20260504T090000Z\nRRULE:FREQ=SECONDLY",
            "event 1 repeats more often than every hour: only its first time counts",
        ),
        (
            "DTSTART:20260504T090000Z\nRRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=31",
            "event 1 repeats on a day that never comes: only its first time counts",
        ),
    ],
)
def test_what_is_wrong_is_named_without_the_title(event: str, warning: str) -> None:
    read = read_calendar(calendar(event))
    assert read.warnings == (warning,)
    assert len(read.series) == ("left out" not in warning)


def test_a_zone_that_the_file_defines_itself_is_read_with_its_offset() -> None:
    zone = (
        "BEGIN:VTIMEZONE\nTZID:Our Office\nBEGIN:STANDARD\nDTSTART:19700101T000000\nTZOFFSETFROM:+0900\n"
        "TZOFFSETTO:+0900\nEND:STANDARD\nEND:VTIMEZONE\n"
    )
    read = read_calendar(calendar("DTSTART;TZID=Our Office:20260504T090000\nDURATION:PT1H", rest=zone))
    assert times(read) == ["05-04T00:00/05-04T01:00"]


def test_what_is_no_calendar_is_said_to_be_none() -> None:
    for text in ("", "hello", "# Notes\n- nine o'clock", "\x00\x01"):
        read = read_calendar(text)
        assert read.series == ()
        assert read.warnings == ("this is not an iCalendar text",)
    assert read_calendar(calendar()).warnings == ()


def test_an_event_whose_first_line_is_damaged_is_missed_aloud() -> None:
    text = calendar("DTSTART:20260504T090000Z").replace("BEGIN:VEVENT", "PBEGIN:VEVENT")
    assert read_calendar(text).warnings == ("1 of its events could not be read",)


@given(st.data())
def test_any_damage_gives_events_or_warnings_but_no_failure(data: st.DataObject) -> None:
    text = calendar(
        "DTSTART;TZID=Asia/Seoul:20260504T090000\nDTEND;TZID=Asia/Seoul:20260504T100000\nRRULE:FREQ=WEEKLY;COUNT=3\n"
        "EXDATE;TZID=Asia/Seoul:20260511T090000\nATTENDEE;CN=Mina:mailto:mina@example.org",
        "DTSTART;VALUE=DATE:20260505\nDTEND;VALUE=DATE:20260507\nRDATE;VALUE=DATE:20260601",
    )
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        stop = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.text(st.sampled_from("\r\n;:=,TZ09-PÉ회BEGIN"), max_size=8)) + text[stop:]
    read = read_calendar(text)
    assert read.warnings or read.series or "VEVENT" not in text
    window = datetime(2026, 1, 1, tzinfo=UTC), datetime(2027, 1, 1, tzinfo=UTC)
    for series in read.series:
        for start_time, end_time in occurrences(series, *window, SEOUL):
            assert timedelta() <= end_time - start_time <= timedelta(days=367)


def test_files_that_cannot_be_used_are_refused_with_a_reason(tmp_path: Path) -> None:
    large = tmp_path / "large.ics"
    large.write_bytes(b"X" * (10_000_000))
    assert large.stat().st_size > MOST_BYTES
    with pytest.raises(TooLarge, match=r"10\.0 MB"):
        read_file(large)
    with pytest.raises(NotFound):
        read_file(tmp_path / "none.ics")
    (tmp_path / "latin.ics").write_bytes(b"BEGIN:VCALENDAR\r\nX:\xe9\r\nEND:VCALENDAR")
    with pytest.raises(InvalidParams, match="UTF-8"):
        read_file(tmp_path / "latin.ics")
    with pytest.raises(InvalidParams, match="cannot be read"):
        read_file(tmp_path)


async def test_the_file_of_the_brain_is_read_again_when_it_changes(tmp_path: Path) -> None:
    file = CalendarFile(tmp_path)
    assert (await file.events("")).events == ()
    assert (await file.events("my.ics")).warnings == ("my.ics: the file that calendarFile names cannot be found",)
    path = tmp_path / ".astra" / "calendar.ics"
    path.parent.mkdir()
    path.write_text(calendar("DTSTART:20260504T090000Z\nDURATION:PT1H"), encoding="utf-8")
    assert len((await file.events("")).events) == 1
    path.write_text(calendar(*["DTSTART:20260504T090000Z\nDURATION:PT1H"] * 2), encoding="utf-8")
    assert len((await file.events("")).events) == 2
    path.write_bytes(b"X" * 6_000_000)
    read = await file.events("")
    assert read.events == ()
    assert "6.0 MB" in read.warnings[0]
