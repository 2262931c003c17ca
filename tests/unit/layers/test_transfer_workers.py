"""How workers are configured goes out with an export and comes back."""

from __future__ import annotations

from pathlib import Path

from memserver.layers.transfer_workers import WORKERS_FILE, read_worker, worker_line
from memserver.storage.dump_workers import ConfiguredWorker
from memserver.storage.workers import WorkerRun, WorkerSettings
from tests.unit.kit import Kit, open_kit


async def _configure(kit: Kit, name: str, settings: WorkerSettings) -> None:
    async with kit.store.database.write() as transaction:
        await kit.store.workers.configure(transaction, name, settings)


def test_a_line_is_read_as_it_was_written() -> None:
    for settings in (WorkerSettings(False, None, None), WorkerSettings(None, "low", 60_000)):
        worker = ConfiguredWorker("map", settings)
        assert read_worker(worker_line(worker).strip().encode()) == worker


async def test_what_was_changed_comes_back_and_what_was_decided_here_stays(tmp_path: Path) -> None:
    async with open_kit(tmp_path / "one") as kit:
        await _configure(kit, "audit", WorkerSettings(False, None, 3_600_000))
        await _configure(kit, "map", WorkerSettings(None, "high", None))
        async with kit.store.database.write() as transaction:
            await kit.store.workers.claim(transaction, "predict", "window", 100.0, 145.0)
            run = WorkerRun("map", "", "2026-05-04T09:00:00.000Z", 0, {}, [{"kind": "secret"}], {})
            await kit.store.workers.put_run(transaction, run)
        await kit.export(tmp_path / "out")
    lines = (tmp_path / "out" / WORKERS_FILE).read_text(encoding="utf-8").splitlines()
    assert [read_worker(each.encode()).name for each in lines] == ["audit", "map"]
    async with open_kit(tmp_path / "two") as other:
        await _configure(other, "audit", WorkerSettings(True, None, None))
        assert (await other.restore(tmp_path / "out")).failed == []
        assert await other.store.workers.settings() == {
            "audit": WorkerSettings(True, None, 3_600_000),
            "map": WorkerSettings(None, "high", None),
        }
        assert await other.store.workers.runs() == []
        assert await other.store.workers.claimed(110.0) == {}


async def test_a_wrong_line_fails_alone(tmp_path: Path) -> None:
    async with open_kit(tmp_path / "one") as kit:
        await _configure(kit, "map", WorkerSettings(False, None, None))
        await kit.export(tmp_path / "out")
        path = tmp_path / "out" / WORKERS_FILE
        path.write_text('{"name": "audit", "intervalMs": 1}\n' + path.read_text(encoding="utf-8"), encoding="utf-8")
    async with open_kit(tmp_path / "two") as other:
        restored = await other.restore(tmp_path / "out")
        assert [(each.file, each.line) for each in restored.failed] == [(WORKERS_FILE, 1)]
        assert list(await other.store.workers.settings()) == ["map"]
