"""All patterns in memory, their vectors as one matrix, ready to be asked. Follows the log of changes.

Thousands of patterns, not millions: an exact look-up over at most 6,000 rows costs less than a graph would, and the
same store gives the same answer in every window.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

import numpy as np
import numpy.typing as npt

from memserver.learning.patterns import AGE_WEIGHT_PER_HOUR, LEAST_SUCCESS_RATE, WARNING, success_rate
from memserver.learning.sketch import FEWEST_ROWS, NearRows, principal_axes
from memserver.storage.patterns import PatternRow
from memserver.storage.store import Store

Floats = npt.NDArray[np.float32]

# Axes stay right for what comes later, only less tight: they are found anew when there is so much more.
AXES_GROWTH = 1.5
NO_ROWS = np.zeros((0, 0), np.float32)


class PatternIndex:
    """The patterns of the store, as of the last refresh."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seq = -1
        self._space = ""
        self._lock = asyncio.Lock()
        self._axes: Floats | None = None
        self._axes_from = 0
        self.patterns: dict[str, PatternRow] = {}
        self.set_rows((), NO_ROWS)

    async def refresh(self, space: str) -> None:
        """Take in what changed in the store; `space` names the embedding whose vectors count."""
        if await self._is_current(space):
            return
        async with self._lock:
            if await self._is_current(space):
                return
            last = await self._store.patterns.last_change()
            if self._seq < 0:
                self.patterns = {each.id: each for each in await self._store.patterns.all()}
            else:
                changed = await self._store.patterns.changed_since(self._seq)
                for each in changed:
                    self.patterns.pop(each, None)
                self.patterns |= {each.id: each for each in await self._store.patterns.of_ids(changed)}
            if space != self._space:
                self._axes, self._axes_from = None, 0
            rows = sorted(_of_one_size(self.patterns.values(), space), key=_place)
            # Large products, made where they keep nobody waiting; until then the rows of before answer.
            vectors, near = await asyncio.to_thread(self._near, rows)
            self._set(rows, vectors, near)
            self._seq, self._space = last, space

    async def _is_current(self, space: str) -> bool:
        return await self._store.patterns.last_change() == self._seq and space == self._space

    def _near(self, rows: Sequence[PatternRow]) -> tuple[Floats, NearRows]:
        vectors = _matrix(rows)
        if len(rows) >= max(FEWEST_ROWS, self._axes_from * AXES_GROWTH):
            self._axes, self._axes_from = principal_axes(vectors), len(rows)
        return vectors, NearRows(vectors[: _useful(rows)], self._axes)

    def set_rows(self, rows: Sequence[PatternRow], vectors: Floats) -> None:
        """Arrange patterns and their vectors for look-ups: warnings last, before them the best first."""
        order = sorted(range(len(rows)), key=lambda row: _place(rows[row]))
        ordered, arranged = [rows[row] for row in order], vectors[order] if len(rows) else NO_ROWS
        self._set(ordered, arranged, NearRows(arranged[: _useful(ordered)], self._axes))

    def _set(self, rows: Sequence[PatternRow], vectors: Floats, near: NearRows) -> None:
        self.rows = tuple(rows)
        """The patterns that have a vector, in the order of `vectors`."""
        self.vectors = vectors
        embedded = {each.id for each in rows}
        self.without_vector = tuple(each for each in self.patterns.values() if each.id not in embedded)
        """The patterns that wait for a vector."""
        self.near = near
        """The vectors of the useful rows."""
        self.useful = len(near)
        """How many rows are useful: the first ones. Those that follow are warnings."""
        self.quality = np.array([each.quality for each in self.rows[: self.useful]])
        """How good each useful row is held to be, from the best on."""
        self._proof = np.array([each.quality * max(success_rate(each), LEAST_SUCCESS_RATE) for each in self.rows])
        self._born = np.array([each.created_at.timestamp() for each in self.rows])

    def find_axes(self) -> None:
        """Find the axes of the present rows now."""
        self._axes, self._axes_from = principal_axes(self.vectors), len(self.rows)
        self.set_rows(self.rows, self.vectors)

    def fits(self, vector: Floats) -> bool:
        """Say whether there are rows that a vector can be compared with."""
        return bool(self.rows) and self.vectors.shape[1] == len(vector)

    def cosines(self, vector: Floats) -> Floats:
        """Return the cosine of every row with a vector."""
        return self.vectors @ vector if self.fits(vector) else np.zeros(0, np.float32)

    def worth(self, now: datetime) -> npt.NDArray[np.float64]:
        """Return what each row is worth now: `combined_score` for all of them at once."""
        hours = np.maximum((now.timestamp() - self._born) / 3600, 1.0)
        return np.asarray(self._proof / (1 + AGE_WEIGHT_PER_HOUR * hours))


def _of_one_size(patterns: Iterable[PatternRow], space: str) -> list[PatternRow]:
    """Return the patterns of a space; without those whose vector, from a foreign file, is of another size than most."""
    rows = [each for each in patterns if each.vector and each.model == space]
    sizes = Counter(len(each.vector or b"") for each in rows)
    size = max(sizes, key=lambda each: (sizes[each], each), default=0)
    return [each for each in rows if len(each.vector or b"") == size]


def _useful(rows: Sequence[PatternRow]) -> int:
    return sum(each.kind != WARNING for each in rows)


def _place(pattern: PatternRow) -> tuple[bool, float, datetime, str]:
    return pattern.kind == WARNING, -pattern.quality, pattern.created_at, pattern.id


def _matrix(rows: Sequence[PatternRow]) -> Floats:
    if not rows:
        return NO_ROWS
    joined = b"".join(each.vector or b"" for each in rows)
    return np.frombuffer(joined, np.float16).reshape(len(rows), -1).astype(np.float32)
