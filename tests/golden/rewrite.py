"""Builds the prompts of the golden turns, and writes them anew when they were meant to change.

    python tests/golden/rewrite.py

Read the difference before you commit it: these are the words that a model is given.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))

from memserver.config import Settings
from memserver.engine import Engine
from memserver.server.dispatch import perform
from tests.golden.scenes import SCENES, Scene

FOLDER = Path(__file__).resolve().parent
COMMAND = "python tests/golden/rewrite.py"
NOW = datetime(2026, 5, 7, 9, 30, tzinfo=UTC)
NOTES_WRITTEN = datetime(2026, 4, 15, 12, 0, tzinfo=UTC).timestamp()


class Unheard:
    """Progress that nobody follows."""

    def report(self, done: int, total: int, message: str = "") -> None:
        """Tell nobody."""

    def close(self, message: str = "") -> None:
        """Tell nobody."""


async def prompt_of(scene: Scene, folder: Path) -> str:
    """Return the golden text of a scene: what it shows, what was asked, what a model would be given."""
    brain, workspace = folder / "brain", folder / "workspace"
    brain.mkdir()
    workspace.mkdir()
    for name, text in scene.notes.items():
        note = brain / name
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(text, encoding="utf-8")
        os.utime(note, (NOTES_WRITTEN, NOTES_WRITTEN))
    if scene.changed_file:
        (workspace / scene.changed_file).write_text("interval = 30\n", encoding="utf-8")
    raw = {"dataDir": str(folder / "data"), "brainPath": str(brain), "embeddingProvider": "off", **scene.settings}
    settings, complaints = Settings.read(raw)
    assert not complaints, complaints
    async with Engine.open(settings, workspace_path=str(workspace), clock=lambda: NOW) as engine:
        await engine.brain_indexed.wait()
        for each in scene.memories:
            files = [str(workspace / name) for name in each.get("relatedFiles", ())]
            await perform(
                engine, "memserver/memory/add", {**each, "relatedFiles": files}, lambda _token, _title: Unheard()
            )
        await engine.comparing.catch_up()
        if scene.changed_file:
            (workspace / scene.changed_file).write_text("interval = 60  # changed afterwards\n", encoding="utf-8")
        turn = await perform(
            engine,
            "memserver/context/build",
            {"sessionId": "golden", **scene.request},
            lambda _token, _title: Unheard(),
        )
    warnings = "".join(f"Warning ({each.part}): {each.message}\n" for each in turn.warnings)
    tokens = f"{turn.usage.used} of {turn.usage.budget} tokens, blocks {turn.usage.blocks}"
    head = f"<!-- {scene.shows} ({tokens}) -->\n\n**Asked:** {scene.request['prompt']}\n{warnings}"
    return f"{head}\n---\n\n{turn.prompt or '(nothing is put in front of the model)'}\n"


def golden(scene: Scene) -> Path:
    """Return the file of a scene."""
    return FOLDER / f"{scene.name}.md"


def main() -> None:
    """Write every file."""
    for scene in SCENES:
        with tempfile.TemporaryDirectory() as folder:
            golden(scene).write_text(asyncio.run(prompt_of(scene, Path(folder))), encoding="utf-8")
            print(golden(scene).name)


if __name__ == "__main__":
    main()
