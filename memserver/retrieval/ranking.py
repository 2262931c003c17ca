"""From a question to ranked owners (memories, files): the order of the pure steps, and what is remembered of each.

    words and vectors → the passages worth reading → neighbours lend → one scale → best passage per owner

The caller fetches rows in between: first postings, then what `wanted_passages` names. All of it is arithmetic on a few
hundred passages; nothing here waits, reads or writes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from memserver.index.protocol import Vectors
from memserver.retrieval.dense import DenseQuery
from memserver.retrieval.fusion import fuse, scale_words
from memserver.retrieval.lexical import Ids, Scores, WordMatch
from memserver.retrieval.neighbours import Layout, Links, find_links, lend_similarity, lend_words, with_surroundings

# More of either changed no figure on the bench, fewer begin to.
LEXICAL_HITS = 100
DENSE_HITS = 100
# The best of both together have their surroundings looked at; one of these is nearly always next to the answer.
KEPT = 60


@dataclass(frozen=True, slots=True)
class Ranked:
    """An owner with its best passage. `words`, `nearness`, `coverage` and `similarity` are that passage's parts."""

    owner: str
    passage: int
    place: int
    """The row of the best passage in the layout."""
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
    """Owners, best first, and the vectors of the layout's passages (None without an index)."""

    owners: list[Ranked]
    vectors: Vectors | None


def wanted_passages(match: WordMatch, dense: DenseQuery | None) -> Ids:
    """Return the ids of the passages to read: the best by words and vectors, and what stands around them."""
    totals = match.totals
    by_words = match.ids[_best(totals, match.ids, LEXICAL_HITS)]
    if dense is None:
        return with_surroundings(by_words[:KEPT])
    pool: Ids = np.union1d(by_words, dense.nearest(DENSE_HITS))
    words = scale_words(match.at(pool).sum(axis=0), match.possible, float(totals.max(initial=0.0)))
    fused = fuse(words, dense.nearness(pool).centred.astype(np.float64))
    return with_surroundings(pool[_best(fused, pool, KEPT)])


def rank(match: WordMatch, dense: DenseQuery | None, layout: Layout, owners: Sequence[str]) -> Ranking:
    """Rank the owners of the passages that were read; `owners` names the owner of each passage of the layout."""
    if not len(layout.ids):
        return Ranking([], None)
    links = find_links(layout)
    own, lent = lend_words(match, layout, links)
    best_total = float(match.totals.max(initial=0.0))
    words = scale_words(lent.sum(axis=0), match.possible, best_total)
    coverage = _coverage(own, match.weights)
    nearness = dense.nearness(layout.ids) if dense is not None else None
    centred = _lent_nearness(nearness.centred.astype(np.float64), links) if nearness is not None else None
    score = fuse(words, centred)
    order = np.lexsort((layout.ids, -score))
    seen: dict[str, Ranked] = {}
    for place in order.tolist():
        owner = owners[place]
        if owner not in seen:
            seen[owner] = Ranked(
                owner=owner,
                passage=int(layout.ids[place]),
                place=place,
                score=float(score[place]),
                words=float(words[place]),
                nearness=_known(centred, place),
                coverage=float(coverage[place]),
                similarity=_known(nearness.plain, place) if nearness is not None else None,
            )
    return Ranking(list(seen.values()), nearness.vectors if nearness is not None else None)


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


def _known(values: Scores | Vectors | None, place: int) -> float | None:
    return float(values[place]) if values is not None and np.isfinite(values[place]) else None
