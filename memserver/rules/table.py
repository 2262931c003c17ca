"""Rules side by side: what is known of each as columns, so that a turn judges all of them in a few operations."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.rules.scope import Scope, pattern_of
from memserver.rules.work import Floats

# More shared words say no more.
MOST_SHARED = 3


@dataclass(frozen=True, slots=True)
class RuleTable:
    """The scopes of some rules, one row each."""

    scopes: tuple[Scope, ...]
    rows: Floats
    vectors: Floats
    """Zeros for a rule that has none (yet)."""
    languages: npt.NDArray[np.int64]
    holders: dict[str, npt.NDArray[np.int64]]
    """The rows of the rules that hold a term."""
    limited: tuple[int, ...]
    """The rows of rules that are limited to some paths."""

    def shared_terms(self, terms: Collection[str]) -> Floats:
        """Return how many terms each rule shares with a task."""
        counts = np.zeros(len(self.scopes), np.float32)
        for term in terms:
            rows = self.holders.get(term)
            if rows is not None:
                counts[rows] += 1
        return np.minimum(counts, MOST_SHARED)

    def in_place(self, paths: Sequence[str]) -> dict[int, bool]:
        """Return of each limited rule whether a task touches its paths; nothing where no file is known."""
        if not paths:
            return {}
        return {
            row: any(pattern_of(pattern).search(path) for pattern in self.scopes[row].paths for path in paths)
            for row in self.limited
        }


def table_of(scopes: Sequence[Scope], vectors: Floats, languages: Sequence[int]) -> RuleTable:
    """Put rules side by side; `languages` are those of each as bits."""
    holders: dict[str, list[int]] = {}
    for number, scope in enumerate(scopes):
        for term in scope.terms:
            holders.setdefault(term, []).append(number)
    return RuleTable(
        scopes=tuple(scopes),
        rows=np.stack([scope.row for scope in scopes]),
        vectors=vectors,
        languages=np.array(languages, np.int64),
        holders={term: np.array(rows, np.int64) for term, rows in holders.items()},
        limited=tuple(number for number, scope in enumerate(scopes) if scope.paths),
    )
