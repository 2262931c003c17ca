"""The schedule: what starts by itself, and what keeps it from starting."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from memserver.config import Settings
from memserver.engine import Engine
from memserver.workers import schedule as schedule_module
from memserver.workers.machine import BUSY, ON_BATTERY, SHORT_OF_MEMORY, MachineState, ThisMachine, reason_to_wait
from memserver.workers.registry import WORKERS
from memserver.workers.schedule import A_TURN, SWITCHED_OFF, Schedule
from memserver.workers.timetable import Timetable
from memserver.workers.words import Text
from tests.unit.kit import StillClock
from tests.unit.workers.engine_kit import WaitingJob, open_engine, worker


class Seen:
    """A machine that looks as it is told to."""

    def __init__(self) -> None:
        self.state = MachineState()

    def look(self) -> MachineState:
        return self.state


@dataclass
class Running:
    """A schedule whose time is moved by hand."""

    engine: Engine
    schedule: Schedule
    machine: Seen
    clock: StillClock
    timetable: Timetable

    async def look(self, **later: float) -> list[str]:
        """Move on, look around, wait for what was started; returns the workers that have run in this look."""
        self.clock.advance(**later)
        before = {each.worker: each.ended_at for each in await self.engine.store.workers.runs()}
        await self.schedule.look(self.timetable)
        await self.schedule.settle()
        after = {each.worker: each.ended_at for each in await self.engine.store.workers.runs()}
        return sorted(name for name, ended in after.items() if before.get(name) != ended)


@asynccontextmanager
async def scheduled(folder: Path, *names: str, job: str = "CountingJob", **settings: object) -> AsyncIterator[Running]:
    clock = StillClock()
    # The engine's own schedule sleeps: only the one of the test starts workers.
    given = Settings.model_validate(settings)
    async with open_engine(folder, clock=clock) as engine:
        for name in WORKERS:
            await engine.workers.unregister(name)
        for name in names:
            await engine.workers.register(worker(name, job))
        machine, random = Seen(), Random(1)
        schedule = Schedule(
            engine.workers, engine.store, engine.gate, clock, lambda: given,
            lambda: engine.workspace(None), machine, random,
        )  # fmt: skip
        yield Running(engine, schedule, machine, clock, Timetable(clock(), random))


async def test_workers_start_after_two_minutes_two_at_a_time(tmp_path: Path) -> None:
    async with scheduled(tmp_path, "a", "b", "c") as running:
        assert await running.look() == []
        assert await running.look(seconds=119) == []
        assert await running.look(minutes=3) == ["a", "b"]
        assert await running.look(seconds=10) == ["c"]
        assert await running.look(seconds=10) == []
        assert await running.look(minutes=2) == ["a", "b"]


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (MachineState(on_battery=True), ON_BATTERY),
        (MachineState(busy_percent=95.0), BUSY),
        (MachineState(free_bytes=100_000_000), SHORT_OF_MEMORY),
    ],
)
async def test_nothing_starts_while_the_machine_has_no_time(tmp_path: Path, state: MachineState, reason: Text) -> None:
    async with scheduled(tmp_path, "a") as running:
        running.machine.state = state
        assert await running.look(minutes=10) == []
        assert running.schedule.waiting_for == reason
        running.machine.state = MachineState()
        assert await running.look(seconds=10) == ["a"]
        assert running.schedule.waiting_for is None


async def test_nothing_starts_while_a_turn_runs(tmp_path: Path) -> None:
    async with scheduled(tmp_path, "a") as running:
        with running.engine.gate:
            assert await running.look(minutes=10) == []
            assert running.schedule.waiting_for == A_TURN
        assert await running.look(seconds=10) == ["a"]


@pytest.mark.parametrize("setting", ["workers_enabled", "memory_enabled"])
async def test_a_setting_switches_the_schedule_off(tmp_path: Path, setting: str) -> None:
    async with scheduled(tmp_path, "a", **{setting: False}) as running:
        assert await running.look(minutes=10) == []
        assert running.schedule.waiting_for == SWITCHED_OFF


async def test_a_worker_that_fails_rests_longer_each_time(tmp_path: Path) -> None:
    async with scheduled(tmp_path, "a", job="FailingJob") as running:
        assert await running.look(minutes=5) == ["a"]
        assert await running.look(seconds=80) == []
        assert await running.look(seconds=60) == ["a"]
        assert await running.look(seconds=150) == []
        assert await running.look(seconds=120) == ["a"]


async def test_what_another_window_or_a_person_has_run_is_not_run_again(tmp_path: Path) -> None:
    async with scheduled(tmp_path, "a") as running:
        running.clock.advance(minutes=5)
        await running.engine.workers.dispatch("a", None)
        assert await running.look(seconds=10) == []
        assert await running.look(seconds=60) == ["a"]


async def test_workers_that_read_code_wait_for_a_workspace(tmp_path: Path) -> None:
    async with scheduled(tmp_path) as running:
        await running.engine.workers.register(WORKERS["audit"])
        assert await running.look(minutes=10) == []


async def test_shutting_down_stops_what_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(schedule_module, "LOOK_SECONDS", 0.01)
    WaitingJob.reset()
    async with scheduled(tmp_path, "a", job="WaitingJob") as running:
        task = asyncio.create_task(running.schedule.run())
        await asyncio.sleep(0.05)
        running.clock.advance(minutes=10)
        await WaitingJob.started.wait()
        task.cancel()
        await asyncio.wait([task])
        assert WaitingJob.stops[0].is_set()
        assert await running.engine.workers.running() == []


def test_this_machine_can_be_looked_at() -> None:
    state = ThisMachine().look()
    assert state.free_bytes > 0
    assert 0.0 <= state.busy_percent <= 100.0
    assert reason_to_wait(MachineState()) is None
