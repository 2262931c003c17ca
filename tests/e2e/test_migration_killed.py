"""Killed at any step of a migration: nothing is lost, nothing is doubled, and the next run ends the work.

CI kills 6 times per migration; `MEMSERVER_FULL=1` kills 50 times, spread evenly over every statement of the run.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import ROOT
from tests.e2e.conftest import FULL
from tests.e2e.killed_migration import SETTLED, tfidf_migration
from tests.e2e.store_file import check_agreement
from tests.unit.kit import StillClock, open_kit
from tests.unit.tiers.kit import open_tiers

KILLS = 50 if FULL else 6
GOALS = 24
EVENTS = 30
ENTRIES = 200 if FULL else 96
ARCHIVED = ("procedures", "incidents", "decisions", "working_patterns", "metric_hours")
MOVED = ("goals", "tasks", "tool_calls", "kept_events", "metric_samples")

pytestmark = pytest.mark.timeout(1_800 if FULL else 240)


def run_until_killed(kind: str, folder: Path, statement: int) -> int:
    """Run a migration in its own process; returns how many statements it took, or 0 when it was killed."""
    command = [sys.executable, "-m", "tests.e2e.killed_migration", kind, str(folder), str(statement)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if statement and done.returncode == -signal.SIGKILL:
        return 0
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def deadly_statements(total: int) -> list[int]:
    """Return statements to die at: evenly spread, both before and after one."""
    return [1 + round(place * (total - 1) / (KILLS - 1)) for place in range(KILLS)]


def rows(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    connection = sqlite3.connect(folder / "data" / "memory.db")
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


async def fill_tiers(folder: Path) -> None:
    """Store work of all kinds that is long finished."""
    clock = StillClock()
    async with open_tiers(folder, clock) as (tiers, _):
        for number in range(GOALS):
            status = ("completed", "completed", "failed", "cancelled")[number % 4]
            goal = {"id": f"g{number}", "description": f"목표 {number % 9}: ship part {number % 9}", "status": status}
            await tiers.working.store_goal(goal, f"p{number % 2}")
            for part in range(2):
                task = {"id": f"g{number}-t{part}", "goalId": f"g{number}", "description": f"step {part}"}
                await tiers.working.store_task({**task, "status": status, "durationMs": 10 * part}, f"p{number % 2}")
                for call in range(2):
                    made = {"id": f"g{number}-t{part}-c{call}", "taskId": task["id"], "tool": f"tool{call}"}
                    await tiers.working.store_tool_call({**made, "success": bool(call)}, f"p{number % 2}")
            clock.advance(minutes=1)
        await tiers.working.store_task({"id": "lonely", "description": "no goal", "status": "completed"}, "p0")
        for number in range(EVENTS):
            event = {"category": "error", "source": f"s{number % 3}", "message": f"exit code {number}"}
            await tiers.operational.push(event, "p0")
            tiers.operational.update_metric("cpu", float(number))
        for number in range(5):
            await tiers.working.log_decision({"context": f"which way {number}", "chosen": "left"}, "p0")


def archive_of(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    return {table: sorted(rows(folder, f"SELECT * FROM {table}")) for table in ARCHIVED} | {
        "texts": sorted(rows(folder, "SELECT collection, record_id, project_id, text FROM tier_texts")),
        "terms": sorted(rows(folder, "SELECT terms FROM tier_terms")),
    }


def check_nothing_lost_or_doubled(folder: Path) -> None:
    """At any moment a goal stands in exactly one place, and so does every event and every sample."""
    present = {
        goal for (goal,) in rows(folder, "SELECT id FROM goals UNION ALL SELECT id FROM tasks WHERE id = 'lonely'")
    }
    records = [json.loads(record) for (record,) in rows(folder, "SELECT record FROM procedures")]
    incidents = [json.loads(record) for (record,) in rows(folder, "SELECT record FROM incidents")]
    places = Counter(present)
    for record in [*records, *incidents]:
        places.update(record.get("sources", []))
    assert places == Counter({f"g{number}" for number in range(GOALS)} | {"lonely"})
    assert sum(record["successCount"] for record in records) == sum(len(record["sources"]) for record in records)
    kept = rows(folder, "SELECT count(*) FROM kept_events")[0][0]
    assert kept + sum(each["occurrences"] for each in incidents if "event" in each["tags"]) == EVENTS
    samples = rows(folder, "SELECT count(*) FROM metric_samples")[0][0]
    assert samples + rows(folder, "SELECT coalesce(sum(count), 0) FROM metric_hours")[0][0] == EVENTS
    tasks = {task for (task,) in rows(folder, "SELECT goal_id FROM tasks WHERE goal_id IS NOT NULL")}
    assert tasks == present - {"lonely"}
    assert rows(folder, "SELECT count(*) FROM decisions") == [(5,)]
    assert rows(folder, "PRAGMA integrity_check") == [("ok",)]


async def test_tiers_killed_at_any_statement(tmp_path: Path) -> None:
    await fill_tiers(tmp_path / "filled")
    reference = tmp_path / "reference"
    shutil.copytree(tmp_path / "filled", reference)
    total = run_until_killed("tiers", reference, 0)
    assert [rows(reference, f"SELECT count(*) FROM {table}") for table in MOVED] == [[(0,)]] * len(MOVED)
    expected = archive_of(reference)
    killed = 0
    for place, statement in enumerate(deadly_statements(total)):
        folder = tmp_path / f"killed{place}"
        shutil.copytree(tmp_path / "filled", folder)
        killed += run_until_killed("tiers", folder, statement) == 0
        check_nothing_lost_or_doubled(folder)
        async with open_tiers(folder, StillClock(SETTLED)) as (tiers, _):
            assert (await tiers.migration.run()).errors == []
        check_nothing_lost_or_doubled(folder)
        assert archive_of(folder) == expected
    assert killed == KILLS
    print(f"tier migration: {killed} kills over {total} statements, nothing lost, nothing doubled")


async def test_two_windows_that_migrate_at_once_move_everything_once(tmp_path: Path) -> None:
    await fill_tiers(tmp_path / "filled")
    reference = tmp_path / "reference"
    shutil.copytree(tmp_path / "filled", reference)
    run_until_killed("tiers", reference, 0)
    both = [asyncio.to_thread(run_until_killed, "tiers", tmp_path / "filled", 0) for _ in range(2)]
    await asyncio.gather(*both)
    check_nothing_lost_or_doubled(tmp_path / "filled")
    assert archive_of(tmp_path / "filled") == archive_of(reference)


def legacy_store(path: Path) -> int:
    """Write a legacy store; returns how many of its entries are good."""
    entries: list[dict[str, Any]] = [
        {"id": f"e{number}", "content": f"기억 {number}: the port of service {number} is {8000 + number}."}
        for number in range(ENTRIES)
    ]
    for place in range(0, ENTRIES, 40):
        entries[place] = {"id": f"bad{place}", "content": " "}
    path.write_text(json.dumps({"version": 1, "entries": entries}), encoding="utf-8")
    return sum(entry["content"].strip() != "" for entry in entries)


async def test_tfidf_killed_at_any_statement(tmp_path: Path) -> None:
    filled = tmp_path / "filled"
    filled.mkdir()
    good = legacy_store(filled / "tfidf.json")
    legacy = (filled / "tfidf.json").read_bytes()
    async with open_kit(filled):
        pass
    reference = tmp_path / "reference"
    shutil.copytree(filled, reference)
    total = run_until_killed("tfidf", reference, 0)
    expected = sorted(rows(reference, "SELECT external_id, content, layer FROM memories"))
    assert len(expected) == good
    killed = 0
    for place, statement in enumerate(deadly_statements(total)):
        folder = tmp_path / f"killed{place}"
        shutil.copytree(filled, folder)
        killed += run_until_killed("tfidf", folder, statement) == 0
        taken = rows(folder, "SELECT external_id FROM memories")
        assert len(set(taken)) == len(taken)
        check_agreement(folder / "data")
        async with open_kit(folder) as kit:
            # Passages that a dead process had claimed are embedded once the claim has lapsed.
            report = await (await tfidf_migration(kit)).migrate(str(folder / "tfidf.json"))
        assert (report.skipped, report.migrated, report.failed) == (len(taken), good - len(taken), ENTRIES - good)
        assert sorted(rows(folder, "SELECT external_id, content, layer FROM memories")) == expected
        assert (folder / "tfidf.json").read_bytes() == legacy
        check_agreement(folder / "data")
    assert killed == KILLS
    print(f"TF-IDF migration: {killed} kills over {total} statements, nothing lost, nothing doubled")
