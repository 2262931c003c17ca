"""All patterns in memory, their vectors as one matrix: a look-up is one product. Follows the log of changes.

Thousands of patterns, not millions: exact search over at most 6,000 rows costs less than a graph would.
"""

from __future__ import annotations

import asyncio

import numpy as np
import numpy.typing as npt

from memserver.storage.patterns import PatternRow
from memserver.storage.store import Store

Floats = npt.NDArray[np.float32]


class PatternIndex:
    """The patterns of the store, as of the last refresh."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._seq = -1
        self._space = ""
        self._lock = asyncio.Lock()
        self.patterns: dict[str, PatternRow] = {}
        self.rows: tuple[PatternRow, ...] = ()
        """The patterns that have a vector, in the order of `vectors`."""
        self.vectors: Floats = np.zeros((0, 0), np.float32)
        self.warnings: npt.NDArray[np.int64] = np.zeros(0, np.int64)
        """Which rows are warnings."""
        self.warning_vectors: Floats = np.zeros((0, 0), np.float32)

    async def refresh(self, space: str) -> None:
        """Take in what changed in the store; `space` names the embedding whose vectors count."""
        last = await self._store.patterns.last_change()
        if last == self._seq and space == self._space:
            return
        async with self._lock:
            if self._seq < 0:
                self.patterns = {each.id: each for each in await self._store.patterns.all()}
            else:
                changed = await self._store.patterns.changed_since(self._seq)
                for each in changed:
                    self.patterns.pop(each, None)
                self.patterns |= {each.id: each for each in await self._store.patterns.of_ids(changed)}
            self._seq, self._space = last, space
            self._arrange()

    def _arrange(self) -> None:
        rows = sorted(
            (each for each in self.patterns.values() if each.vector and each.model == self._space),
            key=lambda each: (each.created_at, each.id),
        )
        self.rows = tuple(rows)
        if not rows:
            self.vectors = self.warning_vectors = np.zeros((0, 0), np.float32)
            self.warnings = np.zeros(0, np.int64)
            return
        joined = b"".join(each.vector or b"" for each in rows)
        self.vectors = np.frombuffer(joined, np.float16).reshape(len(rows), -1).astype(np.float32)
        self.warnings = np.array([row for row, each in enumerate(rows) if each.kind == "warning"], np.int64)
        self.warning_vectors = self.vectors[self.warnings]

    def cosines(self, vector: Floats) -> Floats:
        """Return the cosine of every row with a vector."""
        if not self.rows or self.vectors.shape[1] != len(vector):
            return np.zeros(0, np.float32)
        return self.vectors @ vector
