"""Work commands: lines such as `/memory distill`, as typed into a chat or chosen from a palette."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from memserver.protocol.base import WireModel


class RunParams(WireModel):
    """Run one command line."""

    line: str
    workspace_uri: str | None = None


class RunResult(WireModel):
    """What it said, for people and for programs."""

    markdown: str
    data: dict[str, Any] = Field(default_factory=dict)


class CommandView(WireModel):
    """A command that can be run."""

    name: str
    category: str
    summary: str
    usage: str
    aliases: list[str] = Field(default_factory=list)


class CommandListResult(WireModel):
    """The commands, by category."""

    commands: list[CommandView]
