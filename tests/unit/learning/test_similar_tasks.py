"""The tasks most similar to a new one: all of them while there are few, nearly all when there are many."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.learning.similar_tasks import AXES, NEIGHBOURS, SimilarTasks, among_highest
from memserver.learning.sketch import FEWEST_ROWS

DIMENSIONS = AXES * 3


def tasks(seed: int, count: int) -> np.ndarray:
    """Return vectors that have some directions in common, of length one."""
    chance = np.random.default_rng(seed)
    weight = np.geomspace(1.0, 0.02, DIMENSIONS)
    rows = chance.normal(size=(count, DIMENSIONS)) * weight
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def remembered(rows: np.ndarray, axes_at: int = 0) -> SimilarTasks:
    similar = SimilarTasks(DIMENSIONS)
    for place, row in enumerate(rows):
        similar.add(row)
        if place + 1 == axes_at:
            similar.find_axes(axes_at)
    return similar


def nearest(rows: np.ndarray, question: np.ndarray, known: int) -> set[int]:
    return set(np.argsort(-(rows[:known] @ question), kind="stable")[:NEIGHBOURS].tolist())


@settings(max_examples=30)
@given(st.integers(0, 1_000), st.integers(1, 600), st.data())
def test_among_few_tasks_the_most_similar_are_found(seed: int, count: int, data: st.DataObject) -> None:
    rows = tasks(seed, count)
    known = data.draw(st.integers(0, count))
    found, cosines = remembered(rows).nearest(rows[-1], known)
    assert set(found.tolist()) == nearest(rows, rows[-1], known)
    assert np.allclose(cosines, rows[found] @ rows[-1], atol=1e-6)


def test_among_many_tasks_nearly_all_of_the_most_similar_are_found() -> None:
    rows = tasks(1, 2 * FEWEST_ROWS)
    similar = remembered(rows, FEWEST_ROWS)
    shares = []
    for question in tasks(2, 100):
        found, cosines = similar.nearest(question, len(rows))
        assert len(set(found.tolist())) == NEIGHBOURS
        assert np.allclose(cosines, rows[found] @ question, atol=1e-6)
        shares.append(len(set(found.tolist()) & nearest(rows, question, len(rows))) / NEIGHBOURS)
    assert np.mean(shares) > 0.9


def test_the_most_similar_task_of_many_is_the_same_task() -> None:
    rows = tasks(3, FEWEST_ROWS + 300)
    similar = remembered(rows, FEWEST_ROWS)
    for place in range(0, len(rows), 50):
        found, cosines = similar.nearest(rows[place], len(rows))
        assert found[cosines.argmax()] == place


def test_later_tasks_do_not_change_what_was_near_before() -> None:
    rows = tasks(4, 3 * FEWEST_ROWS)
    few, many = remembered(rows[:1_500], FEWEST_ROWS), remembered(rows, FEWEST_ROWS)
    for question in tasks(5, 20):
        assert set(few.nearest(question, 1_500)[0].tolist()) == set(many.nearest(question, 1_500)[0].tolist())


def test_axes_that_are_found_again_find_the_same() -> None:
    rows = tasks(6, FEWEST_ROWS + 500)
    before, after = remembered(rows, FEWEST_ROWS), remembered(rows)
    assert after.lacks_axes(FEWEST_ROWS)
    after.find_axes(FEWEST_ROWS)
    assert not after.lacks_axes(FEWEST_ROWS)
    for question in tasks(7, 20):
        found, again = (each.nearest(question, len(rows))[0].tolist() for each in (before, after))
        assert found == again


def test_tasks_without_a_vector_and_equal_ones_are_no_trouble() -> None:
    rows = np.repeat(tasks(8, 1), FEWEST_ROWS, axis=0)
    similar = remembered(rows, FEWEST_ROWS)
    for _ in range(100):
        similar.add(np.zeros(0, np.float32))
    found, cosines = similar.nearest(rows[0], FEWEST_ROWS + 100)
    assert len(set(found.tolist())) == NEIGHBOURS
    assert cosines.min() > 0.999


def test_axes_are_due_only_when_there_are_enough_tasks() -> None:
    similar = remembered(tasks(9, FEWEST_ROWS))
    assert not similar.lacks_axes(FEWEST_ROWS - 1)
    assert similar.lacks_axes(FEWEST_ROWS)
    assert not similar.lacks_axes(FEWEST_ROWS + 1)


@given(st.lists(st.floats(-1, 1, width=32), min_size=1, max_size=900), st.integers(0, 40))
def test_the_highest_values_are_among_those_found(values: list[float], count: int) -> None:
    array = np.array(values, np.float32)
    wanted = min(count, len(values))
    found = among_highest(array, wanted)
    assert len(set(found.tolist())) == len(found)
    assert sorted(array[found].tolist())[len(found) - wanted :] == sorted(array.tolist())[len(values) - wanted :]
