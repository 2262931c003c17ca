"""Does the order in which texts were added mean anything, where nobody told of a thread?

Chunks of a document come in one after the other and resemble their neighbours; unrelated notes do not. So the
similarity of passages that were added in a row, averaged around a passage and with the store's mean taken out, says
how far its neighbours by order may be trusted. Kept in memory: a number per passage, made once its vector is there.
"""

from __future__ import annotations

import numpy as np

from memserver.index.protocol import VectorIndex
from memserver.retrieval.lexical import Ids, Mask, Places, Scores
from memserver.retrieval.passage_table import NOWHERE, Columns
from memserver.retrieval.tuning import RANKING

UNKNOWN = np.float32(np.nan)


class AddedOrder:
    """The similarity of each passage to the one that was added before it, for passages outside of any thread."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Start over: the vectors or the passages are others now."""
        self._link = np.empty(0, np.float32)
        self._ids: Ids = np.empty(0, np.int64)
        self._open: Places = np.empty(0, np.intp)
        """Links that are not known because a vector is missing."""
        self._seen: tuple[VectorIndex | None, int, float] = (None, -1, 0.0)
        self._trust: Scores = np.empty(0)

    def trust(self, columns: Columns, index: VectorIndex, change: int, common: Scores, share: float) -> Scores:
        """Return for each passage how far the one added right before it counts as its neighbour, 0 to 1.

        `change` is the newest change of the index, `common` the similarity of each passage to the mean of what is
        within reach, `share` the squared length of that mean.
        """
        shared = min(len(self._ids), len(columns.ids))
        if self._seen[0] is not index or (shared and self._ids[shared - 1] != columns.ids[shared - 1]):
            self.forget()
        elif len(columns.ids) < len(self._ids):
            # A search that began before the newest passages came.
            return self._trust[: len(columns.ids)]
        if len(self._ids) != len(columns.ids) or self._seen != (index, change, share):
            self._follow(columns, index, common)
            self._ids, self._seen = columns.ids, (index, change, share)
            self._trust = self._measured(columns, common, share)
        return self._trust

    def _follow(self, columns: Columns, index: VectorIndex, common: Scores) -> None:
        first, count = len(self._link), len(columns.ids)
        self._link = np.concatenate([self._link, np.full(count - first, UNKNOWN)])
        new = np.arange(max(first, 1), count)
        pending = np.concatenate([self._open, new[starts_untold(columns, new)]])
        # While a store gets its vectors most are missing: only pairs that are there are read.
        there = ~np.isnan(common)
        known = there[pending] & there[pending - 1]
        ready, self._open = pending[known], pending[~known]
        if len(ready):
            one, two = index.vectors(columns.ids[ready - 1]), index.vectors(columns.ids[ready])
            self._link[ready] = np.einsum("ij,ij->i", one, two)

    def _measured(self, columns: Columns, common: Scores, share: float) -> Scores:
        """Return the trust from the links around each passage, the mean of the store taken out of both vectors."""
        trust = np.zeros(len(columns.ids))
        at = np.flatnonzero(~np.isnan(self._link))
        if not len(at):
            return trust
        of_one, of_two = common[at - 1], common[at]
        lengths = np.sqrt(np.maximum((1 - 2 * of_one + share) * (1 - 2 * of_two + share), 1e-9))
        links = (self._link[at] - of_one - of_two + share) / lengths
        around = np.empty(len(links))
        # What one project added says nothing of the order of another's.
        for holder in np.unique(columns.holders[at]):
            own = columns.holders[at] == holder
            around[own] = _averaged(links[own])
        span = RANKING.order_full - RANKING.order_from
        # Rounded, since the last bits of a sum depend on where a vector lies in the index.
        trust[at] = np.round(np.clip((around - RANKING.order_from) / span, 0.0, 1.0), 3)
        return trust


def _averaged(links: Scores) -> Scores:
    """Return the mean of the links around each; where there are few, the mean of all."""
    window = np.ones(RANKING.order_window)
    if len(links) < len(window):
        return np.full(len(links), links.mean())
    around: Scores = np.convolve(links, window, "same") / np.convolve(np.ones(len(links)), window, "same")
    return around


def starts_untold(columns: Columns, places: Places) -> Mask:
    """Say which passages begin a text outside of any thread that was added right after another such text."""
    untold = (columns.threads[places] == NOWHERE) & (columns.threads[places - 1] == NOWHERE)
    apart = columns.owners[places] != columns.owners[places - 1]
    starts: Mask = untold & apart & (columns.holders[places] == columns.holders[places - 1])
    return starts
