"""Text on a terminal: how wide it is, and how it is cut and wrapped. Hangul takes two columns, combining marks none."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

_STYLE = re.compile(r"\x1b\[[0-9;]*m")


def width_of(text: str) -> int:
    """Return how many columns a text takes; colour codes take none."""
    return sum(_columns(character) for character in _STYLE.sub("", text))


def shorten(text: str, width: int) -> str:
    """Return the text on one line, cut to a width with an ellipsis."""
    line = " ".join(text.split())
    if width_of(line) <= width:
        return line
    kept, used = [], 1
    for character in line:
        used += _columns(character)
        if used > width:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def pad(text: str, width: int) -> str:
    """Return the text with spaces up to a width."""
    return text + " " * max(0, width - width_of(text))


def wrap(text: str, width: int) -> list[str]:
    """Break each line of a text at spaces so that it fits; list items and quotes keep their indent."""
    return [piece for line in text.splitlines() for piece in _wrap_line(line.rstrip(), max(width, 10))]


def _wrap_line(line: str, width: int) -> Iterator[str]:
    if width_of(line) <= width:
        yield line
        return
    lead = re.match(r"\s*(?:[-*•>]\s+|\[\d+\]\s+|\d+[.)]\s+)?", line)
    hang = " " * min(width_of(lead.group()) if lead else 0, width // 2)
    current = ""
    for word in _words(line, width - width_of(hang)):
        if current.strip() and width_of(current + word.rstrip()) > width:
            yield current.rstrip()
            current = hang + word.lstrip()
        else:
            current += word
    if current.strip():
        yield current.rstrip()


def _words(line: str, width: int) -> Iterator[str]:
    """Yield words with the spaces behind them; what is wider than a whole line is broken anywhere."""
    for word in re.findall(r"\s*\S+\s*", line):
        piece = ""
        for character in word:
            if width_of(piece) + _columns(character) > width:
                yield piece
                piece = ""
            piece += character
        yield piece


def _columns(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf", "Cc"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
