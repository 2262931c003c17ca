"""The commands, and running a line. To add one: write its file, add its line to COMMANDS."""

from __future__ import annotations

import difflib

from memserver.errors import InvalidParams
from memserver.text.language import Language, language_of
from memserver.text.sanitise import clean_text
from memserver.work import (
    blocked_command,
    cohort_command,
    customers_command,
    decisions_command,
    draft_command,
    evening_command,
    feedback_command,
    glossary_command,
    hire_command,
    memory_command,
    morning_command,
    onesie_command,
    runway_command,
    standup_command,
    task_command,
    weekly_command,
)
from memserver.work.command import LONGEST_WORD, MEANT, Command, Invocation, Output, Said
from memserver.work.days import NoSuchDay
from memserver.work.help_command import help_command
from memserver.work.line import split
from memserver.work.services import Services

MAX_LINE_CHARS = 10_000
NONE_SUCH: Said = {
    "en": "There is no command {word!r}.{meant} Known: {known}.",
    "ko": "{word!r} 명령은 없습니다.{meant} 있는 명령: {known}.",
}
NO_SUCH_DAY: Said = {"en": "There is no day {word!r}.", "ko": "{word!r}은(는) 달력에 없는 날입니다."}

COMMANDS: tuple[Command, ...] = (
    morning_command.COMMAND,
    evening_command.COMMAND,
    weekly_command.COMMAND,
    standup_command.COMMAND,
    task_command.COMMAND,
    blocked_command.COMMAND,
    onesie_command.COMMAND,
    decisions_command.COMMAND,
    runway_command.COMMAND,
    customers_command.COMMAND,
    hire_command.COMMAND,
    draft_command.COMMAND,
    feedback_command.COMMAND,
    cohort_command.COMMAND,
    memory_command.COMMAND,
    glossary_command.COMMAND,
    help_command(lambda: COMMANDS),
)
_BY_NAME = {name: command for command in COMMANDS for name in (command.name, *command.aliases)}
HELP_WORDS = ("--help", "-h", "--도움말")


async def run_line(line: str, services: Services, language: Language | None = None) -> tuple[Command, Output]:
    """Run a line such as `/memory distill`; unknown commands and wrong calls are answered with the right usage."""
    text = clean_text(line, "line", MAX_LINE_CHARS).strip()
    words = split(text.removeprefix("/"))
    command = find_command(words[0] if words else "", language or language_of(text))
    language = language or _language(words, text)
    if any(word in HELP_WORDS for word in words[1:]):
        return command, Output(command.help(language), {"usage": list(command.usage(language))})
    action, rest = command.find(words[1:], language)
    call = Invocation(rest, services, language, command, action)
    try:
        return command, await action.run(call)
    except NoSuchDay as wrong:
        raise call.wrong(NO_SUCH_DAY, word=str(wrong)) from None


def find_command(name: str, language: Language) -> Command:
    """Return the command of a name or alias, with or without its slash."""
    wanted = name.removeprefix("/").casefold()
    command = _BY_NAME.get(wanted)
    if command is not None:
        return command
    near = difflib.get_close_matches(wanted, _BY_NAME, 1)
    meant = MEANT[language].format(word=f"/{near[0]}") if near else ""
    known = ", ".join(f"/{each.aliases[0] if language == 'ko' else each.name}" for each in COMMANDS)
    message = NONE_SUCH[language].format(word=f"/{wanted[:LONGEST_WORD]}", meant=meant, known=known)
    raise InvalidParams(message, field="line", hint="/help")


def _language(words: list[str], text: str) -> Language:
    """Whoever calls a command by its Korean name wants to read Korean, whatever the rest is written in."""
    return "ko" if words and not words[0].isascii() else language_of(text)
