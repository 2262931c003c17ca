"""From the parts of a score to ranked passages: arithmetic on arrays; nothing here waits, reads or writes.

words, nearness, speaker → base score of every passage in the pool → neighbours lend words to the best → score
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memserver.index.protocol import Similarities
from memserver.retrieval.dense import Nearness, foreign_to
from memserver.retrieval.fusion import EVEN, across_languages, weights, without_vector
from memserver.retrieval.lexical import Mask, Places, Scores, WordMatch
from memserver.retrieval.neighbours import Links, Mentions, lent_words, links_of, with_neighbours
from memserver.retrieval.passage_table import NOWHERE, PassageTable, View
from memserver.retrieval.tuning import RANKING

MAX_HEAD = 300
"""Passages by base score to which neighbours lend words: what lies further down gains too little to matter."""
MAX_SOURCES = 30
"""Best memories and files all of whose passages are ranked: a turn may show several of one."""
DECIMALS = 4


class Ranked(NamedTuple):
    """A passage with the parts of its score, rounded for people."""

    passage: int
    owner: int
    """The number of the memory or file that it belongs to."""
    tokens: int
    score: float
    words: float
    nearness: float | None
    lent: float
    speaker: float
    coverage: float
    similarity: float | None
    foreign: bool
    """Whether it is in another language than the query."""

    def reasons(self) -> dict[str, float]:
        """Return the parts of the score by name."""
        parts = {"score": self.score, "words": self.words, "coverage": self.coverage}
        if self.nearness is not None and self.similarity is not None:
            parts |= {"nearness": self.nearness, "similarity": self.similarity}
        return parts | {name: part for name, part in (("lent", self.lent), ("speaker", self.speaker)) if part}


@dataclass(frozen=True, slots=True)
class Query:
    """What a ranking needs to know of the query beside its words and vector."""

    korean: bool
    speaker: int | None = None
    balance: float = EVEN
    """From 0, words alone, to 1, vectors alone."""


@dataclass(slots=True)
class Scored:
    """A pool of passages with the parts of their scores, one entry each."""

    places: Places
    score: Scores
    words: Scores
    nearness: Scores | None
    lent: Scores
    speaker: Scores
    coverage: Scores
    similarity: Similarities | None
    foreign: Mask

    def ranked(self, passages: PassageTable, rows: Places) -> list[Ranked]:
        """Return some rows in the order given."""
        columns, places = passages.columns, self.places[rows]
        unknown = [None] * len(rows)
        parts = (
            columns.ids[places].tolist(),
            columns.owners[places].tolist(),
            columns.tokens[places].tolist(),
            _rounded(self.score[rows]),
            _rounded(self.words[rows]),
            _rounded(self.nearness[rows]) if self.nearness is not None else unknown,
            _rounded(self.lent[rows]),
            self.speaker[rows].tolist(),
            _rounded(self.coverage[rows]),
            [None if each != each else each for each in _rounded(self.similarity[rows])]  # noqa: PLR0124 - NaN
            if self.similarity is not None
            else unknown,
            self.foreign[rows].tolist(),
        )
        return list(map(Ranked._make, zip(*parts, strict=True)))


class Ranker:
    """Ranks the passages of one query."""

    def __init__(self, passages: PassageTable, match: WordMatch, view: View, query: Query) -> None:
        self._passages = passages
        self._query = query
        self._view = view
        places, known = passages.places(match.ids)
        seen = np.flatnonzero(known & view.mask[places] if passages.count else known)
        self._mentions, self._bm25, self._coverage = match.mentions, match.bm25, match.coverage
        self._seen_bm25 = match.bm25[seen]
        self._best = float(self._seen_bm25.max(initial=0.0))
        self._cover = float(self._coverage[seen].max(initial=0.0))
        self._most = float(match.together[seen].max(initial=0.0))
        """The mentions of the passage that has most, of all words together."""
        self._seen = seen
        self.matching: Places = places[seen]
        """The places of the passages that hold a word, ascending like their ids."""
        self._column_of: npt.NDArray[np.int32] = np.full(passages.count, NOWHERE, np.int32)
        """By place: the column of a passage among all that hold a word, `NOWHERE` where it may not be seen."""
        self._column_of[self.matching] = seen

    @cached_property
    def _told(self) -> Links:
        """Who follows whom, as it was told."""
        return links_of(self._passages.columns, None)

    def by_words(self, limit: int) -> Places:
        """Return the places of the best passages by words."""
        return self.matching[best_rows(self._seen_bm25, self.matching, limit)]

    def is_mentioned(self, row: int) -> bool:
        """Say whether a passage that may be seen mentions a word, given by its row among those of the query."""
        return bool(self._mentions[row, self._seen].any())

    def mentioning(self) -> Places:
        """Return the places of the passages that hold a word of the query, or stand beside one that does."""
        return with_neighbours(self.matching, self._told.steps(self.matching), self._view.mask)

    def score(self, pool: Places, nearness: Nearness | None, links: Links | None = None) -> Scored:
        """Score a pool of passages, ascending; `links` tell who may lend words to whom, if not those who were told."""
        words, coverage = self._words(pool)
        of_words, of_vectors = weights(self._query.balance) if nearness is not None else (1.0, 0.0)
        foreign = foreign_to(self._query.korean, self._passages.columns.korean.take(pool, mode="clip"))
        near = None
        if nearness is not None:
            near = without_vector(words, nearness.scores)
            # Words alone are asked for: neither languages nor order are read out of vectors then.
            words, links = (across_languages(words, near, foreign), links) if of_vectors else (words, None)
        base = RANKING.words * of_words * words
        speaker = np.zeros(len(pool))
        if self._query.speaker is not None:
            labels = self._passages.columns.labels[pool]
            speaker = self._passages.speakers.agreement(self._query.speaker, labels)
            base += RANKING.speaker * speaker
        if near is not None:
            base += RANKING.nearness * of_vectors * near
        similarity = nearness.similarity if nearness is not None else None
        scored = Scored(pool, base, words, near, np.zeros(len(pool)), speaker, coverage, similarity, foreign)
        if of_words:
            self._lend(scored, of_words, links or self._told)
        return scored

    def _words(self, pool: Places) -> tuple[Scores, Scores]:
        """Return for each passage of the pool words · cover*, and its own coverage."""
        words, coverage = np.zeros(len(pool)), np.zeros(len(pool))
        if self._best <= 0:
            return words, coverage
        found = self._column_of.take(pool, mode="clip")
        holding = np.flatnonzero(found >= 0)
        found = found[holding]
        words[holding] = self._bm25[found] / self._best * self._cover
        coverage[holding] = self._coverage[found]
        return words, coverage

    def _lend(self, scored: Scored, of_words: float, links: Links) -> None:
        """Let the neighbours of the best passages lend them words."""
        if self._most <= 0:
            return
        head = np.sort(scored.places[best_rows(scored.score, scored.places, MAX_HEAD)])
        around = with_neighbours(head, links.steps(head), self._view.mask)
        rows = np.searchsorted(scored.places, around)
        kept = rows < len(scored.places)
        kept[kept] = scored.places[rows[kept]] == around[kept]
        rows, around = rows[kept], around[kept]
        mentions = Mentions(self._mentions, self._column_of)
        lent = lent_words(mentions, around, links.steps(around), self._most)
        short = 1 / (1 + self._passages.columns.terms[around] / RANKING.short)
        scored.lent[rows] = lent * self._cover * short
        scored.score[rows] += RANKING.lent * of_words * scored.lent[rows]


def best_rows(scores: Scores, places: Places, limit: int) -> Places:
    """Return the rows of the highest scores, highest first, equal ones by place."""
    if limit < len(scores):
        edge = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        rows = np.flatnonzero(scores >= edge)
    else:
        rows = np.arange(len(scores))
    return rows[np.lexsort((places[rows], -scores[rows]))][:limit]


def best_of_owners(scored: Scored, owners: npt.NDArray[np.int32], limit: int) -> Places:
    """Return the row of the best passage of each owner, best first."""
    # A few passages of one owner may stand before the next owner: look at more, at all only where that is not enough.
    rows = best_rows(scored.score, scored.places, 4 * limit + MAX_SOURCES)
    _, firsts = np.unique(owners[rows], return_index=True)
    if len(firsts) < limit and len(rows) < len(scored.places):
        rows = best_rows(scored.score, scored.places, len(scored.places))
        _, firsts = np.unique(owners[rows], return_index=True)
    return rows[np.sort(firsts)][:limit]


def with_source(scored: Scored, owners: npt.NDArray[np.int32], count: int, source_weight: float) -> Scores:
    """Return each passage's score with a share of the best score of its owner, of whom there are so many: one text
    that answers in several places comes before many that answer in one."""
    best = np.full(count, -np.inf)
    np.maximum.at(best, owners, scored.score)
    together: Scores = scored.score + source_weight * best.take(owners, mode="clip")
    return together


def _rounded(values: Scores | Similarities) -> list[float]:
    rounded: list[float] = np.round(values.astype(np.float64), DECIMALS).tolist()
    return rounded
