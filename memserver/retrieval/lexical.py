"""Scores passages by the words of a query: BM25, and how much of the query each passage mentions, word by word.

Works on postings (which passage holds a term how often) instead of the database's finished score: neighbouring
passages can then lend each other single words, and coverage is known. Reads no text and no database.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
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
    coverage: Scores
    """The share of the query's weight that each passage mentions."""
    together: Scores
    """The mentions of all words together."""

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


Part = tuple[Places, Scores, Scores]
"""Where one term of a unit stands, as columns, and what it scores there by mentions alone and by BM25."""


def match_words(words: Sequence[Word], postings: Mapping[str, Posting], lengths: Lengths) -> WordMatch:
    """Score every passage that holds a term of a word or of its synonyms."""
    # A word itself comes first, then the synonyms all of whose terms stand anywhere.
    units = [
        [word.terms, *(unit for unit in word.synonyms if all(term in postings for term in unit))] for word in words
    ]
    ids, parts = _parts([unit for of_word in units for unit in of_word], postings, lengths)
    mentions, sums = np.zeros((len(words), len(ids))), np.zeros((3, len(ids)))
    bm25, covered, together = sums
    weights = np.zeros(len(words))
    for row, of_word in enumerate(units):
        weighed = [(_unit_weight(unit, postings, lengths.count), next(parts)) for unit in of_word]
        # The commoner of two names says how rare the thing itself is.
        weights[row] = min(weight for weight, _ in weighed)
        # Most words stand in few passages: only those are touched.
        places, by_mentions, by_bm25 = _of_word(weighed, len(ids))
        mentions[row, places] = by_mentions
        bm25[places] += by_bm25
        covered[places] += np.minimum(by_mentions, weights[row])
        together[places] += by_mentions
    total = float(weights.sum())
    return WordMatch(ids, mentions, weights, bm25, covered / total if total > 0 else covered, together)


def _of_word(weighed: Sequence[tuple[float, Sequence[Part]]], count: int) -> tuple[Places | slice, Scores, Scores]:
    """Return what a word scores: where it stands, by mentions, and by BM25."""
    (weight, own), *synonyms = weighed
    if len(own) == 1 and not synonyms:
        return own[0]
    scores = _added(own, count)
    for other_weight, parts in synonyms:
        # A share of the word itself, also where the synonym is the rarer of both.
        worth = LEXICAL.synonym * min(weight / other_weight, 1.0)
        np.maximum(scores, worth * _added(parts, count), out=scores)
    return slice(None), scores[0], scores[1]


def _added(parts: Sequence[Part], count: int) -> Scores:
    """Return what the terms of one unit score together, by mentions and by BM25."""
    scores = np.zeros((2, count))
    for places, by_mentions, by_bm25 in parts:
        scores[0, places] += by_mentions
        scores[1, places] += by_bm25
    return scores


def _parts(
    units: Sequence[tuple[str, ...]], postings: Mapping[str, Posting], lengths: Lengths
) -> tuple[Ids, Iterator[list[Part]]]:
    """Return the passages that hold a term of any unit, ascending, and unit by unit what its terms score in them."""
    count = lengths.count
    held = [
        [(postings[term], _rarity(term, postings, count) / sqrt(len(unit))) for term in unit if term in postings]
        for unit in units
    ]
    flat = [each for of_unit in held for each in of_unit]
    if not flat:
        return np.empty(0, np.int64), iter([[] for _ in units])
    holding = np.concatenate([posting.ids for posting, _ in flat])
    counts = np.concatenate([posting.counts for posting, _ in flat])
    edges = list(accumulate((len(posting.ids) for posting, _ in flat), initial=0))
    rarity = np.repeat([each for _, each in flat], np.diff(edges))
    # By a table over all ids up to the highest, which is several times as fast as sorting: ids are given out in order.
    there = np.zeros(int(holding.max()) + 1, np.bool_)
    there[holding] = True
    ids: Ids = np.flatnonzero(there)
    column_of = np.empty(len(there), np.intp)
    column_of[ids] = np.arange(len(ids))
    columns = column_of[holding]
    share = LEXICAL.length_share
    slowing = LEXICAL.k1 * (1 - share + share / lengths.mean_terms * lengths.terms_of(ids.astype(np.int32)))
    by_mentions = rarity * counts * (LEXICAL.saturation + 1) / (counts + LEXICAL.saturation)
    by_bm25 = rarity * counts * (LEXICAL.k1 + 1) / (counts + slowing[columns])
    ranges = iter([slice(first, last) for first, last in pairwise(edges)])
    of_units = (islice(ranges, len(terms)) for terms in held)
    return ids, ([(columns[each], by_mentions[each], by_bm25[each]) for each in terms] for terms in of_units)


def _rarity(term: str, postings: Mapping[str, Posting], passages: int) -> float:
    holding = len(postings[term].ids) if term in postings else 0
    missing = max(passages, holding) - holding + LEXICAL.beside
    return log(1 + (missing + 0.5) / (holding + 0.5))


def _unit_weight(unit: tuple[str, ...], postings: Mapping[str, Posting], passages: int) -> float:
    """A word of several terms (2-grams) weighs more than one term and less than their sum: they overlap."""
    return sum(_rarity(term, postings, passages) for term in unit) / sqrt(len(unit))
