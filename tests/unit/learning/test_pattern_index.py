"""Patterns in memory: whatever came, went or changed, look-ups give what going through all of them gives."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.embedding.calibration import LOCAL
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.pattern_search import PatternSearch
from memserver.learning.patterns import WARNING
from memserver.learning.sketch import FEWEST_ROWS
from memserver.learning.sona import adapt
from memserver.storage.patterns import PatternRow
from memserver.storage.store import Store

DIMENSIONS = 48
NOW = datetime(2026, 5, 1, tzinfo=UTC)
CHANCE = np.random.default_rng(1)
VECTORS = (
    CHANCE.normal(size=(FEWEST_ROWS + 200, 8)) @ CHANCE.normal(size=(8, DIMENSIONS))
    + 0.2 * CHANCE.normal(size=(FEWEST_ROWS + 200, DIMENSIONS))
).astype(np.float32)
VECTORS /= np.linalg.norm(VECTORS, axis=1, keepdims=True)
PATTERNS = [
    PatternRow(
        f"pat_{number}", f"strategy {number}", "general", ("strategy", WARNING)[number % 7 == 0], "",
        0.4 + number % 7 / 10, 3, 2, False, NOW - timedelta(hours=number % 50), NOW,
    )
    for number in range(len(VECTORS))
]  # fmt: skip


def indexed(patterns: list[PatternRow], vectors: np.ndarray, index: PatternIndex | None = None) -> PatternIndex:
    found = index or PatternIndex(cast(Store, None))
    found.patterns = {each.id: each for each in patterns}
    found.set_rows(patterns, vectors)
    if index is None and patterns:
        found.find_axes()
    return found


def check(index: PatternIndex, patterns: list[PatternRow], vectors: np.ndarray, question: np.ndarray) -> None:
    cosines = {each.id: float(vector @ question) for each, vector in zip(patterns, vectors, strict=True)}
    useful = [each for each in patterns if each.kind != WARNING]
    best = max((cosines[each.id] for each in useful), default=-1.0)
    adapted = adapt(index, question, LOCAL)
    assert (adapted is not None) == (LOCAL.similarity(best) > 0.3)
    if adapted is not None:
        assert cosines[adapted.pattern.id] == pytest.approx(best, abs=1e-5)
        assert adapted.pattern.kind != WARNING
    found = PatternSearch(index, lambda: NOW, lambda: LOCAL).strong("", question, 0.7, ("",))
    assert len(found) == len({match.pattern.id for match in found})
    strengths = {each.id: LOCAL.similarity(cosines[each.id]) * each.quality for each in useful}
    for each in useful:
        assert strengths[each.id] <= 0.7 + 1e-4 or each.id in {match.pattern.id for match in found}
    assert all(strengths[match.pattern.id] > 0.7 - 1e-4 for match in found)


@settings(max_examples=15)
@given(
    st.sets(st.integers(0, len(PATTERNS) - 1), max_size=400),
    st.dictionaries(st.integers(0, len(PATTERNS) - 1), st.tuples(st.floats(0, 1), st.booleans()), max_size=30),
    st.integers(0, len(PATTERNS) - 1),
)
def test_deleted_and_changed_patterns(deleted: set[int], changed: dict[int, tuple[float, bool]], asked: int) -> None:
    index = indexed(PATTERNS, VECTORS)
    check(index, PATTERNS, VECTORS, VECTORS[asked])
    left = [number for number in range(len(PATTERNS)) if number not in deleted]
    patterns = [PATTERNS[number] for number in left]
    vectors = VECTORS[left]
    for place, number in enumerate(left):
        if number in changed:
            quality, turned = changed[number]
            patterns[place] = replace(patterns[place], quality=quality, kind=WARNING if turned else "strategy")
            vectors[place] = VECTORS[(number * 31 + 7) % len(VECTORS)]
    check(indexed(patterns, vectors, index), patterns, vectors, VECTORS[asked])


@pytest.mark.parametrize("kept", [[], [3], [7], [0, 3], [3, 3]])
def test_hardly_any_patterns(kept: list[int]) -> None:
    patterns = [replace(PATTERNS[number], id=f"pat_{place}") for place, number in enumerate(kept)]
    vectors = VECTORS[kept] if kept else np.zeros((0, 0), np.float32)
    check(indexed(patterns, vectors), patterns, vectors, VECTORS[3])


def test_of_equally_near_patterns_the_best_is_taken() -> None:
    patterns = [replace(PATTERNS[1], id="a", quality=0.6), replace(PATTERNS[1], id="b", quality=0.8)]
    adapted = adapt(indexed(patterns, VECTORS[[1, 1]]), VECTORS[1], LOCAL)
    assert adapted is not None
    assert adapted.pattern.id == "b"
