"""Source text as tokens with line numbers, for comparing code: rough, fast, and content with any text.

Identifiers and literals are told from the words and signs of the language. Comments and white space are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from memserver.text.words import words

_KEYWORDS = words(
    """if else elif for while do switch case default break continue return try except catch finally raise throw with as
    in is not and or lambda def class import from async await yield pass del global nonlocal assert match new delete
    typeof instanceof function const let var this self super true false null None True False undefined export extends
    implements interface type enum public private protected static void int float double bool boolean char long short
    unsigned struct union goto fn func mut pub use mod impl trait where loop go defer chan select range map package"""
)
_COMMON = (
    r"(?P<number>\b0[xXbBoO][0-9a-fA-F_]+\b|\b\d[\d_]*(?:\.\d+)?(?:[eE][+-]?\d+)?\w*)"
    r"|(?P<name>[^\W\d][\w$]*|\$[\w$]*)"
    r"|(?P<sign>=>|->|\*\*=?|//=?|[<>=!+\-*/%&|^]=|&&|\|\||\?\?|\?\.|::|:=|\.\.\.|[^\s\w])"
)
_PYTHON = re.compile(
    r"(?P<comment>\#[^\n]*)"
    r"|(?P<string>(?:\b[rRbBfFuU]{1,2})?(?:\"\"\"[\s\S]*?(?:\"\"\"|\Z)|'''[\s\S]*?(?:'''|\Z))"
    r"|(?:\b[rRbBfFuU]{1,2})?(?:\"(?:\\.|[^\"\\\n])*(?:\"|$)|'(?:\\.|[^'\\\n])*(?:'|$)))"
    rf"|{_COMMON}",
    re.MULTILINE,
)
_BRACES = re.compile(
    r"(?P<comment>//[^\n]*|/\*[\s\S]*?(?:\*/|\Z))"
    r"|(?P<string>\"(?:\\.|[^\"\\\n])*(?:\"|$)|'(?:\\.|[^'\\\n])*(?:'|$)|`(?:\\[\s\S]|[^`\\])*(?:`|\Z))"
    rf"|{_COMMON}",
    re.MULTILINE,
)


class Token(NamedTuple):
    """A token: what it is compared as (`name`, `literal`, or itself), its text and its line."""

    shape: str
    text: str
    line: int


def tokens(text: str, language: str) -> Iterator[Token]:
    """Yield the tokens of a text, in order."""
    pattern = _PYTHON if language == "python" else _BRACES
    line, position = 1, 0
    for match in pattern.finditer(text):
        line += text.count("\n", position, match.start())
        position = match.start()
        kind, value = match.lastgroup, match.group()
        if kind == "comment":
            continue
        if kind == "name" and value not in _KEYWORDS:
            yield Token("name", value, line)
        elif kind in ("number", "string"):
            yield Token("literal", value, line)
        else:
            yield Token(value, value, line)
