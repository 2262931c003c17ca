"""What a prompt names exactly, over the wire and with vectors: it is there, counts as found, and its like is not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.client import Client

REFUNDS = "PAY-481: refunds were counted twice in the revenue mart because of a join on order_id without status."
FLICKER = "MOB-77: dark mode flickers on Samsung A52 when the splash screen closes."
OTHERS = [
    "결제 서버의 타임아웃은 8초로 정했다. 외부 PG가 느릴 때가 많다.",
    "야간 배치는 새벽 3시에 Airflow로 돌고, 다시 돌릴 때는 backfill_orders.py 를 쓴다.",
    "We decided to stay on React 18 until the data grid supports 19.",
    "Sohee owns the design tokens; ask her before changing colors.",
]
GOOD = 0.35
"""From here on a source counts as a good match."""


@pytest.fixture(scope="module")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with Client(tmp_path_factory.mktemp("named") / "data") as client:
        for content in (REFUNDS, FLICKER, *OTHERS):
            client.call("memory/add", {"layer": "long-term", "content": content})
        client.wait_for_vectors()
        yield client


def _turn(client: Client, prompt: str) -> dict[str, Any]:
    turn: dict[str, Any] = client.call("context/build", {"prompt": prompt, "sessionId": "s"})
    return turn


@pytest.mark.parametrize(
    ("prompt", "content"),
    [
        ("PAY-481 뭐였지?", REFUNDS),
        ("what was PAY-481 about?", REFUNDS),
        ("backfill_orders.py", OTHERS[1]),
        ("what is backfill_orders.py for?", OTHERS[1]),
    ],
)
def test_what_is_named_is_a_good_match_in_either_language(team: Client, prompt: str, content: str) -> None:
    turn = _turn(team, prompt)
    first = turn["items"][0]
    assert first["title"][:20] == content[:20]
    assert first["score"] >= GOOD
    assert "epistemic-guard" not in {block["id"] for block in turn["blocks"]}
    hit = team.call("memory/search", {"query": prompt})["results"][0]
    assert hit["content"] == content
    assert hit["score"] >= GOOD


@pytest.mark.parametrize(
    "prompt",
    ["MOB-78 고쳤어?", "MOB-78 수정해줘", "MOB-78 담당자 누구야?", "why does MOB-78 happen?", "MOB-78이 왜 느려졌어?"],
)
def test_a_ticket_that_is_not_stored_does_not_bring_its_like(team: Client, prompt: str) -> None:
    assert _turn(team, prompt)["text"] == ""


def test_beside_such_a_ticket_the_rest_is_answered(team: Client) -> None:
    assert FLICKER in _turn(team, "Is MOB-78 about the dark mode that flickers on Samsung too?")["text"]


def test_where_words_alone_rank_they_alone_tell_whether_anything_helps(team: Client) -> None:
    prompt = "do refunds of the revenue mart need a status?"
    team.configure(embeddingBlendAlpha=0)
    by_words = _turn(team, prompt)["items"]
    team.configure(embeddingProvider="off")
    without = _turn(team, prompt)["items"]
    team.configure()
    assert (by_words[0]["title"], by_words[0]["score"]) == (without[0]["title"], without[0]["score"])
