from __future__ import annotations

from collections.abc import Iterator

import pytest

from memserver.llm.chat import ChatClient, ChatFailed, Message, api_of
from tests.unit.llm.chat_server import ChatServer, chat_server

MESSAGES: list[Message] = [{"role": "user", "content": "비밀 질문"}]


@pytest.fixture
def server() -> Iterator[ChatServer]:
    with chat_server() as running:
        yield running


@pytest.mark.parametrize(
    ("url", "api"),
    [
        ("http://localhost:11434", "ollama"),
        ("http://localhost:11434/", "ollama"),
        ("http://localhost:11434/v1", "openai"),
        ("https://api.example.com/v1/", "openai"),
    ],
)
def test_the_api_is_told_by_the_address(url: str, api: str) -> None:
    assert api_of(url) == api


async def test_ollama_is_asked_in_its_own_way(server: ChatServer) -> None:
    server.say("안녕")
    assert await ChatClient(server.url, "tiny").complete(MESSAGES, json=True) == "안녕"
    asked = server.requests[0]
    assert asked["path"] == "/api/chat"
    assert asked["body"]["format"] == "json"
    assert asked["body"]["stream"] is False
    assert "authorization" not in asked["headers"]


async def test_an_openai_compatible_endpoint_is_asked_in_its_way_with_the_key(server: ChatServer) -> None:
    server.say("hello", api="openai")
    client = ChatClient(f"{server.url}/v1", "tiny", api_key="k-123")
    assert await client.complete(MESSAGES, json=True) == "hello"
    asked = server.requests[0]
    assert asked["path"] == "/v1/chat/completions"
    assert asked["body"]["response_format"] == {"type": "json_object"}
    assert asked["headers"]["authorization"] == "Bearer k-123"
    assert "k-123" not in repr(client)


async def test_a_slow_endpoint_is_given_up_after_the_limit(server: ChatServer) -> None:
    server.say("late")
    server.delay = 0.6
    with pytest.raises(ChatFailed, match=r"within 0\.1 s"):
        await ChatClient(server.url, "tiny", timeout=0.1).complete(MESSAGES)


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (b"{}", 500),
        (b"not json", 200),
        (b"\xff\xfe", 200),
        (b"[]", 200),
        (b'{"message": {"content": 7}}', 200),
        (b'{"message": {"content": " "}}', 200),
        (b'{"choices": []}', 200),
        (b'{"message": {"content": "' + b"x" * 1_100_000 + b'"}}', 200),
    ],
)
async def test_whatever_else_it_answers_is_one_failure_without_our_text(
    server: ChatServer, reply: bytes, status: int
) -> None:
    server.reply, server.status = reply, status
    with pytest.raises(ChatFailed) as failure:
        await ChatClient(server.url, "tiny").complete(MESSAGES)
    assert "비밀" not in str(failure.value)


async def test_a_redirect_is_not_followed(server: ChatServer) -> None:
    server.status, server.location = 307, f"{server.url}/elsewhere"
    with pytest.raises(ChatFailed, match="307"):
        await ChatClient(server.url, "tiny", api_key="k").complete(MESSAGES)
    assert len(server.requests) == 1


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "nonsense", "http://[", ""])
async def test_an_address_that_leads_nowhere_is_a_failure(url: str) -> None:
    with pytest.raises(ChatFailed):
        await ChatClient(url, "tiny", timeout=2).complete(MESSAGES)
