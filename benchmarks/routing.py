"""Learned routing, measured: what it gains on real tasks, what wrong labels and a second project do to it, its price.

    python -m benchmarks.routing curve|noise|forgetting|lookups|all

The tasks are commit subjects, the agents the types that their authors wrote (ccs_commits, split by time). `curve` and
`noise` drive a real server over its wire: agents are registered, the training part is reported in order of time by
`route/feedback`, and the test part is routed. Prints one JSON line per measurement; `curve` also draws
docs/images/routing-curve.svg.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

# As the server does: look-ups have one thread.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from benchmarks.bench_data import ROOT, data_folder
from benchmarks.routing_plot import draw
from memserver.embedding.calibration import calibration_for
from memserver.embedding.loading import EmbedderHandle, EmbeddingChoice
from memserver.embedding.protocol import Kind
from memserver.folders import cache_folder
from memserver.learning.agents import KeywordTable
from memserver.learning.classifier import Model, Report, fit
from memserver.learning.ewc import SHARED_STRENGTH, combined
from memserver.learning.features import features_of
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.pattern_search import PatternSearch
from memserver.learning.route_memory import RouteMemory, descriptions_of, fit_position, replay_fit_position
from memserver.learning.router import PATTERN_STRENGTH
from memserver.learning.sona import adapt
from memserver.storage.patterns import PatternRow
from memserver.storage.routing import AgentRow
from memserver.storage.store import Store
from tests.e2e.client import Client

POINTS = (0, 40, 80, 160, 320, 640, 1_280, 2_560)
PER_LABEL = 20
FLIPPED = 0.2
PATTERNS = 5_000
QUESTIONS = 500

# A table that somebody would write by hand; it is what the learned router has to beat.
KEYWORDS: dict[str, tuple[str, ...]] = {
    "build": ("build", "deps", "dependency", "bump", "upgrade"),
    "ci": ("ci", "workflow", "pipeline", "github", "release"),
    "docs": ("docs", "readme", "typo", "guide", "document"),
    "feat": ("feature", "add", "support", "introduce", "allow"),
    "fix": ("fix", "bug", "error", "crash", "correct"),
    "perf": ("perf", "performance", "faster", "slow", "cache"),
    "refactor": ("refactor", "rename", "move", "simplify", "cleanup"),
    "test": ("test", "spec", "mock", "coverage", "e2e"),
}
REMOVED = ("security-auditor", "tester", "performance-engineer", "researcher", "system-architect")

Task = dict[str, str]
Vectors = np.ndarray[Any, np.dtype[np.float32]]


def main() -> int:
    """Run the measurements named on the command line."""
    folder = data_folder()
    path = folder / "ccs_commits.json" if folder else None
    if path is None or not path.is_file():
        print("ccs_commits.json not found; set MEMSERVER_BENCH_DATA to the folder of the data sets", file=sys.stderr)
        return 1
    data = json.loads(path.read_text(encoding="utf-8"))
    data["train"].sort(key=lambda task: task["date"])
    wanted = sys.argv[1:] or ["all"]
    measures = {"forgetting": forgetting, "lookups": lookups, "curve": curve, "noise": noise}
    for name, measure in measures.items():
        if name in wanted or "all" in wanted:
            measure(data)
    return 0


def macro_f1(predicted: Sequence[str], gold: Sequence[str], labels: Sequence[str]) -> float:
    """Return the mean over labels of their F1."""
    scores = []
    for label in labels:
        both = sum(a == label == b for a, b in zip(predicted, gold, strict=True))
        either = sum(a == label for a in predicted) + sum(b == label for b in gold)
        scores.append(2 * both / either if either else 0.0)
    return statistics.mean(scores)


def say(**figures: Any) -> None:
    """Print one measurement."""
    print(json.dumps(figures), flush=True)


class Routed:
    """A server with the labels as agents."""

    def __init__(self, labels: Sequence[str]) -> None:
        self._folder = tempfile.TemporaryDirectory()
        folder = Path(self._folder.name)
        workspace = folder / "workspace"
        workspace.mkdir()
        self.labels = labels
        self.client = Client(folder / "data", workspace=workspace)
        for name in REMOVED:
            self.client.call("agents/remove", {"name": name})
        for label in labels:
            self.client.call("agents/register", {"name": label, "keywords": KEYWORDS[label], "domains": []})

    def report(self, tasks: Sequence[Task]) -> None:
        """Report tasks in order."""
        for task in tasks:
            self.client.call("route/feedback", {"task": task["text"], "agent": task["label"], "success": True}, 600)

    def score(self, tasks: Sequence[Task]) -> float:
        """Route tasks; returns the macro-F1."""
        agents = [self.client.call("route", {"task": task["text"]}, 600)["agent"] for task in tasks]
        return round(macro_f1(agents, [task["label"] for task in tasks], self.labels), 4)

    def close(self) -> None:
        """Stop the server."""
        self.client.stop()
        self.client.close()
        self._folder.cleanup()


def curve(data: dict[str, Any]) -> None:
    """Learn from the training part in order of time, and measure along the way."""
    train, test, labels = data["train"], data["test"], data["labels"]
    server = Routed(labels)
    points: list[tuple[int, float, float]] = []
    table = KeywordTable([AgentRow("coder", (), ()), *(AgentRow(label, KEYWORDS[label], ()) for label in labels)])
    done = 0
    for count in (*POINTS, len(train)):
        server.report(train[done:count])
        done = count
        tasks = test
        keywords = macro_f1([table.decide(task["text"]).agent for task in tasks], [t["label"] for t in tasks], labels)
        points.append((count, server.score(tasks), round(keywords, 4)))
        say(measure="curve", reports=count, routed=points[-1][1], keywords=points[-1][2], tasks=len(tasks))
    server.close()
    server = Routed(labels)
    server.report(first_per_label(train, PER_LABEL))
    say(measure="per label", reports=PER_LABEL, routed=server.score(test))
    server.close()
    target = ROOT / "docs" / "images" / "routing-curve.svg"
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(draw(points), encoding="utf-8")


def noise(data: dict[str, Any]) -> None:
    """Learn from labels of which a fifth is wrong."""
    chance, labels = random.Random(0), data["labels"]
    wrong = []
    for task in data["train"]:
        others = [label for label in labels if label != task["label"]]
        wrong.append({**task, "label": chance.choice(others)} if chance.random() < FLIPPED else task)
    server = Routed(labels)
    server.report(wrong)
    say(measure="noise", flipped=FLIPPED, routed=server.score(data["test"]))
    server.close()


def forgetting(data: dict[str, Any]) -> None:
    """Learn one project, then another, and see what is left of the first in the shared weights."""
    labels = tuple(data["labels"])
    repositories = sorted({task["repo"] for task in data["train"]}, reverse=True)
    vectors = asyncio.run(_embedded([task["text"] for part in ("train", "test") for task in data[part]]))
    looked_at = iter(vectors)
    parts: dict[tuple[str, str], list[Report]] = {}
    for part in ("train", "test"):
        for task in data[part]:
            report = Report(features_of(task["text"]), next(looked_at), task["label"])
            parts.setdefault((part, task["repo"]), []).append(report)
    old, new = repositories
    described = descriptions_of(
        [AgentRow(label, KEYWORDS[label], ()) for label in labels], features_of, vectors.shape[1]
    )
    memory = RouteMemory(vectors.shape[1], reports=parts["train", old])
    first = fit([*described, *parts["train", old]], labels, vectors.shape[1])
    anchor = memory.own_anchor(first)
    learned = [*described, *parts["train", new]]
    after = {
        "before": first,
        "with EWC": fit(learned, labels, vectors.shape[1], anchor=combined([anchor], SHARED_STRENGTH)),
        "without": fit(learned, labels, vectors.shape[1], start=first),
    }
    for name, model in after.items():
        figures = {project: _score(model, parts["test", project], labels) for project in (old, new)}
        say(measure="forgetting", weights=name, **{f"f1 {project}": figures[project] for project in figures})


def lookups(data: dict[str, Any]) -> None:
    """Time the look-ups alone, beside one product of the same size in the same run."""
    texts = [task["text"] for task in data["train"][:PATTERNS]]
    # Questions of the test part: a question that is one of the patterns would be found too easily.
    questions = [each["text"] for each in data["test"][:QUESTIONS]]
    embedded = asyncio.run(_embedded([*texts, *questions]))
    vectors, asked = embedded[: len(texts)], embedded[len(texts) :]
    index, unordered = _index(texts, vectors), _index(texts, _unordered(vectors))
    memory = _memory(data["train"][:PATTERNS], vectors, data["labels"])
    curve_ = calibration_for("multilingual-e5-small")
    task = features_of(questions[0])
    search = PatternSearch(index, lambda: datetime(2026, 5, 1, tzinfo=UTC), lambda: curve_)
    for name, look in (
        ("sona/adapt", lambda q: adapt(index, q, curve_)),
        ("sona/adapt, vectors without any order", lambda q: adapt(unordered, q, curve_)),
        ("route, vote of proven patterns", lambda q: search.strong("", q, PATTERN_STRENGTH, ("",))),
        ("route, weights alone", lambda q: memory.model and memory.model.scores(task, q)),
        ("route, with similar tasks", lambda q: memory.predict(task, q, data["labels"])),
        ("patterns/search, the best 10", lambda q: search.search("", q, 10)),
    ):
        product = _median(lambda q: index.vectors @ q, asked)
        median = _median(look, asked)
        say(measure="lookup", what=name, ms=round(median, 4), product_ms=round(product, 4),
            ratio=round(median / product, 2))  # fmt: skip


def first_per_label(tasks: Sequence[Task], count: int) -> list[Task]:
    """Return the first tasks of each label, in order."""
    seen: dict[str, int] = {}
    found = []
    for task in tasks:
        seen[task["label"]] = seen.get(task["label"], 0) + 1
        if seen[task["label"]] <= count:
            found.append(task)
    return found


def _score(model: Model, reports: Sequence[Report], labels: Sequence[str]) -> float:
    said = [labels[int(model.scores(each.features, each.vector).argmax())] for each in reports]
    return round(macro_f1(said, [each.agent for each in reports], labels), 4)


def _median(look: Callable[[Any], object], questions: Sequence[Any]) -> float:
    times = []
    for question in questions:
        started = time.perf_counter()
        look(question)
        times.append((time.perf_counter() - started) * 1000)
    return statistics.median(times)


def _index(texts: Sequence[str], vectors: Vectors) -> PatternIndex:
    index = PatternIndex(cast(Store, None))
    rows = [_pattern(number, text) for number, text in enumerate(texts)]
    index.patterns = {row.id: row for row in rows}
    index.set_rows(rows, vectors)
    index.find_axes()
    return index


def _unordered(vectors: Vectors) -> Vectors:
    """Return as many vectors that have nothing in common: no axis carries more than another."""
    rows = np.random.default_rng(0).normal(size=vectors.shape)
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def _memory(tasks: Sequence[Task], vectors: Vectors, labels: Sequence[str]) -> RouteMemory:
    """Return what is left of some reports after a restart: everything was fitted and replayed before."""
    described = descriptions_of(
        [AgentRow(label, KEYWORDS[label], ()) for label in labels], features_of, vectors.shape[1]
    )
    memory = RouteMemory(
        vectors.shape[1], fitted=fit_position(len(tasks)), replay_fitted=replay_fit_position(len(tasks)),
        replay_position=len(tasks),
    )  # fmt: skip
    for task, vector in zip(tasks, vectors, strict=True):
        memory.add(Report(features_of(task["text"]), vector, task["label"]), "", False)
    memory.model = fit([*described, *memory.reports], tuple(labels), vectors.shape[1])
    memory.advance(described, None, decide=True)
    return memory


def _pattern(number: int, text: str) -> PatternRow:
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    quality = 0.5 + number % 6 / 10
    return PatternRow(f"pat_{number}", text, "general", "strategy", "", quality, 1, 1, True, moment, moment)


async def _embedded(texts: Sequence[str]) -> Vectors:
    with ThreadPoolExecutor(1) as executor:
        handle = EmbedderHandle(EmbeddingChoice(cache=cache_folder()))
        handle.start(executor)
        embedder = await handle.wait_ready()
        if embedder is None:
            raise SystemExit(handle.error)
        parts = [await embedder.embed_batch(texts[at : at + 128], Kind.QUERY) for at in range(0, len(texts), 128)]
        await handle.close()
    return np.concatenate(parts)


if __name__ == "__main__":
    sys.exit(main())
