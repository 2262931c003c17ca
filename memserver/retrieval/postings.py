"""Keeps the postings of words that were asked for lately: a talk comes back to its words, and common ones are in most
questions.

Reading a common word's postings takes longer than anything else that is done with words. What is kept holds for one
state of the text index, whoever writes to it: the state is read with every question, and another one empties it.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from memserver.retrieval.lexical import Posting, postings_of
from memserver.retrieval.posting_block import PostingBlock
from memserver.storage.passages import PassageRepository, Reached

# A million places, 8 MB once they are in use: all words of some two hundred questions over 100,000 memories.
KEPT_NUMBERS = 1 << 21

NOWHERE = Posting(np.empty(0, np.int32), np.empty(0, np.int32))


class PostingKeeper:
    """Reads postings, and reads them once while they stay as they are."""

    def __init__(self, passages: PassageRepository, numbers: int = KEPT_NUMBERS) -> None:
        self._passages = passages
        self._state = ""
        self._kept = PostingBlock(numbers)

    async def of(self, terms: Sequence[str]) -> tuple[dict[str, Posting], Reached]:
        """Return the postings of those terms that stand anywhere, and how far the store has come."""
        state, known = self._state, {term: self._kept[term] for term in terms if term in self._kept}
        unknown = [term for term in terms if term not in known]
        rows, reached = await self._passages.postings(terms, unknown, state)
        read = postings_of(rows)
        if reached.text_index != state:
            known, unknown = {}, list(terms)
        if reached.text_index != self._state:
            self._state = reached.text_index
            self._kept.clear()
        for term in unknown:
            self._kept.put(term, read.get(term, NOWHERE))
        found = known | read
        return {term: found[term] for term in terms if term in found and len(found[term].ids)}, reached
