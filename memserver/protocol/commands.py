"""Work commands: lines such as `/memory distill`, as typed into a chat or chosen from a palette."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from memserver.protocol.base import WireModel


class RunParams(WireModel):
    """Run one command line."""

    line: str
    """The line as typed, such as `/task add Ship the beta`."""
    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""
    language: Literal["en", "ko"] | None = None
    """The language of the answer. Default: that of the line."""


class RunResult(WireModel):
    """What it said, for people and for programs."""

    markdown: str
    """For people."""
    data: dict[str, Any] = Field(default_factory=dict)
    """For programs."""


class CommandView(WireModel):
    """A command that can be run."""

    name: str
    """Its name, without the slash."""
    category: str
    """The group it belongs to."""
    summary: str
    """What it does."""
    summary_ko: str
    """What it does, in Korean."""
    usage: str
    """How to write it, one line per way."""
    usage_ko: str
    """How to write it, in Korean."""
    aliases: list[str] = Field(default_factory=list)
    """Other names for it."""


class CommandListResult(WireModel):
    """The commands, by category."""

    commands: list[CommandView]
    """The commands."""
