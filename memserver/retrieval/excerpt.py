"""Cuts a text down to a number of tokens where it speaks most of the question, at whole lines and sentences.

The excerpt is one stretch of the text, so that it reads as it was written, with "…" where something was left out.
It never has more tokens than asked for. What to cut and how short is decided elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from memserver.text.terms import index_terms
from memserver.text.token_count import count_tokens

ELLIPSIS = "…"
# Fewer tokens than these say nothing.
SHORTEST = 24

_SENTENCE = re.compile(r"[^\n]*?(?:[.!?。！？…]+[\"'”’)\]]*(?:\s+|$)|\n+|$)", re.DOTALL)


def excerpt(text: str, tokens: int, terms: Collection[str]) -> str:
    """Return the stretch of at most `tokens` tokens that holds most of the terms; the whole text when it fits."""
    text = text.strip()
    if count_tokens(text) <= tokens:
        return text
    pieces = _pieces(text)
    sizes = [count_tokens(piece) for piece in pieces]
    wanted = set(terms)
    hits = [len(wanted.intersection(index_terms(piece))) for piece in pieces]
    room = tokens - 2 * count_tokens(ELLIPSIS)
    first, last = _window(sizes, hits, room)
    while first < last:
        cut = _marked(pieces, first, last)
        if count_tokens(cut) <= tokens:
            return cut
        # Tokens of joined pieces can exceed their sum by a few: give up the poorer end.
        if hits[first] < hits[last - 1]:
            first += 1
        else:
            last -= 1
    return _cut_characters(pieces[max(range(len(pieces)), key=lambda place: (hits[place], -place))], tokens)


def _pieces(text: str) -> list[str]:
    return [match[0] for match in _SENTENCE.finditer(text) if match[0]]


def _window(sizes: list[int], hits: list[int], room: int) -> tuple[int, int]:
    """Return the stretch with the most hits that fits, grown to fill the room: forwards first, text goes on there."""
    best, best_hits, best_size = (0, 0), -1, 0
    start = size = found = 0
    for end, (piece, hit) in enumerate(zip(sizes, hits, strict=True), 1):
        size += piece
        found += hit
        while size > room and start < end:
            size -= sizes[start]
            found -= hits[start]
            start += 1
        if start < end and (found, size) > (best_hits, best_size):
            best, best_hits, best_size = (start, end), found, size
    return best


def _marked(pieces: list[str], first: int, last: int) -> str:
    body = "".join(pieces[first:last]).strip()
    before = f"{ELLIPSIS} " if first else ""
    after = f" {ELLIPSIS}" if last < len(pieces) else ""
    return f"{before}{body}{after}"


def _cut_characters(piece: str, tokens: int) -> str:
    """Cut one long sentence at a space where there is one, by characters and never inside a syllable."""
    piece = piece.strip()
    low, high = 0, len(piece)
    while low < high:
        middle = (low + high + 1) // 2
        if count_tokens(_shortened(piece, middle)) <= tokens:
            low = middle
        else:
            high = middle - 1
    return _shortened(piece, low) if low else ""


def _shortened(piece: str, length: int) -> str:
    if length >= len(piece):
        return piece
    space = piece.rfind(" ", length // 2, length + 1)
    return f"{piece[: space if space > 0 else length].rstrip()} {ELLIPSIS}"
