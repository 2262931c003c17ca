from __future__ import annotations

import threading

import numpy as np
import pytest

from memserver.index.exact import ExactIndex


def unit(*rows: list[float]) -> np.ndarray:
    matrix = np.array(rows, np.float32)
    return matrix / np.linalg.norm(matrix, axis=1, keepdims=True)


def test_equal_similarities_are_ordered_by_label_also_at_the_cut() -> None:
    index = ExactIndex(2)
    index.add([9, 3, 7, 1], unit([1, 0], [1, 0], [1, 0], [0, 1]))
    assert index.search(unit([1, 0])[0], 2)[0].tolist() == [3, 7]


def test_the_order_of_adding_does_not_change_an_answer() -> None:
    vectors = np.random.default_rng(1).normal(size=(300, 16)).astype(np.float32)
    forward, backward = ExactIndex(16), ExactIndex(16)
    forward.add(range(300), vectors)
    backward.add(range(299, -1, -1), vectors[::-1].copy())
    for query in vectors[:20]:
        left, right = forward.search(query, 10), backward.search(query, 10)
        assert np.array_equal(left[0], right[0]) and np.array_equal(left[1], right[1])


def test_vectors_of_the_wrong_size_are_refused() -> None:
    index = ExactIndex(4)
    with pytest.raises(ValueError, match="expected 1 vectors of 4"):
        index.add([1], np.zeros((1, 3), np.float32))
    assert len(index) == 0


def test_a_wide_and_a_narrow_filter_agree_with_each_other() -> None:
    vectors = np.random.default_rng(2).normal(size=(500, 8)).astype(np.float32)
    index = ExactIndex(8)
    index.add(range(500), vectors)
    narrow = list(range(0, 500, 50))
    wide = list(range(0, 500, 2))
    query = vectors[3]
    within = [label for label in index.search(query, 500, wide)[0].tolist() if label in set(narrow)]
    assert index.search(query, 500, narrow)[0].tolist() == within


def test_threads_that_add_remove_and_search_leave_a_sound_index() -> None:
    index = ExactIndex(4)
    vectors = unit(*[[1, i, i * i % 7, 2] for i in range(200)])

    def churn(offset: int) -> None:
        for label in range(200):
            index.add([offset + label], vectors[label : label + 1])
            index.search(vectors[label], 5)
            if label % 2:
                index.remove([offset + label])

    threads = [threading.Thread(target=churn, args=(offset,)) for offset in (0, 1_000, 2_000)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = sorted(offset + label for offset in (0, 1_000, 2_000) for label in range(0, 200, 2))
    assert index.labels().tolist() == kept
    assert np.array_equal(index.vectors(kept), np.tile(vectors[::2], (3, 1)))


def test_similarities_are_right_after_a_search_and_after_a_change() -> None:
    index = ExactIndex(2)
    index.add([1, 2], unit([1, 0], [0, 1]))
    question = unit([1, 0])[0]
    index.search(question, 1)
    assert index.similarities(question, [2, 1]).tolist() == [0, 1]
    assert np.isnan(index.similarities(question, [3])).all()
    index.add([2, 3], unit([1, 0], [0, 1]))
    assert index.similarities(question, [3, 2, 1]).tolist() == [0, 1, 1]
    index.search(question, 1)
    index.remove([1])
    similarities = index.similarities(question, [1, 2])
    assert np.isnan(similarities[0])
    assert similarities[1] == 1
