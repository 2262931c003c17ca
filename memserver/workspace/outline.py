"""The outline of a file: its statements as tokens, and the blocks that have a name. Owns the shape, reads nothing.

A token tells what it is by its first character: `#` a number, `"` a word of a string, else a word or a sign. What
does not count (white space, comments, quotes, annotations) is no token.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

NUMBER, STRING = "#", '"'
MOST_STATEMENTS = 60_000

_FIELD = re.compile(r"\{[^{}\n]{0,80}\}|%\(\w{1,60}\)[sdrf]?|%[-+0 #]?\d{0,3}(?:\.\d{1,3})?[sdrfx](?![A-Za-z])")
# A version with the sign that bounds it.
_BOUND = re.compile(r"([<>=!~^]{1,3})v?(\d[\d.]{0,30})")
_EDGES = ".,:;!?'\"`()[]{}"


class Statement(NamedTuple):
    """One statement, setting or sentence. `doc` says that it only documents."""

    line: int
    tokens: tuple[str, ...]
    doc: bool = False


class Block(NamedTuple):
    """A part of a file that has a name: its statements are `outline.statements[first:last]`."""

    name: str
    first: int
    last: int
    hidden: frozenset[str] = frozenset()
    """Names of its own, which may change without changing what it does."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A file as it is compared."""

    statements: Sequence[Statement]
    blocks: Sequence[Block]
    prose: bool = False


def word_of(token: str) -> str:
    """Return what a token says, without its mark."""
    return token[1:] if token[0] in '#"' and len(token) > 1 else token


def string_tokens(text: str) -> Iterable[str]:
    """Yield the words of a string; fields that are filled in and signs at the edges are none."""
    # A string of nothing but a field is what it is; in a sentence a field is only where something goes.
    said = _FIELD.sub(" ", text).split() or text.split()
    for piece in said:
        word = piece.strip(_EDGES) or piece
        if bound := _BOUND.fullmatch(word):
            yield STRING + bound.group(1)
            yield number_token(bound.group(2))
        elif word.strip(_EDGES):
            yield STRING + word[:80]


def number_token(text: str) -> str:
    """Return a number as a token, however it is written."""
    plain = text.replace("_", "").rstrip("lLuUnfF") if text[:2].lower() != "0x" else text.lower()
    if plain.count(".") == 1:
        plain = plain.rstrip("0").rstrip(".") or "0"
        plain = f"0{plain}" if plain.startswith(".") else plain
    return NUMBER + plain[:40]
