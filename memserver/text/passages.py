"""Cuts a long text into passages along its own structure; owns nothing but the cutting.

A passage is what is embedded, matched and shown: small enough for several to stand in a turn, whole enough to make
sense alone. Cuts are made at the coarsest place that fits: between the messages of a conversation, before a heading, at
a blank line, at a line, at the end of a sentence, at a space, and only then inside a word. Passages cover the text from
end to end, without overlap, and say where they begin and end. What a passage means or where it is stored is none of
this module's business.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil

from memserver.text.labels import message_starts

# Characters of a passage, half as many in Korean. Turns composed of passages of 350, 600 and 1,000 characters were
# compared on eight sets: around 600 most answers fitted. The embedding model reads far more.
PASSAGE_SIZE = 600
# Two messages of a conversation stand in passages of their own when both are longer than about a line.
SHORT_MESSAGE = 120

_HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(?P<title>.+?)[ \t#]*$", re.MULTILINE)
# From coarse to fine: each pattern matches at the end of a piece, where a cut may be made.
_BOUNDARIES = (
    re.compile(r"\n(?=[ ]{0,3}#{1,6}[ \t])"),
    re.compile(r"\n[ \t]*\n\s*?(?=\S|\Z)"),
    re.compile(r"\n"),
    re.compile(r"(?<=[.!?。！？])[\"'”’)\]]*\s+|(?<=다\.)"),
    re.compile(r"\s+"),
)


@dataclass(frozen=True, slots=True)
class Passage:
    """One piece of a text: `text == whole[start:end]`, and the heading under which it stands ("" when none)."""

    start: int
    end: int
    text: str
    heading: str


def size(text: str) -> int:
    """Measure text: one per ASCII character, two per Hangul syllable, which says about as much as two letters."""
    return len(text) if text.isascii() else (len(text) + len(text.encode("utf-8", "surrogatepass"))) // 2


def split_passages(text: str, limit: int = PASSAGE_SIZE) -> list[Passage]:
    """Cut `text` into passages of at most `limit` in size; a short text is one passage."""
    if not text.strip():
        return []
    starts = message_starts(text)
    if size(text) <= limit and not starts:
        return [Passage(0, len(text), text, _first_heading(text))]
    spans = _split_messages(text, starts, limit) if starts else _split(text, 0, len(text), limit, 0)
    spans = [span for span in spans if text[span[0] : span[1]].strip()]
    headings = [(match.start(), match["title"]) for match in _HEADING.finditer(text)]
    return [Passage(start, end, text[start:end], heading) for start, end, heading in _with_headings(spans, headings)]


def _first_heading(text: str) -> str:
    match = _HEADING.match(text)
    return match["title"] if match else ""


def _with_headings(spans: list[tuple[int, int]], headings: list[tuple[int, str]]) -> Iterator[tuple[int, int, str]]:
    current, position = "", 0
    for start, end in spans:
        while position < len(headings) and headings[position][0] <= start:
            current = headings[position][1]
            position += 1
        yield start, end, current


def _split_messages(text: str, starts: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """Cut a conversation: long messages apart from each other, short ones with those beside them."""
    edges = [0, *starts[1:], len(text)]
    pieces = [piece for start, end in pairwise(edges) for piece in _split(text, start, end, limit, 0)]
    long = [size(text[start:end].strip()) > SHORT_MESSAGE for start, end in pairwise(edges)]
    messages = [bisect_right(edges, start) - 1 for start, _ in pieces]
    return _join(text, pieces, limit, [message if long[message] else None for message in messages])


def _split(text: str, start: int, end: int, limit: int, level: int) -> list[tuple[int, int]]:
    """Cut text[start:end] at boundaries of `level`, finer where needed, and join small neighbours evenly."""
    if size(text[start:end]) <= limit:
        return [(start, end)]
    if level == len(_BOUNDARIES):
        return _cut_evenly(text, start, end, limit)
    pieces: list[tuple[int, int]] = []
    for piece_start, piece_end in _pieces(text, start, end, level):
        pieces.extend(_split(text, piece_start, piece_end, limit, level + 1))
    return _join(text, pieces, limit)


def _pieces(text: str, start: int, end: int, level: int) -> Iterator[tuple[int, int]]:
    position = start
    for match in _BOUNDARIES[level].finditer(text, start, end):
        if match.end() > position:
            yield position, match.end()
            position = match.end()
    if position < end:
        yield position, end


def _join(
    text: str, pieces: list[tuple[int, int]], limit: int, messages: Sequence[int | None] = ()
) -> list[tuple[int, int]]:
    """Join neighbouring pieces up to an even share of the whole, so that no tiny tail is left.

    `messages` names the long message that each piece is of; two of them are never joined.
    """
    costs = [size(text[start:end]) for start, end in pieces]
    total = sum(costs)
    share = total / max(1, ceil(total / limit))
    joined: list[tuple[int, int]] = []
    filled = 0
    present: int | None = None
    for (start, end), cost, message in zip(pieces, costs, messages or [None] * len(pieces), strict=True):
        apart = None not in (present, message) and present != message
        # A piece goes to the passage before it when it fits and brings that passage nearer to its even share.
        if joined and not apart and filled + cost <= limit and filled + cost / 2 <= share:
            joined[-1] = (joined[-1][0], end)
            filled += cost
            present = message if present is None else present
        else:
            joined.append((start, end))
            filled, present = cost, message
    return joined


def _cut_evenly(text: str, start: int, end: int, limit: int) -> list[tuple[int, int]]:
    # Where there is no place to cut, even the widest character must fit: one of four bytes measures two and a half.
    widest = 1.0 if text[start:end].isascii() else 2.5
    parts = ceil((end - start) * widest / limit)
    length = ceil((end - start) / parts)
    return [(position, min(position + length, end)) for position in range(start, end, length)]
