"""When events take place: against a slow oracle that walks day by day, and where clocks change."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from memserver.work.calendar.events import Series, overlap
from memserver.work.calendar.recurrence import bounds, occurrences, rule_problem
from memserver.work.calendar.zones import zone_of

DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
ZONES = ("", "Asia/Seoul", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "+05:30")
USER = ZoneInfo("Asia/Seoul")
FIRST = datetime(2026, 1, 1)  # noqa: DTZ001 - wall clocks have no zone

moments = st.integers(0, 700 * 24).map(lambda hours: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=hours))
lengths = st.integers(0, 60).map(lambda hours: timedelta(hours=hours))


@given(moments, lengths, moments, lengths)
def test_two_intervals_overlap_when_they_share_an_hour(
    start: datetime, length: timedelta, other: datetime, other_length: timedelta
) -> None:
    def hours(first: datetime, span: timedelta) -> set[datetime]:
        return {first + timedelta(hours=step) for step in range(int(span.total_seconds() // 3600))}

    shared = bool(hours(start, length) & hours(other, other_length))
    assert overlap(start, start + length, other, other + other_length) == shared
    assert overlap(other, other + other_length, start, start + length) == shared


def _oracle(series: Series, frequency: str, interval: int, days: set[int], count: int | None, until: datetime | None):
    """Walk over every day and ask whether the rule wants it."""
    begin, found = series.start, []
    monday = begin.date() - timedelta(days=begin.weekday())
    for step in range(800):
        day = begin.date() + timedelta(days=step)
        if frequency == "DAILY":
            wanted = step % interval == 0 and (not days or day.weekday() in days)
        else:
            wanted = ((day - monday).days // 7) % interval == 0 and day.weekday() in (days or {begin.weekday()})
        wall = datetime.combine(day, begin.time())
        if wanted and (until is None or wall <= until) and (count is None or len(found) < count):
            found.append(wall)
    return {begin, *found} - set(series.removed)


@given(
    day=st.integers(0, 400),
    minute=st.integers(0, 1439),
    length=st.integers(1, 50 * 3600),
    zone=st.sampled_from(ZONES),
    frequency=st.sampled_from(("DAILY", "WEEKLY")),
    interval=st.integers(1, 4),
    days=st.sets(st.integers(0, 6), max_size=4),
    end=st.one_of(st.none(), st.integers(1, 60), st.integers(0, 300).map(lambda offset: timedelta(days=offset))),
    gone=st.sets(st.integers(0, 40), max_size=5),
    window=st.tuples(st.integers(0, 500 * 24), st.integers(1, 40 * 24)),
)
def test_recurrences_are_those_of_a_walk_over_every_day(
    day: int,
    minute: int,
    length: int,
    zone: str,
    frequency: str,
    interval: int,
    days: set[int],
    end: int | timedelta | None,
    gone: set[int],
    window: tuple[int, int],
) -> None:
    begin = FIRST + timedelta(days=day, minutes=minute)
    if days:
        # A start that its own rule leaves out is not defined by the standard.
        while begin.weekday() not in days:
            begin += timedelta(days=1)
    count = end if isinstance(end, int) else None
    until = begin + end if isinstance(end, timedelta) else None
    rule = f"FREQ={frequency};INTERVAL={interval}"
    rule += f";BYDAY={','.join(DAYS[each] for each in sorted(days))}" if days else ""
    rule += f";COUNT={count}" if count else f";UNTIL={until:%Y%m%dT%H%M%S}" if until else ""
    assert rule_problem(rule) is None
    removed = tuple(begin + timedelta(days=each) for each in sorted(gone))
    series = Series("x", "x", begin, length, zone, rule=rule, removed=removed)
    start = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(hours=window[0])
    stop = start + timedelta(hours=window[1])
    clock = (zone_of(zone) if zone else None) or USER
    expected = []
    for wall in sorted(_oracle(series, frequency, interval, days, count, until)):
        first = wall.replace(tzinfo=clock).astimezone(UTC)
        if overlap(first, first + timedelta(seconds=length), start, stop):
            expected.append((first, first + timedelta(seconds=length)))
    # Walls in order need not be moments in order within the hour that a clock change repeats.
    assert sorted(occurrences(series, start, stop, USER)) == sorted(expected)
    low, high = bounds(series)
    assert all(low <= first and (high is None or last <= high) for first, last in expected)


def test_a_weekly_meeting_stays_at_nine_when_clocks_change() -> None:
    series = Series("x", "x", datetime(2026, 3, 23, 9), 3600, "Europe/Berlin", rule="FREQ=WEEKLY;COUNT=3")  # noqa: DTZ001
    found = list(occurrences(series, datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC), USER))
    assert [start.hour for start, _ in found] == [8, 7, 7]


def test_a_whole_day_lasts_as_long_as_that_day_does() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    series = Series("x", "x", datetime(2026, 3, 29), 86_400, all_day=True)  # noqa: DTZ001
    [(start, end)] = occurrences(series, datetime(2026, 3, 1, tzinfo=UTC), datetime(2026, 5, 1, tzinfo=UTC), berlin)
    assert end - start == timedelta(hours=23)
    assert start.astimezone(berlin).date() == date(2026, 3, 29)


def test_a_floating_time_follows_the_user() -> None:
    series = Series("x", "x", datetime(2026, 5, 4, 9), 3600)  # noqa: DTZ001
    window = datetime(2026, 5, 1, tzinfo=UTC), datetime(2026, 6, 1, tzinfo=UTC)
    starts = [next(occurrences(series, *window, ZoneInfo(name)))[0].hour for name in ("Asia/Seoul", "UTC")]
    assert starts == [0, 9]


def test_rules_that_cannot_be_followed_are_named() -> None:
    assert rule_problem("FREQ=SECONDLY") == "repeats more often than every hour"
    for never in (
        "DAILY;BYMONTH=2;BYMONTHDAY=30",
        "DAILY;BYSETPOS=2",
        "WEEKLY;BYDAY=MO;BYSETPOS=3",
        "MONTHLY;BYSETPOS=40",
    ):
        assert rule_problem(f"FREQ={never}") == "repeats on a day that never comes"
    assert rule_problem("FREQ=SOMETIMES") == "has a recurrence rule that is not understood"
    assert rule_problem("FREQ=MONTHLY;BYDAY=-1FR") is None
    assert rule_problem("FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1") is None
    assert rule_problem("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29") is None


def test_a_rule_without_end_is_followed_far_into_the_future() -> None:
    series = Series("x", "x", datetime(2000, 1, 3, 9), 3600, "UTC", rule="FREQ=DAILY;INTERVAL=3")  # noqa: DTZ001
    start = datetime(2090, 1, 1, tzinfo=UTC)
    found = list(occurrences(series, start, start + timedelta(days=9), USER))
    assert len(found) == 3
    assert all((first - datetime(2000, 1, 3, 9, tzinfo=UTC)).days % 3 == 0 for first, _ in found)
