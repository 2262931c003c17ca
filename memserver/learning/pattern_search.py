"""Finding patterns: about the same, strong enough to decide a route, or nearly the same as a new one.

By vectors where there are some, else by shared words. Reads what is in memory; changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memserver.clock import Clock
from memserver.embedding.calibration import Calibration
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.patterns import SAME_PATTERN, SEARCH_FROM, WARNING, combined_score
from memserver.storage.patterns import PatternRow
from memserver.text.terms import index_terms

Floats = npt.NDArray[np.float32]

# Scores of single precision that differ by less than this may be equal: the order then goes by similarity and id.
TIE = 1e-6


@dataclass(frozen=True, slots=True)
class PatternMatch:
    """A pattern with how similar it is to what was asked, 0 to 1."""

    pattern: PatternRow
    similarity: float


class PatternSearch:
    """Looks patterns up in an index. Vectors are handed in: nothing here embeds."""

    def __init__(self, index: PatternIndex, clock: Clock, calibration: Callable[[], Calibration]) -> None:
        self._index = index
        self._clock = clock
        self._calibration = calibration
        self._needs: tuple[object, float, Calibration | None, Floats] = (None, 0.0, None, np.zeros(0, np.float32))

    async def refresh(self, space: str) -> None:
        """Take in what this or another window wrote."""
        await self._index.refresh(space)

    def search(
        self, query: str, vector: Floats | None, limit: int, *, domain: str | None = None,
        projects: Sequence[str] | None = None,
    ) -> list[PatternMatch]:  # fmt: skip
        """Return patterns about the same, best first: similarity × what each is worth."""
        now = self._clock()

        def wanted(pattern: PatternRow) -> bool:
            return (domain is None or pattern.domain.casefold() == domain.casefold()) and (
                projects is None or pattern.project_id in projects
            )

        matches = [*self._by_meaning(vector, limit, now, wanted), *self._by_words(query, vector, wanted)]
        return _best_first(matches, now)[:limit]

    def strong(self, query: str, vector: Floats | None, strength: float, projects: Sequence[str]) -> list[PatternMatch]:
        """Return the useful patterns whose similarity × quality is above a strength, best first."""

        def useful(pattern: PatternRow) -> bool:
            return pattern.kind != WARNING and pattern.project_id in projects

        index, calibration = self._index, self._calibration()
        found = self._by_words(query, vector, useful)
        if vector is not None and index.fits(vector):
            near, cosines = index.near.above(vector, self._needed(strength, calibration))
            for row, similarity in zip(near.tolist(), calibration.similarities(cosines).tolist(), strict=True):
                if index.rows[row].project_id in projects:
                    found.append(PatternMatch(index.rows[row], similarity))
        return _best_first([m for m in found if m.similarity * m.pattern.quality > strength], self._clock())

    def _needed(self, strength: float, calibration: Calibration) -> Floats:
        """Return the cosine from which on the first useful patterns have a strength; made once per index.

        Nothing is more similar than one: patterns of less quality than the strength, which come last, never have it.
        """
        quality = self._index.quality
        if self._needs[0] is not quality or self._needs[1:3] != (strength, calibration):
            similarity = strength / quality[quality > strength]
            cosines = np.interp(similarity, calibration.levels, calibration.cosines)
            self._needs = quality, strength, calibration, cosines.astype(np.float32)
        return self._needs[3]

    def _by_meaning(
        self, vector: Floats | None, limit: int, now: datetime, wanted: Callable[[PatternRow], bool]
    ) -> list[PatternMatch]:
        """Return the best patterns by their vectors; a few more than asked for, so that equal ones are all there."""
        index = self._index
        if vector is None or not index.fits(vector):
            return []
        similarities = self._calibration().similarities(index.cosines(vector))
        scores = np.where(similarities > SEARCH_FROM, similarities * index.worth(now), -1.0)
        found: list[PatternMatch] = []
        least = -np.inf
        for row in np.argsort(-scores, kind="stable").tolist():
            if scores[row] < 0 or scores[row] < least:
                break
            if wanted(index.rows[row]):
                found.append(PatternMatch(index.rows[row], float(similarities[row])))
                if len(found) == limit:
                    least = scores[row] * (1 - TIE)
        return found

    def _by_words(self, query: str, vector: Floats | None, wanted: Callable[[PatternRow], bool]) -> list[PatternMatch]:
        """Compare patterns that have no vector yet, or all when the query has none, by the words they share."""
        index = self._index
        others = index.without_vector if vector is not None and index.fits(vector) else tuple(index.patterns.values())
        if not others:
            return []
        terms = frozenset(index_terms(query))
        return [
            PatternMatch(pattern, similarity)
            for pattern in others
            if wanted(pattern)
            if (similarity := overlap(terms, frozenset(index_terms(pattern.strategy)))) > SEARCH_FROM
        ]

    def nearly_same(self, strategy: str, vector: Floats | None) -> Iterator[PatternMatch]:
        """Yield the patterns with the same words, and those whose meaning is nearly the same."""
        index = self._index
        close: dict[str, float] = {}
        if vector is not None and index.fits(vector):
            similarities = self._calibration().similarities(index.cosines(vector))
            for row in (similarities > SAME_PATTERN).nonzero()[0].tolist():
                close[index.rows[row].id] = float(similarities[row])
        for match in self._by_words(strategy, vector, lambda _: True):
            if match.similarity > SAME_PATTERN:
                close[match.pattern.id] = match.similarity
        for pattern in index.patterns.values():
            if pattern.id in close or pattern.strategy == strategy:
                yield PatternMatch(pattern, close.get(pattern.id, 1.0))


def _best_first(matches: list[PatternMatch], now: datetime) -> list[PatternMatch]:
    """Order by similarity × what each pattern is worth."""
    return sorted(matches, key=lambda m: (-m.similarity * combined_score(m.pattern, now), -m.similarity, m.pattern.id))


def overlap(left: frozenset[str], right: frozenset[str]) -> float:
    """Return the share of terms that two texts have in common."""
    return len(left & right) / len(left | right) if left and right else 0.0
