"""A question in vector space: the nearest that may be seen are found, whatever share of the store that is."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memserver.index.exact import ExactIndex
from memserver.index.protocol import Labels, LabelsLike, Similarities, Vectors
from memserver.retrieval.dense import DenseQuery
from memserver.retrieval.passage_map import View
from tests.unit.retrieval.small_store import index_of

QUESTION = np.array([1, 0], np.float32)
NO_MEAN = np.zeros(2, np.float32)


class CountingIndex(ExactIndex):
    """Counts how often it was searched."""

    searches = 0

    def search(self, query: Vectors, k: int, allowed: LabelsLike | None = None) -> tuple[Labels, Similarities]:
        self.searches += 1
        return super().search(query, k, allowed)


def view_of(own: list[bool]) -> View:
    """Return the view of an owner to whom some of the passages 1, 2, 3 … belong."""
    owners = np.array([1 if each else 0 for each in own], np.int32)
    ids = np.arange(1, len(own) + 1, dtype=np.int64)
    return View(ids, owners, np.array([all(own), True]), sum(own) / len(own))


@given(st.lists(st.tuples(st.floats(-1, 1, width=16), st.booleans()), min_size=1, max_size=80), st.integers(1, 20))
def test_the_nearest_in_view_are_found(passages: list[tuple[float, bool]], limit: int) -> None:
    similarities, own = [value for value, _ in passages], [seen for _, seen in passages]
    found = DenseQuery(index_of(similarities), QUESTION, NO_MEAN, view_of(own)).nearest(limit)
    expected = [
        passage for passage in DenseQuery(index_of(similarities), QUESTION, NO_MEAN).nearest(80) if own[passage - 1]
    ]
    assert found.tolist() == expected[:limit]


def test_an_even_share_and_a_small_one_take_one_search() -> None:
    similarities = np.linspace(1, 0, 1_000)
    rows = np.stack([similarities, np.sqrt(1 - similarities**2)], axis=1).astype(np.float32)
    for every in (2, 10, 100):
        index = CountingIndex(2)
        index.add(range(1, 1_001), rows)
        own = [number % every == 0 for number in range(1_000)]
        found = DenseQuery(index, QUESTION, NO_MEAN, view_of(own)).nearest(10)
        assert found.tolist() == [number + 1 for number in range(0, 10 * every, every)]
        assert index.searches == 1
