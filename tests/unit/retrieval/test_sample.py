"""The sample of the vectors of a store is even, small, and the same however they came in."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval import sample
from memserver.retrieval.sample import VectorSample

COUNT = 3_000


def vectors_of(labels: np.ndarray) -> np.ndarray:
    """Return for each label a vector that tells it."""
    return np.stack([labels, labels % 7], axis=1).astype(np.float32)


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "LARGEST", 256)


def taken(order: np.ndarray, pieces: int) -> VectorSample:
    held = VectorSample()
    for part in np.array_split(order, pieces):
        held.add(part, vectors_of(part))
    return held


def test_the_sample_is_the_same_whatever_the_order_of_adding() -> None:
    labels = np.arange(1, COUNT + 1)
    first = taken(labels, 1)
    for seed, pieces in ((1, 3), (2, 50), (3, COUNT)):
        other = taken(np.random.default_rng(seed).permutation(labels), pieces)
        assert other.labels.tolist() == first.labels.tolist()
        assert other.vectors.tolist() == first.vectors.tolist()


def test_it_is_small_even_and_holds_the_vectors_of_its_labels() -> None:
    held = taken(np.arange(1, COUNT + 1), 10)
    assert 128 <= len(held.labels) <= 256
    assert held.vectors.tolist() == vectors_of(held.labels).tolist()
    quarters = np.histogram(held.labels, bins=4, range=(0, COUNT))[0]
    assert quarters.min() > len(held.labels) / 8


def test_all_of_a_few_are_in() -> None:
    assert taken(np.arange(1, 100), 4).labels.tolist() == list(range(1, 100))


@given(st.sets(st.integers(1, 400), max_size=60), st.sets(st.integers(1, 400), max_size=60))
def test_what_is_removed_is_gone_and_may_come_back(first: set[int], gone: set[int]) -> None:
    held = VectorSample()
    held.add(sorted(first), vectors_of(np.array(sorted(first), np.int64)))
    held.remove(sorted(gone))
    assert held.labels.tolist() == sorted(first - gone)
    held.add(sorted(first), 2 * vectors_of(np.array(sorted(first), np.int64)))
    assert held.labels.tolist() == sorted(first)
    if first:
        assert held.vectors[:, 0].tolist() == [2.0 * label for label in sorted(first)]
