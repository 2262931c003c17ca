"""Both indexes against a dictionary, under random additions, removals and searches."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memserver.index.adaptive import AdaptiveIndex
from memserver.index.exact import ExactIndex
from memserver.index.hnsw import HnswIndex
from memserver.index.protocol import VectorIndex

DIMENSIONS = 8
POOL = np.random.default_rng(7).normal(size=(24, DIMENSIONS)).astype(np.float32)
POOL /= np.linalg.norm(POOL, axis=1, keepdims=True)
LABELS = st.integers(0, 40)
STEP = st.one_of(
    st.tuples(st.just("add"), st.lists(st.tuples(LABELS, st.integers(0, len(POOL) - 1)), max_size=8)),
    st.tuples(st.just("remove"), st.lists(LABELS, max_size=8)),
    st.tuples(st.just("settle"), st.none()),
)
MAKERS: dict[str, Callable[[Path], VectorIndex]] = {
    "exact": lambda _: ExactIndex(DIMENSIONS),
    "hnsw": lambda _: HnswIndex(DIMENSIONS),
    "adaptive": lambda folder: AdaptiveIndex(DIMENSIONS, folder, "space", threshold=12),
}


def apply(index: VectorIndex, model: dict[int, int], step: tuple[str, object]) -> None:
    name, content = step
    if name == "add":
        pairs = list(content)  # type: ignore[call-overload]
        index.add([label for label, _ in pairs], POOL[[row for _, row in pairs]].reshape(-1, DIMENSIONS))
        model.update(pairs)
    elif name == "remove":
        index.remove(content)  # type: ignore[arg-type]
        for label in content:  # type: ignore[attr-defined]
            model.pop(label, None)
    elif isinstance(index, AdaptiveIndex):
        index.settle(1)


def expected(model: dict[int, int], query: np.ndarray, k: int, allowed: set[int] | None) -> list[tuple[float, int]]:
    rows = [
        (-round(float(POOL[row] @ query), 4), label)
        for label, row in model.items()
        if allowed is None or label in allowed
    ]
    return sorted(rows)[:k]


@pytest.mark.parametrize("kind", MAKERS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(
    steps=st.lists(STEP, max_size=12),
    query=st.integers(0, len(POOL) - 1),
    k=st.integers(0, 50),
    allowed=st.none() | st.sets(st.integers(0, 60)),
)
def test_an_index_answers_as_a_dictionary_would(
    kind: str, tmp_path: Path, steps: list[tuple[str, object]], query: int, k: int, allowed: set[int] | None
) -> None:
    index = MAKERS[kind](tmp_path)
    model: dict[int, int] = {}
    for step in steps:
        apply(index, model, step)

    labels, similarities = index.search(POOL[query], k, sorted(allowed) if allowed is not None else None)
    wanted = expected(model, POOL[query], k, allowed)

    assert len(index) == len(model)
    assert all((label in index) == (label in model) for label in range(42))
    assert len(labels) == len(wanted)
    assert np.allclose(similarities, [-value for value, _ in wanted], atol=2e-4)
    assert sorted(zip(-similarities, labels, strict=True)) == list(zip(-similarities, labels, strict=True))
    assert all(
        np.isclose(POOL[model[int(each)]] @ POOL[query], value, atol=2e-5)
        for each, value in zip(labels, similarities, strict=True)
    )


@pytest.mark.parametrize("kind", MAKERS)
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(steps=st.lists(STEP, max_size=8), asked=st.lists(st.integers(0, 45), max_size=10))
def test_vectors_and_similarities_are_nan_for_what_is_not_there(
    kind: str, tmp_path: Path, steps: list[tuple[str, object]], asked: list[int]
) -> None:
    index = MAKERS[kind](tmp_path)
    model: dict[int, int] = {}
    for step in steps:
        apply(index, model, step)

    vectors, similarities = index.vectors(asked), index.similarities(POOL[0], asked)

    assert vectors.shape == (len(asked), DIMENSIONS)
    for label, vector, similarity in zip(asked, vectors, similarities, strict=True):
        if label in model:
            assert np.array_equal(vector, POOL[model[label]])
            assert np.isclose(similarity, POOL[model[label]] @ POOL[0], atol=2e-5)
        else:
            assert np.isnan(vector).all() and np.isnan(similarity)
