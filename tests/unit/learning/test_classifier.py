"""The router's model: learns, bears wrong labels, and keeps what an anchor holds."""

from __future__ import annotations

import random

import numpy as np

from memserver.learning.classifier import Anchor, Report, fit, importance
from memserver.learning.ewc import combined, merged_embedding, pattern_importance, penalty
from memserver.learning.features import features_of

AGENTS = ("docs", "perf", "test")
WORDS = {
    "docs": ["readme", "guide", "typo", "문서", "changelog"],
    "perf": ["faster", "latency", "cache", "성능", "throughput"],
    "test": ["coverage", "fixture", "flaky", "테스트", "snapshot"],
}
NOTHING = np.zeros(0, np.float32)


def reports(wrong: float = 0.0) -> list[Report]:
    made, chance = [], random.Random(3)
    for place in range(120):
        agent = AGENTS[place % 3]
        words = WORDS[agent]
        task = f"{words[place % 5]} {words[(place + 1) % 5]} of part {place}"
        label = AGENTS[(place + 1) % 3] if chance.random() < wrong else agent
        made.append(Report(features_of(task), NOTHING, label))
    return made


def right(model_reports: list[Report], **options: object) -> float:
    model = fit(model_reports, AGENTS, 0, **options)  # type: ignore[arg-type]
    hits = 0
    for agent in AGENTS:
        for word in WORDS[agent]:
            hits += AGENTS[int(model.scores(features_of(f"about {word}"), None).argmax())] == agent
    return hits / 15


def test_it_learns_words_of_both_languages() -> None:
    assert right(reports()) == 1.0


def test_a_fifth_of_wrong_labels_does_little() -> None:
    assert right(reports(wrong=0.2)) >= 0.9


def test_fitting_is_deterministic() -> None:
    assert np.array_equal(fit(reports(), AGENTS, 0).weights, fit(reports(), AGENTS, 0).weights)


def test_an_anchor_keeps_what_was_learned_before() -> None:
    old = fit(reports(), AGENTS, 0)
    held = Anchor(AGENTS, old.weights, importance(old, reports()), old.scale)
    # Another project calls the same words by another name.
    swapped = [Report(each.features, NOTHING, AGENTS[(AGENTS.index(each.agent) + 1) % 3]) for each in reports()]
    free, kept = fit(swapped, AGENTS, 0), fit(swapped, AGENTS, 0, anchor=combined([held], 1000.0))
    task = features_of("readme typo")
    assert AGENTS[int(free.scores(task, None).argmax())] == "perf"
    assert AGENTS[int(kept.scores(task, None).argmax())] == "docs"


def test_combined_anchors_pull_where_each_is_strong() -> None:
    scale = np.ones(2, np.float32)
    first = Anchor(("a",), np.array([[1.0], [0.0]], np.float32), np.array([[9.0], [0.0]], np.float32), scale)
    second = Anchor(("a", "b"), np.array([[0.0, 2.0], [4.0, 0.0]], np.float32), np.ones((2, 2), np.float32), scale)
    both = combined([first, second], 2.0)
    assert both is not None
    assert both.agents == ("a", "b")
    assert np.allclose(both.weights, [[0.9, 2.0], [4.0, 0.0]])
    assert np.allclose(both.importance, [[20.0, 2.0], [2.0, 2.0]])
    assert combined([], 1.0) is None


def test_a_proved_embedding_moves_less() -> None:
    kept, other = np.array([1.0, 0.0], np.float32), np.array([0.6, 0.8], np.float32)
    fisher = np.array([0.5, 0.5], np.float32)
    proved = merged_embedding(kept, other, pattern_importance(20, 20, 1.0), fisher)
    unproved = merged_embedding(kept, other, 0.1, fisher)
    assert proved @ kept > unproved @ kept
    assert np.isclose(np.linalg.norm(proved), 1.0)
    assert penalty(kept, kept, fisher, 0.4) == 0.0
