"""The working tier keeps work in progress and finds earlier decisions."""

from __future__ import annotations

from pathlib import Path

import pytest

from memserver.errors import InvalidParams, NotFound
from tests.unit.tiers.kit import PROJECTS, open_tiers


async def test_active_goals_are_the_unfinished_ones_by_urgency_then_age(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        working = tiers.working
        old = await working.store_goal({"description": "Ship the beta"}, "p1")
        kit.clock.advance(minutes=1)
        done = await working.store_goal({"description": "Write the docs"}, "p1")
        urgent = await working.store_goal({"description": "서버를 고친다", "priority": 0}, "p1")
        await working.store_goal({"description": "Elsewhere"}, "p2")
        changed = await working.update_goal(done["id"], {"status": "completed", "result": "published"})
        assert changed["finishedAt"] == "2026-05-04T09:31:00.000Z"
        assert [goal["id"] for goal in await working.active_goals(PROJECTS)] == [urgent["id"], old["id"]]
        again = await working.update_goal(done["id"], {"status": "active"})
        assert again["finishedAt"] is None


async def test_tasks_of_a_goal_come_in_the_order_of_their_begin(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        goal = await tiers.working.store_goal({"description": "Ship"}, "")
        late = {"description": "second", "goalId": goal["id"], "startedAt": "2026-05-04T10:00:00Z"}
        await tiers.working.store_task(late, "")
        early = {"description": "first", "goalId": goal["id"], "startedAt": "2026-05-04T09:00:00Z"}
        await tiers.working.store_task(early, "")
        tasks = await tiers.working.tasks_for_goal(goal["id"])
        assert [task["description"] for task in tasks] == ["first", "second"]
        ended = await tiers.working.update_task(
            tasks[0]["id"], {"status": "failed", "error": "disk full", "finishedAt": "2026-05-04T09:00:02.500Z"}
        )
        assert ended["durationMs"] == 2500


@pytest.mark.parametrize("embedded", [False, True])
async def test_similar_decisions_are_found_in_both_languages(tmp_path: Path, embedded: bool) -> None:
    async with open_tiers(tmp_path, embedded=embedded) as (tiers, _):
        log = tiers.working.log_decision
        postgres = await log(
            {"who": "mina", "context": "Which database for orders?", "options": ["Postgres", "MySQL"],
             "chosen": "Postgres", "reasoning": "We need row level security."}, "p1",
        )  # fmt: skip
        korean = await log({"context": "배포 도구를 무엇으로 할까", "chosen": "쿠버네티스 대신 도커 컴포즈"}, "p1")
        await log({"context": "Which database for orders?", "chosen": "Oracle"}, "p2")
        found = await tiers.working.similar_decisions("the database for our orders", PROJECTS)
        assert found[0].record["id"] == postgres["id"]
        assert found[0].record["who"] == "mina"
        assert all(0 <= each.relevance <= 1 for each in found)
        assert "Oracle" not in {each.record["chosen"] for each in found}
        assert (await tiers.working.similar_decisions("배포 도구는?", PROJECTS))[0].record["id"] == korean["id"]


async def test_the_outcome_of_a_decision_comes_later_and_finds_it(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        decision = await tiers.working.log_decision({"context": "Cache?", "chosen": "Redis"}, "")
        kit.clock.advance(days=3)
        told = await tiers.working.set_outcome(decision["id"], "latency halved", success=True)
        assert told["outcomeAt"] == "2026-05-07T09:30:00.000Z"
        assert (await tiers.working.similar_decisions("halved latency", [""]))[0].record["id"] == decision["id"]
        with pytest.raises(NotFound):
            await tiers.working.set_outcome("dec_none", "x")


async def test_a_pattern_is_found_by_whole_words_and_judged_by_the_running_mean(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        store, find = tiers.working.store_pattern, tiers.working.find_pattern
        ci = await store({"trigger": "ci fails", "action": "rerun"}, "")
        better = await store({"trigger": "ci fails on main", "action": "bisect", "successRate": 0.9, "uses": 9}, "")
        await store({"trigger": "special fails", "action": "nothing"}, "")
        found = await find("ci fails", [""])
        assert [each["id"] for each in found] == [better["id"], ci["id"]]
        fed = await tiers.working.pattern_feedback(better["id"], success=False)
        assert fed["successRate"] == pytest.approx(0.81)
        assert fed["uses"] == 10
        await tiers.working.pattern_feedback(ci["id"], success=False)
        assert [each["id"] for each in await find("ci fails", [""])] == [better["id"]]
        korean = await store({"trigger": "빌드 실패", "action": "캐시를 지운다"}, "")
        assert (await find("빌드가 실패했어요", [""]))[0]["id"] == korean["id"]


async def test_an_agent_has_one_state_in_each_project(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await tiers.working.store_agent_state({"name": "coder", "state": {"step": 1}}, "p1")
        await tiers.working.store_agent_state({"name": "coder", "state": {"step": 2}}, "p1")
        await tiers.working.store_agent_state({"name": "coder", "state": "idle"}, "p2")
        state = await tiers.working.agent_state("coder", ["p1"])
        assert state is not None
        assert state["state"] == {"step": 2}
        assert await kit.value("SELECT count(*) FROM agent_states") == 2


async def test_secrets_do_not_come_in(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        secret = "AKIAIOSFODNN7EXAMPLE"
        await tiers.working.log_decision({"context": f"key {secret}", "chosen": "x", "metadata": {"a": [secret]}}, "")
        await tiers.working.store_tool_call({"tool": "curl", "input": {"header": secret}, "success": True}, "")
        dump = str(await kit.rows("SELECT record FROM decisions UNION ALL SELECT record FROM tool_calls"))
        dump += str(await kit.rows("SELECT text FROM tier_texts UNION ALL SELECT terms FROM tier_terms"))
        assert secret not in dump
        assert secret.lower() not in dump
        with pytest.raises(InvalidParams):
            await tiers.working.log_decision({"context": "  ", "chosen": "x"}, "")


async def test_what_a_record_is_found_by_goes_with_it_and_waits_for_its_vector(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await tiers.working.log_decision({"context": "Cache?", "chosen": "Redis"}, "p1")
        assert await kit.value("SELECT count(*) FROM tier_texts WHERE vector IS NULL") == 1
    async with open_tiers(tmp_path, embedded=True) as (tiers, kit):
        assert await tiers.vectors.embed_waiting() == 1
        assert await kit.value("SELECT count(*) FROM tier_texts WHERE vector IS NULL") == 0
        await kit.store.projects.absorb("p9", ["p1"])
        assert await tiers.working.similar_decisions("Cache?", ["p9"])
        await tiers.forget()
        assert await kit.value("SELECT count(*) FROM tier_texts") == 0
        assert await kit.value("SELECT count(*) FROM tier_terms") == 0


async def test_an_export_carries_decisions_and_finds_them_again(tmp_path: Path) -> None:
    async with open_tiers(tmp_path / "a") as (tiers, kit):
        decision = await tiers.working.log_decision({"context": "Cache?", "chosen": "Redis"}, "")
        await tiers.working.store_goal({"description": "Ship"}, "")
        await kit.export(tmp_path / "export")
    async with open_tiers(tmp_path / "b") as (tiers, kit):
        for _ in range(2):
            await kit.restore(tmp_path / "export")
            await tiers.records.index_missing()
        assert [each["id"] for each in await tiers.working.decisions([""])] == [decision["id"]]
        assert (await tiers.working.similar_decisions("Redis", [""]))[0].record == decision
        assert len(await tiers.working.active_goals([""])) == 1


async def test_a_record_of_an_export_that_lacks_what_others_rely_on_is_refused(tmp_path: Path) -> None:
    async with open_tiers(tmp_path / "a") as (tiers, kit):
        await tiers.working.log_decision({"context": "Cache?", "chosen": "Redis"}, "")
        await tiers.working.store_pattern({"trigger": "build", "action": "wait", "successRate": 1}, "")
        await tiers.working.store_tool_call({"tool": "bash"}, "")
        await tiers.archive.store_config_change({"path": "/etc/x"}, "")
        await kit.export(tmp_path / "export")
    line = (tmp_path / "export" / "decisions.jsonl").read_text(encoding="utf-8")
    spoilt = [line.replace('"context":', '"contexts":'), line.replace('"options":[]', '"options":7'), line]
    (tmp_path / "export" / "decisions.jsonl").write_text("".join(spoilt), encoding="utf-8")
    async with open_tiers(tmp_path / "b") as (tiers, kit):
        restored = await kit.restore(tmp_path / "export")
        assert [(failed.file, failed.line) for failed in restored.failed] == [
            ("decisions.jsonl", 1),
            ("decisions.jsonl", 2),
        ]
        await tiers.records.index_missing()
        assert len(await tiers.working.decisions([""])) == 1
        assert await tiers.working.find_pattern("build", [""])
