"""What a search compares with: the passages of the projects that it may see, and of no project at all.

How rare a word is, how long a text is and what everything has in common are taken over these. What other projects
hold in the same store moves nothing. Kept from search to search, since little of it changes between two turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from memserver.retrieval.lexical import Mask, Posting, Scores
from memserver.retrieval.passage_table import PassageTable
from memserver.retrieval.tuning import LEXICAL
from memserver.storage.passages import is_of_projects


@dataclass(frozen=True, slots=True)
class Reach:
    """The passages that count, with their lengths."""

    table: PassageTable
    projects: tuple[str, ...]
    count: int
    mean_terms: float
    mask: Mask | None = None
    """By place; None where all of the store counts."""
    by_id: Mask = field(default_factory=lambda: np.zeros(1, np.bool_))
    """The same by passage id; the last one stands for every id beyond."""

    def terms_of(self, ids: npt.NDArray[np.int32]) -> Scores:
        """Return how many terms each passage has, never fewer than `LEXICAL.shortest`."""
        return self.table.terms_of(ids)

    def within(self, postings: Mapping[str, Posting]) -> Mapping[str, Posting]:
        """Return the postings without what does not count."""
        if self.mask is None:
            return postings
        kept = {}
        for term, posting in postings.items():
            there = self.by_id.take(posting.ids, mode="clip")
            if there.any():
                kept[term] = Posting(posting.ids[there], posting.counts[there])
        return kept


def reach_of(table: PassageTable, projects: Sequence[str], former: Reach | None = None) -> Reach:
    """Return what counts for some projects: the former one where it still holds."""
    if former is not None and former.table is table and former.projects == tuple(projects):
        return former
    counting = np.array([is_of_projects(holder, projects) for holder in list(table.holders)], np.bool_)
    if counting.all():
        return Reach(table, tuple(projects), table.count, table.mean_terms)
    mask: Mask = counting[table.columns.holders]
    lengths = np.maximum(table.columns.terms[mask], LEXICAL.shortest)
    mean = float(lengths.mean()) if len(lengths) else float(LEXICAL.shortest)
    by_id = np.zeros(table.newest + 2, np.bool_)
    by_id[table.columns.ids[mask]] = True
    return Reach(table, tuple(projects), len(lengths), mean, mask, by_id)
