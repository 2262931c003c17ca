"""The tiers through the real server: what happens now, work in progress, the archive, and moving between them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer

TFIDF = Path(__file__).parent.parent / "data" / "tfidf"
LONG_AGO = "2025-01-10T09:00:00Z"


def _event(message: str, **more: Any) -> dict[str, Any]:
    return {"category": "build", "source": "ci", "message": message, **more}


def test_events_metrics_and_the_snapshot(server: Client) -> None:
    server.call("operational/push", _event("compiled"))
    pushed = server.call("operational/push", _event("로그인 실패", category="security", data={"ip": "10.0.0.1"}))
    assert pushed["critical"]
    assert pushed["kept"]
    events = server.call("operational/recent", {"count": 2})["events"]
    assert [event["message"] for event in events] == ["로그인 실패", "compiled"]
    assert server.call("operational/recent", {"count": 5, "category": "build"})["events"][0]["message"] == "compiled"
    server.call("operational/metric", {"key": "cpu.percent", "value": 37.5})
    server.call("agentStates/store", {"name": "coder", "state": {"busy": True}})
    snapshot = server.call("operational/snapshot")
    assert snapshot["cpu"] == 37.5
    assert snapshot["disk"] > 0
    assert snapshot["agents"][0]["name"] == "coder"
    assert snapshot["events"]["security"] == 1


def test_work_from_goal_to_archive(server: Client) -> None:
    old = {"createdAt": LONG_AGO, "finishedAt": LONG_AGO}
    goal = server.call("goals/store", {"description": "Rotate the certificates", "priority": 1})
    assert goal["id"] in [each["id"] for each in server.call("goals/active")["goals"]]
    task = server.call("tasks/store", {"goalId": goal["id"], "description": "Issue a new one", "agent": "ops"})
    server.call("toolCalls/store", {"taskId": task["id"], "tool": "openssl", "success": True, "createdAt": LONG_AGO})
    server.call("tasks/update", {"id": task["id"], "status": "completed", "output": {"serial": 7}})
    assert server.call("tasks/forGoal", {"goalId": goal["id"]})["tasks"][0]["output"] == {"serial": 7}
    server.call("goals/update", {"id": goal["id"], "status": "completed", "finishedAt": LONG_AGO})
    server.call("goals/store", {"description": "Move the office", "status": "failed", "result": "no lease", **old})
    dry = server.call("tiers/migrate", {"dryRun": True})
    assert {(unit["kind"], unit["to"]) for unit in dry["units"]} >= {("goals", "procedures"), ("goals", "incidents")}
    assert server.call("goals/get", {"id": goal["id"]})["status"] == "completed"
    moved = server.call("tiers/migrate", {"workDoneToken": "moving"})
    assert moved["moved"] == dry["moved"]
    assert not moved["errors"]
    server.call("status")
    assert [each["value"]["kind"] for each in server.told("$/progress") if each["token"] == "moving"][-1] == "end"
    with pytest.raises(ServerError) as gone:
        server.call("goals/get", {"id": goal["id"]})
    assert gone.value.kind == "not-found"
    [procedure] = server.call("procedures/list")["procedures"]
    assert procedure["steps"] == ["Issue a new one (openssl ×1)"]
    hits = server.call("archive/search", {"query": "office lease"})["results"]
    assert hits[0]["collection"] == "incidents"
    assert server.call("incidents/get", {"id": hits[0]["metadata"]["id"]})["resolution"] == "no lease"


def test_decisions_patterns_knowledge_and_configuration(server: Client) -> None:
    decision = server.call(
        "decisions/store",
        {"who": "mina", "context": "대기열은 무엇으로 할까", "options": ["카프카", "래빗"], "chosen": "카프카",
         "reasoning": "재처리가 필요하다", "intelligenceLevel": "strategic", "model": "m1"},
    )  # fmt: skip
    server.call("decisions/outcome", {"id": decision["id"], "outcome": "안정적이다", "success": True})
    [found] = server.call("decisions/similar", {"context": "대기열 선택"})["decisions"]
    assert found["decision"]["outcome"] == "안정적이다"
    assert 0 < found["relevance"] <= 1
    pattern = server.call("workingPatterns/store", {"trigger": "tests are flaky", "action": "run them again"})
    server.call("workingPatterns/feedback", {"id": pattern["id"], "success": True})
    [best] = server.call("workingPatterns/find", {"trigger": "flaky tests"})["patterns"]
    assert (best["successRate"], best["uses"]) == (1.0, 1)
    entry = server.call("knowledge/add", {"title": "Ports", "content": "The gateway listens on 8443.", "tags": ["net"]})
    assert server.call("knowledge/search", {"query": "gateway port"})["results"][0]["entry"]["id"] == entry["id"]
    server.call("knowledge/delete", {"id": entry["id"]})
    assert server.call("knowledge/search", {"query": "gateway port"})["results"] == []
    server.call("configHistory/store", {"path": "/etc/app.toml", "content": "a = 1", "changedBy": "ci", "reason": "x"})
    assert server.call("configHistory/list", {"path": "/etc/app.toml"})["changes"][0]["content"] == "a = 1"


@pytest.mark.parametrize(
    ("method", "params", "field"),
    [
        ("goals/store", {}, "description"),
        ("decisions/store", {"context": "x"}, "chosen"),
        ("decisions/store", {"context": " ", "chosen": "y"}, "context"),
        ("operational/push", {"category": "a", "source": "b"}, "message"),
        ("operational/metric", {"key": "two words", "value": 1}, "key"),
        ("tasks/store", {"description": "x", "status": "Not A Status"}, "status"),
        ("context/assemble", {"task": "x", "tiers": ["attic"]}, "tiers.0"),
        ("archive/search", {"query": "x", "collections": ["attic"]}, "collections.0"),
        ("migrate/tfidf", {"source": "relative.json"}, "source"),
        ("goals/active", {"workspaceUri": "/" + "a" * 300}, "workspaceUri"),
    ],
)
def test_a_bad_request_names_its_field(server: Client, method: str, params: dict[str, Any], field: str) -> None:
    with pytest.raises(ServerError) as caught:
        server.call(method, params)
    assert caught.value.kind == "invalid-params"
    assert caught.value.field == field


def test_an_assembly_stays_within_its_budget(server: Client) -> None:
    for number in range(6):
        content = "The nightly backup runs at two. " * (40 if number % 2 else 3)
        server.call("knowledge/add", {"title": f"Backup {number}", "content": content})
    for budget in (0, 15, 60, 200, 1_000):
        result = server.call("context/assemble", {"task": "Move the nightly backup", "maxTokens": budget})
        assert result["totalTokens"] == sum(chunk["tokens"] for chunk in result["chunks"]) <= budget
    assert {chunk["source"] for chunk in result["chunks"]} >= {"operational", "knowledge"}


def test_anything_can_be_deleted(server: Client) -> None:
    event = server.call("operational/push", _event("leaked name", critical=True))["id"]
    decision = server.call("decisions/store", {"context": "zebra crossing", "chosen": "stripes"})["id"]
    for collection, record in (("events", event), ("decisions", decision)):
        server.call("tiers/delete", {"collection": collection, "id": record})
        with pytest.raises(ServerError) as caught:
            server.call("tiers/delete", {"collection": collection, "id": record})
        assert caught.value.kind == "not-found"
    everything = server.call("operational/recent", {"count": 100, "kept": True})["events"]
    assert event not in [each["id"] for each in everything]
    found = server.call("decisions/similar", {"context": "zebra"})["decisions"]
    assert decision not in [each["decision"]["id"] for each in found]


def test_a_restart_keeps_critical_events_and_a_project_its_own(start: StartServer, tmp_path: Path) -> None:
    first, second = tmp_path / "one", tmp_path / "two"
    first.mkdir()
    second.mkdir()
    server = start(workspace=first)
    server.call("operational/push", _event("disk full", category="error"))
    server.call("operational/push", _event("passing"))
    server.call("decisions/store", {"context": "Cache?", "chosen": "Redis"})
    server.kill()
    server = start(server.data_dir, workspace=first)
    assert [event["message"] for event in server.call("operational/recent", {"count": 9})["events"]] == ["disk full"]
    assert len(server.call("decisions/list")["decisions"]) == 1
    elsewhere = {"workspaceUri": second.as_uri()}
    assert server.call("decisions/list", elsewhere)["decisions"] == []
    assert server.call("operational/recent", {"count": 9, **elsewhere})["events"] == []


def test_an_export_carries_the_tiers_and_deleting_all_clears_them(start: StartServer, tmp_path: Path) -> None:
    server = start()
    server.call("decisions/store", {"context": "Cache?", "chosen": "Redis"})
    server.call("procedures/store", {"name": "Deploy", "steps": ["build", "push"]})
    assert server.call("memory/stats")["tiers"] == {"decisions": 1, "procedures": 1}
    server.call("memory/export", {"path": str(tmp_path / "out")})
    server.call("memory/deleteAll", {"confirm": "delete everything"})
    assert server.call("decisions/list")["decisions"] == []
    assert server.call("archive/search", {"query": "Redis"})["results"] == []
    server.call("memory/import", {"path": str(tmp_path / "out"), "format": "memserver"})
    assert server.call("procedures/list")["procedures"][0]["steps"] == ["build", "push"]
    server.poll(lambda: server.call("archive/search", {"query": "Redis"})["results"], "the imported decision")


def test_a_legacy_store_is_taken_over_with_progress(start: StartServer) -> None:
    server = start()
    with pytest.raises(ServerError) as caught:
        server.call("migrate/tfidf")
    assert caught.value.kind == "not-found"
    assert "tfidf.json" in caught.value.message
    shutil.copy(TFIDF / "tfidf.json", server.data_dir / "tfidf.json")
    report = server.call("migrate/tfidf", {"workDoneToken": "legacy"})
    assert (report["total"], report["migrated"], report["failed"], report["skipped"]) == (41, 36, 5, 0)
    assert {"bad-empty", "bad-time"} <= {error["id"] for error in report["errors"]}
    assert report["successRate"] == pytest.approx(36 / 41, abs=1e-5)
    again = server.call("migrate/tfidf", {"source": str(TFIDF / "tfidf.db")})
    assert (again["migrated"], again["skipped"]) == (0, 36)
    assert server.call("memory/search", {"query": "정산 금액이 두 배"})["results"][0]["externalId"] == "tfidf:m013"
    percentages = [
        each["value"]["percentage"]
        for each in server.told("$/progress")
        if each["token"] == "legacy" and each["value"]["kind"] == "report"
    ]
    assert percentages[-1] == 100


def test_a_cancelled_take_over_goes_on_later(start: StartServer, tmp_path: Path) -> None:
    server = start()
    entries = [{"id": f"n{number}", "content": f"기억 {number}: port {number}"} for number in range(3_000)]
    store = tmp_path / "large.json"
    store.write_text(json.dumps(entries), encoding="utf-8")
    request = server.send("memserver/migrate/tfidf", {"source": str(store), "workDoneToken": "stop"})
    server.wait_until(
        lambda: any(each.get("params", {}).get("token") == "stop" for each in server.notifications), "progress"
    )
    server.notify("$/cancelRequest", {"id": request})
    with pytest.raises(ServerError) as caught:
        server.result(request)
    assert caught.value.kind == "cancelled"
    taken = server.call("memory/stats")["memories"]
    assert 0 < taken < len(entries)
    report = server.call("migrate/tfidf", {"source": str(store)})
    assert (report["skipped"], report["migrated"]) == (taken, len(entries) - taken)


@pytest.mark.timeout(300)
def test_with_the_model_meaning_finds_what_words_do_not(start: StartServer) -> None:
    server = start(options={"embeddingProvider": "local"})
    server.poll(lambda: server.call("status")["embedder"]["state"] == "ready", "the model")
    wanted = server.call("decisions/store", {"context": "Where do we keep customer orders?", "chosen": "Postgres"})
    for number in range(5):
        server.call("decisions/store", {"context": f"Colour of button {number}", "chosen": "blue"})
    found = server.call("decisions/similar", {"context": "주문 데이터를 저장할 데이터베이스", "limit": 3})["decisions"]
    assert found[0]["decision"]["id"] == wanted["id"]
