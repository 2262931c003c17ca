"""Lets passages that follow each other help one another to be found.

A turn of a talk answers the one before it; a passage goes on where the last one ended. So a passage is lent a share of
the words that its neighbours mention and it does not. Who follows whom was told: a thread, a file, one long text. Where
nothing was told, what was added in a row counts as far as its vectors say that this order means anything.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Mask, Places, Scores
from memserver.retrieval.passage_table import Columns
from memserver.retrieval.tuning import RANKING

SHARES = (RANKING.neighbour, RANKING.neighbour * RANKING.beyond)


@dataclass(frozen=True, slots=True)
class Mentions:
    """How much of each word passages mention: a column for each that holds any, and by place which one that is."""

    columns: Scores
    column_of: npt.NDArray[np.int32]
    """-1 where a passage holds none of the words."""

    def of(self, places: Places) -> Scores:
        """Return the mentions (words × places) of some passages."""
        mentions = np.zeros((len(self.columns), len(places)))
        columns = self.column_of[places]
        there = np.flatnonzero(columns >= 0)
        mentions[:, there] = self.columns.take(columns[there], axis=1)
        return mentions


@dataclass(frozen=True, slots=True)
class Neighbours:
    """For some passages the place before (or after) each, -1 where there is none, and how far it may be trusted."""

    places: Places | npt.NDArray[np.int32]
    trust: Scores

    def of(self, places: Places | npt.NDArray[np.int32]) -> Neighbours:
        """Return those of some places, of neighbours of a whole table; of place -1 anything."""
        return Neighbours(self.places[places].astype(np.intp), self.trust[places])

    def beyond(self, further: Neighbours) -> Neighbours:
        """Return the neighbours of these neighbours."""
        there = self.places >= 0
        return Neighbours(np.where(there, further.places, -1), self.trust * further.trust)


@dataclass(frozen=True, slots=True)
class Links:
    """Who stands before and after each passage of a table, where that was told or its order may be trusted."""

    before: Neighbours
    after: Neighbours

    def steps(self, places: Places) -> list[tuple[Neighbours, float]]:
        """Return the neighbours of passages on both sides, next to them and one further, with the share they lend."""
        steps: list[tuple[Neighbours, float]] = []
        for side in (self.before, self.after):
            near = side.of(places)
            steps += [(near, SHARES[0]), (near.beyond(side.of(near.places)), SHARES[1])]
        return steps


def links_of(columns: Columns, trust: Scores | None) -> Links:
    """Return who follows whom; `trust` is how far the order of addition counts for each passage that nobody told of."""
    if trust is None:
        # Of a large table nothing is copied.
        told = np.broadcast_to(np.float64(1), len(columns.ids))
        return Links(Neighbours(columns.before, told), Neighbours(columns.after, told))
    places = np.arange(len(columns.ids), dtype=np.int32)
    counts = trust > 0
    behind = (columns.before < 0) & counts
    behind[:1] = False
    in_front = np.append((columns.after[:-1] < 0) & counts[1:], np.zeros(min(len(places), 1), np.bool_))
    return Links(
        Neighbours(np.where(behind, places - 1, columns.before), np.where(behind, trust, 1.0)),
        Neighbours(np.where(in_front, places + 1, columns.after), np.where(in_front, np.roll(trust, -1), 1.0)),
    )


def lent_words(mentions: Mentions, places: Places, steps: list[tuple[Neighbours, float]], best: float) -> Scores:
    """Return how much of the query each passage is lent, relative to the best passage's own mentions."""
    if best <= 0 or not len(places):
        return np.zeros(len(places))
    own = mentions.of(places)
    lent = np.zeros_like(own)
    for neighbours, share in steps:
        lending = mentions.column_of[neighbours.places]
        there = np.flatnonzero((lending >= 0) & (neighbours.places >= 0) & (neighbours.trust > 0))
        if len(there):
            columns = mentions.columns.take(lending[there], axis=1) * (share * neighbours.trust[there])
            lent[:, there] = np.maximum(lent[:, there], columns)
    gained: Scores = np.maximum(lent - own, 0.0).sum(axis=0) / best
    return gained


def with_neighbours(places: Places, steps: list[tuple[Neighbours, float]], seen: Mask) -> Places:
    """Return passages (ascending) together with their neighbours that may be seen."""
    around = np.zeros(len(seen), np.bool_)
    around[places] = True
    for each, _ in steps:
        around[each.places[(each.trust > 0) & (each.places >= 0)]] = True
    return np.flatnonzero(around & seen)
