"""Pieces of text that are looked for before a pattern is: most texts hold none, and looking for them is much cheaper.

Owns that look and nothing about what the pieces mean. Whoever has a pattern names for it pieces of which every match
holds at least one.
"""

from __future__ import annotations

from collections.abc import Iterable


class Hints:
    """Some pieces in lower case. Text without other letters is only searched for the plain ones."""

    def __init__(self, pieces: Iterable[str]) -> None:
        pieces = tuple(dict.fromkeys(pieces))
        self._plain = tuple(piece for piece in pieces if piece.isascii())
        self._other = tuple(piece for piece in pieces if not piece.isascii())

    def stand_in(self, lowered: str) -> bool:
        """Say whether any of the pieces stands in a text, which is in lower case already."""
        for piece in self._plain:
            if piece in lowered:
                return True
        return not lowered.isascii() and any(piece in lowered for piece in self._other)
