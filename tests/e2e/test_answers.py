"""What an answer says decides its confidence: over the wire, in both languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import StartServer
from tests.unit.llm.chat_server import ChatServer, chat_server

Json = dict[str, Any]

LIMIT = "Every tenant key gets 100 requests per minute on the ingest endpoint."
KEPT = "야간 스냅샷은 매일 02:30에 생성되며 35일 동안 보관한다."
ASK = {"en": "How many requests per minute does the ingest endpoint take?", "ko": "야간 스냅샷은 며칠 동안 보관해?"}


@pytest.fixture(scope="module")
def chat() -> Iterator[ChatServer]:
    with chat_server() as running:
        yield running


@pytest.fixture(scope="module")
def checked(start_shared: StartServer, chat: ChatServer) -> Client:
    """A server whose chat model checks every answer."""
    options = {"ollamaUrl": chat.url, "defaultModel": "test", "selfCheckEnabled": True}
    server = start_shared(options=options)
    server.call("memory/add", {"layer": "long-term", "content": LIMIT})
    return server


@pytest.fixture(scope="module")
def stored(start_shared: StartServer) -> Client:
    server = start_shared()
    for content in (LIMIT, KEPT):
        server.call("memory/add", {"layer": "long-term", "content": content})
    return server


def judged(server: Client, prompt: str, answer: str) -> Json:
    """Build a turn and complete it; "[n]" in the answer becomes the number of its first source."""
    turn = server.call("context/build", {"prompt": prompt, "sessionId": "s"})
    assert turn["items"]
    result: Json = server.call("turn/complete", {"turnId": turn["turnId"], "answer": answer})
    return result


def test_a_contradiction_is_named_in_the_footer(stored: Client) -> None:
    result = judged(stored, ASK["en"], "Each tenant key may send 5,000 requests per second to the ingest endpoint [1].")
    (found,) = result["contradictions"]
    assert (found["source"], found["code"]) == (1, "value")
    assert found["values"]["source"] == "100 requests per minute"
    assert stored.call("memory/get", {"id": found["sourceId"]})["content"] == LIMIT
    assert result["confidence"]["score"] < 50
    assert result["confidence"]["parts"]["contradicted"] < 0
    assert "[1] says “100 requests per minute”, the answer “5,000 requests per second”" in result["footer"]
    assert result["escalation"]["reasons"] == ["very-low-confidence"]
    assert "[1]" in result["supplement"]["issues"][0]


def test_a_contradiction_is_named_in_korean(stored: Client) -> None:
    result = judged(stored, ASK["ko"], "야간 스냅샷은 새벽 2시 30분에 만들어지고 14일 동안 보관합니다 [1].")
    assert result["confidence"]["score"] < 50
    assert "[1]에는 “35일”, 답변은 “14일”" in result["footer"]


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("en", "It takes 100 requests per minute for every tenant key [1]."),
        ("ko", "야간 스냅샷은 35일 동안 보관하고, 매일 새벽 2시 30분에 만들어집니다 [1]."),
    ],
)
def test_what_the_source_says_scores_well(stored: Client, language: str, answer: str) -> None:
    result = judged(stored, ASK[language], answer)
    assert result.get("contradictions", []) == []
    assert result["confidence"]["score"] >= 70


@pytest.mark.parametrize(("language", "answer"), [("en", "Good question! Let me check."), ("ko", "확인해 보겠습니다.")])
def test_an_answer_that_states_nothing_scores_very_low(stored: Client, language: str, answer: str) -> None:
    result = judged(stored, ASK[language], answer)
    assert result["confidence"]["band"] == "very-low"
    assert result["confidence"]["parts"]["empty"] < 0


def test_a_source_that_says_nothing_of_it_raises_nothing(stored: Client) -> None:
    answer = "Sunlight is scattered by molecules of air, the blue part of it more than the red [1]."
    parts = judged(stored, ASK["en"], answer)["confidence"]["parts"]
    assert not {"evidence", "topScore", "citation"} & parts.keys()


def test_the_self_check_decides(checked: Client, chat: ChatServer) -> None:
    answer = "It takes 100 requests per minute for every tenant key [1]."
    chat.say('{"answered": true, "grounded": true, "contradiction": false, "note": ""}')
    fine = judged(checked, ASK["en"], answer)
    chat.say('{"answered": true, "grounded": true, "contradiction": true, "note": ""}')
    refuted = judged(checked, ASK["en"], answer)
    chat.say('{"answered": true, "grounded": false, "contradiction": false, "note": ""}')
    ungrounded = judged(checked, ASK["en"], answer)
    assert fine["confidence"]["score"] >= 70
    assert refuted["confidence"]["score"] < 50
    assert ungrounded["confidence"]["score"] < 70
    assert refuted["footer"].split(" · ")[1].startswith("self-check: ")
    assert refuted["escalation"]["reasons"] == ["very-low-confidence"]


def test_what_contradicted_is_forgotten_with_its_source(start: StartServer) -> None:
    server = start()
    memory_id = server.call("memory/add", {"layer": "long-term", "content": LIMIT})["id"]
    turn = server.call("context/build", {"prompt": ASK["en"], "sessionId": "s"})
    answer = "Each tenant key may send 5,000 requests per second to the ingest endpoint [1]."
    assert server.call("turn/complete", {"turnId": turn["turnId"], "answer": answer})["contradictions"]
    server.call("memory/delete", {"id": memory_id})
    assert "100 requests" not in str(server.call("context/explain", {"turnId": turn["turnId"]}))
