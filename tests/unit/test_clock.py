"""Moments are shown as the clock on the user's wall shows them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from memserver.clock import to_iso, wall_clock


def test_a_wall_clock_shows_the_day_of_its_zone_and_means_the_same_moment() -> None:
    moment = datetime(2026, 11, 16, 23, 30, tzinfo=UTC)
    seoul = wall_clock(moment, ZoneInfo("Asia/Seoul"))
    assert (seoul.day, seoul.hour, seoul.utcoffset()) == (17, 8, timedelta(hours=9))
    assert seoul == moment
    assert to_iso(seoul) == "2026-11-16T23:30:00.000Z"
