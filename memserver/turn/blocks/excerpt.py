"""Picks the lines of a user's file that a block may show: those that speak of the prompt first, within its share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memserver.text.terms import index_terms

# Rough tokens per character by script, a little high: a share may be missed downwards, not upwards.
TOKENS_PER_HANGUL = 0.68
TOKENS_PER_OTHER = 0.25
_HANGUL = re.compile("[\uac00-\ud7a3]")
_MARKER = re.compile(r"^\s*(?:[-*+•]|\d{1,2}[.)])\s+")
_NOT_A_RULE = re.compile(r"^\s*(?:#|<!--|---|===|```|\|?[-:| ]+\|?$)")


@dataclass(frozen=True, slots=True)
class PickedLines:
    """The chosen lines in file order, and whether others were left out."""

    lines: tuple[str, ...]
    cut: bool


@dataclass(frozen=True, slots=True)
class Line:
    """A rule or a term of a user's file, with what it costs and the terms that it holds."""

    text: str
    tokens: float
    terms: frozenset[str]


def estimate_tokens(text: str) -> float:
    """Estimate the tokens of a short text without a tokeniser."""
    hangul = 0 if text.isascii() else len(_HANGUL.findall(text))
    return 1 + hangul * TOKENS_PER_HANGUL + (len(text) - hangul) * TOKENS_PER_OTHER


def in_order_of_use(lines: Sequence[Line], prompt: str) -> list[int]:
    """Return the numbers of lines, first those that share the most words with a prompt."""
    asked = frozenset(index_terms(prompt[:1000]))
    return sorted(range(len(lines)), key=lambda number: (-len(asked & lines[number].terms), number))


def lines_about(text: str, subject: str, share: float) -> PickedLines:
    """Choose the lines of `text` that share words with `subject`, the most of them first, within `share` tokens."""
    lines = lines_of(text)
    asked = frozenset(index_terms(subject[:1000]))
    about = [number for number in in_order_of_use(lines, subject) if not asked.isdisjoint(lines[number].terms)]
    chosen: list[int] = []
    for number in about:
        if lines[number].tokens <= share:
            chosen.append(number)
            share -= lines[number].tokens
    return PickedLines(tuple(lines[number].text for number in sorted(chosen)), cut=len(chosen) < len(about))


@lru_cache(maxsize=8)
def lines_of(text: str) -> tuple[Line, ...]:
    """Return the rules of a file, without markers, headings and comments; kept, since the file seldom changes."""
    found = []
    for raw in text.splitlines():
        line = _MARKER.sub("", raw).strip()
        if line and not _NOT_A_RULE.match(raw):
            found.append(Line(line, estimate_tokens(line) + 1, frozenset(index_terms(line))))
    return tuple(found)
