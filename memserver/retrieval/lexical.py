"""Scores passages by the words of a question, one row per word, so that later steps can see which words matched.

Works on postings (which passage holds a term how often) instead of the database's finished BM25 score: neighbouring
passages can then lend each other single words, and a word that both hold is counted once. Passages have a bounded
length, so there is no length normalisation and nothing but the postings is needed. Reads no text and no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from typing import Protocol

import numpy as np
import numpy.typing as npt

Ids = npt.NDArray[np.int64]
Scores = npt.NDArray[np.float64]
Places = npt.NDArray[np.int32]

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
    """Scores of words (rows) in passages (columns, ids ascending); `weights` is what one plain mention is worth.

    `totals` is the sum over words for each passage, `best` the highest of them.
    """

    ids: Ids
    scores: Scores
    weights: Scores
    totals: Scores
    best: float

    @classmethod
    def of(cls, ids: Ids, scores: Scores, weights: Scores) -> WordMatch:
        """Put the scores of words together."""
        totals: Scores = scores.sum(axis=0)
        return cls(ids, scores, weights, totals, float(totals.max(initial=0.0)))

    def only(self, visible: npt.NDArray[np.bool_]) -> WordMatch:
        """Return what is left when only some of the passages may be seen."""
        return WordMatch.of(self.ids[visible], self.scores[:, visible], self.weights)

    def led_by(self, best: Ids) -> WordMatch:
        """Return the same with the first of these, best first, as the best one that may be seen."""
        top = float(self.totals[np.searchsorted(self.ids, best[0])]) if len(best) else 0.0
        return replace(self, best=top)

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
            mentions = np.fromstring(joined, dtype=np.int64, sep=",")
            begins = np.ones(len(mentions) + 1, np.bool_)
            np.not_equal(mentions[1:], mentions[:-1], out=begins[1:-1])
            starts = np.flatnonzero(begins)
            postings[term] = Posting(mentions[starts[:-1]], (starts[1:] - starts[:-1]).astype(np.float64))
    return postings


def match_words(words: Sequence[Word], postings: Mapping[str, Posting], passages: int) -> WordMatch:
    """Score every passage that holds a term of a word or of its synonyms; `passages` is how many there are in all."""
    found = [postings[term].ids for word in words for unit in _units(word) for term in unit if term in postings]
    ids, place_of = _places(found)
    scores = np.zeros((len(words), len(ids)))
    weights = np.zeros(len(words))
    for row, word in enumerate(words):
        own = _unit_weight(word.terms, postings, passages)
        _add_unit(scores[row], place_of, word.terms, postings, passages)
        for unit in word.synonyms:
            if not all(term in postings for term in unit):
                continue
            # The commoner of two names says how rare the thing itself is.
            own = min(own, _unit_weight(unit, postings, passages))
            other = np.zeros(len(ids))
            _add_unit(other, place_of, unit, postings, passages)
            np.maximum(scores[row], SYNONYM_WEIGHT * other, out=scores[row])
        weights[row] = own
    return WordMatch.of(ids, scores, weights)


def _places(found: Sequence[Ids]) -> tuple[Ids, Places]:
    """Return every id once, ascending, and for each id its place among them.

    By a table over all ids up to the highest, which is several times as fast as sorting: ids are given out in order.
    """
    if not found:
        return np.empty(0, np.int64), np.empty(0, np.int32)
    there = np.zeros(max(int(ids[-1]) for ids in found) + 1, np.bool_)
    for ids in found:
        there[ids] = True
    return np.flatnonzero(there), np.cumsum(there, dtype=np.int32) - 1


def _units(word: Word) -> tuple[tuple[str, ...], ...]:
    return (word.terms, *word.synonyms)


def _rarity(term: str, postings: Mapping[str, Posting], passages: int) -> float:
    holding = len(postings[term].ids) if term in postings else 0
    return log(1 + (max(passages, holding) - holding + 0.5) / (holding + 0.5))


def _unit_weight(unit: tuple[str, ...], postings: Mapping[str, Posting], passages: int) -> float:
    """A word of several terms (2-grams) weighs more than one term and less than their sum: they overlap."""
    return sum(_rarity(term, postings, passages) for term in unit) / sqrt(len(unit))


def _add_unit(
    row: Scores, place_of: Places, unit: tuple[str, ...], postings: Mapping[str, Posting], passages: int
) -> None:
    for term in unit:
        if term in postings:
            posting = postings[term]
            saturated = posting.counts * (SATURATION + 1) / (posting.counts + SATURATION)
            rarity = _rarity(term, postings, passages) / sqrt(len(unit))
            row[place_of[posting.ids]] += rarity * saturated
