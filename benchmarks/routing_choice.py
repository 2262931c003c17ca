"""How the numbers of the routing gate were chosen, and what they give: replay in memory, without a server.

    python -m benchmarks.routing_choice choose    on the training part: learn from three quarters, judge by the rest
    python -m benchmarks.routing_choice test      what that gives on the test part, which took no part in it

The same memory, weights and gate as in the server; only the wire is left out, so that hundreds of gates can be tried.
Prints one JSON line per measurement.
"""

from __future__ import annotations

import asyncio
import json
import random
import statistics
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from benchmarks.bench_data import data_folder
from benchmarks.routing import (
    FLIPPED,
    KEYWORDS,
    PER_LABEL,
    POINTS,
    Task,
    Vectors,
    _embedded,
    first_per_label,
    macro_f1,
    say,
)
from memserver.embedding.calibration import LOCAL
from memserver.learning import replay
from memserver.learning.agents import INITIAL_AGENTS, KeywordTable
from memserver.learning.classifier import Report
from memserver.learning.features import features_of
from memserver.learning.replay import NO_KEYWORD, Replayed, trust_from
from memserver.learning.route_memory import Prediction, RouteMemory, descriptions_of
from memserver.storage.routing import AgentRow

LEARNED_SHARE = 0.75
TRIES = 400
SPACE: dict[str, tuple[Any, ...]] = {
    "BANDS": ((0.35, 0.6), (0.5,), (0.4, 0.7), (0.5, 0.8)),
    "LEAST_EVIDENCE": (6, 8, 12, 16),
    "BELIEVED_SHARE": (0.2, 0.3, 0.4, 0.6, 0.8),
    "BELIEF_HALVED_BY": (20, 40, 80, 160),
    "MOST_AGAINST_PER_AGENT": (4, 8, 16),
    "NARROW_AGENTS": (2, 3, 4),
    "CAUTION": (2, 4, 8),
    "FAMILIAR": (0.6, 0.66, 0.7),
}


@dataclass(frozen=True, slots=True)
class Seen:
    """What keywords and learned weights say about one later task, and how near the nearest report was."""

    right: str
    said: str
    by_keywords: str
    learned: Prediction | None
    nearest: float


@dataclass(frozen=True, slots=True)
class Stage:
    """The state after some reports: their replay, and what is said about later tasks."""

    reports: int
    replayed: list[Replayed]
    seen: list[Seen]


class History:
    """Reports in order, learned from step by step."""

    def __init__(self, agents: Sequence[AgentRow], vectors: dict[str, Vectors]) -> None:
        self._table = KeywordTable(agents)
        self._vectors = vectors
        self._memory = RouteMemory(len(next(iter(vectors.values()))))
        self._described = descriptions_of(agents, features_of, self._memory.dimensions)

    def stages(self, tasks: Sequence[Task], later: Sequence[Task], points: Sequence[int]) -> Iterator[Stage]:
        """Learn up to each point, then look at the later tasks."""
        done = 0
        for point in points:
            for task in tasks[done:point]:
                said, by_keywords = self._words(task["text"])
                vector = self._vectors[task["text"]].astype(np.float16).astype(np.float32)
                report = Report(features_of(task["text"]), vector, task["label"])
                self._memory.add(report, said, by_keywords == task["label"])
            done = point
            if point:
                self._memory.advance(self._described, None, decide=True)
            known = np.array([report.vector for report in self._memory.reports])
            yield Stage(point, list(self._memory.replayed), [self._seen(task, known) for task in later])

    def _seen(self, task: Task, known: Vectors) -> Seen:
        vector = self._vectors[task["text"]]
        said, by_keywords = self._words(task["text"])
        learned = (
            self._memory.predict(features_of(task["text"]), vector, self._table.names)
            if self._memory.replayed
            else None
        )
        nearest = float((known @ vector).max()) if len(known) else -1.0
        return Seen(task["label"], said, by_keywords, learned, nearest)

    def _words(self, text: str) -> tuple[str, str]:
        choice = self._table.decide(text)
        return (NO_KEYWORD if choice.by_default else choice.agent), choice.agent


def scores(stage: Stage, labels: Sequence[str]) -> tuple[float, float, float]:
    """Return the macro-F1 as routed under the present gate, of keywords alone, and of learned weights alone."""
    trust, familiar = trust_from(stage.replayed), LOCAL.cosine(replay.FAMILIAR)

    def routed(seen: Seen) -> str:
        if seen.learned is None or not trust.learned_decides(seen.said, seen.learned.confidence):
            return seen.by_keywords
        strange = trust.narrow and seen.said == NO_KEYWORD and seen.nearest < familiar
        return seen.by_keywords if strange else seen.learned.agent

    right = [seen.right for seen in stage.seen]
    said = (
        [routed(seen) for seen in stage.seen],
        [seen.by_keywords for seen in stage.seen],
        [seen.learned.agent if seen.learned else seen.by_keywords for seen in stage.seen],
    )
    first, second, third = (round(macro_f1(each, right, labels), 4) for each in said)
    return first, second, third


def choose(data: dict[str, Any], agents: Sequence[AgentRow], vectors: dict[str, Vectors]) -> None:
    """Try gates on the training part; the best has the largest mean gain and falls below the keywords nowhere."""
    train, labels = data["train"], data["labels"]
    cut = int(len(train) * LEARNED_SHARE)
    early, later = train[:cut], train[cut:]
    stages = list(History(agents, vectors).stages(early, later, [*POINTS[1:], cut]))
    few = first_per_label(early, PER_LABEL)
    stages += History(agents, vectors).stages(few, later, [len(few)])
    chance, tried = random.Random(1), []
    present = {name: getattr(replay, name) for name in SPACE}
    for _ in range(TRIES):
        gate = {name: chance.choice(values) for name, values in SPACE.items()} if tried else present
        for name, value in gate.items():
            setattr(replay, name, value)
        gains = [routed - keywords for routed, keywords, _ in (scores(stage, labels) for stage in stages)]
        tried.append((min(gains) >= 0, statistics.mean(gains), min(gains), gate))
    say(measure="present gate", mean_gain=round(tried[0][1], 4), least_gain=round(tried[0][2], 4), gate=tried[0][3])
    for _, mean, least, gate in sorted(tried, key=lambda each: (-each[0], -each[1]))[:5]:
        say(measure="best gates", mean_gain=round(mean, 4), least_gain=round(least, 4), gate=gate)


def test(data: dict[str, Any], agents: Sequence[AgentRow], vectors: dict[str, Vectors]) -> None:
    """Measure the present gate on the test part: along the history, with few and wrong labels, with more agents."""
    train, later, labels = data["train"], data["test"], data["labels"]
    chance, wrong = random.Random(0), []
    for task in train:
        others = [label for label in labels if label != task["label"]]
        wrong.append({**task, "label": chance.choice(others)} if chance.random() < FLIPPED else task)
    few = first_per_label(train, PER_LABEL)
    everyone = [*INITIAL_AGENTS, *agents[1:]]
    for name, tasks, who, points in (
        ("curve", train, agents, (*POINTS, len(train))),
        ("per label", few, agents, (len(few),)),
        ("noise", wrong, agents, (len(wrong),)),
        ("initial agents kept", train, everyone, (0, 160, 640, 2_560, len(train))),
        ("initial agents kept, per label", few, everyone, (len(few),)),
    ):
        for stage in History(who, vectors).stages(tasks, later, points):
            routed, keywords, alone = scores(stage, labels)
            say(measure=name, reports=stage.reports, routed=routed, keywords=keywords, weights_alone=alone)


def main() -> int:
    """Run what is named on the command line."""
    folder = data_folder()
    if folder is None or sys.argv[1:] not in (["choose"], ["test"]):
        print(__doc__, file=sys.stderr)
        return 1
    data = json.loads((folder / "ccs_commits.json").read_text(encoding="utf-8"))
    data["train"].sort(key=lambda task: task["date"])
    texts = list(dict.fromkeys(task["text"] for part in ("train", "test") for task in data[part]))
    vectors = dict(zip(texts, asyncio.run(_embedded(texts)), strict=True))
    agents = [AgentRow("coder", (), ()), *(AgentRow(label, KEYWORDS[label], ()) for label in data["labels"])]
    (choose if sys.argv[1] == "choose" else test)(data, agents, vectors)
    return 0


if __name__ == "__main__":
    sys.exit(main())
