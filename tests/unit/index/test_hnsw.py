from __future__ import annotations

import numpy as np
import pytest

from memserver.index import parameters
from memserver.index.exact import ExactIndex
from memserver.index.hnsw import HnswIndex

DIMENSIONS = 16


def clusters(count: int, seed: int = 0) -> np.ndarray:
    random = np.random.default_rng(seed)
    centres = random.normal(size=(20, DIMENSIONS))
    vectors = centres[random.integers(0, 20, count)] + 0.6 * random.normal(size=(count, DIMENSIONS))
    return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


@pytest.fixture(scope="module")
def pair() -> tuple[ExactIndex, HnswIndex, np.ndarray]:
    vectors = clusters(3_000)
    exact, approximate = ExactIndex(DIMENSIONS), HnswIndex(DIMENSIONS)
    for index in (exact, approximate):
        index.add(range(3_000), vectors)
        index.remove(range(0, 3_000, 5))
    return exact, approximate, vectors


def recall(pair: tuple[ExactIndex, HnswIndex, np.ndarray], allowed: list[int] | None) -> float:
    exact, approximate, vectors = pair
    hits = 0
    for query in vectors[:60]:
        truth, found = exact.search(query, 10, allowed)[0], approximate.search(query, 10, allowed)[0]
        hits += len(set(truth.tolist()) & set(found.tolist()))
    return hits / 600


def test_finds_nearly_all_of_what_the_exact_index_finds(pair: tuple[ExactIndex, HnswIndex, np.ndarray]) -> None:
    assert recall(pair, None) > 0.98


def test_a_wide_filter_is_met_by_fetching_more(pair: tuple[ExactIndex, HnswIndex, np.ndarray]) -> None:
    allowed = [label for label in range(3_000) if label % 7]
    assert len(allowed) * 4 / 5 > parameters.SCAN_ALLOWED
    assert recall(pair, allowed) > 0.98


def test_a_narrow_filter_is_answered_exactly(pair: tuple[ExactIndex, HnswIndex, np.ndarray]) -> None:
    assert recall(pair, list(range(0, 3_000, 9))) == 1.0


def test_removed_vectors_never_come_back(pair: tuple[ExactIndex, HnswIndex, np.ndarray]) -> None:
    _, approximate, vectors = pair
    for query in vectors[:50]:
        assert (approximate.search(query, 30)[0] % 5 != 0).all()


def test_asks_for_more_than_there_is_are_answered_with_all_there_is() -> None:
    index = HnswIndex(DIMENSIONS)
    assert index.search(clusters(1)[0], 5)[0].tolist() == []
    index.add([4, 2], clusters(2))
    index.remove([2, 2, 77])
    assert index.search(clusters(1)[0], 5)[0].tolist() == [4]


def test_a_label_that_is_added_again_has_its_last_vector_alone() -> None:
    vectors = clusters(6)
    index = HnswIndex(DIMENSIONS)
    index.add([1], vectors[:1])
    index.remove([1])
    index.add([1, 1, 2], vectors[1:4])
    assert len(index) == 2
    assert np.array_equal(index.vectors([1])[0], vectors[2])
    assert sorted(index.search(vectors[1], 9)[0].tolist()) == [1, 2]


def test_grows_beyond_its_first_capacity() -> None:
    count = parameters.HNSW_FIRST_CAPACITY + 300
    index = HnswIndex(DIMENSIONS)
    index.add(range(count), clusters(count))
    assert len(index) == count
    assert index.dead_share == 0.0
    index.remove(range(count // 2))
    assert index.dead_share == pytest.approx(0.5, abs=0.01)
