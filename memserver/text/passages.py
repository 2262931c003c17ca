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
from memserver.text.language import has_korean

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
    """Measure a line of a note, whose language is not known: one per ASCII character, two per Hangul syllable, which
    says about as much as two letters."""
    return len(text) if text.isascii() else (len(text) + len(text.encode("utf-8", "surrogatepass"))) // 2


@dataclass(frozen=True, slots=True)
class _Whole:
    """A text to be cut, and how many characters a passage of it may have."""

    text: str
    limit: int


def split_passages(text: str, limit: int = PASSAGE_SIZE) -> list[Passage]:
    """Cut `text` into passages of at most `limit` characters, half as many in Korean; a short text is one passage."""
    if not text.strip():
        return []
    starts = message_starts(text)
    whole = _Whole(text, limit // 2 if has_korean(text) else limit)
    if len(text) <= whole.limit and not starts:
        return [Passage(0, len(text), text, _first_heading(text))]
    spans = _split_messages(whole, starts) if starts else _split(whole, 0, len(text), 0)
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


def _split_messages(whole: _Whole, starts: Sequence[int]) -> list[tuple[int, int]]:
    """Cut a conversation: long messages apart from each other, short ones with those beside them."""
    edges = [0, *starts[1:], len(whole.text)]
    pieces = [piece for start, end in pairwise(edges) for piece in _split(whole, start, end, 0)]
    long = [len(whole.text[start:end].strip()) > SHORT_MESSAGE for start, end in pairwise(edges)]
    messages = [bisect_right(edges, start) - 1 for start, _ in pieces]
    return _join(whole, pieces, [message if long[message] else None for message in messages])


def _split(whole: _Whole, start: int, end: int, level: int) -> list[tuple[int, int]]:
    """Cut a stretch at boundaries of `level`, finer where needed, and join small neighbours evenly."""
    if end - start <= whole.limit:
        return [(start, end)]
    if level == len(_BOUNDARIES):
        return _cut_evenly(start, end, whole.limit)
    pieces: list[tuple[int, int]] = []
    for piece_start, piece_end in _pieces(whole.text, start, end, level):
        pieces.extend(_split(whole, piece_start, piece_end, level + 1))
    return _join(whole, pieces)


def _pieces(text: str, start: int, end: int, level: int) -> Iterator[tuple[int, int]]:
    position = start
    for match in _BOUNDARIES[level].finditer(text, start, end):
        if match.end() > position:
            yield position, match.end()
            position = match.end()
    if position < end:
        yield position, end


def _join(whole: _Whole, pieces: list[tuple[int, int]], messages: Sequence[int | None] = ()) -> list[tuple[int, int]]:
    """Join neighbouring pieces up to an even share of the whole, so that no tiny tail is left.

    `messages` names the long message that each piece is of; two of them are never joined.
    """
    costs = [end - start for start, end in pieces]
    total = sum(costs)
    share = total / max(1, ceil(total / whole.limit))
    joined: list[tuple[int, int]] = []
    filled = 0
    present: int | None = None
    for (start, end), cost, message in zip(pieces, costs, messages or [None] * len(pieces), strict=True):
        apart = None not in (present, message) and present != message
        # A piece goes to the passage before it when it fits and brings that passage nearer to its even share.
        if joined and not apart and filled + cost <= whole.limit and filled + cost / 2 <= share:
            joined[-1] = (joined[-1][0], end)
            filled += cost
            present = message if present is None else present
        else:
            joined.append((start, end))
            filled, present = cost, message
    return joined


def _cut_evenly(start: int, end: int, limit: int) -> list[tuple[int, int]]:
    length = ceil((end - start) / ceil((end - start) / limit))
    return [(position, min(position + length, end)) for position in range(start, end, length)]
