"""The outline of any other text: code by its braces or indentation, settings by their keys, prose by its headings.

No parser: one pass of a lexer that knows how each family of languages writes comments and strings. Never raises, and
takes time in proportion to the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath
from typing import NamedTuple

from memserver.text.korean import korean_stem
from memserver.text.words import words
from memserver.workspace.outline import MOST_STATEMENTS, Block, Outline, Statement, number_token, string_tokens

_PROSE = words(".md .markdown .mdx .rst .txt .adoc .org")
_SETTINGS = words(".yaml .yml .toml .ini .cfg .conf .env .properties .json .jsonc .json5 .lock .editorconfig")
_HASH_COMMENTS = words(
    ".py .pyi .pyx .rb .sh .bash .zsh .fish .pl .r .yaml .yml .toml .ini .cfg .conf .env .properties .tf .ex .exs .jl"
    " .nim .cmake .mk .dockerfile .editorconfig .ps1 .gitignore"
)
_HASH_NAMES = words("dockerfile makefile gnumakefile justfile rakefile gemfile vagrantfile .env .gitignore")
_DASH_COMMENTS = words(".sql .lua .hs .elm .ada .vhd")

_WORD = r"[^\W\d][\w$]*|\$[\w$]+"
_KEY = r"[^\W\d][\w$-]*|\$[\w$]+"
_REST = (
    r"|(?P<number>0[xXbBoO][0-9a-fA-F_]+|\d[\d_]*(?:\.\d+)?)"
    r"|(?P<name>{name})"
    r"|(?P<line>\n[ \t\r\f\v]*)"
    r"|(?P<sign>=>|->|\*\*|//|[<>=!:+\-*/%&|^]=+|&&|\|\||\?\?|\?\.|::|\.\.\.|[^\s\w])"
)
_STRINGS = (
    r"|(?P<string>\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z)"
    r"|\"(?:\\.|[^\"\\\n])*+(?:\"|\\?(?=\n)|\\?\Z)|'(?:\\.|[^'\\\n])*+(?:'|\\?(?=\n)|\\?\Z)"
    r"|`(?:\\[\s\S]|[^`\\])*+(?:`|\\?\Z))"
)


def _lexer(comment: str, name: str) -> re.Pattern[str]:
    return re.compile(rf"(?P<comment>{comment}){_STRINGS}{_REST.replace('{name}', name)}")


_HASH = _lexer(r"\#[^\n]*", _WORD)
_HASH_KEYS = _lexer(r"[\#;][^\n]*", _KEY)
_SLASH = _lexer(r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|<!--[\s\S]*?(?:-->|\Z)", _WORD)
_SLASH_KEYS = _lexer(r"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)", _KEY)
_DASH = _lexer(r"--[^\n]*|/\*[\s\S]*?(?:\*/|\Z)", _WORD)

_ROUND_OPEN, _ROUND_CLOSE = frozenset("(["), frozenset(")]")
_ENDS = frozenset("{};")
_SETS = frozenset({"=", ":=", ":"})
_BODY_FOLLOWS = frozenset({"{", "=>", ":"})
_NO_NAME = frozenset("()[]{},;")
_CONTINUES = words("+ - * / % && || ?? ? : . ?. = => -> | & ^ == != === !== <= >=")
_MODIFIERS = words(
    "export default public private protected internal static async abstract final pub readonly override declare inline"
    " const let var val mut unsafe extern virtual sealed partial open data suspend local"
)
_DEFINERS = words(
    "function func fn fun def class interface type struct enum trait impl module namespace package object record sub"
    " proc protocol extension macro table view procedure trigger index"
)
_CONTROL = words("if for while switch catch return else do try with using foreach when match case elif unless until")


class _Line(NamedTuple):
    number: int
    indent: int
    tokens: tuple[str, ...]


def text_outline(path: str, text: str) -> Outline:
    """Return the outline of a text by the name of its file."""
    name = PurePath(path).name.lower()
    suffix = PurePath(name).suffix or (name if name.startswith(".") else "")
    if suffix in _PROSE:
        return _prose(text)
    settings = suffix in _SETTINGS
    if suffix in _DASH_COMMENTS:
        lexer = _DASH
    elif suffix in _HASH_COMMENTS or name in _HASH_NAMES or text.startswith("#!"):
        lexer = _HASH_KEYS if settings else _HASH
    else:
        lexer = _SLASH_KEYS if settings else _SLASH
    return _code(list(_lines(lexer, text)))


def _lines(lexer: re.Pattern[str], text: str) -> Iterator[_Line]:
    """Yield logical lines: brackets that are open and signs that want more hold a line together."""
    number, start, indent, depth = 1, 1, len(text) - len(text.lstrip(" \t")), 0
    tokens: list[str] = []
    for match in lexer.finditer(text):
        kind, value = match.lastgroup, match.group()
        if kind == "line":
            number += 1
            goes_on = depth > 0 or (tokens and tokens[-1] in _CONTINUES and tokens[-1] != ":")
            if not goes_on or len(tokens) > 2_000:
                if tokens:
                    yield _Line(start, indent, tuple(tokens))
                tokens, depth = [], 0
                start, indent = number, len(value) - 1
            continue
        if not tokens:
            start = number
        if kind == "comment":
            number += value.count("\n")
        elif kind == "string":
            number += value.count("\n")
            tokens.extend(string_tokens(value))
            tokens.extend(() if tokens else ('""',))
        elif kind == "number":
            tokens.append(number_token(value))
        elif kind == "name":
            tokens.append(value)
        else:
            depth += (value in "([") - (value in ")]" and depth > 0)
            tokens.append(value)
    if tokens:
        yield _Line(start, indent, tuple(tokens))


def _code(lines: Sequence[_Line]) -> Outline:
    statements: list[Statement] = []
    blocks: list[Block] = []
    # What is open: indentation, name, first statement, place among the blocks.
    stack: list[tuple[int, str, int, int]] = []
    section: tuple[str, int, int] | None = None

    def close(indent: int) -> None:
        while stack and stack[-1][0] >= indent:
            _, name, first, place = stack.pop()
            blocks[place] = Block(name, first, len(statements))

    for line in lines:
        if len(statements) >= MOST_STATEMENTS:
            break
        beginning = line.tokens[0]
        if beginning in (")", "]", "}"):
            # The end of a block belongs to it, and so does what follows on its line.
            statements.extend(_statements(line))
            close(line.indent)
            continue
        close(line.indent)
        if beginning == "[" and line.tokens[-1] == "]" and line.indent == 0:
            if section:
                blocks[section[2]] = Block(section[0], section[1], len(statements))
            section = (".".join(_names(line.tokens)), len(statements), len(blocks))
            blocks.append(Block(*section[:2], section[1]))
        elif name := _defined(line.tokens):
            above = stack[-1][1] + "." if stack else f"{section[0]}." if section else ""
            if len(above) < 200:
                stack.append((line.indent, above + name, len(statements), len(blocks)))
                blocks.append(Block(above + name, len(statements), len(statements)))
        statements.extend(_statements(line))
    close(-1)
    if section:
        blocks[section[2]] = Block(section[0], section[1], len(statements))
    return Outline(statements, blocks)


def _statements(line: _Line) -> Iterator[Statement]:
    """Cut a line where formatters break lines: at braces, semicolons and between the entries of braces."""
    part: list[str] = []
    rounds = 0
    for each in line.tokens:
        if each in _ENDS or (each == "," and rounds == 0):
            if part:
                yield Statement(line.number, tuple(part))
            part = []
            continue
        if each in _ROUND_CLOSE and part and part[-1] == ",":
            part.pop()
        rounds += (each in _ROUND_OPEN) - (each in _ROUND_CLOSE)
        part.append(each)
    if part:
        yield Statement(line.number, tuple(part))


def _names(tokens: Sequence[str]) -> list[str]:
    return [each.lstrip('"') for each in tokens if each[0] in '"_' or each[0].isalpha()]


def _defined(tokens: Sequence[str]) -> str:
    """Return the name that a line defines; empty where it defines none."""
    place = 0
    while place < len(tokens) - 1 and tokens[place] in _MODIFIERS:
        place += 1
    if tokens[place] == "-" and place + 1 < len(tokens):
        place += 1
    first = tokens[place]
    rest = tokens[place + 1 :]
    if first in _DEFINERS and rest:
        return _after_definer(rest)
    if first in _CONTROL or not (first[0] in '"_$' or first[0].isalpha()):
        return ""
    for at, each in enumerate(rest[:12]):
        if each in _SETS:
            names = _names(tokens[place : place + 1 + at])
            return names[0 if each == ":" else -1][:80] if names else ""
        if each == "(":
            opens = tokens[-1] in _BODY_FOLLOWS
            return (_names(tokens[place : place + 1 + at]) or [""])[-1][:80] if opens else ""
        if each in _NO_NAME:
            break
    if tokens[-1] == "{":
        return " ".join(_names(tokens[place:]))[:80]
    return ""


def _after_definer(rest: Sequence[str]) -> str:
    """Return the name after `func`, `class` …; a receiver in brackets stands in front of a method's."""
    at, owner = 0, ""
    if rest[0] == "(" and ")" in rest[:10]:
        end = rest.index(")")
        owner = (_names(rest[:end]) or [""])[-1] + "."
        at = end + 1
    return (owner + rest[at])[:80] if at < len(rest) and _names(rest[at : at + 1]) else ""


_PARAGRAPH = re.compile(r"^[ \t]*(?:#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||```|~~~|$)")
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+")
_PROSE_TOKEN = re.compile(
    r"(?P<number>\d[\d_]*(?:[.,]\d+)*)|(?P<name>[^\W\d_]\w*(?:[-.]\w+)*)|(?P<sign>[<>=!]=?|->|=>|%)"
)


def prose_tokens(text: str) -> Iterator[str]:
    """Yield the words of plain text as they are compared: in small letters, Korean words without their endings."""
    for match in _PROSE_TOKEN.finditer(text):
        if match.lastgroup == "number":
            yield number_token(match.group().replace(",", ""))
        elif match.lastgroup == "name":
            word = match.group()[:80].lower()
            yield word if word.isascii() else korean_stem(word) or word
        else:
            yield match.group()


def _prose(text: str) -> Outline:
    statements: list[Statement] = []
    blocks: list[Block] = []
    headings: list[tuple[int, str, int, int]] = []
    paragraph: list[str] = []
    start = 1

    def flush() -> None:
        for sentence in _SENTENCE_END.split(" ".join(paragraph)) if paragraph else ():
            if tokens := tuple(prose_tokens(sentence)):
                statements.append(Statement(start, tokens))
        paragraph.clear()

    def close(level: int) -> None:
        while headings and headings[-1][0] >= level:
            _, name, first, place = headings.pop()
            blocks[place] = Block(name, first, len(statements))

    for number, line in enumerate(text.splitlines(), start=1):
        if len(statements) >= MOST_STATEMENTS:
            break
        if _PARAGRAPH.match(line):
            flush()
        if not paragraph:
            start = number
        if line.startswith("#") and (name := line.lstrip("#").strip()):
            level = len(line) - len(line.lstrip("#"))
            close(level)
            headings.append((level, name[:80], len(statements), len(blocks)))
            blocks.append(Block(name[:80], len(statements), len(statements)))
            statements.append(Statement(number, tuple(prose_tokens(name)) or (name[:80],)))
        elif line.strip():
            paragraph.append(line.strip())
    flush()
    close(0)
    return Outline(statements, blocks, prose=True)
