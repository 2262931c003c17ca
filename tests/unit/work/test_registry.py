"""Command lines: found by name or alias, answered in the language of the call, errors that show the right usage."""

from __future__ import annotations

from pathlib import Path

import pytest

from memserver.errors import InvalidParams
from memserver.work.registry import COMMANDS
from tests.unit.work.kit import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


async def test_memory_shows_what_is_stored(desk: Desk) -> None:
    output = await desk.run("/memory")
    assert "7" in output.markdown
    assert "| long-term | 4 |" in output.markdown


async def test_distilling_reports_in_the_language_of_the_call(desk: Desk) -> None:
    assert "made 2 digests" in (await desk.run("/memory distill")).markdown
    assert "요약 2개" in (await desk.run("/기억 distill")).markdown
    assert "요약 2개" in (await desk.run("/기억 요약")).markdown


async def test_a_glossary_is_created_once_and_never_overwritten(desk: Desk) -> None:
    first = await desk.run("/glossary init")
    path = Path(first.data["path"])
    assert first.data["created"]
    path.write_text("- SLO: mine\n", encoding="utf-8")
    second = await desk.run("/용어집 만들기")
    assert not second.data["created"]
    assert path.read_text(encoding="utf-8") == "- SLO: mine\n"
    assert (desk.brain / ".astra/organization.md").exists()


async def test_reload_is_passed_on(desk: Desk) -> None:
    await desk.run("/용어집 reload")
    assert desk.reloaded


async def test_help_lists_every_command_and_the_six_features(desk: Desk) -> None:
    output = await desk.run("/help")
    assert set(output.data["commands"]) == {command.name for command in COMMANDS}
    assert len(output.data["features"]) == 6
    assert output.data["features"]["self-check"] is False
    assert "/할일" in (await desk.run("/도움말")).markdown


async def test_help_with_a_command_explains_that_one(desk: Desk) -> None:
    assert (await desk.run("/help task")).markdown == (await desk.run("/task --help")).markdown
    assert (await desk.run("/도움말 /할일")).markdown == (await desk.run("/할일 --help")).markdown
    with pytest.raises(InvalidParams, match="does not know 'tsk'"):
        await desk.run("/help tsk")


@pytest.mark.parametrize("name", [name for command in COMMANDS for name in (command.name, *command.aliases[:1])])
async def test_every_command_explains_itself(name: str, desk: Desk) -> None:
    output = await desk.run(f"/{name} --help")
    assert output.data["usage"]
    assert all(line in output.markdown for line in output.data["usage"])


@pytest.mark.parametrize("line", ["/nothing", "/memory dance", "/glossary dance", "/memory 'open", "/"])
async def test_wrong_lines_are_told_what_is_right(line: str, desk: Desk) -> None:
    with pytest.raises(InvalidParams) as caught:
        await desk.run(line)
    assert caught.value.field == "line"


async def test_a_slip_of_the_keyboard_is_understood(desk: Desk) -> None:
    with pytest.raises(InvalidParams, match="Did you mean '/memory'") as caught:
        await desk.run("/memry")
    assert caught.value.hint == "/help"
    with pytest.raises(InvalidParams, match="사용법: /기억"):
        await desk.run("/기억 춤추기")
    with pytest.raises(InvalidParams, match="Did you mean 'stale'"):
        await desk.run("/memory stael")


async def test_an_apostrophe_is_no_open_quotation(desk: Desk) -> None:
    output = await desk.run("/task add Don't forget the 'blue' one")
    assert output.data["task"]["title"] == "Don't forget the blue one"


def test_names_and_aliases_are_unique() -> None:
    names = [name for command in COMMANDS for name in (command.name, *command.aliases)]
    assert len(names) == len(set(names))
    for command in COMMANDS:
        actions = [name for action in command.actions for name in (action.name, *action.aliases)]
        assert len(actions) == len(set(actions)), command.name


def test_everything_is_said_in_both_languages() -> None:
    for command in COMMANDS:
        assert command.aliases and not command.aliases[0].isascii(), f"/{command.name} has no Korean name"
        for action in command.actions:
            assert set(action.usage) == set(action.summary) == {"en", "ko"}
            assert not action.name or any(not alias.isascii() for alias in action.aliases), (command.name, action.name)
