"""Any LSP editor can use memserver: everything goes through `workspace/executeCommand`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client, ServerError


def _command(client: Client, name: str, params: dict[str, Any] | None = None) -> Any:
    arguments = [] if params is None else [params]
    return client.request("workspace/executeCommand", {"command": f"memserver.{name}", "arguments": arguments})


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    folder = tmp_path / "webshop"
    folder.mkdir()
    return folder


@pytest.fixture
def client(tmp_path: Path, workspace: Path) -> Any:
    data = tmp_path / "data"
    data.mkdir()
    with Client(data, workspace=workspace) as running:
        yield running


def test_the_handshake_lists_every_command(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    with Client(data, initialize=False) as client:
        capabilities = client.initialize()["capabilities"]
    commands = capabilities["executeCommandProvider"]["commands"]
    assert {"memserver.memory.add", "memserver.memory.search", "memserver.context.build", "memserver.status"} <= set(
        commands
    )


def test_a_command_does_what_the_request_does(client: Client, workspace: Path) -> None:
    folder = workspace.as_uri()
    content = "The web shop is released on Thursdays, after the smoke tests."
    added = _command(client, "memory.add", {"layer": "project", "content": content, "workspaceUri": folder})
    _command(client, "memory.add", {"layer": "long-term", "content": "나는 짧은 풀 리퀘스트를 좋아한다."})
    found = _command(client, "memory.search", {"query": "web shop release Thursdays", "workspaceUri": folder})
    assert found["results"][0]["id"] == added["id"]
    assert client.call("memory/get", {"id": added["id"]})["content"] == content
    turn = _command(client, "context.build", {"prompt": "When is the web shop released?", "sessionId": "s"})
    assert turn["usage"]["used"] <= turn["usage"]["budget"]
    explained = _command(client, "context.explain", {"turnId": turn["turnId"]})
    assert explained["prompt"] == "When is the web shop released?"
    assert _command(client, "memory.delete", {"id": added["id"]})["deleted"] is True


def test_a_command_without_arguments_is_answered(client: Client) -> None:
    assert _command(client, "status")["ready"]["store"] is True
    assert _command(client, "memory.stats")["memories"] == 0


def test_a_wrong_command_or_argument_is_told_by_its_kind(client: Client) -> None:
    for name, params in (("no.such.command", {}), ("memory.add", {"layer": "nowhere", "content": "x"})):
        with pytest.raises(ServerError) as refused:
            _command(client, name, params)
        assert refused.value.kind == "invalid-params"
    with pytest.raises(ServerError) as gone:
        _command(client, "memory.get", {"id": "mem_none"})
    assert gone.value.kind == "not-found"
