"""Trust in the order of addition follows the vectors as they come, and the index that is in use."""

from __future__ import annotations

import numpy as np

from memserver.index.exact import ExactIndex
from memserver.retrieval.order import AddedOrder
from memserver.retrieval.passage_table import Columns
from memserver.retrieval.tuning import RANKING

SIZE = 2 * RANKING.order_window


def columns(count: int) -> Columns:
    ids = np.arange(1, count + 1, dtype=np.int64)
    zeros = np.zeros(count, np.int32)
    return Columns(ids=ids, owners=ids, holders=zeros, threads=zeros - 1)


def vectors(count: int) -> np.ndarray:
    """Vectors that turn slowly, so that those that follow each other are alike."""
    angles = np.arange(count) * 0.3
    return np.stack([np.cos(angles), np.sin(angles)], axis=1).astype(np.float32)


def trust(order: AddedOrder, index: ExactIndex, count: int, change: int) -> list[float]:
    known = columns(count)
    mean = np.zeros(2, np.float32)
    common = index.similarities(mean, known.ids).astype(np.float64)
    found: list[float] = order.trust(known, index, change, common, 0.0).tolist()
    return found


def test_an_order_that_means_something_is_trusted_once_the_vectors_are_there() -> None:
    index, order = ExactIndex(2), AddedOrder()
    index.add([1], vectors(1))
    assert trust(order, index, SIZE, 1) == [0.0] * SIZE
    index.add(range(1, SIZE + 1), vectors(SIZE))
    assert trust(order, index, SIZE, 2) == [0.0, *[1.0] * (SIZE - 1)]


def test_what_comes_bit_by_bit_is_trusted_like_what_came_at_once() -> None:
    index, order = ExactIndex(2), AddedOrder()
    for count in range(4, SIZE + 1, 4):
        index.add(range(1, count + 1), vectors(count))
        trust(order, index, count, count)
    assert trust(order, index, SIZE, SIZE) == trust(AddedOrder(), index, SIZE, SIZE)


def test_a_search_that_began_earlier_gets_what_belongs_to_its_passages() -> None:
    index, order = ExactIndex(2), AddedOrder()
    index.add(range(1, SIZE + 1), vectors(SIZE))
    whole = trust(order, index, SIZE, 1)
    assert trust(order, index, SIZE - 3, 1) == whole[:-3]
    assert trust(order, index, SIZE, 1) == whole


def test_another_index_starts_over() -> None:
    order = AddedOrder()
    for size in (SIZE, SIZE // 2):
        index = ExactIndex(2)
        index.add(range(1, size + 1), vectors(size))
        assert trust(order, index, size, 1) == [0.0, *[1.0] * (size - 1)]
