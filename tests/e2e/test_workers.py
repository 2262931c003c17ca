"""Workers over the wire: status, dispatch, configuration, findings, events, cancellation, two windows, shutdown."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer

NAMES = {
    "ultralearn", "audit", "optimize", "consolidate", "predict", "map", "deepdive", "document", "refactor",
    "benchmark", "testgaps", "learning",
}  # fmt: skip
HANGUL = re.compile("[가-힣]")
OWN = ("ultralearn", "optimize", "consolidate", "predict", "benchmark", "learning")


def _by_name(server: Client) -> dict[str, dict[str, Any]]:
    return {each["worker"]: each for each in server.call("workers/status")["workers"]}


def _events(server: Client, kind: str) -> list[dict[str, Any]]:
    return [each for each in server.told("memserver/event") if each["type"] == kind]


def test_the_status_lists_all_workers_the_most_urgent_first(server: Client) -> None:
    status = server.call("workers/status")
    assert {each["worker"] for each in status["workers"]} == NAMES
    assert [each["worker"] for each in status["workers"]][:2] == ["audit", "optimize"]
    assert status["registered"] == 12
    assert status["scheduled"] is True
    assert all(each["purpose"] and each["intervalMs"] >= 60_000 for each in status["workers"])


@pytest.mark.parametrize("worker", OWN)
def test_a_worker_runs_and_its_result_is_kept(server: Client, worker: str) -> None:
    result = server.call("workers/dispatch", {"worker": worker})
    assert (result["worker"], result["success"]) == (worker, True), result["output"]
    assert result["output"]
    assert result["durationMs"] >= 0
    last = _by_name(server)[worker]["last"]
    assert (last["output"], last["success"]) == (result["output"], True)
    (found,) = server.call("workers/findings", {"worker": worker})["results"]
    assert found["findings"] == result["findings"]
    (dispatched, *_) = [each for each in _events(server, "WorkerDispatched") if each["worker"] == worker]
    assert dispatched["priority"] == _by_name(server)[worker]["priority"]
    (completed, *_) = [each for each in _events(server, "WorkerCompleted") if each["worker"] == worker]
    assert completed["durationMs"] == result["durationMs"]


def test_an_unknown_worker_is_named_with_those_that_exist(server: Client) -> None:
    for method in ("workers/dispatch", "workers/configure", "workers/findings"):
        with pytest.raises(ServerError) as caught:
            server.call(method, {"worker": "gardener"})
        assert (caught.value.kind, caught.value.field) == ("not-found", "worker")
        assert "audit" in caught.value.data["hint"]


def test_configuration_holds_across_restarts(start: StartServer, tmp_path: Path) -> None:
    first = start(tmp_path / "data")
    changed = first.call("workers/configure", {"worker": "audit", "enabled": False, "intervalMs": 3_600_000})
    assert (changed["enabled"], changed["intervalMs"], changed["priority"]) == (False, 3_600_000, "critical")
    with pytest.raises(ServerError) as caught:
        first.call("workers/dispatch", {"worker": "audit"})
    assert caught.value.kind == "worker-disabled"
    first.stop()
    second = start(tmp_path / "data")
    assert _by_name(second)["audit"]["enabled"] is False
    assert second.call("workers/configure", {"worker": "audit", "enabled": True})["intervalMs"] == 3_600_000


@pytest.mark.parametrize(
    "params", [{}, {"worker": ""}, {"worker": "audit", "intervalMs": 5}, {"worker": "audit", "priority": "urgent"}]
)
def test_a_wrong_request_changes_nothing(server: Client, params: dict[str, Any]) -> None:
    before = _by_name(server)["audit"]
    with pytest.raises(ServerError) as caught:
        server.call("workers/configure", params)
    assert caught.value.kind == "invalid-params"
    assert _by_name(server)["audit"] == before


def test_all_of_them_run_by_priority_with_progress(start: StartServer, tmp_path: Path, git: Callable[..., str]) -> None:
    space = tmp_path / "space"
    space.mkdir()
    (space / "main.py").write_text("def main():\n    return 1\n", encoding="utf-8")
    git(space, "init", "-q")
    git(space, "add", ".")
    git(space, "commit", "-q", "-m", "first")
    server = start(workspace=space)
    results = server.call("workers/dispatchAll", {"workDoneToken": "all"})["results"]
    assert [each["worker"] for each in results] == [each["worker"] for each in server.call("workers/status")["workers"]]
    assert all(each["success"] for each in results if each["worker"] in OWN)
    kinds = [each["value"]["kind"] for each in server.told("$/progress") if each["token"] == "all"]
    assert (kinds[0], kinds[-1]) == ("begin", "end")
    again = server.call("workers/dispatchAll")["results"]
    unchanged = {each["worker"] for each in again if each["unchanged"]}
    assert unchanged >= {"ultralearn", "predict", "benchmark", "learning"}
    assert server.call("learning/stats")["workers"] == {"enabled": 12, "running": []}


def test_workers_answer_in_the_language_that_is_asked_for(server: Client) -> None:
    korean = server.call("workers/dispatch", {"worker": "optimize", "language": "ko"})
    assert HANGUL.search(korean["output"])
    for language, is_korean in (("ko", True), ("en", False)):
        status = server.call("workers/status", {"language": language})["workers"]
        assert all(bool(HANGUL.search(each["purpose"])) is is_korean for each in status)
        (last,) = [each["last"] for each in status if each["worker"] == "optimize"]
        assert bool(HANGUL.search(last["output"])) is is_korean
        (found,) = server.call("workers/findings", {"worker": "optimize", "language": language})["results"]
        assert found["output"] == last["output"]
        configured = server.call("workers/configure", {"worker": "optimize", "language": language})
        assert configured["last"]["output"] == last["output"]
    with pytest.raises(ServerError) as caught:
        server.call("workers/dispatch", {"worker": "optimize", "language": "fr"})
    assert (caught.value.kind, caught.value.field) == ("invalid-params", "language")


def test_a_run_in_another_language_repeats_nothing_and_is_understood(start: StartServer, tmp_path: Path) -> None:
    space = tmp_path / "space"
    space.mkdir()
    (space / "main.py").write_text("def main(x):\n    if x:\n        return 1\n    return 2\n", encoding="utf-8")
    server = start(workspace=space)
    brain = Path(server.options["brainPath"])
    korean = server.call("workers/dispatch", {"worker": "testgaps", "language": "ko"})
    assert [each["title"] for each in korean["findings"]] == ["작업 공간에 테스트가 없습니다"]
    server.call("workers/dispatch", {"worker": "map", "language": "ko"})
    (page,) = brain.rglob("proposals/map/*.md")
    assert "# space 지도" in page.read_text(encoding="utf-8")
    english = server.call("workers/dispatch", {"worker": "testgaps", "language": "en"})
    assert (english["unchanged"], english["findings"][0]["title"]) == (True, "The workspace has no tests")
    assert server.call("workers/dispatch", {"worker": "map", "language": "en"})["unchanged"]
    assert list(brain.rglob("proposals/map/*.md")) == [page]
    (memory,) = server.call("memory/list", {"tags": ["worker"]})["items"]
    assert memory["content"].startswith("space 코드 지도")
    alerts = [each["message"] for each in _events(server, "WorkerAlert")]
    assert alerts == ["작업 공간에 테스트가 없습니다"]


def test_without_a_wish_workers_speak_as_the_editor_then_as_the_last_turn(start: StartServer) -> None:
    server = start(initialize=False)
    server.initialize(locale="ko-KR")
    assert HANGUL.search(server.call("workers/dispatch", {"worker": "learning"})["output"])
    for prompt, answer, is_korean in (
        ("How do we deploy the gateway to production?", "We deploy the gateway by hand on Fridays.", False),
        ("게이트웨이는 운영 서버에 어떻게 배포하나요?", "게이트웨이는 금요일에 손으로 배포합니다.", True),
    ):
        turn = server.call("context/build", {"prompt": prompt, "sessionId": "s"})
        server.call("turn/complete", {"turnId": turn["turnId"], "answer": answer})
        assert bool(HANGUL.search(server.call("workers/dispatch", {"worker": "optimize"})["output"])) is is_korean
        assert bool(HANGUL.search(_by_name(server)["audit"]["purpose"])) is is_korean


def test_deleting_everything_deletes_what_workers_found_and_how_they_were_configured(start: StartServer) -> None:
    server = start()
    server.call("workers/dispatch", {"worker": "optimize"})
    server.call("workers/configure", {"worker": "map", "enabled": False, "intervalMs": 3_600_000})
    server.call("memory/deleteAll", {"confirm": "delete everything"})
    assert server.call("workers/findings")["results"] == []
    configured = _by_name(server)["map"]
    assert (configured["enabled"], configured["intervalMs"], configured.get("last")) == (True, 600_000, None)


def test_an_export_takes_the_configuration_along(start: StartServer, tmp_path: Path) -> None:
    server, other = start(), start()
    server.call("workers/configure", {"worker": "map", "enabled": False, "priority": "low"})
    server.call("memory/export", {"path": str(tmp_path / "out")})
    other.call("memory/import", {"path": str(tmp_path / "out"), "format": "memserver"})
    configured = _by_name(other)["map"]
    assert (configured["enabled"], configured["priority"], configured["intervalMs"]) == (False, "low", 600_000)


def test_a_server_that_ends_while_workers_run_ends_at_once(start: StartServer, tmp_path: Path) -> None:
    space = tmp_path / "space"
    space.mkdir()
    for number in range(300):
        (space / f"module_{number}.py").write_text(f"def f{number}():\n    return {number}\n" * 50, encoding="utf-8")
    server = start(workspace=space)
    server.call("status")
    server.send("memserver/workers/dispatchAll", {})
    assert server.stop(timeout=30) == 0


def test_a_worker_of_one_window_is_seen_by_the_other(start: StartServer, tmp_path: Path) -> None:
    one, two = start(tmp_path / "data"), start(tmp_path / "data")
    one.call("workers/dispatch", {"worker": "optimize"})
    assert _by_name(two)["optimize"]["last"]["success"] is True
    assert two.call("workers/status")["running"] == []
