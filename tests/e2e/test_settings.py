"""Settings: defaults hold until an explicit value comes; what does not fit is said once and replaced by its default."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer

PROMPT = "How is the billing service deployed?"
FACT = "The billing service is deployed with blue-green releases."
ANOTHER = "The billing service is deployed by whoever is on call, from the main branch."
# Old enough that the guard speaks: both facts may no longer hold.
LONG_AGO = "2020-03-02T09:00:00Z"


def _turn(server: Client, prompt: str = PROMPT, **more: Any) -> dict[str, Any]:
    turn: dict[str, Any] = server.call("context/build", {"prompt": prompt, "sessionId": "s", **more})
    return turn


def _blocks(turn: dict[str, Any]) -> list[str]:
    return [block["id"] for block in turn["blocks"]]


def _in_force(server: Client) -> dict[str, Any]:
    settings: dict[str, Any] = server.call("context/explain", {"turnId": _turn(server)["turnId"]})["settings"]
    return settings


def _started(start: StartServer, **options: Any) -> Client:
    server = start(options=options)
    server.call("memory/add", {"layer": "long-term", "content": FACT, "timestamp": LONG_AGO})
    return server


@pytest.mark.parametrize("value", [None, "false", 0, "", "off", [], {}])
def test_a_switch_that_is_on_goes_off_at_an_explicit_false_only(start: StartServer, value: Any) -> None:
    server = _started(start, epistemicGuardEnabled=value, coveEnabled=value, citationTraceEnabled=value)
    server.call("memory/add", {"layer": "long-term", "content": ANOTHER, "timestamp": LONG_AGO})
    assert {"epistemic-guard", "cove-checklist", "citation-trace"} <= set(_blocks(_turn(server)))
    assert FACT in _turn(server)["text"]


def test_an_explicit_false_switches_off(start: StartServer) -> None:
    server = _started(start, epistemicGuardEnabled=False, coveEnabled=False, citationTraceEnabled=False)
    server.call("memory/add", {"layer": "long-term", "content": ANOTHER, "timestamp": LONG_AGO})
    assert not {"epistemic-guard", "cove-checklist", "citation-trace"} & set(_blocks(_turn(server)))


def test_values_that_do_not_fit_are_named_in_one_message(start: StartServer) -> None:
    server = _started(
        start, contextLength="huge", knowledgeMix=400, embeddingBlendAlpha=float("nan"), glossaryPath=5,
        intentClarificationStrictness="extreme", memoryShortTermMessages=3, notASetting=True,
    )  # fmt: skip
    told = server.told("window/showMessage")
    assert len(told) == 1
    for name in (
        "contextLength",
        "knowledgeMix",
        "embeddingBlendAlpha",
        "glossaryPath",
        "intentClarificationStrictness",
    ):
        assert name in told[0]["message"]
    assert "memoryShortTermMessages" not in told[0]["message"]
    assert "notASetting" not in told[0]["message"]
    settings = _in_force(server)
    assert (settings["contextLength"], settings["knowledgeMix"]) == (32_768, 50)
    assert settings["memoryShortTermMessages"] == 3


def test_right_values_are_not_commented_on(start: StartServer) -> None:
    server = _started(start, contextLength=65_536, knowledgeMix=80)
    assert _turn(server)["knowledgeMix"]["weight"] == 80
    assert server.told("window/showMessage") == []


def test_changes_apply_from_the_next_turn_on(start: StartServer) -> None:
    server = _started(start)
    assert FACT in _turn(server)["text"]
    server.configure(memoryEnabled=False)
    turn = _turn(server)
    assert (turn["text"], turn["blocks"], turn["items"]) == ("", [], [])
    server.configure(memoryEnabled=True, coveEnabled=False)
    turn = _turn(server)
    assert FACT in turn["text"]
    assert "cove-checklist" not in _blocks(turn)
    server.configure(knowledgeMix=100)
    turn = _turn(server)
    assert turn["knowledgeMix"]["weight"] == 100
    assert "cove-checklist" not in _blocks(turn)


def test_changes_may_come_without_a_section_and_wrong_ones_are_named(start: StartServer) -> None:
    server = _started(start)
    server.notify("workspace/didChangeConfiguration", {"settings": {"knowledgeMix": 70}})
    assert _turn(server)["knowledgeMix"]["weight"] == 70
    server.configure(knowledgeMix="much")
    assert _turn(server)["knowledgeMix"]["weight"] == 50
    told = server.told("window/showMessage")
    assert len(told) == 1
    assert "knowledgeMix" in told[0]["message"]


def test_a_client_that_wants_to_be_asked_is_asked(start: StartServer) -> None:
    server = start(capabilities={"workspace": {"configuration": True}})
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.configuration = {"knowledgeMix": 20, "coveEnabled": False}
    server.notify("workspace/didChangeConfiguration", {"settings": None})
    turn = _turn(server)
    assert turn["knowledgeMix"]["weight"] == 20
    assert "cove-checklist" not in _blocks(turn)
    assert server.told("workspace/configuration")[0]["items"] == [{"section": "memserver"}]


def test_changes_in_a_row_end_with_the_last(start: StartServer) -> None:
    server = _started(start)
    for weight in range(1, 40):
        server.configure(knowledgeMix=weight)
    assert _turn(server)["knowledgeMix"]["weight"] == 39


def test_secrets_of_the_settings_are_not_shown(start: StartServer) -> None:
    key = "sk-canary-0123456789"
    server = _started(start, embeddingApiKey=key)
    assert key not in str(_in_force(server))


def test_an_untrusted_workspace_is_not_read(start: StartServer, tmp_path: Path) -> None:
    workspace = tmp_path / "repository"
    workspace.mkdir()
    server = start(workspace=workspace, options={"workspaceTrusted": False})
    with pytest.raises(ServerError) as caught:
        server.call("memory/add", {"layer": "project", "content": "x", "workspaceUri": workspace.as_uri()})
    assert caught.value.kind == "untrusted-workspace"
    added = server.call("memory/add", {"layer": "long-term", "content": "Trusted or not, this is about me."})
    assert server.call("memory/get", {"id": added["id"]})["scope"] == "global"
    server.configure(workspaceTrusted=True)
    assert server.call("memory/add", {"layer": "project", "content": "Now it is trusted."})["id"]


def test_another_model_may_be_chosen_while_the_server_runs(start: StartServer) -> None:
    server = _started(start)
    assert server.call("status")["embedder"]["state"] == "off"
    server.configure(embeddingProvider="local")
    status = server.wait_for_vectors()
    assert (status["embedder"]["state"], status["index"]["size"]) == ("ready", 1)
    assert _turn(server)["retrieval"]["mode"] == "hybrid"
    server.configure(embeddingProvider="off")
    assert _turn(server)["retrieval"]["mode"] == "lexical"
    assert FACT in _turn(server)["text"]


def test_another_data_folder_may_be_chosen_while_the_server_runs(start: StartServer, tmp_path: Path) -> None:
    server = _started(start)
    server.configure(dataDir=str(tmp_path / "elsewhere"))
    assert server.call("memory/stats")["memories"] == 0
    server.configure(dataDir=str(server.data_dir))
    assert FACT in _turn(server)["text"]


def test_requests_under_way_are_answered_while_another_model_is_chosen(start: StartServer) -> None:
    server = _started(start)
    items = [{"layer": "episodic", "content": f"line {number} of a talk"} for number in range(500)]
    requests = []
    for number, provider in enumerate(["local", "off", "local", "off"]):
        requests.append(
            server.send(
                "memserver/memory/addMany",
                {"items": [{**each, "externalId": f"{number}-{n}"} for n, each in enumerate(items)]},
            )
        )
        server.configure(embeddingProvider=provider)
        requests.append(server.send("memserver/status"))
    for request in requests:
        assert "result" in server.answer(request)
    assert server.call("memory/stats")["memories"] == 1 + 4 * 500
    assert server.stop() == 0
    assert "failed" not in server.stderr()


def test_a_store_that_cannot_be_opened_can_be_replaced_by_one_that_can(start: StartServer, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    server = start(blocked / "data")
    with pytest.raises(ServerError) as caught:
        server.call("status")
    assert caught.value.kind == "storage-failed"
    server.configure(dataDir=str(tmp_path / "good"))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    assert FACT in _turn(server)["text"]


def test_leaving_while_another_model_is_chosen(start: StartServer) -> None:
    server = _started(start)
    server.configure(embeddingProvider="local")
    server.configure(embeddingProvider="off")
    assert server.stop() == 0
    again = start(server.data_dir)
    again.call("status")
    again.configure(embeddingProvider="local")
    again.terminate()
    assert again.wait_for_exit() == 0
