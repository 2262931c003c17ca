"""Learning over the wire: what is reported changes what is decided, and a restart changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError

DOCS = ["mention the flag in the guide", "correct a typo in the readme", "explain how to configure hooks"]
STEPS = [{"action": "a", "observation": "b"}]
SPEED = ["avoid a second pass over the files", "keep parsed settings in a cache", "load the model lazily"]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    workspace = tmp_path / "workspace"
    workspace.mkdir()
    with Client(tmp_path / "data", workspace=workspace) as started:
        yield started


def report(client: Client, rounds: int = 4) -> None:
    for name in ("writer", "racer"):
        client.call("agents/register", {"name": name, "keywords": [name], "domains": []})
    for number in range(rounds):
        for docs, speed in zip(DOCS, SPEED, strict=True):
            client.call("route/feedback", {"task": f"{docs} ({number})", "agent": "writer", "success": True})
            client.call("route/feedback", {"task": f"{speed} ({number})", "agent": "racer", "success": True})


def trajectory(client: Client, number: int, **metadata: Any) -> Any:
    step = {
        "action": "raise the pool size to 50",
        "observation": f"Error: connection refused by postgres at 10.0.0.{number}:5432",
        "reward": 0.0,
    }
    return client.call(
        "trajectories/record",
        {"steps": [step], "domain": "database", "metadata": {"task": "postgres refuses connections", **metadata}},
    )


def test_reports_change_the_route_and_a_restart_does_not(client: Client, tmp_path: Path) -> None:
    task = {"task": "add a paragraph about hooks to the guide"}
    assert client.call("route", task)["decidedBy"] == "default"
    report(client)
    before = client.call("route", task)
    assert (before["agent"], before["decidedBy"]) == ("writer", "patterns")
    assert before["alternatives"][0]["agent"] == "racer"
    project = client.call("learning/stats")["routing"]["projects"][0]
    assert project["lift"] > 0
    assert client.stop() == 0
    with Client(tmp_path / "data", workspace=tmp_path / "workspace") as again:
        again.wait_for_vectors()
        assert again.call("route", task) == before


def test_keywords_decide_until_something_is_proved(client: Client) -> None:
    routed = client.call("route", {"task": "로그인 버그를 수정해 주세요"})
    assert (routed["agent"], routed["decidedBy"]) == ("researcher", "keywords")
    assert "bug" in routed["reasoning"]
    assert client.call("route", {"task": "a special case"})["decidedBy"] == "default"


def test_bad_requests_are_named_and_change_nothing(client: Client) -> None:
    for method, params, kind in (
        ("route", {"task": " "}, "invalid-params"),
        ("route/feedback", {"task": "x", "agent": "nobody", "success": True}, "not-found"),
        ("agents/remove", {"name": "nobody"}, "not-found"),
        ("agents/register", {"name": ""}, "invalid-params"),
        ("patterns/promote", {"id": "pat_none"}, "not-found"),
        ("patterns/feedback", {"id": "pat_none", "success": True}, "not-found"),
        ("patterns/store", {"strategy": "", "domain": "x"}, "invalid-params"),
        ("learning/import", {"path": "/nowhere/at/all.rvf"}, "not-found"),
        ("learning/import", {"path": "relative.rvf"}, "invalid-params"),
        ("trajectories/record", {"steps": STEPS}, "invalid-params"),
        ("trajectories/record", {"steps": STEPS, "metadata": {"testExitCode": "1"}}, "invalid-params"),
        (
            "trajectories/record",
            {"steps": STEPS, "finalReward": 1, "metadata": {"a": ["\ud800"]}},
            "invalid-params",
        ),
    ):
        with pytest.raises(ServerError) as refused:
            client.call(method, params)
        assert refused.value.kind == kind, method
    stats = client.call("learning/stats")
    assert sum(stats["patterns"].values()) == 0
    assert stats["routing"]["projects"] == []


def test_a_turn_shows_what_was_tried_in_vain(client: Client) -> None:
    client.wait_for_vectors()
    assert "circularFix" not in trajectory(client, 1, testExitCode=1)
    assert trajectory(client, 2, testExitCode=1) | {"id": ""} == {"id": "", "outcome": "failure", "circularFix": 2}
    prompt = "Error: connection refused by postgres again. What should I do?"
    turn = client.call("context/build", {"prompt": prompt, "sessionId": "s"})
    assert "Tried, did not work" in turn["text"]
    assert "Circular fix" in turn["text"]
    assert "circular-fix" in {warning["part"] for warning in turn["warnings"]}
    assert turn["usage"]["used"] <= turn["usage"]["budget"]
    other = client.call("context/build", {"prompt": "What colour is the logo of the start page?", "sessionId": "s"})
    assert "Tried" not in other["text"]


def test_patterns_are_learned_proved_found_and_told(client: Client) -> None:
    client.wait_for_vectors()
    strategy = "Wrap the database calls in one transaction to avoid partial writes"
    first = client.call("patterns/store", {"strategy": strategy, "domain": "architecture"})
    twin = {"strategy": "Wrap database calls in a single transaction to avoid partial writes", "domain": "architecture"}
    assert client.call("patterns/store", twin)["id"] == first["id"]
    assert client.call("patterns/promote", {"id": first["id"]})["promoted"] is False
    assert client.call("patterns/feedback", {"id": first["id"], "success": True})["isLongTerm"] is True
    found = client.call("patterns/search", {"query": "데이터베이스에 반만 쓰이는 것을 막으려면?"})
    assert found["matches"][0]["pattern"]["id"] == first["id"]
    assert found["suggestion"]["agent"]
    near = client.call("sona/adapt", {"query": "avoid half-written rows in the database"})
    assert near["pattern"]["id"] == first["id"]
    told = {note["type"] for note in client.told("memserver/event")}
    assert {"PatternLearned", "PatternPromoted"} <= told


def test_the_learning_file_travels(client: Client, tmp_path: Path) -> None:
    client.wait_for_vectors()
    client.call("patterns/store", {"strategy": "빌드 전에 캐시를 비운다", "domain": "building"})
    trajectory(client, 1, testExitCode=1)
    target = tmp_path / "탁상" / "learning.rvf"
    written = client.call("learning/export", {"path": str(target)})
    assert written["patterns"] == 2
    data = target.read_bytes()
    assert data.startswith(b"RVLS\n")
    assert data.endswith(b"\nREND")
    assert client.stop() == 0
    assert (client.data_dir / "learning.rvf").read_bytes() == data
    with Client(tmp_path / "other") as other:
        other.wait_for_vectors()
        read = other.call("learning/import", {"path": str(target)})
        assert (read["patterns"], read["trajectories"]) == (2, 1)
        found = other.call("patterns/search", {"query": "캐시를 비운다", "domain": "building"})
        assert found["matches"][0]["pattern"]["strategy"] == "빌드 전에 캐시를 비운다"


def test_an_export_carries_agents_and_reports_to_another_machine(client: Client, tmp_path: Path) -> None:
    report(client)
    task = {"task": "add a paragraph about hooks to the guide"}
    before = client.call("route", task)
    client.call("memory/export", {"path": str(tmp_path / "out")})
    with Client(tmp_path / "elsewhere", workspace=tmp_path / "workspace") as other:
        for _ in range(2):
            read = other.call("memory/import", {"path": str(tmp_path / "out"), "format": "memserver"})
            assert read["failed"] == []
        assert [agent["name"] for agent in other.call("agents/list")["agents"]][-2:] == ["writer", "racer"]
        after = other.call("route", task)
        assert (after["agent"], after["decidedBy"], after["confidence"]) == ("writer", "patterns", before["confidence"])
        projects = other.call("learning/stats")["routing"]["projects"]
        assert [project["reports"] for project in projects] == [24]


def test_a_learning_file_that_cannot_be_read_is_named_in_the_status(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    (data / "learning.rvf").write_bytes(b"RVLS\nbroken")
    with Client(data, options={"embeddingProvider": "off"}) as client:
        warnings = client.poll(lambda: client.call("status")["warnings"], "the warning")
        assert "learning.rvf was left as it is" in warnings[0]
    assert (data / "learning.rvf").read_bytes() == b"RVLS\nbroken"
