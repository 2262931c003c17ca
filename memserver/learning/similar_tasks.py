"""The tasks of the past as vectors, and those that are most similar to a new one. Knows no agents and no weights.

A whole product with thousands of tasks would be most of the price of a route. So from some number of tasks on a few
leading axes choose what is looked at, and whole vectors decide among that. It need not be exact, unlike the choice of
a pattern: the tasks found vote together, and one that was missed is replaced by one nearly as similar. It is a function
of the tasks in their order alone: axes are found at positions that the caller fixes.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.learning.sketch import FEWEST_ROWS, leading_axes

Floats = npt.NDArray[np.float32]
Rows = npt.NDArray[np.int64]

NEIGHBOURS = 40
# Measured (docs/benchmarks.md): with these, routes are as good as with whole vectors; with half of them, less so.
AXES = 64
LOOKED_AT_PER_NEIGHBOUR = 2
LEAST_ROOM = 256


@dataclass(frozen=True, slots=True)
class Leading:
    """Tasks along the axes that carry most of them; a product with all of them costs a sixth of a whole one."""

    axes: Floats
    rows: Floats
    found_at: int
    """The number of tasks that the axes were found from."""


class SimilarTasks:
    """Vectors in the order of their tasks."""

    def __init__(self, dimensions: int) -> None:
        self.dimensions = dimensions
        self._count = 0
        self._vectors = np.zeros((0, dimensions), np.float32)
        self._leading: Leading | None = None
        self._asked: tuple[Floats | None, int, tuple[Rows, Floats]] = (None, 0, _nothing())
        """The last question: a route asks twice, for the vote and for its reasons."""

    def add(self, vector: Floats) -> None:
        """Take in the next task; one without a vector of this space is similar to none."""
        if self._count == len(self._vectors):
            room = max(LEAST_ROOM, self._count * 3 // 2)
            self._vectors = _with_room(self._vectors, room)
            if self._leading is not None:
                found = self._leading
                self._leading = Leading(found.axes, np.asfortranarray(_with_room(found.rows, room)), found.found_at)
        if len(vector) == self.dimensions:
            self._vectors[self._count] = vector
            if self._leading is not None:
                self._leading.rows[self._count] = self._leading.axes @ vector
        self._count += 1

    def lacks_axes(self, position: int) -> bool:
        """Say whether the axes of the first tasks are due and were not found yet."""
        if self._leading is not None and self._leading.found_at == position:
            return False
        return FEWEST_ROWS <= position <= self._count and self.dimensions > AXES

    def find_axes(self, position: int) -> None:
        """Find the axes that carry most of the first tasks; takes a while, for a thread."""
        if self.lacks_axes(position):
            axes = leading_axes(self._vectors[:position])[0][:AXES]
            # Column by column: a product of all rows with one vector is a quarter faster that way.
            self._leading = Leading(axes, np.asfortranarray(self._vectors @ axes.T), position)

    def nearest(self, vector: Floats, known: int) -> tuple[Rows, Floats]:
        """Return the tasks most similar to a vector among the first ones, in no order, and their cosines."""
        asked, before, answer = self._asked
        if asked is not vector or before != known:
            answer = self._nearest(vector, known)
            self._asked = vector, known, answer
        return answer

    def _nearest(self, vector: Floats, known: int) -> tuple[Rows, Floats]:
        leading, count = self._leading, min(NEIGHBOURS, known)
        if leading is None or known < leading.found_at:
            cosines = self._vectors[:known] @ vector
            rows = among_highest(cosines, count)
            cosines = cosines[rows]
        else:
            rows = among_highest(leading.rows[:known] @ leading.axes.dot(vector), count * LOOKED_AT_PER_NEIGHBOUR)
            cosines = self._vectors.take(rows, 0).dot(vector)
        best = cosines.argpartition(-count)[-count:] if count else rows
        return rows[best], cosines[best]


def among_highest(values: Floats, count: int) -> Rows:
    """Return rows that hold the highest values: at least as many as asked for, and not many more if there are many.

    Of twice as many groups of values, half have a highest value above the middle one: so many values are above it too.
    """
    groups = 2 * count
    size = len(values) // groups if count else 0
    if size < 2:
        return np.arange(len(values))
    highest = values[: size * groups].reshape(size, groups).max(0)
    highest.sort()
    rows: Rows = (values >= highest[count]).nonzero()[0]
    return rows


def _with_room(rows: Floats, room: int) -> Floats:
    return np.concatenate([rows, np.zeros((room - len(rows), rows.shape[1]), np.float32)])


def _nothing() -> tuple[Rows, Floats]:
    return np.zeros(0, np.int64), np.zeros(0, np.float32)
