from __future__ import annotations

import numpy as np
import pytest

from memserver.claims.claim import claim_of
from memserver.claims.model import KINDS, Floats, chances, pooled, rows_of, shipped, vector_features
from tests.unit.claims.conftest import Vectors

OLD, NEW = "We deploy on Fridays.", "We no longer deploy on Fridays."


def estimate(old: str, new: str, *vectors: tuple[Floats, Floats]) -> Floats:
    weights, near = shipped(), vectors[0] if vectors else None
    rows = rows_of([claim_of(old)], claim_of(new), [near], weights.differing, weights.agreeing)
    row: Floats = chances(rows, weights)[0]
    return row


def test_chances_of_all_kinds_sum_to_one(vectors: Vectors) -> None:
    for row in (estimate(OLD, NEW), estimate(OLD, NEW, vectors.of(OLD, NEW)), estimate("", "")):
        assert row.shape == (len(KINDS),)
        assert (row >= 0).all()
        assert row.sum() == pytest.approx(1, abs=1e-5)


def test_each_row_is_judged_by_itself() -> None:
    weights, olds = shipped(), [claim_of(OLD), claim_of("The office is in Leeds."), claim_of("")]
    together = chances(rows_of(olds, claim_of(NEW), [None] * 3, weights.differing, weights.agreeing), weights)
    assert np.allclose(together, [estimate(old.text, NEW) for old in olds], atol=1e-5)


def test_missing_vectors_are_zeros_and_say_that_they_are_missing() -> None:
    weights = shipped()
    assert not vector_features(None, weights.differing, weights.agreeing).any()


def test_equal_vectors_differ_in_no_direction(vectors: Vectors) -> None:
    weights, (vector, _) = shipped(), vectors.of(OLD, NEW)
    row = vector_features((vector, vector), weights.differing, weights.agreeing)
    assert row[0] == 1
    assert row[1] == pytest.approx(5, abs=0.1)
    assert not row[2 : 2 + weights.differing.shape[1]].any()


def test_the_shipped_weights_are_finite_and_loaded_once() -> None:
    weights = shipped()
    assert shipped() is weights
    assert all(np.isfinite(getattr(weights, name)).all() for name in weights.__slots__)
    assert (weights.scale > 0).all()


def test_a_pool_of_two_opinions_lies_between_them_and_sums_to_one() -> None:
    sure, doubting = np.array([0.97, 0.01, 0.01, 0.01], np.float32), np.array([0.4, 0.1, 0.1, 0.4], np.float32)
    found = pooled(doubting, sure)
    assert found.sum() == pytest.approx(1, abs=1e-5)
    assert found.argmax() == 0
    assert np.isfinite(pooled(np.eye(4, dtype=np.float32)[0], np.eye(4, dtype=np.float32)[1])).all()
