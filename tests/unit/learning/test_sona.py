"""SONA: what is kept, what is distilled, what is adapted to."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.embedding.calibration import GENERIC
from memserver.learning.sona import LIMITS, SonaMode, clusters, distill, kept


def trajectory(number: int, outcome: str = "success", domain: str = "database", step: str = "단계") -> dict[str, Any]:
    return {"id": f"trj_{number}", "outcome": outcome, "domain": domain, "steps": [{"input": f"{step} {number}"}]}


@pytest.mark.parametrize(("mode", "count"), [("realtime", 100), ("balanced", 500), ("research", 5_000), ("edge", 50)])
def test_modes_have_their_capacities(mode: str, count: int) -> None:
    assert LIMITS[SonaMode(mode)].trajectories == count


def test_the_oldest_failures_leave_first_then_the_oldest() -> None:
    given_ones = [trajectory(0), trajectory(1, "failure"), trajectory(2), *(trajectory(n) for n in range(3, 52))]
    ids = [each["id"] for each in kept(given_ones, SonaMode.EDGE)]
    assert len(ids) == 50
    assert "trj_1" not in ids
    assert "trj_0" not in ids
    assert ids[0] == "trj_2"


@given(st.lists(st.sampled_from(["success", "failure", "partial"]), max_size=120))
def test_the_working_set_never_exceeds_its_capacity(outcomes: list[str]) -> None:
    given_ones = [trajectory(number, outcome) for number, outcome in enumerate(outcomes)]
    left = kept(given_ones, SonaMode.EDGE)
    assert len(left) == min(len(outcomes), 50)
    assert [each["id"] for each in left] == [each["id"] for each in given_ones if each in left]


def test_distilling_clusters_inside_a_domain() -> None:
    ones = [trajectory(n, domain="database" if n < 4 else "ui") for n in range(5)]
    vectors = np.array([[1, 0], [0.99, 0.14], [0, 1], [0.1, 0.99], [1, 0]], np.float32)
    made = distill(ones, vectors, SonaMode.BALANCED, GENERIC)
    assert [(each.domain, each.support, each.sources) for each in made] == [
        ("database", 2, ("trj_0", "trj_1")),
        ("database", 2, ("trj_2", "trj_3")),
    ]
    assert made[0].confidence == 0.4
    assert made[0].strategy == "단계 0 → 단계 1"


def test_failures_are_not_distilled() -> None:
    ones = [trajectory(n, "failure") for n in range(4)]
    assert distill(ones, np.ones((4, 2), np.float32), SonaMode.BALANCED, GENERIC) == []


def test_long_korean_strategies_are_cut_by_characters() -> None:
    ones = [trajectory(n, step="데이터베이스 연결을 다시 확인한다 " * 40) for n in range(2)]
    made = distill(ones, np.tile(np.array([[1, 0]], np.float32), (2, 1)), SonaMode.BALANCED, GENERIC)
    assert len(made[0].strategy) == 500


@given(st.integers(0, 20), st.floats(-1, 1))
def test_every_row_is_in_exactly_one_cluster(count: int, limit: float) -> None:
    vectors = np.random.default_rng(count).normal(size=(count, 3)).astype(np.float32)
    groups = clusters(vectors, list(range(count)), limit)
    assert sorted(row for group in groups for row in group) == list(range(count))
