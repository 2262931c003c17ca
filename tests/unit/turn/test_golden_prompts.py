"""Whole prompts, word by word: a change of what a model is given must be meant and read by a person."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.golden.rewrite import COMMAND, FOLDER, golden, prompt_of
from tests.golden.scenes import SCENES, Scene


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
async def test_the_prompt_is_the_one_that_was_reviewed(scene: Scene, tmp_path: Path) -> None:
    built = await prompt_of(scene, tmp_path)
    kept = golden(scene).read_text(encoding="utf-8")
    assert built == kept, f"the prompt has changed; if that was meant, run `{COMMAND}` and read the difference"


async def test_the_same_turn_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    assert await prompt_of(SCENES[4], first) == await prompt_of(SCENES[4], second)


def test_there_is_one_file_for_each_turn() -> None:
    assert {path.name for path in FOLDER.glob("*.md")} == {golden(scene).name for scene in SCENES}
    assert len(SCENES) >= 12
