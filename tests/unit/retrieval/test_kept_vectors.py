"""The block of vectors that were read lately: it holds what was put last, and nothing that was forgotten."""

from __future__ import annotations

import numpy as np

from memserver.retrieval.kept_vectors import KeptVectors


def rows(*numbers: int) -> np.ndarray:
    return np.array([[number, -number] for number in numbers], np.float16)


def found(kept: KeptVectors, *labels: int) -> dict[int, list[float]]:
    asked = np.array(labels, np.int64)
    here, vectors = kept.find(asked)
    return dict(zip(asked[here].tolist(), vectors.tolist(), strict=True))


def test_what_was_put_is_found_in_any_order() -> None:
    kept = KeptVectors(2, 8)
    kept.put(np.array([3, 70]), rows(3, 70))
    assert found(kept, 70, 5, 3, 9_999) == {70: [70, -70], 3: [3, -3]}


def test_the_newest_take_the_place_of_the_oldest() -> None:
    kept = KeptVectors(2, 4)
    for first in (1, 4, 7):
        kept.put(np.arange(first, first + 3), rows(first, first + 1, first + 2))
    assert found(kept, *range(1, 10)) == {number: [number, -number] for number in (6, 7, 8, 9)}
    kept.put(np.arange(20, 26), rows(*range(20, 26)))
    assert sorted(found(kept, *range(30))) == [22, 23, 24, 25]


def test_what_is_forgotten_is_gone_and_may_come_back() -> None:
    kept = KeptVectors(2, 4)
    kept.put(np.array([1, 2, 3]), rows(1, 2, 3))
    kept.forget([2, 99])
    assert sorted(found(kept, 1, 2, 3)) == [1, 3]
    kept.put(np.array([2]), rows(5))
    assert found(kept, 1, 2, 3) == {1: [1, -1], 2: [5, -5], 3: [3, -3]}


def test_nothing_is_kept_where_there_is_no_room_or_nothing_to_keep() -> None:
    kept = KeptVectors(2, 4)
    kept.put(np.empty(0, np.int64), rows().reshape(0, 2))
    assert found(kept, 1, 2) == {}
