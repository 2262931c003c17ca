"""The condition of the database, and tidying it."""

from __future__ import annotations

from pathlib import Path

from memserver.storage.condition import condition, merge_text_index, tidy
from tests.unit.kit import disagreements, open_kit


async def test_a_healthy_store_agrees_with_itself(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        for number in range(5):
            await kit.add(f"Rule {number}: doors stay shut at {number}.")
        await kit.embed_pending()
        found = await condition(kit.store.database)
        assert found.passages == found.indexed == found.vectors > 0
        assert (found.queued, found.without_vector, found.memories_without_passage) == (0, 0, 0)
        assert found.database_bytes > found.free_bytes


async def test_what_is_missing_is_counted(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        for number in range(5):
            await kit.add(f"Rule {number}: doors stay shut at {number}.")
        async with kit.store.database.write() as transaction:
            await transaction.run("DELETE FROM embedding_queue WHERE passage_id IN (SELECT id FROM passages LIMIT 2)")
            await transaction.run("DELETE FROM passages WHERE id IN (SELECT id FROM passages ORDER BY id DESC LIMIT 1)")
        found = await condition(kit.store.database)
        assert found.without_vector == 2
        assert found.memories_without_passage == 1


async def test_tidying_changes_nothing_that_means_something(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        for number in range(30):
            await kit.add(f"Rule {number}: doors stay shut at {number}.")
        before = await kit.rows("SELECT id, content FROM memories ORDER BY number")
        await merge_text_index(kit.store.database)
        assert await merge_text_index(kit.store.database) == 0
        assert await tidy(kit.store.database, compact=True)
        assert await kit.rows("SELECT id, content FROM memories ORDER BY number") == before
        assert await disagreements(kit) == []


async def test_tidying_gives_way_to_a_writer(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.add("Somebody writes.")
        async with kit.store.database.write():
            assert not await tidy(kit.store.database, compact=True)


async def test_parts_of_the_newest_records_are_read_by_their_path(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        async with kit.store.database.write() as transaction:
            for number in range(4):
                columns = {
                    "id": f"turn {number}", "session_id": "s", "project_id": "p" if number else "q",
                    "created_at": f"2026-05-04T09:00:0{number}.000Z",
                }  # fmt: skip
                record = {
                    "trace": {"turn_id": f"turn {number}", "large": "x" * 1000},
                    "result": {"timings": {"a": number}},
                }
                await kit.store.turns.put(transaction, columns, record)
        paths = {"id": "$.trace.turn_id", "timings": "$.result.timings", "gone": "$.nothing"}
        found = await kit.store.turns.newest_parts(2, paths, project_id="p")
        assert found == [
            {"id": "turn 3", "timings": {"a": 3}, "gone": None},
            {"id": "turn 2", "timings": {"a": 2}, "gone": None},
        ]
        assert await kit.store.turns.newest_parts(9, {"id": "$.trace.turn_id"}, project_id="q") == [{"id": "turn 0"}]
