"""What a document says of the code: paths, functions, options and commands, with their lines. Judges nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_FENCE = re.compile(r"^\s*(```+|~~~+)\s*([\w+-]*)")
_TICKED = re.compile(r"(?<!`)`([^`\n]{2,160})`(?!`)")
_LINK = re.compile(r"\[[^\]\n]*\]\(\s*<?([^)\s>]+)")
_PATH = re.compile(r"^\.{0,2}/?[\w@.-]+(?:/[\w@.+-]+)*/?$")
_FILE_ENDING = re.compile(
    r"\.(?:py|pyi|ts|tsx|js|jsx|mjs|cjs|java|go|rs|c|h|cc|cpp|hpp|sh|md|rst|toml|yml|yaml|json|sql|html|css|ini|cfg|txt)$"
)
_CALL = re.compile(r"^([A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*)\(([^()]*)\)$")
_OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z0-9-]+)")
_SHELL = frozenset({"", "sh", "bash", "shell", "console", "zsh", "text", "terminal", "shell-session"})
_PROMPT = re.compile(r"^\s*(?:\$|>|%|PS>)\s+")
_COMMAND_WORD = re.compile(r"^(?:sudo\s+|npx\s+|uv run\s+|poetry run\s+|[A-Z_]+=\S+\s+)*([\w./@-]+)")
_SOURCE_COMMENT = re.compile(r"\s#\s.*$")


class Mention(NamedTuple):
    """Something that a document names. `kind` is `path`, `call`, `command` or `link`."""

    kind: str
    value: str
    line: int


def mentions(text: str) -> list[Mention]:
    """Return what a document names, in order, each thing once for each line."""
    found: list[Mention] = []
    fence, language = "", ""
    for number, line in enumerate(text.split("\n"), start=1):
        opening = _FENCE.match(line)
        if opening and not fence:
            fence, language = opening.group(1), opening.group(2).lower()
            continue
        if opening and fence and opening.group(1).startswith(fence) and not opening.group(2):
            fence = ""
            continue
        found.extend(_in_block(line, language, number) if fence else _in_prose(line, number))
    return list(dict.fromkeys(found))


def _in_prose(line: str, number: int) -> Iterator[Mention]:
    for match in _TICKED.finditer(line):
        value = match.group(1).strip()
        if called := _CALL.match(value):
            yield Mention("call", called.group(1), number)
        elif _PATH.match(value) and (_FILE_ENDING.search(value) or ("/" in value and value.endswith("/"))):
            yield Mention("path", value, number)
        elif " " in value and _COMMAND_WORD.match(value):
            yield Mention("command", value, number)
    for match in _LINK.finditer(line):
        target = match.group(1).partition("#")[0]
        if target and "://" not in target and not target.startswith(("mailto:", "#", "<")) and _PATH.match(target):
            yield Mention("link", target, number)


def _in_block(line: str, language: str, number: int) -> Iterator[Mention]:
    if language not in _SHELL:
        return
    command = _SOURCE_COMMENT.sub("", _PROMPT.sub("", line)).strip()
    if command and not command.startswith("#") and _COMMAND_WORD.match(command):
        yield Mention("command", command, number)


def options_in(text: str) -> list[str]:
    """Return the command-line options that a text writes out."""
    return sorted(set(_OPTION.findall(text)))


def program_of(command: str) -> tuple[str, list[str]]:
    """Return the program that a command line starts, and its further words."""
    match = _COMMAND_WORD.match(command)
    if match is None:
        return "", []
    return match.group(1), command[match.end() :].split()
