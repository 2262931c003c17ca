"""Look-ups by bounds give what the whole product gives, whatever the vectors are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.learning.sketch import FEWEST_ROWS, NearRows, principal_axes

DIMENSIONS = 48


def vectors(seed: int, count: int, rank: int, noise: float) -> np.ndarray:
    """Return rows that lie near a plane of some rank, of length one."""
    chance = np.random.default_rng(seed)
    plane = chance.normal(size=(rank, DIMENSIONS))
    rows = chance.normal(size=(count, rank)) @ plane + noise * chance.normal(size=(count, DIMENSIONS))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def with_repeats(rows: np.ndarray, chance: np.random.Generator, repeated: int, empty: int) -> np.ndarray:
    """Return rows of which some are there twice and some are zero."""
    rows[chance.integers(0, len(rows), repeated)] = rows[chance.integers(0, len(rows), repeated)]
    rows[chance.integers(0, len(rows), empty)] = 0.0
    return rows


@settings(max_examples=40)
@given(
    st.integers(0, 10_000), st.integers(1, DIMENSIONS), st.floats(0.0, 2.0), st.integers(0, 50),
    st.floats(-0.2, 1.1), st.sampled_from(["within", "alike", "other", "zero"]), st.integers(0, 300),
    st.integers(0, 20),
)  # fmt: skip
def test_bounds_lose_nothing(
    seed: int, rank: int, noise: float, more: int, least: float, asked: str, repeated: int, empty: int
) -> None:
    chance = np.random.default_rng(seed)
    rows = with_repeats(vectors(seed, FEWEST_ROWS + more, rank, noise), chance, repeated, empty)
    near = NearRows(rows, principal_axes(rows))
    question = {
        "within": rows[seed % len(rows)],
        "alike": vectors(seed, FEWEST_ROWS + more + 1, rank, noise)[-1],
        "other": vectors(seed + 1, 1, DIMENSIONS, 1.0)[0],
        "zero": np.zeros(DIMENSIONS, np.float32),
    }[asked]
    products = rows @ question
    row, product = near.best(question)
    assert product == pytest.approx(float(products.max()), abs=1e-5)
    assert row in (products >= products.max() - 1e-5).nonzero()[0]
    # Of rows that are there twice, the first is found.
    assert not (rows[:row] == rows[row]).all(axis=1).any()
    asked_for = int(chance.integers(0, len(rows) + 1))
    needed = (least + chance.uniform(-0.1, 0.1, asked_for)).astype(np.float32)
    found, values = near.above(question, needed)
    first = products[:asked_for]
    assert (
        set((first >= needed + 1e-5).nonzero()[0]) <= set(found.tolist()) <= set((first >= needed - 1e-5).nonzero()[0])
    )
    assert values == pytest.approx(products[found], abs=1e-5)


@settings(max_examples=30)
@given(st.integers(0, 1_000), st.integers(1, 12), st.booleans())
def test_few_rows_are_looked_up_as_a_whole(seed: int, count: int, zero: bool) -> None:
    rows = vectors(seed, count, 3, 0.1)
    if zero:
        rows[0] = 0.0
    near = NearRows(rows, principal_axes(rows))
    assert near.sketch is None
    for place in range(int(zero), count):
        assert near.best(rows[place])[0] == place


def test_axes_of_older_rows_still_lose_nothing() -> None:
    old, new = vectors(1, FEWEST_ROWS, 8, 0.05), vectors(2, 2 * FEWEST_ROWS, 20, 0.3)
    near = NearRows(new, principal_axes(old))
    assert near.sketch is not None
    for question in vectors(3, 50, 20, 0.3):
        assert near.best(question)[1] == pytest.approx(float((new @ question).max()), abs=1e-5)


def test_of_equal_rows_the_first_is_the_nearest() -> None:
    rows = vectors(4, FEWEST_ROWS, 6, 0.05)
    rows[700] = rows[20]
    near = NearRows(rows, principal_axes(rows))
    assert near.sketch is not None
    assert near.best(rows[700])[0] == 20


def test_vectors_without_any_order_are_looked_up_as_a_whole() -> None:
    rows = np.random.default_rng(5).normal(size=(FEWEST_ROWS, DIMENSIONS)).astype(np.float32)
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    assert principal_axes(rows) is None
    assert NearRows(rows, None).best(rows[7])[0] == 7
