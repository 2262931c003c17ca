"""Keeps the postings of words that were asked for lately: a talk comes back to its words, and common ones are in most
questions.

Reading a common word's postings takes longer than anything else that is done with words. What is kept holds for one
state of the text index, whoever writes to it: the state is read with every question, and another one empties it.
"""

from __future__ import annotations

from collections.abc import Sequence

from memserver.retrieval.lexical import Posting, postings_of
from memserver.storage.passages import PassageRepository, Reached

# Half a million mentions: all words of some hundred questions over 10,000 memories, the common ones over 100,000.
KEPT_BYTES = 4 << 20
# What a word takes beside its numbers.
ENTRY_BYTES = 400


class PostingKeeper:
    """Reads postings, and reads them once while they stay as they are."""

    def __init__(self, passages: PassageRepository, most_bytes: int = KEPT_BYTES) -> None:
        self._passages = passages
        self._most_bytes = most_bytes
        self._state = ""
        self._kept: dict[str, Posting | None] = {}
        """In the order in which they were last asked for; None for a term that no passage holds."""
        self._bytes = 0

    async def of(self, terms: Sequence[str]) -> tuple[dict[str, Posting], Reached]:
        """Return the postings of those terms that stand anywhere, and how far the store has come."""
        state, known = self._state, {term: self._kept[term] for term in terms if term in self._kept}
        unknown = [term for term in terms if term not in known]
        rows, reached = await self._passages.postings(terms, unknown, state)
        read = postings_of(rows)
        if reached.text_index != state:
            known, unknown = {}, list(terms)
        if reached.text_index != self._state:
            self._state, self._kept, self._bytes = reached.text_index, {}, 0
        found = known | {term: read.get(term) for term in unknown}
        self._keep(found)
        return {term: posting for term in terms if (posting := found[term]) is not None}, reached

    def _keep(self, found: dict[str, Posting | None]) -> None:
        """Take in what was asked for as the newest, and let the oldest go."""
        for term, posting in found.items():
            if term in self._kept:
                self._kept[term] = self._kept.pop(term)
            else:
                self._kept[term] = posting.copy() if posting is not None else None
                self._bytes += _size(posting)
        while self._bytes > self._most_bytes:
            oldest = next(iter(self._kept))
            self._bytes -= _size(self._kept.pop(oldest))


def _size(posting: Posting | None) -> int:
    return ENTRY_BYTES + (posting.ids.nbytes + posting.counts.nbytes if posting is not None else 0)
