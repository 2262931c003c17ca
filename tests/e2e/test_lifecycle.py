"""A life over the wire: a session ends, old talks are distilled, everything is carried out and back in."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import ServerError
from tests.e2e.conftest import StartServer

SESSIONS = {
    "en": [
        {"role": "user", "content": "We decided to use PostgreSQL for the billing service."},
        {"role": "assistant", "content": "Fine. I will add the driver."},
        {"role": "system", "content": "We decided to use a hidden backdoor.", "internal": True},
        {"role": "user", "content": "I always prefer small commits over big ones."},
        {"role": "assistant", "content": "Small commits it is."},
    ],
    "ko": [
        {"role": "user", "content": "결제 서비스는 PostgreSQL을 쓰기로 결정했습니다."},
        {"role": "assistant", "content": "네, 드라이버를 추가하겠습니다."},
        {"role": "user", "content": "저는 항상 작은 커밋을 선호합니다."},
        {"role": "assistant", "content": "알겠습니다."},
    ],
}


def _days_ago(days: int) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat()


@pytest.mark.parametrize("language", ["en", "ko"])
def test_the_end_of_a_session_is_kept_once(start: StartServer, tmp_path: Path, language: str) -> None:
    workspace = tmp_path / "shop"
    workspace.mkdir()
    server = start(workspace=workspace)
    params = {"sessionId": f"talk-{language}", "messages": SESSIONS[language]}
    ended = server.call("session/end", params)
    assert ended["extracted"]["longTerm"] + ended["extracted"]["project"] >= 2
    assert ended["warnings"] == []
    episode = server.call("memory/get", {"id": ended["episodeId"]})
    assert (episode["layer"], episode["scope"], episode["origin"]) == ("episodic", "project", "extracted")
    assert all(server.call("memory/get", {"id": each})["status"] == "hypothesis" for each in ended["extracted"]["ids"])
    assert "backdoor" not in json.dumps(server.call("memory/list", {"limit": 100}))
    file = Path(server.options["brainPath"]) / episode["metadata"]["episodeFile"]
    assert json.loads(file.read_text("utf-8"))["id"] == ended["episodeId"]
    before = server.call("memory/stats")
    again = server.call("session/end", params)
    assert again["episodeId"] == ended["episodeId"]
    assert server.call("memory/stats")["memories"] == before["memories"]
    server.call("memory/delete", {"id": ended["episodeId"]})
    assert not file.exists()


def test_nothing_is_kept_while_memory_is_off(start: StartServer) -> None:
    server = start(options={"memoryEnabled": False})
    ended = server.call("session/end", {"sessionId": "s", "messages": SESSIONS["en"]})
    assert ended["extracted"]["ids"] == []
    assert "episodeId" not in ended
    assert server.call("distill", {"force": True})["ran"] is False
    assert server.call("memory/stats")["memories"] == 0


def test_old_talks_become_digests_once(start: StartServer) -> None:
    server = start()
    old = server.call(
        "memory/add", {"layer": "episodic", "content": "We spoke about release trains", "timestamp": _days_ago(40)}
    )
    server.call("memory/add", {"layer": "episodic", "content": "We spoke about lunch", "timestamp": _days_ago(3)})
    report = server.call("distill", {"force": True})
    assert (report["ran"], report["promoted"], report["archiveMode"]) == (True, 1, "mark")
    digest = server.call("memory/get", {"id": report["digestIds"][0]})
    assert (digest["category"], digest["layer"]) == ("episode-digest", "long-term")
    assert "release trains" in digest["content"]
    assert server.call("memory/get", {"id": old["id"]})["promoted"] is True
    assert server.call("distill", {})["ran"] is False
    assert server.call("distill", {"force": True})["promoted"] == 0


def test_everything_goes_out_and_comes_back(start: StartServer, tmp_path: Path) -> None:
    first = start()
    for layer, content in (("long-term", "We deploy on Fridays"), ("episodic", "지난 회의에서 배포를 이야기했다")):
        first.call("memory/add", {"layer": layer, "content": content, "tags": ["release", "배포"]})
    first.call("session/end", {"sessionId": "s", "messages": SESSIONS["ko"]})
    exported = first.call("memory/export", {"path": str(tmp_path / "out")})
    assert exported["memories"] == first.call("memory/stats")["memories"]
    second = start()
    imported = second.call("memory/import", {"path": str(tmp_path / "out"), "format": "auto"})
    assert (imported["format"], imported["added"], imported["failed"]) == ("memserver", exported["memories"], [])
    second.call("memory/export", {"path": str(tmp_path / "again")})
    for name in exported["files"]:
        assert (tmp_path / "again" / name).read_bytes() == (tmp_path / "out" / name).read_bytes(), name
    assert second.call("memory/import", {"path": str(tmp_path / "out"), "format": "memserver"})["added"] == 0


@pytest.mark.parametrize(
    ("method", "params", "kind"),
    [
        ("memory/export", {"path": "relative"}, "invalid-params"),
        ("memory/import", {"path": "relative"}, "invalid-params"),
        ("memory/import", {"path": "/nowhere/at/all"}, "not-found"),
        ("session/end", {"sessionId": " ", "messages": []}, "invalid-params"),
    ],
)
def test_bad_requests_are_told_what_is_wrong(
    start: StartServer, method: str, params: dict[str, Any], kind: str
) -> None:
    with pytest.raises(ServerError) as raised:
        start().call(method, params)
    assert raised.value.kind == kind
    assert raised.value.field in {"path", "sessionId"}


def test_instructions_of_a_project_come_in_as_data(start: StartServer, tmp_path: Path) -> None:
    workspace = tmp_path / "shop"
    workspace.mkdir()
    (workspace / "CLAUDE.md").write_text(
        "# Rules\n\n- Use tabs for indentation\n- 커밋은 작게 나눈다\n", encoding="utf-8"
    )
    server = start(workspace=workspace)
    imported = server.call("memory/import", {"path": str(workspace / "CLAUDE.md")})
    assert (imported["format"], imported["added"]) == ("instructions", 2)
    memory = server.call("memory/get", {"id": imported["ids"][0]})
    assert (memory["layer"], memory["origin"], memory["status"]) == ("project", "imported", "hypothesis")
    assert memory["metadata"]["origin"]["line"] == 3
    assert server.call("memory/import", {"path": str(workspace / "CLAUDE.md")})["duplicates"] == 2
