"""From a question to ranked owners (memories, files): the order of the pure steps, and what is remembered of each.

    words and vectors → the passages worth a look → neighbours lend → one scale → best passage per owner

All of it is arithmetic on a few hundred passages; nothing here waits, reads or writes.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from memserver.index.protocol import Similarities, Vectors
from memserver.retrieval.dense import DenseQuery, Nearness
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

Surroundings = Callable[[Ids], Ids]
"""Adds to passages those that stand right before and after them."""


class Ranked(NamedTuple):
    """An owner with its best passage. `words`, `nearness`, `coverage` and `similarity` are that passage's parts."""

    owner: int
    passage: int
    tokens: int
    score: float
    words: float
    nearness: float | None
    coverage: float
    similarity: float | None

    def reasons(self) -> dict[str, float]:
        """Return the parts of the score by name, rounded for people."""
        parts = {"score": self.score, "words": self.words, "coverage": self.coverage}
        if self.nearness is not None and self.similarity is not None:
            parts |= {"nearness": self.nearness, "similarity": self.similarity}
        return {name: round(value, 4) for name, value in parts.items()}


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


def worth_reading(best: Sequence[Ranked], enough: float) -> int:
    """Return how many of the best hold so many tokens of text that there is enough to choose from."""
    together = 0
    for count, each in enumerate(best, 1):
        together += each.tokens
        if together > enough and count >= LEAST_READ:
            return count
    return len(best)


def lexical_hits(match: WordMatch, limit: int = LEXICAL_HITS) -> Ids:
    """Return the ids of the best passages by words, best first."""
    return match.ids[_best(match.totals, match.ids, limit)]


def wanted_passages(
    match: WordMatch, by_words: Ids, dense: DenseQuery | None, around: Surroundings, most: int = RANKED
) -> Ids:
    """Return the ids of the passages to rank: the best by words and vectors, and what stands around the first of them.

    What stands around them may exceed `most`; nothing further is looked at then.
    """
    best = by_words
    if dense is not None:
        pool: Ids = np.union1d(by_words, dense.nearest(DENSE_HITS))
        words = scale_words(match.at(pool).sum(axis=0), match.possible, match.best)
        best = pool[_best(fuse(words, dense.centred(pool).astype(np.float64)), pool, most)]
    wanted = around(best[:KEPT])
    room = most - len(wanted)
    if room <= 0 or len(best) <= KEPT:
        return wanted
    there = set(wanted.tolist())
    further = [each for each in best[KEPT:].tolist() if each not in there][:room]
    return np.sort(np.concatenate([wanted, np.array(further, np.int64)]))


def rank(match: WordMatch, nearness: Nearness | None, layout: Layout) -> Ranking:
    """Rank the owners of the passages; `nearness` has one row per passage of the layout, or is None without vectors."""
    if not len(layout.ids):
        return Ranking([], None)
    links = find_links(layout)
    own, lent = lend_words(match, layout, between_owners(links, layout.owners))
    words = scale_words(lent.sum(axis=0), match.possible, match.best)
    centred = _lent_nearness(nearness.centred.astype(np.float64), links) if nearness is not None else None
    score = fuse(words, centred)
    order = np.lexsort((layout.ids, -score))
    _, firsts = np.unique(layout.owners[order], return_index=True)
    chosen = order[np.sort(firsts)[:RANKED]]
    columns = (
        layout.owners[chosen].tolist(),
        layout.ids[chosen].tolist(),
        layout.tokens[chosen].tolist(),
        score[chosen].tolist(),
        words[chosen].tolist(),
        _listed(centred, chosen),
        _coverage(own[:, chosen], match.weights).tolist(),
        _listed(nearness.plain if nearness is not None else None, chosen),
    )
    ranked = list(map(Ranked._make, zip(*columns, strict=True)))
    return Ranking(ranked, nearness.vectors[chosen] if nearness is not None else None)


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


def _listed(values: Scores | Similarities | None, chosen: npt.NDArray[np.intp]) -> list[float | None]:
    """Return the chosen values as plain numbers, None where there is none."""
    if values is None:
        return [None] * len(chosen)
    return [value if value == value else None for value in values[chosen].tolist()]  # noqa: PLR0124 - NaN alone differs from itself
