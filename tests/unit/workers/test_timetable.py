"""When workers are due."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from memserver.workers.registry import WORKERS
from memserver.workers.timetable import FIRST_AFTER, JITTER, LONGEST_BACK_OFF, SPREAD, Timetable
from tests.unit.kit import START

ALL = list(WORKERS.values())


def test_nothing_runs_in_the_first_two_minutes_and_everything_within_four() -> None:
    timetable = Timetable(START, Random(1))
    assert timetable.due(ALL, START + FIRST_AFTER - timedelta(seconds=1)) == []
    assert timetable.due(ALL, START + FIRST_AFTER + SPREAD) == ALL


def test_the_first_runs_are_spread_out() -> None:
    timetable = Timetable(START, Random(1))
    timetable.due(ALL, START)
    moments = sorted(moment for each in ALL if (moment := timetable.next_of(each.name)))
    assert len(moments) == len(ALL)
    gaps = [later - earlier for earlier, later in pairwise(moments)]
    assert max(gaps) < SPREAD / 4


def test_a_worker_rests_for_its_interval() -> None:
    timetable = Timetable(START, Random(1))
    config = WORKERS["map"]
    interval = timedelta(milliseconds=config.interval_ms)
    timetable.ended(config, START, 0)
    assert timetable.due([config], START + interval - timedelta(seconds=1)) == []
    assert timetable.due([config], START + interval * (1 + JITTER)) == [config]


@given(failures=st.integers(0, 10_000), name=st.sampled_from(sorted(WORKERS)))
def test_failures_make_the_rest_longer_but_not_endless(failures: int, name: str) -> None:
    timetable, config = Timetable(START, Random(1)), WORKERS[name]
    interval = timedelta(milliseconds=config.interval_ms)
    timetable.ended(config, START, failures)
    following = timetable.next_of(name)
    assert following is not None
    rest = following - START
    assert interval <= rest <= max(LONGEST_BACK_OFF, interval) * (1 + JITTER)
    if failures:
        assert rest >= min(2 * interval, LONGEST_BACK_OFF)


def test_a_worker_that_is_switched_off_is_never_due() -> None:
    timetable = Timetable(START, Random(1))
    config = WORKERS["map"]
    off = type(config)(config.name, config.priority, config.interval_ms, config.purpose, config.job, enabled=False)
    assert timetable.due([off], START + timedelta(days=1)) == []
