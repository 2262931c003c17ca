"""Look-ups by bounds give what the whole product gives, whatever the vectors are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.learning.route_memory import highest
from memserver.learning.sketch import FEWEST_ROWS, NearRows, principal_axes

DIMENSIONS = 48


def vectors(seed: int, count: int, rank: int, noise: float) -> np.ndarray:
    """Return rows that lie near a plane of some rank, of length one."""
    chance = np.random.default_rng(seed)
    plane = chance.normal(size=(rank, DIMENSIONS))
    rows = chance.normal(size=(count, rank)) @ plane + noise * chance.normal(size=(count, DIMENSIONS))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 10_000), st.integers(1, 30), st.floats(0.0, 2.0), st.integers(0, 50), st.floats(-0.2, 0.9),
    st.booleans(),
)  # fmt: skip
def test_bounds_lose_nothing(seed: int, rank: int, noise: float, more: int, least: float, from_within: bool) -> None:
    rows = vectors(seed, FEWEST_ROWS + more, rank, noise)
    near = NearRows(rows, principal_axes(rows))
    question = rows[seed % len(rows)] if from_within else vectors(seed + 1, 1, rank, noise)[0]
    products = rows @ question
    row, product = near.best(question)
    assert product == pytest.approx(float(products.max()), abs=1e-5)
    assert products[row] == pytest.approx(float(products.max()), abs=1e-5)
    found, values = near.above(question, np.full(len(rows), least, np.float32))
    assert (
        set((products >= least + 1e-5).nonzero()[0])
        <= set(found.tolist())
        <= set((products >= least - 1e-5).nonzero()[0])
    )
    assert values == pytest.approx(products[found], abs=1e-5)


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
    rows = vectors(5, FEWEST_ROWS, DIMENSIONS, 1.0)
    assert principal_axes(rows) is None
    assert NearRows(rows, None).best(rows[7])[0] == 7


def test_few_rows_need_no_axes() -> None:
    rows = vectors(6, 10, 3, 0.1)
    near = NearRows(rows, principal_axes(rows))
    assert near.sketch is None
    assert near.best(rows[3])[0] == 3


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=900), st.integers(1, 40))
def test_the_highest_values_are_found(values: list[float], count: int) -> None:
    array = np.array(values, np.float32)
    wanted = min(count, len(values))
    found = highest(array, wanted)
    assert len(set(found.tolist())) == wanted
    assert sorted(array[found].tolist()) == sorted(array.tolist())[-wanted:]
