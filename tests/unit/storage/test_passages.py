"""Where passages stand: what a ranking reads of them, from memories as they are now."""

from __future__ import annotations

from pathlib import Path

from memserver.model import Layer
from memserver.retrieval.text_index import ensure_text_index
from tests.unit.kit import Kit, disagreements, open_kit


async def test_a_row_says_where_a_passage_stands(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.add("Mina: we moved the depot", Layer.EPISODIC, thread="weekly", position=7, project_id="prj_1")
        await kit.add("창고를 부산으로 옮겼다", Layer.LONG_TERM)
        told, alone = await kit.store.passages.rows_after(0, 10)
        assert (told.project, told.thread, told.position, told.ordinal) == ("prj_1", "weekly", 7, 0)
        assert (told.terms, bool(told.korean), told.opening) == (3, False, "Mina: we moved the depot")
        assert (alone.project, alone.thread, alone.position, bool(alone.korean)) == ("", None, None, True)


async def test_the_passages_of_a_long_memory_are_numbered(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.add("\n\n".join(f"Paragraph {number}. " + "The depot is open. " * 20 for number in range(8)))
        rows = await kit.store.passages.rows_after(0, 99)
        assert len(rows) > 1
        assert [row.ordinal for row in rows] == list(range(len(rows)))


async def test_a_file_is_a_thread_of_its_own_in_its_brain(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        async with kit.store.database.write() as transaction:
            await transaction.run(
                "INSERT INTO files(id, brain, path, title, size, mtime_ns, sha1, metadata, indexed_at)"
                " VALUES ('f', '/b', 'a.md', 'a', 1, 1, 'x', '{}', '2026-01-01T00:00:00Z')"
            )
            await transaction.run(
                "INSERT INTO passages(file, ordinal, heading, text, tokens) VALUES (1, 3, 'a', 'text', 9)"
            )
        [row] = await kit.store.passages.rows_after(0, 10)
        assert (row.project, row.owner, row.thread, row.position, row.ordinal) == ("brain:/b", -1, "file:1", None, 3)
        assert (row.terms, bool(row.korean)) == (9, False)


async def test_another_place_in_a_thread_makes_new_passages_with_the_same_vectors(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        memory_id = await kit.add("We moved the depot", thread="weekly", position=1)
        await kit.embed_pending()
        [before] = await kit.store.passages.rows_after(0, 10)
        for changes, thread, position in (
            ({"position": 5}, "weekly", 5),
            ({"thread": "daily"}, "daily", 5),
            ({"thread": None, "position": None}, None, None),
        ):
            changed = await kit.writer.update(memory_id, changes)
            assert (changed.thread, changed.position) == (thread, position)
            [after] = await kit.store.passages.rows_after(before.id, 10)
            assert (after.thread, after.position) == (thread, position)
            before = after
        assert await kit.store.vectors.pending() == 0
        assert await disagreements(kit) == []


async def test_what_an_older_store_does_not_know_of_passages_is_read_with_the_text_index(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await kit.add("창고를 부산으로 옮겼다")
        await kit.add("We moved the depot to Busan")
        await ensure_text_index(kit.store, kit.executor)
        before = await _read(kit)
        async with kit.store.database.write() as transaction:
            await kit.store.properties.set(transaction, "terms-version", "an older one")
            await transaction.run("UPDATE passages SET terms_count = NULL, korean = NULL")
        assert await _read(kit) != before
        await ensure_text_index(kit.store, kit.executor)
        assert await _read(kit) == before


async def _read(kit: Kit) -> list[tuple[object, ...]]:
    return await kit.rows("SELECT terms_count, korean FROM passages ORDER BY id")
