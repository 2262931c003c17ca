"""What a command is: its name, how it is used, and the function that runs it. Text out is markdown; data is JSON."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from memserver.config import Settings
from memserver.errors import InvalidParams
from memserver.text.language import Language


class Services(Protocol):
    """What commands may ask of the engine."""

    settings: Settings
    brain: Path

    async def distill_now(self) -> Mapping[str, Any]:
        """Distil old episodes; returns the report."""
        ...

    async def memory_counts(self) -> Mapping[str, Any]:
        """Return how much is stored."""
        ...

    def reload_brain_files(self) -> None:
        """Read the glossary and the other special files anew at the next turn."""
        ...


@dataclass(frozen=True, slots=True)
class Invocation:
    """One command line, taken apart; `language` is that of the name it was called by."""

    words: Sequence[str]
    services: Services
    language: Language


@dataclass(frozen=True, slots=True)
class Output:
    """What a command says."""

    markdown: str
    data: Mapping[str, Any] = field(default_factory=dict)


Run = Callable[[Invocation], Awaitable[Output]]


@dataclass(frozen=True, slots=True)
class Command:
    """A command; `usage` has one line per way to call it."""

    name: str
    category: str
    summary: Mapping[Language, str]
    usage: tuple[str, ...]
    run: Run
    aliases: tuple[str, ...] = ()

    def help(self, language: Language) -> str:
        """Return what `--help` shows."""
        lines = "\n".join(f"- `{line}`" for line in self.usage)
        return f"**/{self.name}** — {self.summary[language]}\n\n{lines}"

    def misused(self, reason: str) -> InvalidParams:
        """Return the error for a wrong call: it shows the right one."""
        return InvalidParams(f"{reason} Usage: {'; '.join(self.usage)}", field="line", hint=f"/{self.name} --help")
