"""The brain in the store: what a renamed file is found by."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from memserver.knowledge.brain_store import StoredBrain
from memserver.knowledge.indexer import BrainIndexer
from memserver.retrieval.text_index import ensure_text_index
from tests.unit.kit import Kit, open_kit


async def found(kit: Kit, word: str) -> int:
    return int(str(await kit.value("SELECT count(*) FROM passage_terms WHERE passage_terms MATCH ?", word)))


async def test_a_renamed_file_is_found_by_its_new_name_only(tmp_path: Path) -> None:
    brain = tmp_path / "brain"
    (brain / "kitchen").mkdir(parents=True)
    (brain / "kitchen" / "teapot.md").write_text("# Guests\n\nBoil the water first.\n", encoding="utf-8")
    async with open_kit(tmp_path / "data") as kit:
        with ThreadPoolExecutor(1) as executor:
            indexer = BrainIndexer(str(brain), StoredBrain(kit.store, brain, kit.clock, executor))
            await indexer.run()
            before = await kit.rows("SELECT id, file FROM passages")
            assert (await found(kit, "teapot"), await found(kit, "garden")) == (1, 0)
            (brain / "kitchen").rename(brain / "garden")
            await indexer.run()
        assert await kit.rows("SELECT id, file FROM passages") == before
        assert (await found(kit, "kitchen"), await found(kit, "garden"), await found(kit, "teapot")) == (0, 1, 1)


async def test_front_matter_is_kept_as_data_and_finds_the_first_passage(tmp_path: Path) -> None:
    brain = tmp_path / "brain"
    brain.mkdir()
    body = "\n\n".join(f"## Part {number}\n\n" + "Boil the water first. " * 20 for number in range(3))
    front = "---\ntitle: Tea\ntags: [kitchen]\nStatus: Quillon\nSuperseded-By: 456\n---\n"
    (brain / "tea.md").write_text(front + body, encoding="utf-8")
    async with open_kit(tmp_path / "data") as kit:
        with ThreadPoolExecutor(1) as executor:
            await BrainIndexer(str(brain), StoredBrain(kit.store, brain, kit.clock, executor)).run()
            written = await kit.rows("SELECT rowid, terms FROM passage_terms ORDER BY rowid")
            async with kit.store.database.write() as transaction:
                await transaction.run("DELETE FROM passage_terms")
            await ensure_text_index(kit.store, executor)
        assert await kit.rows("SELECT rowid, terms FROM passage_terms ORDER BY rowid") == written
        assert (await found(kit, "quillon"), await found(kit, "456"), await found(kit, "kitchen")) == (1, 1, 3)
        assert await kit.value("SELECT count(*) FROM passages WHERE text LIKE '%Quillon%'") == 0
        [file] = await kit.store.files.known(str(brain))
        assert file.metadata["front"] == {"status": ["Quillon"], "superseded-by": ["456"]}
