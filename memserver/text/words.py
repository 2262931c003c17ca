"""How this package writes lists of words: as plain text, separated by white space. Owns nothing else."""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """Return the words of `text` as a set."""
    return frozenset(text.split())
