"""Cuts text into sentences and clauses, Korean and English, with code kept out.

Owns where a sentence ends. Fenced code never reaches a sentence; inline code keeps its words, since a name in back
ticks is still a name. It judges nothing about what a sentence says.
"""

from __future__ import annotations

import re

_FENCE = re.compile(r"(?:```|~~~)[^\n]*\n?[\s\S]*?(?:```|~~~|\Z)")
_BULLET = re.compile(r"^\s*(?:[-*•·]|\d{1,2}[.)]|#{1,6}|>)\s+")
# Begins with the sign itself, which stays with its sentence: looking back from every character is many times as slow.
_END = re.compile(r"[.!?。！？…][\"'”’)\]]*\s+|\n+")
# A full stop after these does not end a sentence.
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|Dr|Mr|Mrs|Ms|St|No|Fig|Jan|Feb|Mar|Apr|Aug|Sept?|Oct|Nov|Dec|al)|\b[A-Z])\.$"
)
# No abbreviation is as long, the letter before it included.
LONGEST_ABBREVIATION = 12
_JOINED_BY = (
    r"(?=(?:but|so|and|which|who|whereas|while|although|though|because|since|however|can you|could you|what|how|should"
    r"|I|I'm|I've|we|we've|it|it's|they|if)\b)"
)
_CLAUSE = re.compile(rf"(?:,|;|\s[-–—]+)\s*{_JOINED_BY}|;\s+|\s[–—]\s|(?<=지만|는데|은데|고서),?\s+", re.IGNORECASE)
# The same without what plain letters can't hold: half the price, since nothing is looked back for at every space.
_PLAIN_CLAUSE = re.compile(rf"[,;]\s*{_JOINED_BY}|;\s+|\s-+\s*{_JOINED_BY}", re.IGNORECASE)
_SHORTEST_CLAUSE = 3


def without_code(text: str) -> str:
    """Return the text without its fenced code blocks; each leaves a line break."""
    if "```" not in text and "~~~" not in text:
        return text
    return _FENCE.sub("\n", text)


def split_sentences(text: str) -> list[str]:
    """Return the sentences of the text in order, without list signs and without fenced code."""
    sentences: list[str] = []
    pending = ""
    for piece in _pieces(without_code(text)):
        pending = f"{pending} {piece}" if pending else _BULLET.sub("", piece)
        if pending.endswith(".") and _ABBREVIATION.search(pending[-LONGEST_ABBREVIATION:]):
            continue
        if pending.strip():
            sentences.append(pending.strip())
        pending = ""
    if pending.strip():
        sentences.append(pending.strip())
    return sentences


def _pieces(text: str) -> list[str]:
    pieces, start = [], 0
    for end in _END.finditer(text):
        pieces.append(text[start : end.start() + (text[end.start()] != "\n")])
        start = end.end()
    return [bare for piece in (*pieces, text[start:]) if (bare := piece.strip())]


def split_clauses(sentence: str) -> list[str]:
    """Return the clauses of a long sentence; a clause of fewer than three words stays with the one before it."""
    clauses: list[str] = []
    for part in (_PLAIN_CLAUSE if sentence.isascii() else _CLAUSE).split(sentence):
        piece = part.strip(" ,;")
        if not piece:
            continue
        if clauses and len(piece.split()) < _SHORTEST_CLAUSE:
            clauses[-1] = f"{clauses[-1]}, {piece}"
        else:
            clauses.append(piece)
    return clauses
