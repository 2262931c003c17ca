"""Remembers the vectors of recent questions: a turn, its retries and its blocks ask for the same few."""

from __future__ import annotations

from collections import OrderedDict

from memserver.embedding.protocol import Vector

CAPACITY = 512
"""512 vectors of 384 numbers are 0.8 MB."""


class QueryCache:
    """The last questions with their vectors. Used from the event loop only, so it needs no lock."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._vectors: OrderedDict[str, Vector] = OrderedDict()

    def get(self, text: str) -> Vector | None:
        """Return the vector of a question that was asked lately."""
        vector = self._vectors.get(text)
        if vector is not None:
            self._vectors.move_to_end(text)
        return vector

    def put(self, text: str, vector: Vector) -> None:
        """Remember a vector; it is made read-only, since several callers will share it."""
        vector.flags.writeable = False
        self._vectors[text] = vector
        self._vectors.move_to_end(text)
        if len(self._vectors) > self._capacity:
            self._vectors.popitem(last=False)
