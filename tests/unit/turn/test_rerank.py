"""The optional re-rank: only the order changes, and nothing when the endpoint misbehaves."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.config import Settings
from memserver.llm.chat import ChatFailed, Message
from memserver.turn.candidates import Candidate
from memserver.turn.rerank import chat_for, read_order, rerank

NOW = datetime(2026, 5, 4, tzinfo=UTC)
ITEMS = [
    Candidate(id=name, source="long-term", title=name, text=f"about {name}", tokens=3, score=0.5, moment=NOW)
    for name in ("a", "b", "c", "d")
]


class Chat:
    def __init__(self, reply: str | Exception) -> None:
        self.reply = reply
        self.asked: Sequence[Message] = ()

    async def complete(self, messages: Sequence[Message], *, json: bool = False) -> str:
        self.asked = messages
        if isinstance(self.reply, Exception):
            raise self.reply
        return self.reply


async def test_the_order_of_the_model_is_taken() -> None:
    chat = Chat('{"order": [3, 1, 2, 4]}')
    reranked = await rerank(chat, "which?", ITEMS, Settings())
    assert [item.id for item in reranked.items] == ["c", "a", "b", "d"]
    assert reranked.succeeded
    assert "about c" in chat.asked[1]["content"]


async def test_what_lies_beyond_the_looked_at_items_stays_behind_them() -> None:
    settings = Settings.read({"semanticRerankCandidateK": 3})[0]
    reranked = await rerank(Chat("[2, 1, 3]"), "which?", ITEMS, settings)
    assert [item.id for item in reranked.items] == ["b", "a", "c", "d"]


@pytest.mark.parametrize("reply", [ChatFailed("no answer"), "nonsense", '{"order": []}', '{"order": [99]}', "{}"])
async def test_failure_keeps_the_old_order_and_says_so(reply: str | Exception) -> None:
    reranked = await rerank(Chat(reply), "which?", ITEMS, Settings())
    assert [item.id for item in reranked.items] == ["a", "b", "c", "d"]
    assert not reranked.succeeded
    assert "old order" in reranked.note


def test_without_a_model_or_an_endpoint_there_is_no_rerank() -> None:
    assert chat_for(Settings()) is None
    assert chat_for(Settings.read({"semanticRerankEnabled": True, "ollamaUrl": "http://127.0.0.1:1"})[0]) is None
    complete = {"semanticRerankEnabled": 1, "ollamaUrl": "http://127.0.0.1:1", "defaultModel": "m"}
    assert chat_for(Settings.read(complete)[0]) is not None


@given(st.text(max_size=60), st.integers(1, 8))
def test_any_reply_gives_every_place_once_or_an_error(reply: str, count: int) -> None:
    try:
        order = read_order(reply, count)
    except ValueError:
        return
    assert sorted(order) == list(range(count))
