"""What a command is: its name, its actions, and the functions that run them. Text out is markdown; data is JSON.

Everything that people read is there in both languages; which one is used is the language of the line.
"""

from __future__ import annotations

import difflib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from memserver.errors import InvalidParams, NotFound
from memserver.text.language import Language
from memserver.work.services import Services

Said = Mapping[Language, str]
"""One text in both languages."""

USAGE: Said = {"en": "Usage", "ko": "사용법"}
UNKNOWN: Said = {"en": "/{name} does not know {word!r}.", "ko": "/{name} 명령에 {word!r} 항목은 없습니다."}
MEANT: Said = {"en": " Did you mean {word!r}?", "ko": " {word!r} 말씀인가요?"}
ALIASES: Said = {"en": "Also", "ko": "다른 이름"}
LONGEST_WORD = 40


@dataclass(frozen=True, slots=True)
class Output:
    """What a command says."""

    markdown: str
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Invocation:
    """One command line, taken apart; `words` are those behind the name of the action."""

    words: Sequence[str]
    services: Services
    language: Language
    command: Command
    action: Action

    @property
    def text(self) -> str:
        """The words as one text."""
        return " ".join(self.words)

    def say(self, text: Said, **values: Any) -> str:
        """Return a text in the language of the line."""
        return text[self.language].format(**values)

    def wrong(self, reason: Said, **values: Any) -> InvalidParams:
        """Return the error for a wrong call of this action: it shows the right one."""
        usage = self.command.usage_of(self.action, self.language)
        message = f"{self.say(reason, **values)} {USAGE[self.language]}: {usage}"
        return InvalidParams(message, field="line", hint=f"/{self.command.called(self.language)} --help")

    def missing(self, reason: Said, **values: Any) -> NotFound:
        """Return the error for something that is named and not there."""
        return NotFound(self.say(reason, **values), field="line", hint=f"/{self.command.called(self.language)}")


Run = Callable[[Invocation], Awaitable[Output]]


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that a command does. The one without a name is done when the line says no more than the command."""

    name: str
    usage: Said
    summary: Said
    run: Run
    aliases: tuple[str, ...] = ()
    takes_text: bool = False
    """Whether the nameless action takes any words, such as a topic."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command and its actions."""

    name: str
    category: str
    summary: Said
    actions: tuple[Action, ...]
    aliases: tuple[str, ...] = ()

    def usage(self, language: Language) -> tuple[str, ...]:
        """Return one line per way to call it."""
        return tuple(self.usage_of(action, language) for action in self.actions)

    def usage_of(self, action: Action, language: Language) -> str:
        """Return how one action is called."""
        return f"/{self.called(language)} {action.usage[language]}".strip()

    def called(self, language: Language) -> str:
        """Return its name in a language."""
        return self.aliases[0] if language == "ko" and self.aliases else self.name

    def help(self, language: Language) -> str:
        """Return what `--help` shows."""
        lines = "\n".join(f"- `{self.usage_of(each, language)}` — {each.summary[language]}" for each in self.actions)
        others = ", ".join(f"/{alias}" for alias in self.aliases)
        also = f"\n\n{ALIASES[language]}: {others}" if others else ""
        return f"**/{self.name}** — {self.summary[language]}\n\n{lines}{also}"

    def find(self, words: Sequence[str], language: Language) -> tuple[Action, Sequence[str]]:
        """Return the action that words ask for and what is left of them; raises with the right usage."""
        plain = next((each for each in self.actions if not each.name), None)
        if words:
            wanted = words[0].casefold()
            for action in self.actions:
                if action.name and wanted in (action.name, *action.aliases):
                    return action, words[1:]
        if plain is not None and (not words or plain.takes_text):
            return plain, words
        raise self.unknown(words[0] if words else "", language)

    def unknown(self, word: str, language: Language) -> InvalidParams:
        """Return the error for an action that is not there."""
        known = [name for each in self.actions for name in (each.name, *each.aliases) if name]
        near = difflib.get_close_matches(word.casefold(), known, 1)
        reason = UNKNOWN[language].format(name=self.called(language), word=word[:LONGEST_WORD])
        meant = MEANT[language].format(word=near[0]) if near else ""
        usage = "; ".join(self.usage(language))
        message = f"{reason}{meant} {USAGE[language]}: {usage}"
        return InvalidParams(message, field="line", hint=f"/{self.called(language)} --help")
