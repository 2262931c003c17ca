"""The commands, and running a line. To add one: write its file, add its line to COMMANDS."""

from __future__ import annotations

import shlex

from memserver.errors import InvalidParams
from memserver.text.language import language_of
from memserver.text.sanitise import clean_text
from memserver.work import glossary_command, memory_command
from memserver.work.command import Command, Invocation, Output, Services
from memserver.work.help_command import help_command

MAX_LINE_CHARS = 10_000

_OTHERS: tuple[Command, ...] = (memory_command.COMMAND, glossary_command.COMMAND)
COMMANDS: tuple[Command, ...] = (*_OTHERS, help_command(_OTHERS))
_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}


async def run_line(line: str, services: Services) -> Output:
    """Run a line such as `/memory distill`; unknown commands and wrong calls are answered with the right usage."""
    text = clean_text(line, "line", MAX_LINE_CHARS).strip()
    try:
        words = shlex.split(text.removeprefix("/"))
    except ValueError:
        raise InvalidParams("A quotation mark in the line is not closed.", field="line") from None
    command = _BY_NAME.get(words[0].casefold()) if words else None
    if command is None:
        known = ", ".join(f"/{each.name}" for each in COMMANDS)
        raise InvalidParams(
            f"There is no command {text.split()[0][:40]!r}. Known: {known}.", field="line", hint="/help"
        )
    language = language_of(text)
    if "--help" in words[1:]:
        return Output(command.help(language), {"usage": list(command.usage)})
    return await command.run(Invocation(words[1:], services, language))
