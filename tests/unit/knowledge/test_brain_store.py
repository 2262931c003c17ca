"""The brain in the store: what a renamed file is found by."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from memserver.knowledge.brain_store import StoredBrain
from memserver.knowledge.indexer import BrainIndexer
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
