"""An embedding endpoint that fails: writes are kept, turns answer with words, and the server says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import StartServer
from tests.e2e.endpoint import DIMENSIONS, Endpoint, Mood

FACT = "The migration script lives in tools/migrate.py."
KOREAN = "마이그레이션 스크립트는 수요일 밤에 실행합니다."


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    running = Endpoint()
    yield running
    running.close()


def _options(endpoint: Endpoint, **more: Any) -> dict[str, Any]:
    return {
        "embeddingProvider": "remote", "embeddingUrl": endpoint.url, "embeddingModel": "test-model",
        "embeddingDimensions": DIMENSIONS, "embeddingTimeoutMs": 300, **more,
    }  # fmt: skip


def _turn(server: Client, prompt: str = "Where does the migration script live?") -> dict[str, Any]:
    turn: dict[str, Any] = server.call("context/build", {"prompt": prompt, "sessionId": "s"})
    return turn


def test_an_endpoint_that_works_gives_hybrid_search(start: StartServer, endpoint: Endpoint) -> None:
    server = start(options=_options(endpoint))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    status = server.wait_for_vectors()
    assert status["embedder"] == {"name": "test-model", "dimensions": DIMENSIONS, "state": "ready"}
    turn = _turn(server)
    assert turn["retrieval"]["mode"] == "hybrid"
    assert turn["warnings"] == []


MOODS: list[Mood] = ["hangs", "drops", "nonsense", "html", "wrong-length", "nan", "error", "forbidden", "drips"]


@pytest.mark.parametrize("mood", MOODS)
def test_a_turn_goes_on_with_words_when_the_endpoint_fails(start: StartServer, endpoint: Endpoint, mood: Mood) -> None:
    server = start(options=_options(endpoint))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.call("memory/add", {"layer": "long-term", "content": KOREAN})
    server.wait_for_vectors()
    endpoint.mood = mood
    for prompt, wanted, told in (
        ("Where does the migration script live?", FACT, "words only"),
        ("마이그레이션은 언제 실행하나요?", KOREAN, "단어만으로"),
    ):
        turn = _turn(server, prompt)
        assert turn["retrieval"]["mode"] == "lexical"
        assert wanted in turn["text"]
        assert [warning["part"] for warning in turn["warnings"]] == ["embedding"]
        assert told in turn["warnings"][0]["message"]
    added = server.call("memory/add", {"layer": "long-term", "content": "Written while the endpoint was ill."})
    assert server.call("memory/get", {"id": added["id"]})["content"] == "Written while the endpoint was ill."
    assert server.call("memory/search", {"query": "endpoint was ill"})["results"][0]["id"] == added["id"]
    if mood == "hangs":
        return
    status = server.poll(
        lambda: next((each for each in [server.call("status")] if each["warnings"]), None), "a warning in the status"
    )
    assert status["ready"]["vectors"] is False
    assert status["counts"]["pendingVectors"] == 1


def test_an_endpoint_that_recovers_gives_the_missing_vectors(start: StartServer, endpoint: Endpoint) -> None:
    endpoint.mood = "forbidden"
    server = start(options=_options(endpoint))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.poll(lambda: server.call("status")["warnings"], "a warning in the status")
    endpoint.mood = "good"
    status = server.wait_for_vectors()
    assert status["warnings"] == []
    assert status["index"]["size"] == 1
    assert _turn(server)["retrieval"]["mode"] == "hybrid"


def test_many_writes_do_not_wait_for_an_endpoint_that_hangs(start: StartServer, endpoint: Endpoint) -> None:
    server = start(options=_options(endpoint))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.wait_for_vectors()
    endpoint.mood = "hangs"
    items = [{"layer": "long-term", "content": f"Service number {n} listens on port {8000 + n}."} for n in range(40)]
    assert server.call("memory/addMany", {"items": items}, timeout=60)["added"] == 40


def test_a_hanging_endpoint_does_not_keep_the_server(start: StartServer, endpoint: Endpoint) -> None:
    endpoint.mood = "hangs"
    server = start(options=_options(endpoint))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.poll(lambda: endpoint.requests, "a request to the endpoint")
    server.terminate()
    assert server.wait_for_exit() == 0
    assert "Traceback" not in server.stderr()


@pytest.mark.parametrize("mood", ["hangs", "error"])
def test_an_endpoint_that_never_said_how_long_its_vectors_are(
    start: StartServer, endpoint: Endpoint, mood: Mood
) -> None:
    endpoint.mood = mood
    server = start(options=_options(endpoint, embeddingDimensions=0))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    turn = _turn(server)
    assert FACT in turn["text"]
    assert [warning["part"] for warning in turn["warnings"]] == ["embedding"]


def test_an_endpoint_that_was_away_at_the_start_is_asked_again(start: StartServer, endpoint: Endpoint) -> None:
    endpoint.mood = "error"
    server = start(options=_options(endpoint, embeddingDimensions=0))
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.poll(lambda: server.call("status")["embedder"]["state"] == "failed", "the failure")
    endpoint.mood = "good"
    server.poll(lambda: server.call("status")["embedder"]["state"] == "ready", "the endpoint's return")
    server.wait_for_vectors()
    assert server.call("memory/search", {"query": FACT})["mode"] == "hybrid"


def test_without_a_key_a_distant_endpoint_is_not_asked(start: StartServer) -> None:
    options = {"embeddingProvider": "remote", "embeddingUrl": "https://embeddings.example.org"}
    server = start(options=options, env={"MEMSERVER_EMBEDDING_KEY": "", "OPENAI_API_KEY": ""})
    status = server.poll(
        lambda: next((each for each in [server.call("status")] if each["embedder"]["state"] == "failed"), None),
        "failure",
    )
    assert "key" in status["embedder"]["message"]
    assert any("key" in warning for warning in status["warnings"])
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    assert FACT in _turn(server)["text"]


def test_the_key_of_the_client_is_neither_stored_nor_logged(start: StartServer, endpoint: Endpoint) -> None:
    key = "sk-canary-0123456789abcdef"
    server = start(options=_options(endpoint, embeddingApiKey=key), env={"MEMSERVER_LOG": "DEBUG"})
    server.call("memory/add", {"layer": "long-term", "content": FACT})
    server.wait_for_vectors()
    turn = _turn(server)
    assert key not in str(server.call("context/explain", {"turnId": turn["turnId"]}))
    assert key not in str(server.call("status"))
    server.stop()
    assert key not in server.stderr()
    assert all(key.encode() not in path.read_bytes() for path in server.data_dir.rglob("*") if path.is_file())
