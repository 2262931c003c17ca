from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given

from memserver.claims.claim import claim_of
from memserver.claims.model import shipped
from memserver.claims.pair import Floats, pair_features
from tests.unit.claims.texts import ANY_TEXT, LONG_TEXTS

LENGTH = len(pair_features(claim_of("a"), claim_of("b")))


def features(old: str, new: str) -> Floats:
    return pair_features(claim_of(old), claim_of(new))


def test_the_order_of_the_two_counts() -> None:
    old, new = "We deploy on Fridays.", "We no longer deploy on Fridays."
    assert not np.array_equal(features(old, new), features(new, old))


def test_a_repetition_shares_all_there_is() -> None:
    row = features("We deploy on Fridays.", "We deploy on Fridays.")
    assert list(row[:3]) == [1, 1, 1]


def test_claims_without_a_common_word_share_nothing() -> None:
    row = features("We deploy on Fridays.", "점심은 회사에서 낸다.")
    assert list(row[:3]) == [0, 0, 0]


def test_particles_behind_names_change_nothing() -> None:
    one = features("Redis 쓴다", "Kafka 쓴다")
    assert np.array_equal(one, features("Redis를 쓴다", "Kafka를 쓴다"))


def test_the_weights_are_made_for_as_many_numbers() -> None:
    weights = shipped()
    assert weights.mean.shape[-1] == LENGTH + 2 + weights.differing.shape[1] + weights.agreeing.shape[1]


@given(ANY_TEXT, ANY_TEXT)
def test_any_pair_has_as_many_finite_numbers(old: str, new: str) -> None:
    row = features(old, new)
    assert row.shape == (LENGTH,)
    assert np.isfinite(row).all()


@pytest.mark.parametrize("text", LONG_TEXTS, ids=lambda text: repr(text[:10]))
def test_long_texts_are_compared_in_bounds(text: str) -> None:
    # Not the same text, which would be seen at once.
    row = features(text, f"we {text[: len(text) // 2]} no {text[len(text) // 2 :]} longer")
    assert np.isfinite(row).all()
