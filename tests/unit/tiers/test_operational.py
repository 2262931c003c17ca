"""The ring forgets what is old or too much, and never a critical event."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from memserver.errors import StorageFailed, TooLarge
from memserver.tiers.service import Tiers
from tests.unit.kit import StillClock
from tests.unit.tiers.kit import open_tiers


async def push(tiers: Tiers, message: str, project: str = "", **more: Any) -> bool:
    _, kept = await tiers.operational.push({"category": "build", "source": "ci", "message": message, **more}, project)
    return kept


async def messages(tiers: Tiers, count: int = 100, **filters: Any) -> list[str]:
    return [event["message"] for event in await tiers.operational.recent(count, **filters)]


async def test_the_ring_holds_the_newest_and_keeps_the_critical_ones_once(tmp_path: Path) -> None:
    async with open_tiers(tmp_path, operational_max_entries=10) as (tiers, kit):
        assert await push(tiers, "disk full", critical=True)
        assert await push(tiers, "token leaked", category="security")
        for number in range(15):
            assert not await push(tiers, f"step {number}")
        assert await messages(tiers) == [f"step {number}" for number in reversed(range(5, 15))]
        assert await kit.value("SELECT count(*) FROM kept_events") == 2
        assert (await messages(tiers, kept=True))[-2:] == ["token leaked", "disk full"]


async def test_a_critical_event_that_could_not_be_written_is_written_when_it_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tiers(tmp_path, operational_max_entries=10) as (tiers, kit):
        await tiers.operational.load()

        async def fails(*_: object) -> str:
            raise StorageFailed("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(type(kit.store.tiers), "put", fails)
            assert not await push(tiers, "lost?", category="error")
        for number in range(10):
            await push(tiers, f"step {number}")
        assert await kit.value("SELECT count(*) FROM kept_events") == 1
        assert "lost?" in await messages(tiers, kept=True)


async def test_events_live_for_an_hour(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await push(tiers, "old")
        kit.clock.advance(minutes=59)
        await push(tiers, "new")
        kit.clock.advance(minutes=2)
        assert await messages(tiers) == ["new"]


async def test_after_a_restart_what_was_kept_is_there(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_tiers(tmp_path, clock) as (tiers, _):
        await push(tiers, "first", category="error")
        clock.advance(seconds=1)
        await push(tiers, "passing")
        await push(tiers, "둘째 오류", category="error", data={"code": 7})
        tiers.operational.update_metric("cpu", 12.5)
    clock.advance(minutes=5)
    async with open_tiers(tmp_path, clock) as (tiers, kit):
        await push(tiers, "third")
        events = await tiers.operational.recent(10)
        assert [event["message"] for event in events] == ["third", "둘째 오류", "first"]
        assert events[1]["data"] == {"code": 7}
        assert tiers.operational.metrics["cpu"].value == 12.5
        assert await kit.value("SELECT count(*) FROM kept_events") == 2
    clock.advance(hours=2)
    async with open_tiers(tmp_path, clock) as (tiers, _):
        assert await messages(tiers) == []
        assert await messages(tiers, kept=True) == ["둘째 오류", "first"]


async def test_recent_filters_before_it_counts(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        for number in range(6):
            await push(tiers, f"m{number}", category="a" if number % 2 else "b", source=f"s{number % 3}")
        await push(tiers, "elsewhere", project="p2")
        assert await messages(tiers, 2, category="a") == ["m5", "m3"]
        assert await messages(tiers, 2, source="s0") == ["m3", "m0"]
        assert "elsewhere" not in await messages(tiers, projects=["", "p1"])


async def test_the_snapshot_prefers_what_was_reported(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        tiers.operational.update_metric("system.cpu", 10.0)
        tiers.operational.update_metric("system.cpu", 42.0)
        tiers.operational.update_metric("queue.length", 3)
        goal = await tiers.working.store_goal({"description": "Ship"}, "")
        task = {"description": "Build", "goalId": goal["id"], "status": "running"}
        task = await tiers.working.store_task(task, "")
        await push(tiers, "compile error", category="error")
        taken = await tiers.snapshots.take([""])
        assert taken.resources["cpu"] == 42.0
        assert taken.resources["disk"] is not None
        assert taken.metrics["queue.length"] == 3
        assert [task["id"] for task in taken.active_tasks] == ["worker:audit", task["id"]]
        assert taken.events == {"error": 1}
        assert taken.errors[0]["message"] == "compile error"


async def test_secrets_stay_out_of_the_ring(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        await push(tiers, "AKIAIOSFODNN7EXAMPLE", data={"AKIAIOSFODNN7EXAMPLE": ["AKIAIOSFODNN7EXAMPLE"]})
        assert "AKIA" not in str(await tiers.operational.recent(1))


async def test_neither_events_nor_measurements_can_fill_the_memory(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        with pytest.raises(TooLarge):
            await push(tiers, "x" * 5_000)
        with pytest.raises(TooLarge):
            await push(tiers, "x", data={"log": "y" * 9_000})
        for number in range(1_100):
            tiers.operational.update_metric(f"key{number}", 1.0)
            tiers.operational.update_metric("key0", 2.0)
        assert len(tiers.operational.metrics) == 1_000
        assert "key0" in tiers.operational.metrics


async def test_a_push_costs_far_less_than_a_millisecond(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        await push(tiers, "warm")
        spent = time.process_time()
        for number in range(2_000):
            await push(tiers, f"The build of module {number} took 35 ms on worker 7")
        assert (time.process_time() - spent) / 2_000 < 0.001
