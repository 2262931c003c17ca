"""Postings in one block of memory that is filled from its beginning to its end and over again.

A server that lives for weeks neither grows by what it keeps here nor leaves holes in its memory: the newest posting
takes the place of the oldest ones. Owns where each lies; knows nothing of a store or of how long a posting holds.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Posting

# However short their postings are, so many terms at most.
MOST_TERMS = 4_096


class Place(NamedTuple):
    """Where the numbers of a posting lie in the block: its ids first, then as many counts."""

    start: int
    length: int

    @property
    def end(self) -> int:
        """Where the next one may begin."""
        return self.start + 2 * self.length


class PostingBlock:
    """The postings of some terms; one without a passage takes no room."""

    def __init__(self, numbers: int) -> None:
        self._numbers: npt.NDArray[np.int32] = np.empty(numbers, np.int32)
        self._places: dict[str, Place] = {}
        """Oldest first: from the end of the newest on they lie in this order, beyond the end of the block from its
        beginning."""

    def __contains__(self, term: str) -> bool:
        return term in self._places

    def __getitem__(self, term: str) -> Posting:
        """Return a copy: the place itself may be given to others while somebody still reads."""
        place = self._places[term]
        numbers = self._numbers[place.start : place.end].copy()
        return Posting(numbers[: place.length], numbers[place.length :])

    def terms(self) -> list[str]:
        """Return whose postings are here, oldest first."""
        return list(self._places)

    def clear(self) -> None:
        """Forget everything."""
        self._places.clear()

    def put(self, term: str, posting: Posting) -> None:
        """Put a posting behind the newest one; one that is there already stays, one larger than the block is left."""
        size = len(self._numbers)
        if term in self._places or 2 * len(posting.ids) > size:
            return
        newest = next(reversed(self._places.values()), Place(0, 0))
        place = Place(newest.end, len(posting.ids))
        if place.end > size:
            # To the end and with it: one that takes no room may lie right there.
            self._give_up(newest.end, size + 1)
            place = Place(0, place.length)
        self._give_up(place.start, place.end)
        if len(self._places) >= MOST_TERMS:
            del self._places[next(iter(self._places))]
        self._numbers[place.start : place.end] = np.concatenate([posting.ids, posting.counts])
        self._places[term] = place

    def _give_up(self, start: int, end: int) -> None:
        """Forget the oldest for as long as they lie in a part of the block."""
        while self._places:
            term, oldest = next(iter(self._places.items()))
            if not (start <= oldest.start < end or oldest.start <= start < oldest.end):
                return
            del self._places[term]
