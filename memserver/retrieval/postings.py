"""Keeps the postings of words that were asked for lately: a talk comes back to its words, and common ones are in most
questions.

Reading a common word's postings takes longer than anything else that is done with words. What is kept holds for one
state of the text index, whoever writes to it: the state is read with every question, and another one empties it. All of
it lies in one block that is filled from its beginning to its end and over again: a server that lives for weeks neither
grows by it nor leaves holes in its memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Posting, postings_of
from memserver.storage.passages import PassageRepository, Reached

# Half a million places: all words of some hundred questions over 10,000 memories, the common ones over 100,000.
KEPT_NUMBERS = 1 << 20
# However short their postings are, so many words at most.
KEPT_WORDS = 4_096


class Place(NamedTuple):
    """Where the numbers of a posting lie in the block: its ids first, then as many counts."""

    start: int
    length: int

    @property
    def end(self) -> int:
        """Where the next one may begin."""
        return self.start + 2 * self.length


class PostingKeeper:
    """Reads postings, and reads them once while they stay as they are."""

    def __init__(self, passages: PassageRepository, numbers: int = KEPT_NUMBERS) -> None:
        self._passages = passages
        self._state = ""
        self._block: npt.NDArray[np.int32] = np.empty(numbers, np.int32)
        self._places: dict[str, Place] = {}
        """Oldest first; a term that no passage holds has a place without numbers."""

    async def of(self, terms: Sequence[str]) -> tuple[dict[str, Posting], Reached]:
        """Return the postings of those terms that stand anywhere, and how far the store has come."""
        state = self._state
        known = {term: self._copy(self._places[term]) for term in terms if term in self._places}
        unknown = [term for term in terms if term not in known]
        rows, reached = await self._passages.postings(terms, unknown, state)
        read = postings_of(rows)
        if reached.text_index != state:
            known, unknown = {}, list(terms)
        if reached.text_index != self._state:
            self._state = reached.text_index
            self._places.clear()
        for term in unknown:
            self._keep(term, read.get(term, NOWHERE))
        found = known | read
        return {term: found[term] for term in terms if term in found and len(found[term].ids)}, reached

    def _copy(self, place: Place) -> Posting:
        """Return the numbers of a place for as long as they are needed: the place itself may be given to others."""
        numbers = self._block[place.start : place.end].copy()
        return Posting(numbers[: place.length], numbers[place.length :])

    def _keep(self, term: str, posting: Posting) -> None:
        """Put a posting behind the newest one, in the place of the oldest ones."""
        if term in self._places or 2 * len(posting.ids) > len(self._block):
            return
        newest = next(reversed(self._places.values()), Place(0, 0))
        place = Place(newest.end, len(posting.ids))
        if place.end > len(self._block):
            self._forget_from(newest.end, len(self._block))
            place = Place(0, place.length)
        self._forget_from(place.start, place.end)
        if len(self._places) >= KEPT_WORDS:
            del self._places[next(iter(self._places))]
        self._block[place.start : place.end] = np.concatenate([posting.ids, posting.counts])
        self._places[term] = place

    def _forget_from(self, start: int, end: int) -> None:
        """Forget the oldest for as long as they lie in a part of the block."""
        while self._places:
            term, oldest = next(iter(self._places.items()))
            if not (start <= oldest.start < end or oldest.start <= start < oldest.end):
                return
            del self._places[term]


NOWHERE = Posting(np.empty(0, np.int32), np.empty(0, np.int32))
