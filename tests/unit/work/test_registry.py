"""Command lines: found by name or alias, answered in the language of the call, errors that show the right usage."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from memserver.config import Settings
from memserver.errors import InvalidParams
from memserver.work.registry import COMMANDS, run_line


class Engine:
    """The few things that commands ask for."""

    def __init__(self, brain: Path) -> None:
        self.settings = Settings()
        self.brain = brain
        self.reloaded = False

    async def distill_now(self) -> Mapping[str, Any]:
        return {"scanned": 3, "promoted": 2, "archived": 1}

    async def memory_counts(self) -> Mapping[str, Any]:
        return {"memories": 7, "byLayer": {"long-term": 4, "project": 3}}

    def reload_brain_files(self) -> None:
        self.reloaded = True


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return Engine(tmp_path)


async def test_memory_shows_what_is_stored(engine: Engine) -> None:
    output = await run_line("/memory", engine)
    assert "7" in output.markdown
    assert "| long-term | 4 |" in output.markdown


async def test_distilling_reports_in_the_language_of_the_call(engine: Engine) -> None:
    assert "made 2 digests" in (await run_line("/memory distill", engine)).markdown
    assert "요약 2개" in (await run_line("/기억 distill", engine)).markdown


async def test_a_glossary_is_created_once_and_never_overwritten(engine: Engine) -> None:
    first = await run_line("/glossary init", engine)
    path = Path(first.data["path"])
    assert first.data["created"]
    path.write_text("- SLO: mine\n", encoding="utf-8")
    second = await run_line("/glossary init", engine)
    assert not second.data["created"]
    assert path.read_text(encoding="utf-8") == "- SLO: mine\n"
    assert (engine.brain / ".astra/organization.md").exists()


async def test_reload_is_passed_on(engine: Engine) -> None:
    await run_line("/용어집 reload", engine)
    assert engine.reloaded


async def test_help_lists_every_command_and_the_six_features(engine: Engine) -> None:
    output = await run_line("/help", engine)
    assert set(output.data["commands"]) == {command.name for command in COMMANDS}
    assert len(output.data["features"]) == 6
    assert output.data["features"]["self-check"] is False


@pytest.mark.parametrize("line", [*(f"/{command.name} --help" for command in COMMANDS)])
async def test_every_command_explains_itself(line: str, engine: Engine) -> None:
    assert (await run_line(line, engine)).data["usage"]


@pytest.mark.parametrize("line", ["/nothing", "/memory dance", "/glossary dance", "/memory 'open", "/"])
async def test_wrong_lines_are_told_what_is_right(line: str, engine: Engine) -> None:
    with pytest.raises(InvalidParams) as caught:
        await run_line(line, engine)
    assert caught.value.field == "line"


def test_names_and_aliases_are_unique() -> None:
    names = [name for command in COMMANDS for name in (command.name, *command.aliases)]
    assert len(names) == len(set(names))
