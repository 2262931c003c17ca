"""What was deleted can no longer be read in the files of the store."""

from __future__ import annotations

from pathlib import Path

from memserver.background import BackgroundTasks
from memserver.storage.erasing import Eraser
from tests.unit.kit import disagreements, open_kit


def traces(folder: Path, word: str) -> list[str]:
    files = [each for each in folder.rglob("*") if each.is_file()]
    return sorted(each.name for each in files if word.encode() in each.read_bytes().lower())


async def test_deleted_words_leave_the_text_index_and_the_log(tmp_path: Path) -> None:
    background = BackgroundTasks()
    async with open_kit(tmp_path) as kit:
        await kit.add("Doors stay shut at night.")
        secret = await kit.add("The quillonberg gate has a spare key.")
        assert traces(tmp_path, "quillonberg")
        eraser = Eraser(kit.store.database, background)
        await kit.writer.delete(secret)
        eraser.deleted()
        await eraser.finish()
        assert traces(tmp_path, "quillonberg") == []
        assert traces(tmp_path, "doors")
        assert await disagreements(kit) == []
    await background.close()
