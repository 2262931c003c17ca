"""Finds records of the tiers by meaning and words, on one scale from 0 to 1.

Candidates come from the postings of the question's words and from the vector index, never from a walk over all
records. Every candidate is then judged by both: how many of the question's words it holds, weighed by their rarity,
and how close its vector is on the calibrated scale. One whose vector is still to come is judged by its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memserver.index.protocol import Labels
from memserver.retrieval.lexical import AlikeInLength, Scores, WordMatch, match_words, postings_of
from memserver.storage.store import Store
from memserver.storage.tier_texts import TierText
from memserver.text.terms import query_words, terms_of
from memserver.tiers.vectors import TierVectors

# SPEC 226: the known blend of the two signs.
MEANING_SHARE = 0.6
WORDS_SHARE = 0.4
# Up to so many texts that may be seen are named to the index one by one; beyond that they are no small part of it.
NAMED_AT_MOST = 1_024
# Few texts do not tell which words are common: a store counts as at least so large when words are weighed.
LEAST_TEXTS = 1_000
# How many candidates each sign brings, and how often more are looked at when others' texts stood in the way.
CANDIDATES = 64
ROUNDS = 3
GROWTH = 8


@dataclass(frozen=True, slots=True)
class TierHit:
    """A record that was found."""

    collection: str
    record_id: str
    text: str
    relevance: float


class TierSearch:
    """Searches the texts of the tiers."""

    def __init__(self, store: Store, vectors: TierVectors) -> None:
        self._texts = store.tier_texts
        self._vectors = vectors

    async def search(
        self, question: str, collections: Sequence[str], projects: Sequence[str], limit: int, least: float = 0.0
    ) -> list[TierHit]:
        """Return the records that answer a question best, best first; none below `least`."""
        numbers = await self._texts.numbers(collections, projects, NAMED_AT_MOST + 1)
        if not numbers:
            return []
        allowed = np.array(sorted(numbers), np.int64) if len(numbers) <= NAMED_AT_MOST else None
        words = query_words(question)
        rows, count = await self._texts.postings(terms_of(words))
        match = match_words(words, postings_of(rows), AlikeInLength(max(count, LEAST_TEXTS)))
        vector = await self._vectors.of_question(question)
        wanted = max(limit, CANDIDATES)
        found: dict[int, TierText] = {}
        for _ in range(ROUNDS):
            candidates = set(_best_by_words(match, allowed, wanted))
            if vector is not None:
                candidates.update(await self._vectors.nearest(vector, wanted, allowed))
            new = sorted(candidates - found.keys())
            found |= {each.number: each for each in await self._texts.visible(new, collections, projects)}
            if allowed is not None or len(found) >= limit or len(candidates) < wanted:
                break
            wanted *= GROWTH
        texts = [found[number] for number in sorted(found)]
        ids = np.array([each.number for each in texts], np.int64)
        similarities = self._vectors.similarities(vector, ids) if vector is not None and len(ids) else None
        relevance = blended(match.coverage_of(ids), similarities)
        hits = [
            TierHit(each.collection, each.record_id, each.text, round(float(value), 4))
            for each, value in zip(texts, relevance, strict=True)
            if value > 0 and value >= least
        ]
        return sorted(hits, key=lambda hit: (-hit.relevance, hit.collection, hit.record_id))[:limit]


def blended(words: Scores, similarities: np.ndarray[tuple[int], np.dtype[np.float32]] | None) -> Scores:
    """Return the relevance of candidates, 0 to 1, from their share of words and their similarity (NaN: not known)."""
    if similarities is None:
        return np.clip(words, 0.0, 1.0)
    known = np.where(np.isnan(similarities), words, similarities)
    relevance: Scores = np.clip(WORDS_SHARE * words + MEANING_SHARE * known, 0.0, 1.0)
    return relevance


def _best_by_words(match: WordMatch, allowed: Labels | None, count: int) -> list[int]:
    ids, totals = match.ids, match.bm25
    if allowed is not None:
        seen = np.isin(ids, allowed)
        ids, totals = ids[seen], totals[seen]
    order = np.lexsort((ids, -totals))[:count]
    return [int(each) for each in ids[order]]
