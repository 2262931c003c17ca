"""The text index: left alone while it agrees with the store, written anew when it does not."""

from __future__ import annotations

from pathlib import Path

from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval.levels import Level
from memserver.retrieval.text_index import ensure_text_index
from tests.unit.kit import Kit, open_kit


async def entries(kit: Kit) -> list[tuple[int, str]]:
    return [(int(row[0]), str(row[1])) for row in await kit.rows("SELECT rowid, terms FROM passage_terms ORDER BY 1")]


async def filled(kit: Kit) -> list[tuple[int, str]]:
    await kit.writer.add_many(
        [
            Draft(layer=Layer.EPISODIC, content=f"Note {n} about the deploy. 배포 {n}번.", tags=("ops", "배포"))
            for n in range(5)
        ]
    )
    await ensure_text_index(kit.store, kit.executor)
    return await entries(kit)


async def test_an_index_that_agrees_is_left_alone(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await filled(kit)
        assert await ensure_text_index(kit.store, kit.executor) == 0


async def test_lost_entries_come_back_as_they_were(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        before = await filled(kit)
        async with kit.store.database.write() as transaction:
            await transaction.run("DELETE FROM passage_terms WHERE rowid IN (2, 3)")
        assert await ensure_text_index(kit.store, kit.executor) == 5
        assert await entries(kit) == before


async def test_another_tokeniser_writes_everything_anew(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        before = await filled(kit)
        async with kit.store.database.write() as transaction:
            await kit.store.properties.set(transaction, "terms-version", "an older one")
            await transaction.run("UPDATE passage_terms SET terms = 'nonsense'")
            await transaction.run("INSERT INTO passage_terms(rowid, terms) VALUES (99, 'orphan')")
        await ensure_text_index(kit.store, kit.executor)
        assert await entries(kit) == before


async def test_levels_are_written_with_a_memory_and_come_back_with_the_index(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        texts = ("def run() -> None:\n    start();\n", "Our long-term goal: 장기 목표와 전략", "Lunch is at noon")
        await kit.writer.add_many([Draft(layer=Layer.EPISODIC, content=text) for text in texts])
        levels = "SELECT level FROM passages ORDER BY id"
        assert [level for (level,) in await kit.rows(levels)] == [Level.CONCRETE, Level.STRATEGIC, Level.OPERATIONAL]
        before = await kit.rows(levels)
        async with kit.store.database.write() as transaction:
            await kit.store.properties.set(transaction, "terms-version", "an older one")
            await transaction.run("UPDATE passages SET level = NULL")
        await ensure_text_index(kit.store, kit.executor)
        assert await kit.rows(levels) == before
