"""Cuts a long text into passages along its own structure; owns nothing but the cutting.

A passage is what is embedded and matched: small enough for the embedding model, whole enough to make sense alone.
Cuts are made at the coarsest place that fits: before a heading, at a blank line, at a line, at the end of a sentence,
at a space, and only then inside a word. Passages cover the text from end to end, without overlap, and say where
they begin and end, so that a caller can show the lines of a file. What a passage means or where it is stored is
none of this module's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

# Small passages are found better than large ones (docs/decisions/0005-fusion.md), and the model reads 512 at most: the
# estimate below can be off by half for dense code.
PASSAGE_TOKENS = 240
# Estimated model tokens of one character, by script.
TOKENS_PER_WIDE_CHARACTER = 0.62
TOKENS_PER_OTHER_CHARACTER = 0.27

_WIDE = re.compile(r"[\u1100-\u11ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]")
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


def estimate_model_tokens(text: str) -> float:
    """Estimate how many tokens the embedding model will see: no promise, good enough for deciding where to cut."""
    wide = len(_WIDE.findall(text)) if not text.isascii() else 0
    return wide * TOKENS_PER_WIDE_CHARACTER + (len(text) - wide) * TOKENS_PER_OTHER_CHARACTER


def split_passages(text: str, limit: float = PASSAGE_TOKENS) -> list[Passage]:
    """Cut `text` into passages of at most about `limit` model tokens; a short text is one passage."""
    if not text.strip():
        return []
    if estimate_model_tokens(text) <= limit:
        return [Passage(0, len(text), text, _first_heading(text))]
    spans = [span for span in _split(text, 0, len(text), limit, 0) if text[span[0] : span[1]].strip()]
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


def _split(text: str, start: int, end: int, limit: float, level: int) -> list[tuple[int, int]]:
    """Cut text[start:end] at boundaries of `level`, finer where needed, and join small neighbours evenly."""
    if level == len(_BOUNDARIES):
        return _cut_evenly(text, start, end, limit)
    pieces: list[tuple[int, int]] = []
    for piece_start, piece_end in _pieces(text, start, end, level):
        if estimate_model_tokens(text[piece_start:piece_end]) > limit:
            pieces.extend(_split(text, piece_start, piece_end, limit, level + 1))
        else:
            pieces.append((piece_start, piece_end))
    return _join(text, pieces, limit)


def _pieces(text: str, start: int, end: int, level: int) -> Iterator[tuple[int, int]]:
    position = start
    for match in _BOUNDARIES[level].finditer(text, start, end):
        if match.end() > position:
            yield position, match.end()
            position = match.end()
    if position < end:
        yield position, end


def _join(text: str, pieces: list[tuple[int, int]], limit: float) -> list[tuple[int, int]]:
    """Join neighbouring pieces up to an even share of the whole, so that no tiny tail is left."""
    costs = [estimate_model_tokens(text[start:end]) for start, end in pieces]
    total = sum(costs)
    share = total / max(1, ceil(total / limit))
    joined: list[tuple[int, int]] = []
    filled = 0.0
    for (start, end), cost in zip(pieces, costs, strict=True):
        # A piece goes to the passage before it when it fits and brings that passage nearer to its even share.
        if joined and filled + cost <= limit and filled + cost / 2 <= share:
            joined[-1] = (joined[-1][0], end)
            filled += cost
        else:
            joined.append((start, end))
            filled = cost
    return joined


def _cut_evenly(text: str, start: int, end: int, limit: float) -> list[tuple[int, int]]:
    parts = ceil(estimate_model_tokens(text[start:end]) / limit)
    size = ceil((end - start) / parts)
    return [(position, min(position + size, end)) for position in range(start, end, size)]
