"""Whether the order of addition means anything, where nobody told of a thread: only vectors say so."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from memserver.index.exact import ExactIndex
from memserver.retrieval.lexical import Scores
from memserver.retrieval.order import AddedOrder
from memserver.retrieval.passage_table import Columns
from tests.unit.retrieval.small_store import columns_of

COUNT, DIMENSIONS = 80, 64


def walk(count: int = COUNT) -> np.ndarray:
    """Return vectors of length one, each near the one before it, as the chunks of a document are."""
    noise = np.random.default_rng(7).normal(size=(count, DIMENSIONS))
    for place in range(1, count):
        noise[place] = 0.7 * noise[place - 1] + 0.7 * noise[place]
    return (noise / np.linalg.norm(noise, axis=1, keepdims=True)).astype(np.float32)


def index_of(vectors: np.ndarray, ids: np.ndarray) -> ExactIndex:
    index = ExactIndex(DIMENSIONS)
    index.add(ids, vectors)
    return index


def trust(columns: Columns, index: ExactIndex, order: AddedOrder | None = None) -> Scores:
    mean = index.vectors(index.labels()).mean(axis=0)
    common = index.similarities(mean, columns.ids).astype(np.float64)
    # Each vector that comes is one change.
    return (order or AddedOrder()).trust(columns, index, len(index), common, float(mean @ mean))


def test_texts_in_their_order_are_trusted() -> None:
    columns = columns_of(range(COUNT))
    found = trust(columns, index_of(walk(), columns.ids))
    assert found[0] == 0, "nothing was added before the first"
    assert (found[1:] > 0.9).all()


def test_the_same_texts_shuffled_lend_nothing() -> None:
    columns = columns_of(range(COUNT))
    shuffled = np.random.default_rng(3).permutation(walk())
    assert trust(columns, index_of(shuffled, columns.ids)).mean() < 0.1


def test_a_document_among_unrelated_notes_is_trusted_and_they_are_not() -> None:
    columns = columns_of(range(2 * COUNT))
    unrelated = np.random.default_rng(5).normal(size=(COUNT, DIMENSIONS))
    unrelated /= np.linalg.norm(unrelated, axis=1, keepdims=True)
    found = trust(columns, index_of(np.concatenate([walk(), unrelated.astype(np.float32)]), columns.ids))
    assert found[1 : COUNT - 16].min() > 0.9
    assert found[COUNT + 16 :].mean() < 0.1


def test_the_order_in_one_project_says_nothing_of_another() -> None:
    columns = replace(columns_of(range(2 * COUNT)), holders=np.repeat([0, 1], COUNT).astype(np.int32))
    shuffled = np.random.default_rng(3).permutation(walk())
    alone = trust(columns, index_of(np.concatenate([walk(), shuffled]), columns.ids))
    # Where two projects are written to in turns, the links inside of each are the same.
    assert alone[COUNT : COUNT + 16].mean() < 0.1
    assert (alone[1:COUNT] > 0.9).all()


def test_what_all_texts_of_a_store_share_is_no_order() -> None:
    columns = columns_of(range(COUNT))
    shared = np.random.default_rng(3).normal(size=(COUNT, DIMENSIONS))
    shared[:, 0] += 20
    shared /= np.linalg.norm(shared, axis=1, keepdims=True)
    assert trust(columns, index_of(shared.astype(np.float32), columns.ids)).mean() < 0.1


def test_inside_a_thread_and_inside_a_text_order_was_told_and_is_not_guessed() -> None:
    told = columns_of(range(COUNT), threads=[0] * COUNT)
    assert not trust(told, index_of(walk(), told.ids)).any()
    one_text = columns_of([1] * COUNT)
    assert not trust(one_text, index_of(walk(), one_text.ids)).any()


def test_a_missing_vector_is_a_missing_link_until_it_is_there() -> None:
    columns, vectors = columns_of(range(COUNT)), walk()
    late = ExactIndex(DIMENSIONS)
    late.add(columns.ids[:40], vectors[:40])
    order = AddedOrder()
    first = trust(columns, late, order)
    assert first[1:40].all()
    assert not first[40:].any()
    late.add(columns.ids[40:], vectors[40:])
    assert trust(columns, late, order) == pytest.approx(trust(columns, late))


def test_it_follows_what_is_added_and_starts_over_when_told() -> None:
    vectors, order = walk(), AddedOrder()
    few, all_of_them = columns_of(range(30)), columns_of(range(COUNT))
    index = index_of(vectors[:30], few.ids)
    trust(few, index, order)
    index.add(all_of_them.ids[30:], vectors[30:])
    followed = trust(all_of_them, index, order)
    order.forget()
    assert followed == pytest.approx(trust(all_of_them, index, order))


def test_one_passage_has_no_order() -> None:
    columns = columns_of([1])
    assert trust(columns, index_of(walk(1), columns.ids)).tolist() == [0]
