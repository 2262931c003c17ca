"""Whether the workers that tend memserver itself find what was planted, and nothing else.

    python benchmarks/workers_memory.py

Everything planted is made up and small enough to read (tests/unit/workers/planted.py). Precision and recall are
printed for ultralearn, optimize, consolidate, benchmark and learning; for predict, how much of what the next turn used
had been guessed, against guessing the most used sources, which is what any habit has to beat.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from memserver.engine import Engine
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.workers.jobs.benchmark import regressions
from memserver.workers.prediction import likely_sources, most_used
from tests.unit.kit import START
from tests.unit.workers.engine_kit import open_engine
from tests.unit.workers.planted import (
    FAILING_DOMAIN,
    SINGLES,
    habitual_turns,
    labelled_pairs,
    plant_statements,
    plant_trajectories,
    plant_turns,
    turn_record,
)

GUESSED = 12
WARM_UP_TURNS = 60
SIMULATED_HISTORIES = 400


def score(name: str, found: Iterable[object], expected: Iterable[object], note: str = "") -> None:
    """Print precision and recall."""
    found_set, expected_set = set(found), set(expected)
    right = len(found_set & expected_set)
    precision = right / len(found_set) if found_set else 1.0
    recall = right / len(expected_set) if expected_set else 1.0
    print(
        f"  {name:<34} precision {precision:.2f}  recall {recall:.2f}  ({right} of {len(expected_set)} planted) {note}"
    )


async def ready(engine: Engine) -> None:
    """Wait for the model and for every vector."""
    await engine.embedder.wait_ready()
    while engine.keeper.index is None or await engine.store.vectors.pending():  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.05)


async def ultralearn(folder: Path) -> None:
    """Strategies that several recorded ways share, among single ways, and one domain that keeps failing."""
    async with open_engine(folder, embedding_provider="local") as engine:
        await engine.embedder.wait_ready()
        shared = await plant_trajectories(engine)
        result = await engine.workers.dispatch("ultralearn", None)
    learned = [frozenset(each["data"]["sources"]) for each in result.findings if each["kind"] == "strategy-learned"]
    score("ultralearn: shared strategies", learned, shared, f"among {len(SINGLES)} single ways")
    failing = [each["data"]["domain"] for each in result.findings if each["kind"] == "domain-failing"]
    score("ultralearn: domains that fail", failing, [FAILING_DOMAIN])


async def optimize(folder: Path) -> None:
    """Five faults, each in a store of its own, and a healthy store."""
    faults: dict[str, Callable[[Engine], Awaitable[None]]] = {
        "slow-turns": _slow_turns,
        "degraded-turns": _degraded_turns,
        "text-index-gap": _index_gap,
        "vectors-forgotten": _forgotten,
        "healthy": _healthy,
    }
    found, expected = set(), set()
    for fault, plant in faults.items():
        async with open_engine(folder / fault) as engine:
            for number in range(20):
                await engine.writer.add(Draft(Layer.EPISODIC, f"Talk {number}: the gate was closed at {number}."))
            await plant(engine)
            result = await engine.workers.dispatch("optimize", None)
        found |= {(fault, each["kind"]) for each in result.findings}
        expected |= {(fault, fault)} if fault != "healthy" else set()
    score("optimize: planted faults", found, expected, "and one healthy store")


async def _healthy(engine: Engine) -> None:
    await plant_turns(engine, [turn_record(number, 25.0, "rankMs", START) for number in range(40)])


async def _slow_turns(engine: Engine) -> None:
    times = [(700.0 if number % 4 == 0 else 25.0) for number in range(40)]
    await plant_turns(engine, [turn_record(number, total, "blocksMs", START) for number, total in enumerate(times)])


async def _degraded_turns(engine: Engine) -> None:
    records = [turn_record(number, 25.0, "rankMs", START) for number in range(40)]
    for record in records[::3]:
        record["result"]["warnings"] = [{"part": "embedding", "message": "words only"}]
    await plant_turns(engine, records)


async def _index_gap(engine: Engine) -> None:
    async with engine.store.database.write() as transaction:
        await transaction.run("DELETE FROM passage_terms WHERE rowid IN (SELECT id FROM passages LIMIT 3)")


async def _forgotten(engine: Engine) -> None:
    async with engine.store.database.write() as transaction:
        await transaction.run("DELETE FROM embedding_queue WHERE passage_id IN (SELECT id FROM passages LIMIT 3)")


async def consolidate(folder: Path) -> None:
    """Labelled pairs of statements, stored uncompared, each pair in a project of its own."""
    pairs = labelled_pairs()
    found: dict[tuple[str, ...], str] = {}
    async with open_engine(folder, embedding_provider="local") as engine:
        planted = await plant_statements(engine, pairs, apart=True)
        await ready(engine)
        while not (result := await engine.workers.dispatch("consolidate", None)).unchanged:
            for each in result.findings:
                if "memory" in each["data"]:
                    found[tuple(sorted((each["data"]["memory"], each["data"]["other"])))] = each["kind"]
    expected = {tuple(sorted(pair)): kind for pair, kind in planted.items() if kind}
    note = f"among {len(pairs) - len(expected)} that only look alike"
    for name, kinds in (("repetition", {"repetition"}), ("disagreement", {"replaced", "contradiction"})):
        named = {pair for pair, kind in found.items() if kind in kinds}
        score(f"consolidate: {name}", named, [pair for pair, kind in expected.items() if kind in kinds], note)


def predict() -> None:
    """What the next turn uses, guessed from habits, of a person with habits and a fifth of chance."""
    for seed in (1, 2, 3):
        habits = habitual_turns(seed, 30, START)
        hits = plain = used = 0
        for place in range(WARM_UP_TURNS, len(habits) - 1):
            following, known = habits[place + 1], habits[: place + 1]
            guess = set(likely_sources(known, "main", following.hour, GUESSED))
            usual = set(most_used(known, GUESSED))
            used += len(following.sources)
            hits += sum(each in guess for each in following.sources)
            plain += sum(each in usual for each in following.sources)
        print(
            f"  predict, person {seed}: {hits / used:.0%} of what the next turn used was among {GUESSED} guessed;"
            f" the most used ones: {plain / used:.0%}"
        )


def benchmark() -> None:
    """Made-up histories with ten per cent of noise; half of them end with something twice as slow."""
    chance = random.Random(5)
    found, expected = set(), set()
    for number in range(SIMULATED_HISTORIES):
        slow = number % 2 == 0
        history = [{"ratios": {"words": 5.0 * chance.lognormvariate(0, 0.1)}} for _ in range(20)]
        value = 5.0 * chance.lognormvariate(0, 0.1) * (2.0 if slow else 1.0)
        if regressions(history, {"words": value}):
            found.add(number)
        if slow:
            expected.add(number)
    score("benchmark: twice as slow", found, expected, "10 % noise")


async def learning(folder: Path) -> None:
    """Reports that contradict each other, and tasks whose words the keyword table does not know."""
    async with open_engine(folder, embedding_provider="local") as engine:
        await engine.embedder.wait_ready()
        await engine.learning.open()
        agents = [each.name for each in await engine.learning.routes.agents()][:3]
        fruits = ("plum jam in small jars", "pear tree by the southern wall", "fig leaves for the goats")
        for number in range(60):
            task = f"{fruits[number % 3]}, {number}"
            await engine.learning.routes.feedback(task, agents[number % 3], True, "")
        planted = [f"sort mango crate {number}" for number in range(4)]
        for task in planted:
            for agent in agents[:2]:
                await engine.learning.routes.feedback(task, agent, True, "")
        result = await engine.workers.dispatch("learning", None)
    named = [each["title"].split(": ")[1] for each in result.findings if each["kind"] == "contradictory-reports"]
    score("learning: contradictory reports", named, planted)
    print(
        f"  learning: keywords alone {result.figures['keywordAccuracy']:.0%},"
        f" as routed after training {result.figures['routedAccuracy']:.0%} (replayed {result.figures['replayed']:.0f})"
    )


async def second_runs(folder: Path) -> None:
    """Whether a second run on the same input says that nothing changed, and what it costs against the first."""
    async with open_engine(folder, embedding_provider="local") as engine:
        await engine.embedder.wait_ready()
        await plant_trajectories(engine)
        await plant_statements(engine)
        await plant_turns(engine, [turn_record(n, 25.0, "rankMs", START + timedelta(minutes=n)) for n in range(60)])
        await ready(engine)
        for name in ("ultralearn", "optimize", "consolidate", "predict", "benchmark", "learning"):
            first = await engine.workers.dispatch(name, None)
            second = await engine.workers.dispatch(name, None)
            said = "unchanged" if second.unchanged else "CHANGED"
            print(f"  {name:<12} first {first.duration_ms:>5} ms, second {second.duration_ms:>3} ms: {said}")


async def run() -> None:
    """Plant, run, compare."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        print("planted findings")
        await ultralearn(folder / "ultralearn")
        await optimize(folder / "optimize")
        await consolidate(folder / "consolidate")
        benchmark()
        await learning(folder / "learning")
        print("guesses")
        predict()
        print("second run on unchanged input")
        await second_runs(folder / "second")


if __name__ == "__main__":
    asyncio.run(run())
