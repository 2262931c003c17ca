"""Standing rules over the wire: told when their kind of work is done, in other words, and not otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from memserver.text.token_count import count_tokens
from tests.e2e.client import Client
from tests.e2e.conftest import StartServer

RULES = {
    "Add type hints to every Python function.": "rule",
    "Commit messages are written in the imperative.": "convention",
    "배포 전에 팀 채널에 알린다.": "rule",
    "Keep answers short.": "preference",
}


@pytest.fixture(scope="module")
def team(start_shared: StartServer) -> Client:
    server = start_shared()
    items = [{"layer": "long-term", "content": text, "category": kind} for text, kind in RULES.items()]
    items.append({"layer": "long-term", "content": "Mina owns the invoices."})
    assert server.call("memory/addMany", {"items": items})["added"] == len(items)
    return server


def _turn(server: Client, prompt: str, **more: Any) -> dict[str, Any]:
    turn: dict[str, Any] = server.call("context/build", {"prompt": prompt, "sessionId": "s", **more})
    assert turn["usage"]["used"] == count_tokens(turn["text"]) <= turn["usage"]["budget"]
    return turn


def _told(turn: dict[str, Any]) -> set[str]:
    told = {item["title"] for item in turn["items"] if "rule" in item["reasons"]}
    assert all(title in turn["text"] for title in told)
    return told


@pytest.mark.parametrize(
    ("prompt", "file", "expected"),
    [
        ("write a function that slugifies a title", "app/slug.py", 0),
        ("write a commit message for these changes", None, 1),
        ("운영 서버에 배포해 줘", None, 2),
    ],
)
def test_a_rule_is_told_when_its_kind_of_work_is_done(
    team: Client, prompt: str, file: str | None, expected: int
) -> None:
    turn = _turn(team, prompt, activeFile=file)
    told = _told(turn)
    assert list(RULES)[expected] in told <= {list(RULES)[expected], "Keep answers short."}
    assert turn["text"].count(list(RULES)[expected]) == 1


def test_an_errand_gets_the_rules_that_govern_it_and_nothing_else(team: Client) -> None:
    turn = _turn(team, "write a commit message", history=[{"role": "user", "content": "Mina owns the invoices."}])
    assert _told(turn) == {list(RULES)[1], "Keep answers short."}
    assert len(turn["items"]) == 2
    assert turn["blocks"] == []


def test_an_acknowledgement_gets_none(team: Client) -> None:
    assert _told(_turn(team, "thank you!")) == set()


def test_what_was_told_is_not_told_again(team: Client) -> None:
    first = _turn(team, "write a commit message for these changes")
    ids = [item["id"] for item in first["items"] if "rule" in item["reasons"]]
    assert _told(_turn(team, "write a commit message for these changes", told=ids)) == set()


def test_a_small_budget_is_kept(team: Client) -> None:
    for budget in (0, 10, 30, 45, 60, 100):
        _turn(team, "write a commit message for these changes", maxTokens=budget)


def test_the_switch_and_the_threshold_are_obeyed(team: Client) -> None:
    prompt = "write a commit message for these changes"
    for settings in ({"standingRulesEnabled": False}, {"standingRulesMax": 0}, {"standingRulesThreshold": 1.0}):
        team.configure(**settings)
        assert _told(_turn(team, prompt)) == set()
        team.configure(standingRulesEnabled=True, standingRulesMax=5, standingRulesThreshold=0.3)
    assert _told(_turn(team, prompt))
