"""What reports teach: the same whatever the way they came, and never before it is proved."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.learning.agents import INITIAL_AGENTS
from memserver.learning.classifier import Report
from memserver.learning.features import features_of
from memserver.learning.route_memory import (
    RouteMemory,
    descriptions_of,
    fit_position,
    next_replay_fit,
    replay_fit_position,
)
from memserver.learning.route_state import from_bytes, to_bytes
from memserver.learning.similar_tasks import AXES
from memserver.learning.sketch import FEWEST_ROWS

TASKS = [
    ("make the start-up faster", "performance-engineer"),
    ("시작 속도를 높인다", "performance-engineer"),
    ("cut the latency of the search", "performance-engineer"),
    ("cover the parser with cases", "tester"),
    ("결제에 단위 테스트를 붙인다", "tester"),
    ("stabilise the flaky suite", "tester"),
]
DIMENSIONS = 8
DESCRIBED = descriptions_of(INITIAL_AGENTS, features_of, DIMENSIONS)


def vector_of(agent: str, place: int) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
    vector = np.zeros(DIMENSIONS, np.float32)
    vector[0 if agent == "tester" else 1] = 1.0
    vector[2 + place % 6] = 0.2
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def reports(count: int) -> list[Report]:
    made = []
    for place in range(count):
        task, agent = TASKS[(place * 5) % len(TASKS)]
        made.append(Report(features_of(f"{task} {place}"), vector_of(agent, place), agent))
    return made


def learned(count: int, steps: list[int] | None = None) -> RouteMemory:
    memory = RouteMemory(DIMENSIONS)
    for place, report in enumerate(reports(count), 1):
        memory.add(report, "", False)
        if steps and place in steps:
            memory.advance(DESCRIBED, None, decide=place % 2 == 0)
    memory.advance(DESCRIBED, None, decide=True)
    return memory


def test_it_learns_and_proves_it() -> None:
    memory = learned(40)
    made = memory.predict(
        features_of("speed up the build"), vector_of("performance-engineer", 1), ["tester", "performance-engineer"]
    )
    assert made is not None
    assert made.agent == "performance-engineer"
    assert memory.trust.learned_decides("", made.confidence)
    assert memory.trust.lift()["lift"] > 0.5
    assert memory.similar(vector_of("tester", 1), "tester") > 10


@settings(max_examples=10)
@given(st.lists(st.integers(1, 30), max_size=6))
def test_the_way_reports_arrive_does_not_matter(steps: list[int]) -> None:
    one, other = learned(30), learned(30, steps)
    assert one.replayed == other.replayed
    assert one.model is not None
    assert other.model is not None
    assert np.array_equal(one.model.weights, other.model.weights)


def test_a_restart_changes_nothing() -> None:
    before = learned(37)
    saved = from_bytes(to_bytes(before, None, "tiny-1"), "tiny-1", DIMENSIONS)
    assert saved is not None
    after = saved.memory
    for report in reports(37):
        after.add(report, "", False)
    assert not after.behind()
    task, vector = features_of("테스트를 고친다"), vector_of("tester", 3)
    names = ["tester", "performance-engineer"]
    assert after.predict(task, vector, names) == before.predict(task, vector, names)
    assert after.trust == before.trust


@given(st.binary(max_size=200))
def test_damaged_state_is_as_good_as_none(data: bytes) -> None:
    assert from_bytes(data, "tiny-1", DIMENSIONS) is None


def test_state_of_another_embedding_is_not_used() -> None:
    assert from_bytes(to_bytes(learned(12), None, "tiny-1"), "other", DIMENSIONS) is None


def test_a_single_agent_teaches_nothing() -> None:
    memory = RouteMemory(DIMENSIONS)
    for place in range(20):
        memory.add(Report(features_of(f"task {place}"), vector_of("tester", place), "tester"), "", False)
    memory.advance(DESCRIBED, None, decide=True)
    assert memory.predict(features_of("task"), None, ["tester"]) is None


def test_a_removed_agent_is_not_chosen() -> None:
    made = learned(40).predict(features_of("cover it"), vector_of("tester", 1), ["performance-engineer"])
    assert made is not None
    assert made.agent == "performance-engineer"


def test_a_rejected_choice_counts_against_the_agent() -> None:
    memory = RouteMemory(DIMENSIONS)
    for report in reports(24):
        memory.add(report, "", False)
    task = features_of("tidy the attic")
    vector = vector_of("tester", 2)
    before = learned(24).predict(task, vector, ["tester", "performance-engineer"])
    for _ in range(12):
        memory.add(Report(task, vector, "tester", False), "", False)
    memory.advance(DESCRIBED, None, decide=True)
    after = memory.predict(task, vector, ["tester", "performance-engineer"])
    assert before is not None
    assert after is not None
    assert dict(after.ranked)["tester"] < dict(before.ranked)["tester"]


@given(st.integers(0, 20_000))
def test_positions_of_fits_are_fixed(count: int) -> None:
    assert 0 <= fit_position(count) <= count
    assert fit_position(fit_position(count)) == fit_position(count)
    assert replay_fit_position(count) <= count < next_replay_fit(count)
    assert count - fit_position(count) <= max(4, count // 16)


def test_a_long_history_finds_its_axes_again_after_a_restart() -> None:
    dimensions, count = 2 * AXES, FEWEST_ROWS + 200
    axes_at = replay_fit_position(count)
    assert axes_at >= FEWEST_ROWS
    chance = np.random.default_rng(0)
    memory = RouteMemory(dimensions, fitted=fit_position(count), replay_fitted=axes_at, replay_position=count)
    task = features_of("cover the parser")
    for place in range(count):
        assert memory.behind() == (place >= axes_at)
        vector = chance.normal(size=dimensions).astype(np.float32)
        memory.add(Report(task, vector / np.linalg.norm(vector), ("tester", "coder")[place % 2]), "", False)
    memory.advance((), None, decide=True)
    assert not memory.behind()
    assert (memory.fitted, memory.replay_position) == (fit_position(count), count)
