"""The light table that `initialize` announces and the registry of work commands say the same."""

from __future__ import annotations

from pathlib import Path

from memserver.server.routes import ROUTES, SLASH_COMMANDS
from memserver.work.registry import COMMANDS

GUIDE = Path(__file__).parent.parent.parent / "docs" / "guide" / "commands.md"


def test_the_editor_is_told_of_exactly_the_commands_there_are() -> None:
    assert [command.name for command in COMMANDS] == list(SLASH_COMMANDS)
    assert len(SLASH_COMMANDS) == 17
    assert not set(SLASH_COMMANDS) & set(ROUTES)


def test_the_guide_knows_every_command() -> None:
    page = GUIDE.read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"| `/{command.name}` | `/{command.aliases[0]}` |" in page
