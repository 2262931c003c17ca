"""Claims, configuration and last runs of workers in the store."""

from __future__ import annotations

from pathlib import Path

from memserver.storage.workers import WorkerRun, WorkerSettings
from tests.unit.kit import Kit, open_kit


async def _claim(kit: Kit, owner: str, now: float) -> bool:
    async with kit.store.database.write() as transaction:
        return await kit.store.workers.claim(transaction, "map", owner, now, now + 45)


async def test_one_window_at_a_time_has_a_worker_until_its_claim_lapses(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        assert await _claim(kit, "one", 100.0)
        assert not await _claim(kit, "two", 110.0)
        assert await _claim(kit, "one", 120.0)  # renewed
        assert not await _claim(kit, "two", 150.0)
        assert await kit.store.workers.claimed(150.0) == {"map": "one"}
        assert await _claim(kit, "two", 166.0)
        async with kit.store.database.write() as transaction:
            await kit.store.workers.release(transaction, "map", "one")  # it lost it: nothing happens
        assert await kit.store.workers.claimed(170.0) == {"map": "two"}
        async with kit.store.database.write() as transaction:
            await kit.store.workers.release(transaction, "map", "two")
        assert await kit.store.workers.claimed(170.0) == {}


async def test_what_is_configured_is_kept_piece_by_piece(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        for settings in (WorkerSettings(False, None, None), WorkerSettings(None, "high", 5_000)):
            async with kit.store.database.write() as transaction:
                await kit.store.workers.configure(transaction, "map", settings)
        assert await kit.store.workers.settings() == {"map": WorkerSettings(False, "high", 5_000)}


async def test_the_last_run_of_each_worker_and_project_is_kept(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        runs = [
            WorkerRun("map", "a", "2026-05-04T09:00:00.000Z", 0, {"output": "하나"}, [{"kind": "x"}], {"seen": 1}),
            WorkerRun("map", "b", "2026-05-04T10:00:00.000Z", 2, {"output": "two"}, [], {}, "mem_1"),
            WorkerRun("map", "a", "2026-05-04T11:00:00.000Z", 1, {"output": "three"}, [], {"seen": 2}),
        ]
        async with kit.store.database.write() as transaction:
            for run in runs:
                await kit.store.workers.put_run(transaction, run)
        assert await kit.store.workers.runs() == [runs[2], runs[1]]
        assert await kit.store.workers.runs(["b"]) == [runs[1]]
        assert await kit.store.workers.run("map", "a") == runs[2]
        assert await kit.store.workers.run("audit", "a") is None
        async with kit.store.database.write() as transaction:
            await kit.store.workers.configure(transaction, "map", WorkerSettings(False, "high", 20_000))
        assert await _claim(kit, "one", 100.0)
        async with kit.store.database.write() as transaction:
            await kit.store.workers.clear(transaction)
        assert await kit.store.workers.runs() == []
        assert await kit.store.workers.settings() == {"map": WorkerSettings(None, None, None)}
        assert await kit.store.workers.claimed(110.0) == {"map": "one"}


async def test_runs_follow_a_project_to_its_present_id(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        async with kit.store.database.write() as transaction:
            for worker, project, output in (("map", "old", "then"), ("map", "new", "now"), ("audit", "old", "then")):
                run = WorkerRun(worker, project, "2026-05-04T09:00:00.000Z", 0, {"output": output}, [], {})
                await kit.store.workers.put_run(transaction, run)
        await kit.store.projects.absorb("new", ["old"])
        found = {(each.worker, each.project_id): each.result["output"] for each in await kit.store.workers.runs()}
        assert found == {("audit", "new"): "then", ("map", "new"): "now"}
