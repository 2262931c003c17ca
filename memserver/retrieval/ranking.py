"""From a question to ranked owners (memories, files): the order of the pure steps, and what is remembered of each.

    words and vectors → the passages worth a look → neighbours lend → one scale → best passage per owner

All of it is arithmetic on a few hundred passages; nothing here waits, reads or writes.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from dataclasses import dataclass
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memserver.index.protocol import Similarities, Vectors
from memserver.retrieval.fusion import fuse, scale_words
from memserver.retrieval.lexical import Ids, Scores, WordMatch
from memserver.retrieval.neighbours import (
    Layout,
    Links,
    between_owners,
    find_links,
    lend_similarity,
    lend_words,
)

# More of either changed no figure on the bench, fewer begin to.
LEXICAL_HITS = 100
DENSE_HITS = 100
# The best of both together have their surroundings looked at; one of these is nearly always next to the answer.
KEPT = 60
# Passages that are worth more than a look: no turn holds so many.
RANKED = 120
# However long the best are, so many are looked at closely.
LEAST_READ = 24

# What is left of the score of something that another one says than whom the question names.
SAID_BY_ANOTHER = 0.6

# What people are shown of a score.
DECIMALS = 4

Places = npt.NDArray[np.intp]
Surroundings = Callable[[Ids], Ids]
"""Adds to passages those that stand right before and after them."""


class Ranked(NamedTuple):
    """An owner by its best passage; `words`, `nearness`, `coverage` and `similarity` are that one's parts, rounded."""

    passage: int
    score: float
    words: float
    nearness: float | None
    coverage: float
    similarity: float | None
    by_another: bool = False
    """Whether another one says it than whom the question names."""

    def reasons(self) -> dict[str, float]:
        """Return the parts of the score by name."""
        parts = {"score": round(self.score, DECIMALS), "words": self.words, "coverage": self.coverage}
        if self.nearness is not None and self.similarity is not None:
            parts |= {"nearness": self.nearness, "similarity": self.similarity}
        if self.by_another:
            parts["saidByAnother"] = SAID_BY_ANOTHER
        return parts


@dataclass(frozen=True, slots=True)
class Ranking:
    """Owners, best first, and the vectors of their best passages, row by row (None without an index)."""

    owners: list[Ranked]
    vectors: Vectors | None

    def first(self, count: int) -> Ranking:
        """Return the best of them."""
        return Ranking(self.owners[:count], self.vectors[:count] if self.vectors is not None else None)

    def among(self, passages: Container[int]) -> Ranking:
        """Return those whose best passage is still there."""
        there = [row for row, each in enumerate(self.owners) if each.passage in passages]
        if len(there) == len(self.owners):
            return self
        vectors = self.vectors[there] if self.vectors is not None else None
        return Ranking([self.owners[row] for row in there], vectors)


def passages_for(wanted: int) -> int:
    """Return how many passages to read where so many are wanted: never fewer than the best few dozen."""
    return min(RANKED, max(KEPT, wanted))


def worth_reading(tokens: npt.NDArray[np.int32], enough: float) -> int:
    """Return how many of the best, so long each, hold enough text to choose from."""
    beyond = int(np.searchsorted(np.cumsum(tokens), enough, side="right"))
    return min(max(beyond + 1, LEAST_READ), len(tokens))


def lexical_hits(match: WordMatch, limit: int = LEXICAL_HITS) -> Ids:
    """Return the ids of the best passages by words, best first."""
    return match.ids[_best(match.totals, match.ids, limit)]


def wanted_passages(
    match: WordMatch, pool: Ids, centred: Scores | None, around: Surroundings, most: int = RANKED
) -> Ids:
    """Return the ids of the passages to rank: the best of a pool, and what stands around the first of them.

    `centred` has the similarity of each; without vectors the pool is the best by words, best first. What stands around
    them may exceed `most`; nothing further is looked at then.
    """
    best = pool
    if centred is not None:
        words = scale_words(match.at(pool).sum(axis=0), match.possible, match.best)
        best = pool[_best(fuse(words, centred), pool, most)]
    wanted = around(best[:KEPT])
    room = most - len(wanted)
    if room <= 0 or len(best) <= KEPT:
        return wanted
    there = set(wanted.tolist())
    further = [each for each in best[KEPT:].tolist() if each not in there][:room]
    return np.sort(np.concatenate([wanted, np.array(further, np.int64)]))


@dataclass(frozen=True, slots=True)
class Scoring:
    """What passages score, row by row of their layout; `own` is what each matches by itself, word by word."""

    layout: Layout
    match: WordMatch
    own: Scores
    words: Scores
    nearness: Scores | None
    score: Scores

    def best(self, results: int = RANKED, tokens: float = inf) -> Places:
        """Return the rows of the best passage of each owner, best first, as many as hold enough text."""
        order = np.lexsort((self.layout.ids, -self.score))
        _, firsts = np.unique(self.layout.owners[order], return_index=True)
        best: Places = order[np.sort(firsts)[: min(results, RANKED)]]
        return best[: worth_reading(self.layout.tokens[best], tokens)]

    def ranked(self, rows: Places, similarity: Similarities | None) -> list[Ranked]:
        """Return the owners of these rows with the parts of their scores; `similarity` is the rows' plain one."""
        columns = (
            self.layout.ids[rows].tolist(),
            self.score[rows].tolist(),
            np.round(self.words[rows], DECIMALS).tolist(),
            _listed(self.nearness[rows] if self.nearness is not None else None, len(rows)),
            np.round(_coverage(self.own[:, rows], self.match.weights), DECIMALS).tolist(),
            _listed(similarity, len(rows)),
            self.layout.by_others[rows].tolist() if self.layout.by_others is not None else [False] * len(rows),
        )
        return list(map(Ranked._make, zip(*columns, strict=True)))


def score_passages(match: WordMatch, centred: Scores | None, layout: Layout) -> Scoring:
    """Score the passages of a layout; `centred` has the similarity of each, or is None without vectors."""
    links = find_links(layout)
    own, lent = lend_words(match, layout, between_owners(links, layout.owners))
    words = scale_words(lent.sum(axis=0), match.possible, match.best)
    nearness = _lent_nearness(centred, links) if centred is not None else None
    score = fuse(words, nearness)
    if layout.by_others is not None:
        score = np.where(layout.by_others, SAID_BY_ANOTHER * score, score)
    return Scoring(layout, match, own, words, nearness, score)


def _best(scores: Scores, ids: Ids, limit: int) -> Ids:
    """Return the places of the highest scores, equal ones by id."""
    if limit < len(scores):
        edge = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= edge)
    else:
        kept = np.arange(len(scores))
    return kept[np.lexsort((ids[kept], -scores[kept]))][:limit]


def _coverage(own: Scores, weights: Scores) -> Scores:
    """Return which share of the question's words, by weight, a passage itself mentions."""
    total = float(weights.sum())
    if total <= 0:
        return np.zeros(own.shape[1])
    covered: Scores = np.minimum(own, weights[:, None]).sum(axis=0) / total
    return covered


def _lent_nearness(centred: Scores, links: Links) -> Scores:
    known = np.isfinite(centred)
    lent = lend_similarity(np.where(known, centred, 0.0), links)
    return np.where(known, lent, np.nan)


def _listed(values: Scores | Similarities | None, count: int) -> list[float | None]:
    """Return plain numbers for people, None where there is none."""
    if values is None:
        return [None] * count
    rounded = np.round(values.astype(np.float64), DECIMALS).tolist()
    return [value if value == value else None for value in rounded]  # noqa: PLR0124 - NaN alone differs from itself
