from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding.calibration import (
    GENERIC,
    LOCAL,
    NEAR_DUPLICATE,
    SAME_TOPIC,
    UNRELATED,
    Calibration,
    calibration_for,
)
from memserver.embedding.local import LocalModel
from memserver.embedding.protocol import Kind

COSINES = st.floats(-1, 1, allow_nan=False)


@pytest.mark.parametrize("curve", [LOCAL, GENERIC])
@given(left=COSINES, right=COSINES)
def test_a_curve_never_changes_an_order(curve: Calibration, left: float, right: float) -> None:
    low, high = sorted((left, right))
    assert 0 <= curve.similarity(low) <= curve.similarity(high) <= 1


@pytest.mark.parametrize("curve", [LOCAL, GENERIC])
@given(similarity=st.floats(0, 1))
def test_a_threshold_can_be_put_back_into_cosines(curve: Calibration, similarity: float) -> None:
    assert curve.similarity(curve.cosine(similarity)) == pytest.approx(similarity, abs=1e-9)


def test_values_beyond_the_ends_and_missing_ones() -> None:
    assert (LOCAL.similarity(-1.01), LOCAL.similarity(1.01)) == (0.0, 1.0)
    many = LOCAL.similarities(np.array([0.5, np.nan, 1.0], np.float32))
    assert many.dtype == np.float32
    assert many[0] == pytest.approx(SAME_TOPIC) and np.isnan(many[1]) and many[2] == 1


def test_a_curve_that_does_not_rise_is_refused() -> None:
    with pytest.raises(ValueError, match="rise"):
        Calibration((0.0, 0.5, 0.5), (0.0, 0.5, 1.0))


def test_each_model_has_its_curve() -> None:
    assert calibration_for("multilingual-e5-small") is LOCAL
    assert calibration_for("text-embedding-3-small") is GENERIC


def test_labelled_pairs_lie_where_the_scale_says(model: LocalModel, data: Path) -> None:
    groups = [json.loads(line) for line in (data / "groups.jsonl").read_text(encoding="utf-8").splitlines()]
    fields = [name for name in groups[0] if name != "topic"]
    vectors = {name: np.array([model.embed(group[name], Kind.PASSAGE) for group in groups]) for name in fields}
    others = ~np.eye(len(groups), dtype=bool)

    def same(left: str, right: str) -> np.ndarray:
        return LOCAL.similarities((vectors[left] * vectors[right]).sum(axis=1))

    def different(left: str, right: str) -> np.ndarray:
        return LOCAL.similarities((vectors[left] @ vectors[right].T)[others])

    near = np.concatenate([same("en", "en_near"), same("ko", "ko_near")])
    translations = same("en", "ko")
    unrelated = np.concatenate([different("en", "en"), different("ko", "ko"), different("en", "ko")])
    assert (near >= NEAR_DUPLICATE).mean() >= 0.7
    assert (near >= SAME_TOPIC).all()
    assert (translations >= SAME_TOPIC).mean() >= 0.6
    assert (unrelated < UNRELATED).mean() >= 0.93
    assert (unrelated < SAME_TOPIC).all()
