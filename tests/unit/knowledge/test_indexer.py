from __future__ import annotations

import asyncio
import os
import unicodedata
from pathlib import Path

import pytest

from memserver.knowledge import indexer as indexer_module
from memserver.knowledge.indexer import BrainIndexer, IndexReport

from .conftest import BrainInMemory


def write(brain: Path, path: str, text: str) -> Path:
    file = brain / path
    file.parent.mkdir(parents=True, exist_ok=True)
    before = file.stat().st_mtime_ns if file.exists() else None
    file.write_text(text)
    if before is not None:
        os.utime(file, ns=(before + 1_000_000, before + 1_000_000))
    return file


async def test_first_run_second_run_and_every_kind_of_change(tmp_path: Path, brain_store: BrainInMemory) -> None:
    write(tmp_path, "a.md", "# A\n\n처음 내용")
    write(tmp_path, "b/c.py", "def run():\n    return 1\n")
    write(tmp_path, "gone.txt", "leaves")
    (tmp_path / "blob.raw").write_bytes(b"\x00\x01")
    indexer = BrainIndexer(str(tmp_path), brain_store)
    first = await indexer.run()
    assert (first.new, first.changed, first.unchanged) == (4, 0, 0)
    assert [skipped.path for skipped in first.skipped] == ["blob.raw"]
    assert brain_store.texts()["a.md"] == "# A\n\n처음 내용"
    moved_id = brain_store.files["b/c.py"][0]

    brain_store.calls.clear()
    second = await indexer.run()
    assert (second.new, second.unchanged) == (0, 4)
    assert [skipped.path for skipped in second.skipped] == ["blob.raw"]
    assert brain_store.calls == []

    write(tmp_path, "a.md", "# A\n\n바뀐 내용")
    (tmp_path / "b" / "c.py").rename(tmp_path / "renamed.py")
    (tmp_path / "gone.txt").unlink()
    third = await indexer.run()
    assert (third.changed, third.renamed, third.removed) == (1, 1, 1)
    assert brain_store.files["renamed.py"][0] == moved_id
    assert "바뀐" in brain_store.texts()["a.md"]


async def test_update_looks_only_at_what_changed(tmp_path: Path, brain_store: BrainInMemory) -> None:
    decomposed = unicodedata.normalize("NFD", "회의록.md")
    write(tmp_path, decomposed, "하나")
    write(tmp_path, "other.md", "untouched")
    indexer = BrainIndexer(str(tmp_path), brain_store)
    await indexer.run()
    write(tmp_path, decomposed, "둘")
    report = await indexer.update({decomposed})
    assert (report.changed, report.unchanged) == (1, 0)
    assert brain_store.texts()["회의록.md"] == "둘"
    identity = brain_store.files["회의록.md"][0]
    (tmp_path / decomposed).rename(tmp_path / "notes.md")
    report = await indexer.update({decomposed, "notes.md"})
    assert report.renamed == 1
    assert brain_store.files["notes.md"][0] == identity
    (tmp_path / "notes.md").unlink()
    assert (await indexer.update({"notes.md", "never-was.md"})).removed == 1


async def test_folders_and_ignore_files_mean_a_full_run(tmp_path: Path, brain_store: BrainInMemory) -> None:
    write(tmp_path, "old/a.md", "text of a")
    indexer = BrainIndexer(str(tmp_path), brain_store)
    await indexer.run()
    (tmp_path / "old").rename(tmp_path / "new")
    report = await indexer.update({"old"})
    assert report.renamed == 1
    write(tmp_path, ".gitignore", "new/\n")
    assert (await indexer.update({".gitignore"})).removed == 1


async def test_what_is_not_searchable_stays_named_while_other_files_change(
    tmp_path: Path, brain_store: BrainInMemory
) -> None:
    (tmp_path / "blob.raw").write_bytes(b"\x00\x01")
    (tmp_path / "nowhere.md").symlink_to(tmp_path / "nothing.md")
    write(tmp_path, "a.md", "text")
    indexer = BrainIndexer(str(tmp_path), brain_store)
    named = (await indexer.run()).unsearchable()
    assert named.startswith("2 notes are not searchable: blob.raw (not text")
    assert named.endswith("; nowhere.md (a link that leads nowhere)")
    write(tmp_path, "a.md", "other text")
    assert (await indexer.update({"a.md"})).unsearchable() == named
    write(tmp_path, "blob.raw", "words now")
    left = await indexer.update({"blob.raw"})
    assert left.unsearchable() == "1 note is not searchable: nowhere.md (a link that leads nowhere)"


async def test_a_missing_brain_removes_nothing(tmp_path: Path, brain_store: BrainInMemory) -> None:
    brain = tmp_path / "brain"
    write(brain, "a.md", "text")
    indexer = BrainIndexer(str(brain), brain_store)
    await indexer.run()
    brain.rename(tmp_path / "unplugged")
    report = await indexer.run()
    assert report.removed == 0
    assert [skipped.path for skipped in report.skipped] == ["."]
    assert "a.md" in brain_store.files


async def test_a_stopped_run_is_taken_up_by_the_next(
    tmp_path: Path, brain_store: BrainInMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer_module, "BATCH_FILES", 2)
    for number in range(10):
        write(tmp_path, f"{number}.md", f"note {number}")
    indexer = BrainIndexer(str(tmp_path), brain_store)
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int, _: str) -> None:
        seen.append((done, total))
        if done == 4:
            indexer.stop()

    report = await indexer.run(progress)
    assert report.stopped
    assert 4 <= len(brain_store.files) < 10
    rest = await indexer.run()
    assert rest.new == 10 - report.new
    assert len(brain_store.files) == 10
    assert seen[0] == (0, 10)


async def test_another_target_size_chunks_everything_again(tmp_path: Path, brain_store: BrainInMemory) -> None:
    write(tmp_path, "a.md", "One sentence. " * 100)
    await BrainIndexer(str(tmp_path), brain_store).run()
    report = await BrainIndexer(str(tmp_path), brain_store, target_chars=300).run()
    assert report.changed == 1
    assert report.chunks > 2


async def test_a_file_that_could_not_be_read_is_tried_again(tmp_path: Path, brain_store: BrainInMemory) -> None:
    file = write(tmp_path, "a.md", "text")
    indexer = BrainIndexer(str(tmp_path), brain_store)
    original = indexer_module.read_text
    try:
        indexer_module.read_text = lambda path: original(path / "nothing")  # type: ignore[assignment]
        report = await indexer.run()
    finally:
        indexer_module.read_text = original
    assert report.skipped[0].reason.startswith("unreadable")
    assert file.exists()
    assert (await indexer.run()).changed == 1
    assert brain_store.texts() == {"a.md": "text"}


async def test_changes_are_followed_until_stopped(tmp_path: Path, brain_store: BrainInMemory) -> None:
    write(tmp_path, "a.md", "first")
    reports: asyncio.Queue[IndexReport] = asyncio.Queue()
    stop = asyncio.Event()
    indexer = BrainIndexer(str(tmp_path), brain_store, on_report=reports.put_nowait)
    task = asyncio.create_task(indexer.keep_current(stop))
    assert (await asyncio.wait_for(reports.get(), 10)).new == 1
    write(tmp_path, "folder/새 메모.md", "second")
    while "folder/새 메모.md" not in brain_store.files:
        await asyncio.wait_for(reports.get(), 20)
    assert brain_store.texts()["folder/새 메모.md"] == "second"
    stop.set()
    await asyncio.wait_for(task, 10)


async def test_a_failing_store_is_reported_and_tried_again(
    tmp_path: Path, brain_store: BrainInMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexer_module, "_RETRY_SECONDS", 0.01)
    write(tmp_path, "a.md", "text")
    failures = iter([OSError("disk full")])
    original = brain_store.known_files

    async def flaky(paths: object = None) -> object:
        for failure in failures:
            raise failure
        return await original()

    monkeypatch.setattr(brain_store, "known_files", flaky)
    reports: asyncio.Queue[IndexReport] = asyncio.Queue()
    stop = asyncio.Event()
    task = asyncio.create_task(
        BrainIndexer(str(tmp_path), brain_store, on_report=reports.put_nowait).keep_current(stop)
    )
    assert (await asyncio.wait_for(reports.get(), 10)).new == 1
    stop.set()
    await asyncio.wait_for(task, 10)
