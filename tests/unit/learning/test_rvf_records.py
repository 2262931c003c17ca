"""Rows and records of the portable file say the same."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from memserver.learning.rvf import is_pattern, is_trajectory
from memserver.learning.rvf_records import (
    moment_of,
    pattern_record,
    pattern_row,
    stored_trajectory,
    trajectory_record,
)
from memserver.storage.patterns import PatternRow
from tests.unit.kit import START


def pattern(**fields: Any) -> PatternRow:
    given_fields: dict[str, Any] = {
        "id": "pat_1", "strategy": "Pin the version", "domain": "building", "kind": "strategy", "project_id": "",
        "quality": 0.8, "usage_count": 4, "success_count": 3, "long_term": True, "created_at": START,
        "updated_at": START, "last_used": START, "model": "tiny-1",
        "vector": np.array([0.6, -0.8], np.float16).tobytes(),
    }  # fmt: skip
    return PatternRow(**{**given_fields, **fields})


def test_a_pattern_comes_back_as_it_was() -> None:
    record = pattern_record(pattern())
    assert is_pattern(record)
    assert pattern_row(record, START + timedelta(days=1)) == pattern()


def test_a_foreign_pattern_is_filled_in() -> None:
    row = pattern_row({"id": "x", "strategy": "빌드를 먼저", "success_rate": 0.5, "use_count": 4}, START)
    assert (row.success_count, row.quality, row.domain, row.vector, row.kind) == (2, 0.5, "general", None, "strategy")


@given(
    st.dictionaries(
        st.sampled_from(["domain", "quality", "last_used", "created_at", "embedding", "metadata", "sources", "kind"]),
        st.none() | st.integers() | st.text() | st.lists(st.floats(-10, 10), max_size=3),
    )
)
def test_whatever_passes_for_a_pattern_can_be_stored(more: dict[str, Any]) -> None:
    record = {"id": "x", "strategy": "재시도", **more}
    if is_pattern(record):
        assert pattern_row(record, START).strategy == "재시도"


def test_both_shapes_of_steps_come_back() -> None:
    stored = {
        "id": "trj_1",
        "steps": [
            {"action": "retry", "observation": "오류", "reward": 0.0},
            {"input": "a", "output": "b", "durationMs": 2.0, "confidence": 0.9},
        ],
        "outcome": "partial",
        "finalReward": 0.4,
        "domain": "database",
        "durationMs": 5.0,
        "createdAt": "2026-05-04T09:30:00.000Z",
        "metadata": {"task": "x"},
    }
    record = trajectory_record(stored)
    assert is_trajectory(record)
    assert stored_trajectory(record, START) == stored


def test_what_is_no_embedding_is_made_anew() -> None:
    for vector in ([0.0, 0.0], [3.0, 4.0], [59_999.0]):
        row = pattern_row({"id": "x", "strategy": "s", "embedding": vector, "embedding_model": "tiny-1"}, START)
        assert (row.vector, row.model) == (None, None)


@given(
    st.dictionaries(
        st.sampled_from(["input", "output", "reward", "duration_ms", "confidence"]),
        st.none() | st.integers() | st.text() | st.floats() | st.lists(st.integers(), max_size=2),
    ),
    st.none() | st.text() | st.floats(),
)
def test_whatever_passes_for_a_trajectory_can_be_written_again(step: dict[str, Any], reward: Any) -> None:
    record = {"id": "x", "steps": [step], "outcome": "partial", "final_reward": reward}
    assert is_trajectory(record)
    stored = stored_trajectory(record, START)
    assert stored_trajectory(trajectory_record(stored), START) == stored


def test_times_of_other_programs_are_understood() -> None:
    assert moment_of(START.timestamp()) == START
    assert moment_of(START.timestamp() * 1000) == START
    assert moment_of("2026-05-04T09:30:00Z") == START
    assert moment_of("yesterday") is None
    assert moment_of(True) is None
