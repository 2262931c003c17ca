"""Scores passages by the words of a question, one row per word, so that later steps can see which words matched.

Works on postings (which passage holds a term how often) instead of the database's finished BM25 score: neighbouring
passages can then lend each other single words, and a word that both hold is counted once. Passages have a bounded
length, so there is no length normalisation and nothing but the postings is needed. Reads no text and no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from typing import Protocol

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]

# BM25's k1: the second mention of a word still adds a third of the first.
SATURATION = 0.9
# A synonym in place of the word itself: enough to be found, too little to beat the word.
SYNONYM_WEIGHT = 0.6


class Word(Protocol):
    """A word of the question, as `memserver.text.terms` makes it."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of the word itself."""
        ...

    @property
    def synonyms(self) -> tuple[tuple[str, ...], ...]:
        """Return the terms of each word that means the same."""
        ...


@dataclass(frozen=True, slots=True)
class Posting:
    """Where one term stands: passage ids in ascending order, and how often it stands there."""

    ids: Ids
    counts: Scores


@dataclass(frozen=True, slots=True)
class WordMatch:
    """Scores of words (rows) in passages (columns, ids ascending); `weights` is what one plain mention is worth."""

    ids: Ids
    scores: Scores
    weights: Scores

    @property
    def totals(self) -> Scores:
        """Return the sum over words for each passage."""
        totals: Scores = self.scores.sum(axis=0)
        return totals

    @property
    def possible(self) -> float:
        """Return what a passage that mentions every word once would score."""
        return float(self.weights.sum())

    def at(self, ids: Ids) -> Scores:
        """Return the columns of the given passages, zeros for those that hold none of the words."""
        if not len(self.ids):
            return np.zeros((len(self.weights), len(ids)))
        places = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        columns: Scores = np.where(self.ids[places] == ids, self.scores[:, places], 0.0)
        return columns


def postings_of(rows: Iterable[tuple[str, str | None]]) -> dict[str, Posting]:
    """Read rows of (term, comma-joined passage ids in ascending order, one per mention)."""
    postings: dict[str, Posting] = {}
    for term, joined in rows:
        if joined:
            ids, counts = np.unique(np.fromstring(joined, dtype=np.int64, sep=","), return_counts=True)
            postings[term] = Posting(ids, counts.astype(np.float64))
    return postings


def match_words(words: Sequence[Word], postings: Mapping[str, Posting], passages: int) -> WordMatch:
    """Score every passage that holds a term of a word or of its synonyms; `passages` is how many there are in all."""
    found = [postings[term].ids for word in words for unit in _units(word) for term in unit if term in postings]
    ids: Ids = np.unique(np.concatenate(found)) if found else np.empty(0, np.int64)
    scores = np.zeros((len(words), len(ids)))
    weights = np.zeros(len(words))
    for row, word in enumerate(words):
        own = _unit_weight(word.terms, postings, passages)
        _add_unit(scores[row], ids, word.terms, postings, passages)
        for unit in word.synonyms:
            if not all(term in postings for term in unit):
                continue
            # The commoner of two names says how rare the thing itself is.
            own = min(own, _unit_weight(unit, postings, passages))
            other = np.zeros(len(ids))
            _add_unit(other, ids, unit, postings, passages)
            np.maximum(scores[row], SYNONYM_WEIGHT * other, out=scores[row])
        weights[row] = own
    return WordMatch(ids, scores, weights)


def _units(word: Word) -> tuple[tuple[str, ...], ...]:
    return (word.terms, *word.synonyms)


def _rarity(term: str, postings: Mapping[str, Posting], passages: int) -> float:
    holding = len(postings[term].ids) if term in postings else 0
    return log(1 + (max(passages, holding) - holding + 0.5) / (holding + 0.5))


def _unit_weight(unit: tuple[str, ...], postings: Mapping[str, Posting], passages: int) -> float:
    """A word of several terms (2-grams) weighs more than one term and less than their sum: they overlap."""
    return sum(_rarity(term, postings, passages) for term in unit) / sqrt(len(unit))


def _add_unit(row: Scores, ids: Ids, unit: tuple[str, ...], postings: Mapping[str, Posting], passages: int) -> None:
    for term in unit:
        if term in postings:
            posting = postings[term]
            saturated = posting.counts * (SATURATION + 1) / (posting.counts + SATURATION)
            rarity = _rarity(term, postings, passages) / sqrt(len(unit))
            row[np.searchsorted(ids, posting.ids)] += rarity * saturated
