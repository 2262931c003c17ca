"""The jobs that tend memserver itself, on planted input through the real engine."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from memserver.engine import Engine
from memserver.layers.drafts import Draft
from memserver.layers.settling import Settler
from memserver.model import Layer, Origin, Relation, Status
from memserver.turn.request import TurnRequest
from memserver.workers.job import JobContext
from memserver.workers.jobs import benchmark
from memserver.workers.jobs.benchmark import regressions
from memserver.workers.jobs.optimize import phases_of, slow_turns
from memserver.workers.jobs.predict import judged
from memserver.workers.parts import Parts
from memserver.workers.prediction import likely_prompts, likely_sources, most_used
from memserver.workers.result import WorkerResult
from tests.unit.kit import START, StillClock, TinyEmbedder
from tests.unit.workers.engine_kit import open_engine
from tests.unit.workers.planted import (
    FAILING_DOMAIN,
    habitual_turns,
    plant_statements,
    plant_trajectories,
    plant_turns,
    turn_record,
)


def kinds(result: WorkerResult) -> list[str]:
    assert result.success, result.output
    return [each["kind"] for each in result.findings]


async def settled(engine: Engine) -> None:
    """Wait for the model and for every vector."""
    await engine.embedder.wait_ready()
    while engine.keeper.index is None or await engine.store.vectors.pending():  # noqa: ASYNC110 - nobody tells
        await asyncio.sleep(0.02)


async def test_ultralearn_learns_what_several_ways_share_and_names_what_keeps_failing(tmp_path: Path) -> None:
    async with open_engine(tmp_path, embedding_provider="local") as engine:
        await engine.embedder.wait_ready()
        shared = await plant_trajectories(engine)
        result = await engine.workers.dispatch("ultralearn", None)
        learned = {frozenset(each["data"]["sources"]) for each in result.findings if each["kind"] == "strategy-learned"}
        assert learned <= set(shared)
        assert len(learned) >= len(shared) - 1
        (failing,) = [each for each in result.findings if each["kind"] == "domain-failing"]
        assert failing["data"]["domain"] == FAILING_DOMAIN
        again = await engine.workers.dispatch("ultralearn", None)
        assert again.unchanged
        assert len(again.findings) == len(result.findings)


async def test_ultralearn_without_a_model_looks_again_later(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await plant_trajectories(engine)
        assert "embedding model" in (await engine.workers.dispatch("ultralearn", None)).output
        assert not (await engine.workers.dispatch("ultralearn", None)).unchanged


async def test_optimize_names_the_slow_phase_with_figures(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await plant_turns(engine, [turn_record(n, 900.0 if n % 3 == 0 else 20.0, "embedMs", START) for n in range(30)])
        result = await engine.workers.dispatch("optimize", None)
        (slow,) = [each for each in result.findings if each["kind"] == "slow-turns"]
        assert slow["data"]["phase"] == "embedMs"
        assert slow["data"]["slow"] == 10
        assert (await engine.workers.dispatch("optimize", None)).unchanged


async def test_optimize_says_nothing_about_a_healthy_server(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await plant_turns(engine, [turn_record(n, 20.0, "rankMs", START) for n in range(30)])
        await engine.writer.add(Draft(Layer.LONG_TERM, "The gateway retries three times."))
        assert kinds(await engine.workers.dispatch("optimize", None)) == []


async def test_optimize_finds_and_mends_what_does_not_agree(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        for number in range(5):
            await engine.writer.add(Draft(Layer.LONG_TERM, f"Rule {number}: the {number}th gate stays closed."))
        async with engine.store.database.write() as transaction:
            await transaction.run("DELETE FROM passage_terms WHERE rowid IN (SELECT id FROM passages LIMIT 2)")
        result = await engine.workers.dispatch("optimize", None)
        assert "text-index-gap" in kinds(result)
        assert "anew" in result.output
        row = await engine.store.database.one("SELECT count(*) FROM passage_terms_docsize")
        assert row == (await engine.store.database.one("SELECT count(*) FROM passages"))


async def test_optimize_gives_unused_space_back(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        async with engine.store.database.write() as transaction:
            for number in range(60):
                await engine.store.properties.set(transaction, f"filler {number}", "x" * 400_000)
        async with engine.store.database.write() as transaction:
            await transaction.run("DELETE FROM properties WHERE key LIKE 'filler%'")
        result = await engine.workers.dispatch("optimize", None)
        assert "back to the disk" in result.output
        assert result.figures["freeMb"] < 1


def test_the_phases_of_a_turn_are_the_differences_of_its_marks() -> None:
    assert phases_of({"embedMs": 5.0, "rankMs": 9.0, "factsMs": 8.0, "totalMs": 10.0}) == {
        "embedMs": 5.0,
        "factsMs": 3.0,
        "rankMs": 1.0,
    }
    assert slow_turns([]) == []


async def test_consolidate_finds_what_was_missed_and_loses_nothing(tmp_path: Path) -> None:
    async with open_engine(tmp_path, embedding_provider="local") as engine:
        expected = await plant_statements(engine)
        await settled(engine)
        result = await engine.workers.dispatch("consolidate", None)
        found = {
            (min(pair), max(pair)): each["kind"]
            for each in result.findings
            if (pair := (each["data"].get("memory", ""), each["data"].get("other", "")))[0]
        }
        hidden = {pair: kind for pair, kind in found.items() if kind in {"repetition", "replaced"}}
        assert {pair: kind for pair, kind in hidden.items() if expected.get(pair) != kind} == {}
        assert len(hidden) >= 6
        rows = await engine.store.database.all("SELECT count(*), sum(superseded_by IS NOT NULL) FROM memories")
        assert rows[0][0] == 2 * len(expected)
        assert rows[0][1] == len([kind for kind in found.values() if kind in {"repetition", "replaced"}])
        assert (await engine.workers.dispatch("consolidate", None)).unchanged


async def test_consolidate_waits_for_vectors(tmp_path: Path) -> None:
    async with open_engine(tmp_path, embedding_provider="local") as engine:
        await plant_statements(engine)
        await engine.embedder.wait_ready()
        first = await engine.workers.dispatch("consolidate", None)
        if not first.findings:
            assert "wait for their vectors" in first.output
        await settled(engine)
        assert (await engine.workers.dispatch("consolidate", None)).findings


async def test_consolidate_leaves_what_a_person_settled(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        old = await engine.writer.add(Draft(Layer.LONG_TERM, "The API timeout is 30 seconds."))
        new = await engine.writer.add(Draft(Layer.LONG_TERM, "The API timeout is 60 seconds."))
        assert new.conflicts_with == (old.id,)
        await Settler(engine.store, engine.clock).settle(new.id, old.id, "both", "Mina")
        assert kinds(await engine.workers.dispatch("consolidate", None)) == []
        [link] = await engine.store.memories.relations_of([old.id])
        assert link.kind is Relation.SETTLED


async def test_consolidate_archives_only_what_memserver_guessed_and_nobody_used(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_engine(tmp_path, clock=clock) as engine:
        drafts = [
            Draft(Layer.LONG_TERM, "Guess: the office closes early.", origin=Origin.EXTRACTED, confidence=0.5),
            Draft(Layer.LONG_TERM, "Sure: invoices need two signatures.", origin=Origin.EXTRACTED, confidence=0.9),
            Draft(Layer.LONG_TERM, "Told: Hana prefers short answers.", confidence=0.3),
            Draft(Layer.LONG_TERM, "Gone soon: the beta ends.", expires_at=START + timedelta(days=300)),
        ]
        ids = [(await engine.writer.add(each)).id for each in drafts]
        clock.advance(days=299)
        assert not (await engine.workers.dispatch("consolidate", None)).figures.get("archived")
        clock.advance(days=100)
        result = await engine.workers.dispatch("consolidate", None)
        assert sorted(kinds(result)) == ["expired", "unused"]
        memories = await engine.store.memories.get_many(ids)
        archived = [each for each in ids if memories[each].validation.status is Status.ARCHIVED]
        assert archived == ids[:1]


async def test_predict_warms_what_habits_suggest_and_keeps_score(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_engine(tmp_path, clock=clock) as engine:
        for statement in (
            "The billing module retries twice and logs to billing.log.",
            "Mail leaves through the relay in Oslo, which keeps its journal on the third disk.",
            "The canteen serves soup on Mondays.",
        ):
            await engine.writer.add(Draft(Layer.LONG_TERM, statement))
        await _ask(engine, clock, "how often does the billing module retry?", 3)
        first = await engine.workers.dispatch("predict", None)
        assert first.figures["warmed"] >= 2
        (guess,) = [each for each in first.findings if each["kind"] == "likely-next"]
        assert guess["data"]["sources"]
        assert (await engine.workers.dispatch("predict", None)).unchanged
        await _ask(engine, clock, "how often does the billing module retry?", 2)
        second = await engine.workers.dispatch("predict", None)
        assert second.figures["hitRate"] == 1.0
        assert second.figures["turnsJudged"] == 2
        await _ask(engine, clock, "Where does the mail relay keep its journal?", 2)
        third = await engine.workers.dispatch("predict", None)
        assert third.figures["hitRate"] < 1.0


async def _ask(engine: Engine, clock: StillClock, prompt: str, times: int) -> None:
    for _ in range(times):
        clock.advance(minutes=1)
        result, turn = await engine.build_turn(TurnRequest(prompt, "s", active_file="/x/billing.py"))
        timings = dict(result.timings)
        engine.recorder.keep(turn, lambda timings=timings: {"timings": timings, "warnings": []})


def test_habits_beat_the_most_used_sources() -> None:
    habits = habitual_turns(3, 20, START)
    hits = plain = used = 0
    for place in range(60, len(habits) - 1):
        following = habits[place + 1]
        known = habits[: place + 1]
        guess = set(likely_sources(known, "main", following.hour, 12))
        usual = set(most_used(known, 12))
        used += len(following.sources)
        hits += sum(each in guess for each in following.sources)
        plain += sum(each in usual for each in following.sources)
    assert hits / used > 0.6
    assert hits > 1.3 * plain


def test_a_guess_is_judged_by_the_turns_after_it_only() -> None:
    habits = habitual_turns(1, 2, START)
    state = {"made": habits[3].turn_id, "guess": list(habits[4].sources), "plain": []}
    score = judged(state, habits[:5])
    assert (score["turns"], score["hits"], score["used"]) == (1, 5, 5)
    assert judged({}, habits)["turns"] == 0


def test_questions_that_come_again_are_likely() -> None:
    assert likely_prompts(["a", "b", "a", "c", "b", "a", "d"], 5) == ["a", "b"]


async def test_benchmark_keeps_a_history_and_does_not_measure_again_at_once(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_engine(tmp_path, clock=clock) as engine:
        first = await engine.workers.dispatch("benchmark", None)
        assert set(first.figures) == {"words", "fit", "write"}
        assert (await engine.workers.dispatch("benchmark", None)).unchanged
        for day in ("Monday", "Tuesday", "Friday"):
            await engine.writer.add(Draft(Layer.LONG_TERM, f"There is a release on {day}."))
        assert (await engine.workers.dispatch("benchmark", None)).unchanged
        clock.advance(hours=7)
        second = await engine.workers.dispatch("benchmark", None)
        assert "1 comparable run so" in second.output


async def test_a_model_that_is_loaded_while_it_is_measured_belongs_to_that_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def loaded_meanwhile(context: JobContext, parts: Parts) -> dict[str, float]:
        del context
        monkeypatch.setattr(type(parts.embedder), "embedder", TinyEmbedder())
        return {"embed": 70.0}

    monkeypatch.setattr(benchmark, "measure", loaded_meanwhile)
    async with open_engine(tmp_path, clock=StillClock()) as engine:
        assert not (await engine.workers.dispatch("benchmark", None)).unchanged
        assert (await engine.workers.dispatch("benchmark", None)).unchanged


def test_a_regression_needs_a_history_and_more_than_noise() -> None:
    history = [{"ratios": {"words": 5.0 + 0.1 * (number % 3)}} for number in range(8)]
    assert regressions(history, {"words": 9.0}) == {"words": 5.1}
    assert regressions(history, {"words": 5.5}) == {}
    assert regressions(history[:4], {"words": 50.0}) == {}
    noisy = [{"ratios": {"words": value}} for value in (2.0, 9.0, 3.0, 8.0, 2.5, 9.5)]
    assert regressions(noisy, {"words": 11.0}) == {}


async def test_learning_says_what_routing_is_worth_and_which_reports_disagree(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await engine.learning.open()
        agents = [each.name for each in await engine.learning.routes.agents()][:3]
        for number in range(30):
            agent = agents[number % 3]
            await engine.learning.routes.feedback(
                f"{('plum', 'pear', 'fig')[number % 3]} basket {number}", agent, True, ""
            )
        for agent in agents[:2]:
            await engine.learning.routes.feedback("sort the mango crate", agent, True, "")
        result = await engine.workers.dispatch("learning", None)
        assert "contradictory-reports" in kinds(result)
        (worth,) = [each for each in result.findings if each["kind"].startswith("routing-wor")]
        assert worth["data"]["after"]["routedAccuracy"] > worth["data"]["after"]["keywordAccuracy"]
        assert (await engine.workers.dispatch("learning", None)).unchanged
