"""Scores passages by the words of a query: BM25, and how much of the query each passage mentions, word by word.

Works on postings (which passage holds a term how often) instead of the database's finished score: neighbouring
passages can then lend each other single words, and coverage is known. Reads no text and no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log, sqrt
from typing import Protocol

import numpy as np
import numpy.typing as npt

from memserver.retrieval.tuning import LEXICAL

Ids = npt.NDArray[np.int64]
Places = npt.NDArray[np.intp]
Scores = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]


class Word(Protocol):
    """A word of the query, as `memserver.text.terms` makes it."""

    @property
    def terms(self) -> tuple[str, ...]:
        """Return the terms of the word itself."""
        ...

    @property
    def synonyms(self) -> tuple[tuple[str, ...], ...]:
        """Return the terms of each word that means the same."""
        ...


class Lengths(Protocol):
    """How many terms passages have."""

    @property
    def count(self) -> int:
        """How many passages there are."""
        ...

    @property
    def mean_terms(self) -> float:
        """How many terms they have on the mean, short ones counted as `LEXICAL.shortest`."""
        ...

    def terms_of(self, ids: npt.NDArray[np.int32]) -> Scores:
        """Return how many terms each passage has, never fewer than `LEXICAL.shortest`."""
        ...


@dataclass(frozen=True, slots=True)
class AlikeInLength:
    """The lengths of texts that are taken to be equally long."""

    count: int
    mean_terms: float = 1.0

    def terms_of(self, ids: npt.NDArray[np.int32]) -> Scores:
        """Return the same length for each."""
        return np.ones(len(ids))


@dataclass(frozen=True, slots=True)
class Posting:
    """Where one term stands: passage ids in ascending order, and how often it stands there."""

    ids: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class WordMatch:
    """The passages (ids ascending) that hold a word of the query.

    `mentions` has a row per word and a column per passage, without regard to length; `weights` is what one mention of
    each word is worth.
    """

    ids: Ids
    mentions: Scores
    weights: Scores
    bm25: Scores

    @property
    def coverage(self) -> Scores:
        """Return the share of the query's weight that each passage mentions."""
        total = float(self.weights.sum())
        if total <= 0:
            return np.zeros(len(self.ids))
        covered: Scores = np.minimum(self.mentions, self.weights[:, None]).sum(axis=0) / total
        return covered

    def coverage_of(self, ids: Ids) -> Scores:
        """Return the coverage of some passages, 0 for those that hold none of the words."""
        if not len(self.ids):
            return np.zeros(len(ids))
        rows = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        covered: Scores = np.where(self.ids[rows] == ids, self.coverage[rows], 0.0)
        return covered


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


def match_words(words: Sequence[Word], postings: Mapping[str, Posting], lengths: Lengths) -> WordMatch:
    """Score every passage that holds a term of a word or of its synonyms."""
    synonyms = [[unit for unit in word.synonyms if all(term in postings for term in unit)] for word in words]
    units = [word.terms for word in words] + [unit for others in synonyms for unit in others]
    ids, mentions, bm25 = _unit_scores(units, postings, lengths)
    weights = np.array([_unit_weight(unit, postings, lengths.count) for unit in units])
    following = len(words)
    for row, others in enumerate(synonyms):
        if others:
            rows = slice(following, following + len(others))
            following = rows.stop
            # A share of the word itself, also where the synonym is the rarer of both.
            worth = LEXICAL.synonym * np.minimum(weights[row] / weights[rows], 1.0)
            for scores in (mentions, bm25):
                np.maximum(scores[row], (worth[:, None] * scores[rows]).max(axis=0), out=scores[row])
            # The commoner of two names says how rare the thing itself is.
            weights[row] = min(weights[row], weights[rows].min())
    own = slice(len(words))
    return WordMatch(ids, mentions[own], weights[own], bm25[own].sum(axis=0))


def _unit_scores(
    units: Sequence[tuple[str, ...]], postings: Mapping[str, Posting], lengths: Lengths
) -> tuple[Ids, Scores, Scores]:
    """Return the passages that hold a term of any unit, ascending, and what each unit scores in each of them: by
    mentions alone, and by BM25."""
    held = [
        (row, postings[term], _rarity(term, postings, lengths.count) / sqrt(len(unit)))
        for row, unit in enumerate(units)
        for term in unit
        if term in postings
    ]
    if not held:
        return np.empty(0, np.int64), np.zeros((len(units), 0)), np.zeros((len(units), 0))
    sizes = [len(posting.ids) for _, posting, _ in held]
    holding = np.concatenate([posting.ids for _, posting, _ in held])
    counts = np.concatenate([posting.counts for _, posting, _ in held])
    rarity = np.repeat([each for _, _, each in held], sizes)
    # By a table over all ids up to the highest, which is several times as fast as sorting: ids are given out in order.
    there = np.zeros(int(holding.max()) + 1, np.bool_)
    there[holding] = True
    ids: Ids = np.flatnonzero(there)
    column_of = np.empty(len(there), np.int32)
    column_of[ids] = np.arange(len(ids), dtype=np.int32)
    columns = column_of[holding]
    cells = np.repeat([row * len(ids) for row, _, _ in held], sizes) + columns
    share = LEXICAL.length_share
    slowing = LEXICAL.k1 * (1 - share + share / lengths.mean_terms * lengths.terms_of(ids.astype(np.int32)))
    by_mentions = rarity * counts * (LEXICAL.saturation + 1) / (counts + LEXICAL.saturation)
    by_bm25 = rarity * counts * (LEXICAL.k1 + 1) / (counts + slowing[columns])
    shape = len(units), len(ids)
    return ids, _summed(cells, by_mentions, shape), _summed(cells, by_bm25, shape)


def _summed(cells: Places, scores: Scores, shape: tuple[int, int]) -> Scores:
    summed: Scores = np.bincount(cells, scores, shape[0] * shape[1]).astype(np.float64, copy=False)
    return summed.reshape(shape)


def _rarity(term: str, postings: Mapping[str, Posting], passages: int) -> float:
    holding = len(postings[term].ids) if term in postings else 0
    missing = max(passages, holding) - holding + LEXICAL.beside
    return log(1 + (missing + 0.5) / (holding + 0.5))


def _unit_weight(unit: tuple[str, ...], postings: Mapping[str, Posting], passages: int) -> float:
    """A word of several terms (2-grams) weighs more than one term and less than their sum: they overlap."""
    return sum(_rarity(term, postings, passages) for term in unit) / sqrt(len(unit))
