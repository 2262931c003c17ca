"""The worker manager: who may run, and what is known afterwards."""

from __future__ import annotations

import asyncio
import os
import platform
import sys
from itertools import accumulate
from pathlib import Path

import pytest

from memserver.errors import NotFound, WorkerBusy, WorkerDisabled
from memserver.workers.claim import Claims, is_gone
from memserver.workers.registry import WORKERS, Priority
from tests.unit.kit import StillClock
from tests.unit.workers.engine_kit import WaitingJob, heard, make_workspace, open_engine, worker

SECONDS = 1000


def test_there_are_twelve_workers_with_their_priorities_and_intervals() -> None:
    assert {name: (each.priority.slug, each.interval_ms // SECONDS) for name, each in WORKERS.items()} == {
        "ultralearn": ("normal", 60),
        "audit": ("critical", 600),
        "optimize": ("high", 300),
        "consolidate": ("low", 1800),
        "predict": ("normal", 300),
        "map": ("normal", 600),
        "deepdive": ("normal", 600),
        "document": ("normal", 1800),
        "refactor": ("normal", 600),
        "benchmark": ("normal", 600),
        "testgaps": ("normal", 600),
        "learning": ("normal", 900),
    }


async def test_the_most_urgent_come_first_then_by_name(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        names = [each.name for each in await engine.workers.configs()]
    assert names[:2] == ["audit", "optimize"]
    assert names[-1] == "consolidate"
    assert names[2:-1] == sorted(names[2:-1])


async def test_an_unknown_a_disabled_and_a_busy_worker_are_errors(tmp_path: Path) -> None:
    WaitingJob.reset()
    async with open_engine(tmp_path) as engine:
        with pytest.raises(NotFound) as unknown:
            await engine.workers.dispatch("gardener", None)
        assert unknown.value.field == "worker"
        await engine.workers.disable("audit")
        with pytest.raises(WorkerDisabled):
            await engine.workers.dispatch("audit", None)
        await engine.workers.register(worker("map", "WaitingJob"))
        running = asyncio.create_task(engine.workers.dispatch("map", None))
        await WaitingJob.started.wait()
        with pytest.raises(WorkerBusy):
            await engine.workers.dispatch("map", None)
        assert await engine.workers.running() == ["map"]
        WaitingJob.let_go.set()
        assert (await running).success
        assert await engine.workers.running() == []


async def test_a_worker_that_another_window_runs_is_busy_until_that_window_is_gone(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_engine(tmp_path, clock=clock) as engine:
        await engine.workers.register(worker("map", "CountingJob"))
        other = Claims(engine.store, clock)
        async with other.hold("map"):
            with pytest.raises(WorkerBusy, match="another window"):
                await engine.workers.dispatch("map", None)
            assert await engine.workers.running() == ["map"]
            clock.advance(minutes=5)  # it died: nobody renews its claim
            assert (await engine.workers.dispatch("map", None)).success


async def test_the_claim_of_a_process_that_was_killed_counts_no_longer(tmp_path: Path) -> None:
    clock = StillClock()
    process = await asyncio.create_subprocess_exec(sys.executable, "-c", "input()", stdin=asyncio.subprocess.PIPE)
    async with open_engine(tmp_path, clock=clock) as engine:
        await engine.workers.register(worker("map", "CountingJob"))
        now = clock().timestamp()
        async with engine.store.database.write() as transaction:
            owner = f"{platform.node()}/{process.pid}/0"
            await engine.store.workers.claim(transaction, "map", owner, now, now + 45)
        assert await engine.workers.running() == ["map"]
        with pytest.raises(WorkerBusy, match="another window"):
            await engine.workers.dispatch("map", None)
        process.kill()
        await process.wait()
        assert await engine.workers.running() == []
        assert (await engine.workers.dispatch("map", None)).success


def test_nothing_is_known_of_a_process_elsewhere() -> None:
    assert not is_gone("another-machine/1/0")
    assert not is_gone("b1946ac92492d2347c6235b4d2611184")


async def test_registering_replaces_and_unregistering_takes_away(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.workers.disable("map")
        await engine.workers.register(worker("map", "CountingJob", Priority.HIGH, 5_000))
        config = await engine.workers.config("map")
        assert (config.enabled, config.priority, config.interval_ms) == (True, Priority.HIGH, 5_000)
        await engine.workers.unregister("map")
        with pytest.raises(NotFound):
            await engine.workers.config("map")


async def test_configuration_and_last_results_survive_a_restart(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "CountingJob"))
        await engine.workers.dispatch("map", None, {"find": ["low"]})
        await engine.workers.configure("map", interval_ms=120_000, priority=Priority.LOW)
        await engine.workers.disable("audit")
    async with open_engine(tmp_path) as engine:
        found = {each.config.name: each for each in await engine.workers.status([""])}
        assert not found["audit"].config.enabled
        assert (found["map"].config.interval_ms, found["map"].config.priority) == (120_000, Priority.LOW)
        last = found["map"].last
        assert last is not None
        assert (last.success, last.output, len(last.findings)) == (True, "run 1", 1)
        await engine.workers.register(worker("map", "CountingJob"))
        assert (await engine.workers.dispatch("map", None)).output == "run 2"


async def test_a_failure_becomes_a_failed_result_and_keeps_what_was_known(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "CountingJob"))
        await engine.workers.dispatch("map", None, {"find": ["medium"]})
        await engine.workers.register(worker("map", "FailingJob"))
        failed = await engine.workers.dispatch("map", None)
        assert not failed.success
        assert "secret" not in failed.output
        assert await engine.workers.running() == []
        (kept,) = await engine.workers.findings([""], "map")
        assert [each["severity"] for each in kept.findings] == ["medium"]
        await engine.workers.register(worker("map", "CountingJob"))
        assert (await engine.workers.dispatch("map", None)).output == "run 2"


async def test_a_job_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    WaitingJob.reset()
    async with open_engine(tmp_path) as engine:
        engine.workers._runner.timeout = 0.05
        await engine.workers.register(worker("map", "WaitingJob"))
        result = await engine.workers.dispatch("map", None)
        assert not result.success
        assert result.output.startswith("Stopped after")
        assert WaitingJob.stops[0].is_set()
        assert await engine.workers.running() == []


async def test_a_cancelled_dispatch_clears_the_mark_and_stops_the_work(tmp_path: Path) -> None:
    WaitingJob.reset()
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "WaitingJob"))
        running = asyncio.create_task(engine.workers.dispatch("map", None))
        await WaitingJob.started.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert WaitingJob.stops[0].is_set()
        assert await engine.workers.running() == []
        (status,) = [each for each in await engine.workers.status([""]) if each.config.name == "map"]
        assert status.last is None


async def test_dispatching_all_runs_two_at_once_in_order_and_goes_on_after_a_failure(tmp_path: Path) -> None:
    WaitingJob.reset()
    async with open_engine(tmp_path) as engine:
        for name in list(WORKERS):
            await engine.workers.unregister(name)
        await engine.workers.register(worker("broken", "FailingJob", Priority.CRITICAL))
        await engine.workers.register(worker("off", "WaitingJob"))
        await engine.workers.disable("off")
        for name in ("b", "a", "c"):
            await engine.workers.register(worker(name, "WaitingJob"))
        events = heard(engine)
        running = asyncio.create_task(engine.workers.dispatch_all(None))
        await WaitingJob.started.wait()
        while await engine.workers.running() != ["a", "b"]:  # noqa: ASYNC110 - there is nothing to wait on
            await asyncio.sleep(0.01)
        with pytest.raises(WorkerBusy):  # it waits for its turn
            await engine.workers.dispatch("c", None)
        WaitingJob.let_go.set()
        results = await running
    assert [(each.worker, each.success) for each in results] == [
        ("broken", False),
        ("a", True),
        ("b", True),
        ("c", True),
    ]
    assert WaitingJob.most == 2
    steps = [{"WorkerDispatched": 1, "WorkerCompleted": -1}[each.type] for each in events]
    assert max(accumulate(steps)) == 2
    assert sum(steps) == 0
    assert [each.data["worker"] for each in events if each.type == "WorkerDispatched"] == ["broken", "a", "b", "c"]


async def test_events_tell_the_start_the_real_duration_and_only_new_alarms(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "CountingJob", Priority.HIGH))
        events = heard(engine)
        result = await engine.workers.dispatch("map", None, {"find": ["high", "low", "critical"]})
        assert [each["severity"] for each in result.findings] == ["critical", "high", "low"]
        told = [(each.type, dict(each.data)) for each in events]
        assert told == [
            ("WorkerDispatched", {"worker": "map", "priority": "high"}),
            ("WorkerCompleted", {"worker": "map", "durationMs": result.duration_ms, "success": True}),
            ("WorkerAlert", {"worker": "map", "severity": "critical", "message": "found critical (a.py)"}),
            ("WorkerAlert", {"worker": "map", "severity": "high", "message": "found high (a.py)"}),
        ]
        events.clear()
        await engine.workers.dispatch("map", None, {"find": ["high", "critical"]})
        assert [each.type for each in events] == ["WorkerDispatched", "WorkerCompleted"]


async def test_an_unchanged_run_keeps_the_findings(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "UnchangedJob"))
        first = await engine.workers.dispatch("map", None)
        second = await engine.workers.dispatch("map", None)
        assert (first.unchanged, second.unchanged) == (False, True)
        assert second.findings == first.findings


async def test_nothing_is_done_while_memory_is_switched_off(tmp_path: Path) -> None:
    async with open_engine(tmp_path, memory_enabled=False) as engine:
        await engine.workers.register(worker("map", "FailingJob"))
        result = await engine.workers.dispatch("map", None)
        assert (result.success, result.unchanged) == (True, True)


async def test_projects_are_kept_apart(tmp_path: Path) -> None:
    one, two = make_workspace(tmp_path / "one"), make_workspace(tmp_path / "two")
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "CountingJob"))
        first, second = await engine.workspace(str(one)), await engine.workspace(str(two))
        assert first is not None
        assert second is not None
        await engine.workers.dispatch("map", first, {"find": ["high"]})
        assert (await engine.workers.dispatch("map", second)).output == "run 1"
        (seen,) = await engine.workers.findings(["", second.project.id], "map")
        assert list(seen.findings) == []


async def test_an_analysis_runs_in_another_process(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "AnalysingJob"))
        told: list[tuple[int, int, str]] = []
        result = await engine.workers.dispatch(
            "map", None, {"function": "double"}, lambda done, total, message: told.append((done, total, message))
        )
        assert (result.success, result.output) == (True, "40")
        assert result.figures["pid"] != os.getpid()
        assert told == [(1, 1, "doubled")]


async def test_an_analysis_that_breaks_or_takes_too_long_is_a_failed_result(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "AnalysingJob"))
        broken = await engine.workers.dispatch("map", None, {"function": "break_down"})
        assert not broken.success
        assert "private" not in broken.output
        engine.workers._runner.timeout = 1.0
        late = await engine.workers.dispatch("map", None, {"function": "sleep_long"})
        assert not late.success
        assert late.duration_ms < 30_000


async def test_a_run_during_which_everything_is_deleted_leaves_nothing(tmp_path: Path) -> None:
    WaitingJob.reset()
    async with open_engine(tmp_path) as engine:
        await engine.workers.register(worker("map", "WaitingJob"))
        running = asyncio.create_task(engine.workers.dispatch("map", None))
        await WaitingJob.started.wait()
        await engine.delete_everything()
        WaitingJob.let_go.set()
        assert (await running).success
        assert await engine.workers.findings([""], None) == []
        assert (await engine.workers.dispatch("map", None)).success
        assert [each.worker for each in await engine.workers.findings([""], None)] == ["map"]
