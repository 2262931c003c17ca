"""Learning over a real store: routes, trajectories, the turn, the portable file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from memserver.embedding.calibration import GENERIC
from memserver.embedding.protocol import Kind
from memserver.errors import InvalidParams, NotFound
from memserver.learning.rvf import parse
from memserver.learning.sona import LIMITS, SonaMode
from memserver.storage.routing import AgentRow
from tests.unit.kit import StillClock
from tests.unit.learning.learning_kit import LearningKit, open_learning

PAINT = [
    "paint the fence green",
    "paint the wall",
    "brush the door with paint",
    "페인트를 칠한다",
    "new paint for the gate",
]
DIG = ["dig a hole", "dig the trench deeper", "shovel earth from the pit", "구덩이를 판다", "dig out the roots"]


async def taught(kit: LearningKit, rounds: int = 6) -> None:
    for name in ("painter", "digger"):
        await kit.learning.routes.register(AgentRow(name, (), ()))
    for number in range(rounds):
        for paint, dig in zip(PAINT, DIG, strict=True):
            await kit.learning.routes.feedback(f"{paint} {number}", "painter", True, "p")
            await kit.learning.routes.feedback(f"{dig} {number}", "digger", True, "p")


async def recorded(kit: LearningKit, number: int, outcome: str, attempts: int = 1, **metadata: Any) -> Any:
    record = {
        "id": f"trj_{number}", "outcome": outcome, "domain": "database", "durationMs": 1.0, "finalReward": 0.0,
        "steps": [{"action": "raise the pool size", "observation": "Error: connection refused by postgres",
                   "reward": 0.0}] * attempts,
        "createdAt": f"2026-05-04T09:30:00.{number:03}Z", "metadata": metadata,
    }  # fmt: skip
    columns = {"id": record["id"], "domain": "database", "outcome": outcome, "project_id": "p",
               "created_at": record["createdAt"]}  # fmt: skip
    async with kit.store.database.write() as transaction:
        await kit.store.trajectories.put(transaction, columns, record)
    return await kit.learning.learn_from_trajectory(record, "p")


async def test_reports_change_the_decision_and_say_why(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        before = await kit.learning.routes.route("paint the old wall", "p")
        assert (before.agent, before.decided_by) == ("coder", "default")
        await taught(kit)
        after = await kit.learning.routes.route("paint the old wall", "p")
        assert (after.agent, after.decided_by) == ("painter", "patterns")
        assert "reports" in after.reasoning
        assert after.alternatives[0][0] == "digger"
        project = (await kit.learning.stats())["routing"]["projects"][0]
        assert project["lift"] > 0.5


async def test_a_history_of_two_agents_leaves_alone_what_it_has_never_seen_the_like_of(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await taught(kit)
        strange = await kit.learning.routes.route("negotiate paint prices with three suppliers abroad", "p")
        assert (strange.agent, strange.decided_by) == ("coder", "default")


async def test_what_was_learned_survives_a_restart(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await taught(kit)
        before = await kit.learning.routes.route("dig near the shed", "p")
    async with open_learning(tmp_path) as kit:
        assert await kit.learning.routes.route("dig near the shed", "p") == before


async def test_a_new_project_is_helped_by_the_others(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await taught(kit)
        assert (await kit.learning.routes.route("paint the boat", "elsewhere")).agent == "painter"


async def test_reports_about_nobody_are_refused(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        with pytest.raises(NotFound):
            await kit.learning.routes.feedback("x", "nobody", True, "p")
        assert await kit.store.routing.last_example() == 0


async def test_agents_are_data(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await kit.learning.routes.register(AgentRow("writer", ("docs", "문서"), ("documentation",), "Writes."))
        assert (await kit.learning.routes.route("문서를 새로 쓴다", "p")).agent == "writer"
        await kit.learning.routes.remove("tester")
        with pytest.raises(NotFound):
            await kit.learning.routes.remove("tester")
    async with open_learning(tmp_path) as kit:
        names = [agent.name for agent in await kit.learning.routes.agents()]
        assert "writer" in names
        assert "tester" not in names


async def test_agents_of_another_window_are_known_at_once(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as one, open_learning(tmp_path) as other:
        await one.learning.routes.register(AgentRow("painter", ("paint",), ()))
        assert (await other.learning.routes.route("paint the fence", "p")).agent == "painter"
        await one.learning.routes.register(AgentRow("digger", ("dig",), ()))
        assert await other.learning.routes.feedback("dig a hole", "digger", True, "p")
        await one.learning.routes.remove("painter")
        assert (await other.learning.routes.route("paint the fence", "p")).agent == "coder"


async def test_a_proved_pattern_of_a_domain_may_decide(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        text = "rotate the signing key of the session"
        pattern = (await kit.learning.store_pattern(text, "security", None, "")).pattern.id
        for _ in range(5):
            await kit.learning.pattern_feedback(pattern, True)
        route = await kit.learning.routes.route(text, "p")
        assert (route.agent, route.decided_by) == ("security-auditor", "patterns")


async def test_a_failure_warns_the_next_turn_and_a_circle_is_named(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        first = await recorded(kit, 1, "failure", task="postgres connection refused")
        assert first.circular_fix is None
        second = await recorded(kit, 2, "failure", task="postgres connection refused")
        assert second.circular_fix == 2
        prompt = "postgres connection refused, what now?"
        vector = await kit.learning.embed(prompt, Kind.QUERY)
        said = kit.learning.lessons.of(prompt, vector, "p", "ko", GENERIC)
        assert [lesson.circular for lesson in said] == [True, False]
        assert "raise the pool size" in said[0].text
        assert kit.learning.lessons.of(prompt, vector, "another", "en", GENERIC) == []
        other = await kit.learning.embed("the colour of the logo", Kind.QUERY)
        assert kit.learning.lessons.of("the colour of the logo", other, "p", "en", GENERIC) == []


async def test_a_fix_that_is_repeated_on_one_way_is_a_circle(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        assert (await recorded(kit, 1, "failure", attempts=2)).circular_fix == 2
        said = kit.learning.lessons.of("postgres connection refused, what now?", None, "p", "en", GENERIC)
        assert [lesson.circular for lesson in said] == [True, False]


async def test_outcomes_of_trajectories_are_reports(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await recorded(kit, 1, "success", agent="tester", task="add cases")
        await recorded(kit, 2, "partial", agent="tester", task="add cases")
        await recorded(kit, 3, "failure", agent="coder", task="add cases")
        found = await kit.store.routing.newest_examples(9)
        assert [(each.agent, each.success, each.source) for each in found] == [
            ("tester", True, "trajectory"), ("coder", False, "trajectory"),
        ]  # fmt: skip


async def test_distilled_patterns_are_adapted_to(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        for number in range(3):
            await recorded(kit, number, "success")
        assert [each.pattern.kind for each in await kit.learning.distill()] == ["distilled"]
        assert await kit.learning.distill() == []
        found = await kit.learning.adapt("raise the pool size", [""])
        assert found is not None
        assert found.confidence == pytest.approx(0.6 * found.similarity)
        assert await kit.learning.adapt("완전히 다른 이야기", [""]) is None


async def test_failures_never_push_successes_out_of_what_is_distilled(tmp_path: Path) -> None:
    async with open_learning(tmp_path, mode="edge") as kit:
        for number in range(3):
            await recorded(kit, number, "success")
        for number in range(3, 3 + 2 * LIMITS[SonaMode.EDGE].trajectories):
            await recorded(kit, number, "failure")
        assert [each.pattern.kind for each in await kit.learning.distill()] == ["distilled"]


async def test_what_one_project_taught_stays_with_it(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        for number in range(2):
            await recorded(kit, number, "success", projectId="p")
        assert [each.pattern.project_id for each in await kit.learning.distill()] == ["p"]
        general = (await kit.learning.store_pattern("raise the size of the disk", "general", None, "")).pattern
        own = await kit.learning.adapt("raise the pool size", ["", "p"])
        assert own is not None
        assert own.pattern.project_id == "p"
        other = await kit.learning.adapt("raise the pool size", ["", "q"])
        assert other is not None
        assert other.pattern.id == general.id
        assert await kit.learning.adapt("raise the pool size", ["q"]) is None
        await recorded(kit, 2, "success", projectId="q")
        assert [each.pattern.project_id for each in await kit.learning.distill()] == [""]


async def test_a_turn_is_told_what_has_proved_itself_about_the_same(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        strategy = "close the connection pool before the worker forks"
        pattern = (await kit.learning.store_pattern(strategy, "database", None, "p")).pattern
        vector = await kit.learning.embed(strategy, Kind.QUERY)
        assert kit.learning.lessons.of(strategy, vector, "p", "en", GENERIC) == []
        for _ in range(2):
            await kit.learning.pattern_feedback(pattern.id, True)
        said = kit.learning.lessons.of(strategy, vector, "p", "en", GENERIC)
        assert [lesson.text for lesson in said] == [f"Worked 2 of 3 times: {strategy}"]
        assert kit.learning.lessons.of(strategy, vector, "q", "en", GENERIC) == []
        other = await kit.learning.embed("the colour of the logo", Kind.QUERY)
        assert kit.learning.lessons.of("the colour of the logo", other, "p", "ko", GENERIC) == []


async def test_without_an_embedding_a_warning_is_known_by_its_words(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await recorded(kit, 1, "failure", task="the nightly report stays empty")
        said = kit.learning.lessons.of("why does the nightly report stay empty?", None, "p", "en", None)
        assert ["raise the pool size" in lesson.text for lesson in said] == [True]
        assert kit.learning.lessons.of("why does the nightly report stay empty?", None, "q", "en", None) == []
        assert kit.learning.lessons.of("what colour is the logo?", None, "p", "en", None) == []


async def test_the_file_is_an_image_of_the_store(tmp_path: Path) -> None:
    async with open_learning(tmp_path / "a") as kit:
        pattern = (await kit.learning.store_pattern("캐시를 비운다", "building", None, "")).pattern
        await recorded(kit, 1, "failure")
        assert await kit.learning.file.persist()
        assert not await kit.learning.file.persist()
    content = parse((tmp_path / "a" / "learning.rvf").read_bytes())
    assert content.patterns[pattern.id]["strategy"] == "캐시를 비운다"
    assert list(content.trajectories) == ["trj_1"]
    async with open_learning(tmp_path / "b") as kit:
        done = await kit.learning.import_file(tmp_path / "a" / "learning.rvf")
        assert (done.patterns, done.trajectories, done.unchanged) == (2, 1, 0)
        again = await kit.learning.import_file(tmp_path / "a" / "learning.rvf")
        assert (again.patterns, again.unchanged) == (0, 3)
        found = await kit.learning.search_patterns("캐시를 비운다", 1, None, [""])
        assert found[0].pattern.id == pattern.id


async def test_foreign_records_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "learning.rvf"
    path.write_bytes(b'RVLS\n{"type":"lora","data":{"id":"l1","frozen":true}}\n{"type":"new","data":{"x":1}}\nREND')
    async with open_learning(tmp_path) as kit:
        await kit.learning.store_pattern("anything", "general", None, "")
        await kit.learning.file.persist()
    kinds = sorted(kind for kind, _ in parse(path.read_bytes()).others)
    assert kinds == ["lora", "new"]


async def test_the_file_follows_whatever_an_import_brings(tmp_path: Path) -> None:
    def foreign(*records: str) -> Path:
        path = tmp_path / "foreign.rvf"
        path.write_text("".join(["RVLS\n", *(f"{record}\n" for record in records), "REND"]))
        return path

    async with open_learning(tmp_path / "a") as kit:
        await recorded(kit, 1, "success")
        await kit.learning.file.persist()
        for number, record in enumerate((
            '{"type":"trajectory","data":{"id":"old","steps":[],"outcome":"partial","created_at":"2020-01-01T00:00:00Z"}}',
            '{"type":"lora","data":{"id":"l1","weights":[0.5]}}',
            '{"type":"lora","data":{"id":"l1","weights":[0.25]}}',
        )):  # fmt: skip
            await kit.learning.import_file(foreign(record))
            assert await kit.learning.file.dirty(), number
            assert await kit.learning.file.persist()
    content = parse((tmp_path / "a" / "learning.rvf").read_bytes())
    assert list(content.trajectories) == ["old", "trj_1"]
    assert content.others == [("lora", {"id": "l1", "weights": [0.25]})]


async def test_consolidation_from_elsewhere_is_handed_on_as_it_came(tmp_path: Path) -> None:
    path = tmp_path / "learning.rvf"
    ewc = {"tasks_learned": 3, "protection_strength": 1500.0, "task_weights": {"a": [0.5]}, "forgetting_rate": 0.02}
    path.write_text(f'RVLS\n{{"type":"ewc","data":{json.dumps(ewc)}}}\n{{broken\nREND')
    async with open_learning(tmp_path) as kit:
        assert (await kit.learning.stats())["file"]["skippedLines"] == 1
        await kit.learning.store_pattern("anything", "general", None, "")
    assert ewc.items() <= parse(path.read_bytes()).ewc.items()


async def test_odd_records_do_no_harm_to_the_others(tmp_path: Path) -> None:
    half = {"id": "half \ud800", "strategy": "odd \ud800", "metadata": {"confidence": "\udfff"}}
    size = {"id": "size", "strategy": "odd size", "embedding": [1.0], "embedding_model": "words-1"}
    odd = [
        {"type": "pattern", "data": half},
        {"type": "pattern", "data": size},
        {"type": "trajectory", "data": {"id": "\ud800", "steps": [{"reward": "much"}], "outcome": "success"}},
        {"type": "lora", "data": {"id": "\ud800"}},
        {"type": "ewc", "data": {"tasks_learned": 1, "task_weights": {"\ud800": [1.0]}}},
    ]
    path = tmp_path / "learning.rvf"
    path.write_text("\n".join(["RVLS", *map(json.dumps, odd), "REND"]))
    async with open_learning(tmp_path) as kit:
        for strategy in ("clear the cache", "odd size"):
            await kit.learning.store_pattern(strategy, "general", None, "")
        await kit.learning.embeddings.fill_patterns()
        await kit.learning.consolidate()
        adapted = await kit.learning.adapt("odd", [""])
        assert adapted is not None
        assert adapted.confidence == pytest.approx(0.5 * adapted.similarity)
        found = await kit.learning.search_patterns("odd size", 9, None, [""])
        assert "size" in [match.pattern.id for match in found]
        await kit.learning.file.persist()
    content = parse(path.read_bytes())
    assert {"half ?", "size"} < content.patterns.keys()
    assert (list(content.trajectories), content.others) == (["?"], [("lora", {"id": "?"})])


async def test_what_a_killed_process_had_stored_reaches_the_file(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await kit.learning.store_pattern("clear the cache", "building", None, "")
    before = (tmp_path / "learning.rvf").read_bytes()
    async with open_learning(tmp_path) as kit:
        await kit.learning.store_pattern("pin the image by its digest", "building", None, "")
        await kit.learning.file.export(tmp_path / "wanted.rvf")
        kit.learning.file._written = await kit.learning.file._state()
    assert (tmp_path / "learning.rvf").read_bytes() == before
    async with open_learning(tmp_path):
        pass
    assert (tmp_path / "learning.rvf").read_bytes() == (tmp_path / "wanted.rvf").read_bytes()


@pytest.mark.parametrize("data", [b"RVLX\n{}\nREND", b"RVLS\n{}\n", b"x"])
async def test_a_damaged_file_is_left_untouched_and_named(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "learning.rvf"
    path.write_bytes(data)
    async with open_learning(tmp_path) as kit:
        await kit.learning.store_pattern("anything", "general", None, "")
        assert not await kit.learning.file.persist()
        assert "left as it is" in (await kit.learning.stats())["file"]["problem"]
        with pytest.raises(InvalidParams, match="no learning file"):
            await kit.learning.import_file(path)
    assert path.read_bytes() == data


async def test_events_are_throttled(tmp_path: Path) -> None:
    async with open_learning(tmp_path, StillClock()) as kit:
        for number in range(40):
            await kit.learning.store_pattern(f"idea {'x' * number} number{number}", f"domain{number}", None, "")
        assert 10 <= len(kit.events) < 40


async def test_everything_can_be_forgotten(tmp_path: Path) -> None:
    async with open_learning(tmp_path) as kit:
        await taught(kit, 2)
        await kit.learning.store_pattern("anything", "general", None, "")
        await kit.learning.forget()
        assert (await kit.learning.routes.route("paint the fence green", "p")).decided_by == "default"
        assert await kit.store.patterns.all() == []
