"""A legacy TF-IDF store is taken over whole, once, and stays as it is."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding.loading import EmbedderHandle, EmbeddingChoice
from memserver.errors import InvalidParams, MemserverError, NotFound
from memserver.layers.tfidf_entries import LegacyEntry, draft_of_entry, read_legacy
from memserver.layers.tfidf_migration import TfidfMigration
from memserver.retrieval.backfill import Backfill, TurnGate
from memserver.retrieval.vector_keeper import VectorKeeper
from tests.unit.kit import Kit, disagreements, open_kit
from tests.unit.tiers.kit import TinyHandle

DATA = Path(__file__).parent.parent.parent / "data" / "tfidf"
GOOD, BAD = 36, 5


async def migration(kit: Kit, *, embedded: bool = False) -> TfidfMigration:
    data = kit.store.database.path.parent
    handle = TinyHandle(data) if embedded else EmbedderHandle(EmbeddingChoice(data, "off"))
    keeper = VectorKeeper(kit.store, handle, kit.executor, data / "index")
    await keeper.load()
    return TfidfMigration(kit.store, kit.writer, Backfill(kit.store, handle, keeper, TurnGate()), data)


@pytest.mark.parametrize("name", ["tfidf.json", "tfidf.db"])
async def test_good_entries_become_memories_and_bad_ones_are_named(tmp_path: Path, name: str) -> None:
    source = tmp_path / name
    shutil.copy(DATA / name, source)
    before = source.read_bytes()
    async with open_kit(tmp_path) as kit:
        steps: list[tuple[int, int]] = []
        runner = await migration(kit, embedded=True)
        report = await runner.migrate(str(source), lambda done, total: steps.append((done, total)))
        assert (report.total, report.migrated, report.failed, report.skipped) == (GOOD + BAD, GOOD, BAD, 0)
        assert report.success_rate == pytest.approx(GOOD / (GOOD + BAD))
        assert steps == [(32, GOOD + BAD), (GOOD + BAD, GOOD + BAD)]
        named = dict(report.errors)
        assert set(named) >= {"bad-empty", "bad-missing", "bad-time", "bad-control"}
        assert any(key.startswith("#") for key in named)
        assert report.embedded == await kit.value("SELECT count(*) FROM passages")
        assert await disagreements(kit) == []
        [row] = await kit.rows(
            "SELECT content, category, layer, timestamp, origin FROM memories WHERE external_id = 'tfidf:m001'"
        )
        assert row == (
            "결제 모듈은 외부 업체 대신 직접 만들기로 했다. 수수료가 이유였다.", "decision", "long-term",
            "2024-02-02T09:00:00.000Z", "imported",
        )  # fmt: skip
        assert source.read_bytes() == before


async def test_a_second_run_adds_nothing(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        runner = await migration(kit)
        first = await runner.migrate(str(DATA / "tfidf.json"))
        second = await runner.migrate(str(DATA / "tfidf.db"))
        assert (first.migrated, second.migrated, second.skipped) == (GOOD, 0, GOOD)
        assert second.errors == first.errors
        assert second.failed == BAD
        assert await kit.value("SELECT count(*) FROM memories") == GOOD


async def test_what_a_person_changed_meanwhile_is_not_undone(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        runner = await migration(kit)
        await runner.migrate(str(DATA / "tfidf.json"))
        changed = await kit.value("SELECT id FROM memories WHERE external_id = 'tfidf:m000'")
        await kit.writer.update(str(changed), {"content": "Orders moved to CockroachDB."})
        assert (await runner.migrate(str(DATA / "tfidf.json"))).migrated == 0
        assert await kit.value("SELECT content FROM memories WHERE id = ?", changed) == "Orders moved to CockroachDB."


async def test_a_cancelled_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        runner = await migration(kit)
        running: asyncio.Task[Any]

        def stop_after_first(done: int, total: int) -> None:
            running.cancel()

        running = asyncio.create_task(runner.migrate(str(DATA / "tfidf.json"), stop_after_first))
        with pytest.raises(asyncio.CancelledError):
            await running
        taken = await kit.value("SELECT count(*) FROM memories")
        assert 0 < int(str(taken)) < GOOD
        report = await runner.migrate(str(DATA / "tfidf.json"))
        assert (report.skipped, report.migrated) == (taken, GOOD - int(str(taken)))
        assert await disagreements(kit) == []


async def test_without_a_source_the_data_folder_is_looked_at(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        runner = await migration(kit)
        with pytest.raises(NotFound, match=r"tfidf\.json"):
            await runner.migrate(None)
        with pytest.raises(NotFound):
            await runner.migrate(str(tmp_path / "none.json"))
        with pytest.raises(InvalidParams):
            await runner.migrate("relative.json")
        shutil.copy(DATA / "tfidf.db", tmp_path / "data" / "tfidf.db")
        assert (await runner.migrate(None)).migrated == GOOD


async def test_an_empty_store_succeeds_entirely_and_an_unreadable_one_says_so(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        runner = await migration(kit)
        empty = tmp_path / "empty.json"
        empty.write_text('{"entries": []}')
        assert (await runner.migrate(str(empty))).success_rate == 1.0
        for name, content in (("text.txt", b"just words"), ("odd.json", b'{"entries": 5}')):
            (tmp_path / name).write_bytes(content)
            with pytest.raises(InvalidParams):
                await runner.migrate(str(tmp_path / name))
        other = sqlite3.connect(tmp_path / "other.db")
        other.execute("CREATE TABLE notes(x)")
        other.close()
        with pytest.raises(InvalidParams, match="entries"):
            await runner.migrate(str(tmp_path / "other.db"))


def test_json_lines_are_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "tfidf.jsonl"
    lines = [json.dumps({"id": 7, "content": "seven"}), "not json", json.dumps({"id": "8", "content": "팔"})]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert [entry.id for entry in read_legacy(path)] == ["7", "#2", "8"]


@given(
    st.dictionaries(
        st.sampled_from(["id", "content", "title", "layer", "category", "tags", "created_at", "metadata"]),
        st.none() | st.text(max_size=20) | st.integers() | st.floats() | st.lists(st.text(max_size=3), max_size=2)
        | st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
    )
)  # fmt: skip
def test_any_entry_becomes_a_draft_or_a_readable_error(fields: dict[str, Any]) -> None:
    try:
        draft = draft_of_entry(LegacyEntry("x", fields))
        assert draft.external_id == "tfidf:x"
    except MemserverError as failure:
        assert failure.message
