"""What is finished and old becomes a summary in the archive; nothing is lost, doubled or moved twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memserver.clock import to_iso
from memserver.tiers.service import Tiers
from tests.unit.kit import Kit
from tests.unit.tiers.kit import PROJECTS, open_tiers


async def finished_goal(tiers: Tiers, kit: Kit, name: str, status: str = "completed", **fields: Any) -> str:
    """Store a goal with two tasks and a tool call each, finished now."""
    goal = await tiers.working.store_goal({"description": name, "status": status, **fields}, "p1")
    for number, description in enumerate(("빌드한다", "deploy it")):
        failed = status == "failed" and number == 1
        task = await tiers.working.store_task(
            {"goalId": goal["id"], "description": description, "status": "failed" if failed else "completed",
             "startedAt": to_iso(kit.clock()), "durationMs": 500, **({"error": "port in use"} if failed else {})},
            "p1",
        )  # fmt: skip
        call = {"taskId": task["id"], "tool": "bash", "success": not failed, "durationMs": 40, "reason": "port in use"}
        await tiers.working.store_tool_call(call, "p1")
        kit.clock.advance(seconds=1)
    return str(goal["id"])


async def counts(kit: Kit, *tables: str) -> list[object]:
    return [await kit.value(f"SELECT count(*) FROM {table}") for table in tables]


async def test_a_goal_that_worked_becomes_a_procedure_after_the_retention(tmp_path: Path) -> None:
    async with open_tiers(tmp_path, working_retention_days=30) as (tiers, kit):
        goal = await finished_goal(tiers, kit, "Release the site", result="version 2 is out")
        kit.clock.advance(days=29)
        assert (await tiers.migration.run()).counts == {"toolCalls": 2}
        kit.clock.advance(days=2)
        report = await tiers.migration.run()
        assert [(unit.kind, unit.id, unit.to) for unit in report.units] == [("goals", goal, "procedures")]
        assert await counts(kit, "goals", "tasks", "tool_calls", "procedures") == [0, 0, 0, 1]
        [hit] = await tiers.archive.semantic_search("release the site", PROJECTS)
        procedure = hit.metadata
        assert procedure["name"] == "Release the site"
        assert procedure["steps"] == ["빌드한다 (bash ×1)", "deploy it (bash ×1)"]
        assert procedure["meanDurationMs"] == 1000
        assert procedure["sources"] == [goal]
        assert (await tiers.migration.run()).units == []


async def test_a_procedure_does_not_say_its_name_twice(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await finished_goal(tiers, kit, "Release the site\n\nwith the new logo", result="it is out")
        kit.clock.advance(days=31)
        await tiers.migration.run()
        [hit] = await tiers.archive.semantic_search("release the site", PROJECTS)
        assert hit.content == "Release the site: it is out\nwith the new logo"


async def test_the_same_goal_again_counts_for_the_same_procedure(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        for _ in range(3):
            await finished_goal(tiers, kit, "Release the site")
        await finished_goal(tiers, kit, "Release the site", "failed")
        kit.clock.advance(days=31)
        await tiers.migration.run()
        assert await counts(kit, "goals", "tasks", "tool_calls", "procedures", "incidents") == [0, 0, 0, 1, 1]
        [procedure] = [h.metadata for h in await tiers.archive.semantic_search("release", PROJECTS, ["procedures"])]
        assert (procedure["successCount"], procedure["failCount"], len(procedure["sources"])) == (3, 1, 3)
        [incident] = [h.metadata for h in await tiers.archive.semantic_search("port in use", PROJECTS, ["incidents"])]
        assert incident["symptoms"] == ["port in use"]
        assert incident["rootCause"] == "port in use"


async def test_a_dry_run_says_what_would_move_and_changes_nothing(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await finished_goal(tiers, kit, "One")
        await finished_goal(tiers, kit, "Two", "cancelled")
        await tiers.operational.push({"category": "error", "source": "ci", "message": "exit code 3"}, "p1")
        tiers.operational.update_metric("cpu", 1.0)
        await tiers.operational.flush()
        kit.clock.advance(days=31)
        before = await kit.rows("SELECT * FROM goals, tasks, tool_calls")
        dry = await tiers.migration.run(dry_run=True)
        assert before == await kit.rows("SELECT * FROM goals, tasks, tool_calls")
        assert sorted((unit.kind, unit.to) for unit in dry.units if unit.kind == "goals") == [
            ("goals", "incidents"), ("goals", "procedures"),
        ]  # fmt: skip
        real = await tiers.migration.run()
        assert real.counts == dry.counts == {"toolCalls": 4, "goals": 2, "tasks": 4, "events": 1, "metrics": 1}
        assert real.units == dry.units


async def test_decisions_and_what_is_under_way_stay(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await tiers.working.log_decision({"context": "Cache?", "chosen": "Redis"}, "p1")
        await tiers.working.store_goal({"description": "still open"}, "p1")
        await tiers.working.store_task({"description": "still open"}, "p1")
        kit.clock.advance(days=400)
        assert (await tiers.migration.run()).units == []
        assert await counts(kit, "decisions", "goals", "tasks") == [1, 1, 1]


async def test_a_task_without_a_goal_moves_by_itself(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await tiers.working.store_task({"description": "Clean the cache", "status": "completed"}, "")
        await tiers.working.store_task({"description": "x", "status": "failed", "goalId": "gone", "error": "no"}, "")
        kit.clock.advance(days=31)
        await tiers.migration.run()
        assert await counts(kit, "tasks", "procedures", "incidents") == [0, 1, 1]


async def test_critical_events_of_one_kind_become_one_incident(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        for number in (1, 2):
            for code in range(5):
                event = {"category": "error", "source": "ci", "message": f"exit code {code}"}
                await tiers.operational.push(event, "p1")
            kit.clock.advance(days=31)
            await tiers.migration.run()
            assert await counts(kit, "kept_events", "incidents") == [0, 1]
            [hit] = await tiers.archive.semantic_search("exit code", PROJECTS, ["incidents"])
            assert hit.metadata["occurrences"] == 5 * number


async def test_old_measurements_become_averages_by_the_hour(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        for value in (1.0, 2.0, 6.0):
            tiers.operational.update_metric("cpu", value)
            kit.clock.advance(minutes=20)
        await tiers.operational.flush()
        kit.clock.advance(days=8)
        assert (await tiers.migration.run()).counts == {"metrics": 3}
        rows = await kit.rows("SELECT key, hour, count, total, least, most FROM metric_hours ORDER BY hour")
        assert rows == [
            ("cpu", "2026-05-04T09:00:00.000Z", 2, 3.0, 1.0, 2.0), ("cpu", "2026-05-04T10:00:00.000Z", 1, 6.0, 6.0, 6.0)
        ]  # fmt: skip
        assert await counts(kit, "metric_samples") == [0]
        kit.clock.advance(days=400)
        await tiers.migration.run()
        assert await counts(kit, "metric_hours") == [0]


async def test_only_patterns_that_did_not_prove_themselves_are_pruned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("memserver.tiers.migration.MOST_PATTERNS", 3)
    async with open_tiers(tmp_path) as (tiers, kit):
        for number, (rate, uses) in enumerate([(0.9, 9), (0.8, 1), (0.7, 3), (0.6, 2), (0.1, 9), (0.1, 2), (0.5, 0)]):
            given = {"id": f"w{number}", "trigger": f"t{number}", "action": "a", "successRate": rate, "uses": uses}
            await tiers.working.store_pattern(given, "")
        await tiers.migration.run()
        assert await kit.rows("SELECT id FROM working_patterns ORDER BY id") == [("w0",), ("w1",), ("w2",), ("w3",)]


async def test_what_cannot_be_verified_is_not_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        goal = await finished_goal(tiers, kit, "Release")
        kit.clock.advance(days=31)

        async def nothing(*_: object) -> None:
            return None

        with monkeypatch.context() as broken:
            broken.setattr(type(kit.store.tier_texts), "text_of", nothing)
            report = await tiers.migration.run()
            assert [each for each, _ in report.errors] == [goal]
        assert await counts(kit, "goals", "tasks", "procedures", "tier_texts WHERE collection = 'procedures'") == [
            1, 2, 0, 0,
        ]  # fmt: skip
        assert (await tiers.migration.run()).errors == []
        assert await counts(kit, "goals", "procedures") == [0, 1]


async def test_the_hourly_run_happens_once_an_hour_whoever_runs_it(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await finished_goal(tiers, kit, "Release")
        kit.clock.advance(days=31)
        moved = await tiers.run_once()
        assert moved.counts == {"toolCalls": 2, "goals": 1, "tasks": 2}
        assert await kit.store.properties.get("tiers.migrated") == to_iso(kit.clock())
