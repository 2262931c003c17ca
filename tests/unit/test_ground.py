"""The ground: time, identifiers, events and background tasks."""

from __future__ import annotations

import asyncio
import logging
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.background import BackgroundTasks
from memserver.clock import from_iso, system_clock, to_iso
from memserver.events import Event, EventBus
from memserver.ids import new_id

MOMENTS = st.datetimes(
    min_value=datetime(1971, 1, 1), max_value=datetime(2200, 1, 1), timezones=st.just(UTC)  # noqa: DTZ001
)  # fmt: skip


@given(MOMENTS)
def test_times_survive_writing_and_reading_to_the_millisecond(moment: datetime) -> None:
    read = from_iso(to_iso(moment))
    assert read.tzinfo == UTC
    assert timedelta(0) <= moment - read < timedelta(milliseconds=1)
    assert to_iso(read) == to_iso(moment)


@given(MOMENTS, MOMENTS)
def test_written_times_sort_as_the_moments_do(first: datetime, second: datetime) -> None:
    assert (to_iso(first) < to_iso(second)) == (from_iso(to_iso(first)) < from_iso(to_iso(second)))


def test_times_of_other_zones_are_brought_to_utc() -> None:
    seoul = timezone(timedelta(hours=9))
    assert to_iso(datetime(2026, 1, 1, 8, 0, tzinfo=seoul)) == "2025-12-31T23:00:00.000Z"
    assert from_iso("2026-01-01T08:00:00+09:00") == datetime(2025, 12, 31, 23, 0, tzinfo=UTC)


def test_a_time_without_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="zone"):
        from_iso("2026-01-01T08:00:00")


def test_the_system_clock_is_in_utc() -> None:
    assert system_clock().tzinfo == UTC


@given(MOMENTS, MOMENTS)
def test_ids_sort_by_time(first: datetime, second: datetime) -> None:
    if to_iso(first) < to_iso(second):
        assert new_id("mem", first) < new_id("mem", second)


def test_ids_are_unique_and_readable() -> None:
    moment = datetime(2026, 5, 4, tzinfo=UTC)
    ids = {new_id("turn", moment) for _ in range(2_000)}
    assert len(ids) == 2_000
    assert all(each.startswith("turn_") and each.removeprefix("turn_").isalnum() for each in ids)
    assert {len(each) for each in ids} == {len("turn_") + 22}


def test_events_reach_every_listener_in_order() -> None:
    bus, seen = EventBus(), list[str]()
    bus.subscribe(lambda event: seen.append(f"first {event.type}"))
    leave = bus.subscribe(lambda event: seen.append(f"second {event.type}"))
    bus.publish(Event("A"))
    leave()
    bus.publish(Event("B", {"x": 1}))
    assert seen == ["first A", "second A", "first B"]


def test_a_listener_that_fails_does_not_stop_the_others(caplog: pytest.LogCaptureFixture) -> None:
    bus, seen = EventBus(), list[Event]()

    def fail(event: Event) -> None:
        raise RuntimeError("no")

    bus.subscribe(fail)
    bus.subscribe(seen.append)
    bus.publish(Event("A"))
    assert seen == [Event("A")]
    assert "A" in caplog.text


def test_a_listener_may_leave_while_it_is_told() -> None:
    bus, seen = EventBus(), list[str]()
    leave = bus.subscribe(lambda event: (seen.append("once"), leave())[0])
    bus.subscribe(lambda event: seen.append("always"))
    bus.publish(Event("A"))
    bus.publish(Event("B"))
    assert seen == ["once", "always", "always"]


async def test_background_tasks_end_with_their_owner() -> None:
    tasks, ended = BackgroundTasks(), list[str]()

    async def work() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.append("ended")

    tasks.start(work(), "work")
    await asyncio.sleep(0)
    await tasks.close()
    assert ended == ["ended"]


async def test_the_failure_of_a_background_task_is_logged_without_its_message(
    caplog: pytest.LogCaptureFixture,
) -> None:
    tasks = BackgroundTasks()

    async def fail() -> None:
        raise ValueError("canary of a memory")

    with caplog.at_level(logging.ERROR):
        task = tasks.start(fail(), "embedding")
        await asyncio.wait([task])
        await asyncio.sleep(0)
    assert "embedding" in caplog.text
    assert "ValueError" in caplog.text
    assert "canary" not in caplog.text
    await tasks.close()
