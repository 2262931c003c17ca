"""Scores passages by the words of a question, one row per word, so that later steps can see which words matched.

Works on postings (which passage holds a term how often) instead of the database's finished BM25 score: neighbouring
passages can then lend each other single words, and a word that both hold is counted once. Passages have a bounded
length, so there is no length normalisation and nothing but the postings is needed. Reads no text and no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
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

    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]


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
    found = [(term, joined) for term, joined in rows if joined]
    if not found:
        return {}
    # All terms are read at once: a call for each of them costs more than its numbers.
    mentions = np.fromstring(",".join(joined for _, joined in found), dtype=np.int32, sep=",")
    ends = np.cumsum([joined.count(",") + 1 for _, joined in found])
    begins = np.ones(len(mentions), np.bool_)
    np.not_equal(mentions[1:], mentions[:-1], out=begins[1:])
    begins[ends[:-1]] = True
    starts = np.flatnonzero(begins)
    ids = mentions[starts]
    counts = np.diff(starts, append=len(mentions)).astype(np.int32)
    edges = [0, *np.searchsorted(starts, ends).tolist()]
    return {
        term: Posting(ids[first:last], counts[first:last])
        for (term, _), (first, last) in zip(found, pairwise(edges), strict=True)
    }


def match_words(words: Sequence[Word], postings: Mapping[str, Posting], passages: int) -> WordMatch:
    """Score every passage that holds a term of a word or of its synonyms; `passages` is how many there are in all."""
    synonyms = [[unit for unit in word.synonyms if all(term in postings for term in unit)] for word in words]
    units = [word.terms for word in words] + [unit for others in synonyms for unit in others]
    ids, scores = _unit_scores(units, postings, passages)
    weights = np.array([_unit_weight(unit, postings, passages) for unit in units])
    following = len(words)
    for row, others in enumerate(synonyms):
        if others:
            rows = slice(following, following + len(others))
            following = rows.stop
            np.maximum(scores[row], SYNONYM_WEIGHT * scores[rows].max(axis=0), out=scores[row])
            # The commoner of two names says how rare the thing itself is.
            weights[row] = min(weights[row], weights[rows].min())
    return WordMatch.of(ids, scores[: len(words)], weights[: len(words)])


def _unit_scores(
    units: Sequence[tuple[str, ...]], postings: Mapping[str, Posting], passages: int
) -> tuple[Ids, Scores]:
    """Return the passages that hold a term of any unit, ascending, and what each unit scores in each of them."""
    held = [
        (row, postings[term], _rarity(term, postings, passages) / sqrt(len(unit)))
        for row, unit in enumerate(units)
        for term in unit
        if term in postings
    ]
    if not held:
        return np.empty(0, np.int64), np.zeros((len(units), 0))
    lengths = [len(posting.ids) for _, posting, _ in held]
    holding = np.concatenate([posting.ids for _, posting, _ in held])
    counts = np.concatenate([posting.counts for _, posting, _ in held])
    rarity = np.repeat([each for _, _, each in held], lengths)
    # By a table over all ids up to the highest, which is several times as fast as sorting: ids are given out in order.
    there = np.zeros(int(holding.max()) + 1, np.bool_)
    there[holding] = True
    ids: Ids = np.flatnonzero(there)
    place_of = np.cumsum(there, dtype=np.int32) - 1
    cells = np.repeat([row * len(ids) for row, _, _ in held], lengths) + place_of[holding]
    saturated = counts * (SATURATION + 1) / (counts + SATURATION)
    scores = np.bincount(cells, rarity * saturated, len(units) * len(ids)).astype(np.float64, copy=False)
    return ids, scores.reshape(len(units), len(ids))


def _rarity(term: str, postings: Mapping[str, Posting], passages: int) -> float:
    holding = len(postings[term].ids) if term in postings else 0
    return log(1 + (max(passages, holding) - holding + 0.5) / (holding + 0.5))


def _unit_weight(unit: tuple[str, ...], postings: Mapping[str, Posting], passages: int) -> float:
    """A word of several terms (2-grams) weighs more than one term and less than their sum: they overlap."""
    return sum(_rarity(term, postings, passages) for term in unit) / sqrt(len(unit))
