"""One memory: decisions, incidents, procedures, knowledge, goals, tasks and trackers are told in a turn about them.

`tests/data/onememory/cases.json` was written before anything answered it: for each kind one in English and one in
Korean, each asked about in its own words and in a paraphrase.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.client import Client
from tests.e2e.conftest import StartServer

DATA = Path(__file__).parent.parent / "data" / "onememory"
CASES: list[dict[str, Any]] = json.loads((DATA / "cases.json").read_text(encoding="utf-8"))
BACKGROUND: dict[str, list[str]] = json.loads((DATA / "background.json").read_text(encoding="utf-8"))
KINDS = {case["source"] for case in CASES}
TOKENS = 1_000
# As measured when this was written: one paraphrase lies further down, and of 20 about ten are kept back as too unsure.
LOOKED_AT, MOST_FAR, LEAST_TOLD = 5, 1, 8
# "Translate … into French" stands beside a task to translate: whether an errand wants anything is judged elsewhere.
MOST_DISTURBED = 1


@dataclass(frozen=True)
class Told:
    """A server that was told every case, and the ids of what it was told."""

    client: Client
    ids: list[str]
    elsewhere: Path


def _turn(client: Client, prompt: str, **more: Any) -> dict[str, Any]:
    params = {"prompt": prompt, "sessionId": "one-memory", "maxTokens": TOKENS, **more}
    turn: dict[str, Any] = client.call("context/build", params)
    return turn


def _tell(client: Client, case: dict[str, Any]) -> str:
    """Store a case the way its kind is stored; return the id under which a turn knows it."""
    if "method" in case:
        return str(client.call(case["method"], case["params"])["id"])
    data = client.call("commands/run", {"line": case["line"]})["data"]
    added = data.get("task") or data.get("customer") or data.get("candidate") or data.get("feedback")
    return str((added[-1] if isinstance(added, list) else added)["eventId"])


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Told]:
    folder = tmp_path_factory.mktemp("one-memory")
    here, elsewhere = folder / "here", folder / "elsewhere"
    here.mkdir()
    elsewhere.mkdir()
    with Client(folder / "data", workspace=here) as client:
        client.call(
            "memory/addMany",
            {"items": [{"layer": "long-term", "content": content} for content in BACKGROUND["memories"]]},
        )
        ids = [_tell(client, case) for case in CASES]
        client.wait_for_vectors()
        yield Told(client, ids, elsewhere)


def _is_told(told: Told, number: int, question: str) -> bool:
    turn = _turn(told.client, CASES[number][question])
    return told.ids[number] in [item["id"] for item in turn["items"]] and CASES[number]["needle"] in turn["text"]


def _is_told(told: Told, number: int, question: str) -> bool:
    turn = _turn(told.client, CASES[number][question])
    return told.ids[number] in [item["id"] for item in turn["items"]] and CASES[number]["needle"] in turn["text"]


def test_what_is_asked_about_in_its_own_words_is_told(told: Told) -> None:
    missing = [case["own"] for number, case in enumerate(CASES) if not _is_told(told, number, "own")]
    print(f"own words: told {len(CASES) - len(missing)} of {len(CASES)}")
    assert missing == []


def test_what_is_asked_about_in_other_words_is_told_or_next_in_line(told: Told) -> None:
    far, silent = [], []
    for number, case in enumerate(CASES):
        turn = _turn(told.client, case["paraphrase"])
        candidates = told.client.call("context/explain", {"turnId": turn["turnId"]})["candidates"]
        first = [each["id"] for each in sorted(candidates, key=lambda each: -each["score"])[:LOOKED_AT]]
        far += [case["paraphrase"]] if told.ids[number] not in first else []
        silent += [case["paraphrase"]] if not _is_told(told, number, "paraphrase") else []
    near, told_of = len(CASES) - len(far), len(CASES) - len(silent)
    print(f"other words: {near} of {len(CASES)} among the first {LOOKED_AT}, {told_of} told")
    assert len(far) <= MOST_FAR, far
    assert told_of >= LEAST_TOLD, silent


def test_an_item_says_where_it_comes_from(told: Told) -> None:
    turn = _turn(told.client, "On which port does the staging gateway listen?")
    item = next(each for each in turn["items"] if each["source"] == "knowledge")
    assert (item.get("layer"), item.get("path"), item["title"]) == (None, None, "Ports of the staging gateway")
    assert "### Knowledge" in turn["text"]
    turn = _turn(told.client, "한빛서점은 한 달에 얼마를 내?")
    item = next(each for each in turn["items"] if each["source"] == "customers")
    assert (item.get("layer"), item["path"], item["status"]) == (None, ".astra/customers.jsonl", "customer")
    assert "### 고객" in turn["text"]
    assert ".astra" not in turn["text"]


def test_unrelated_prompts_bring_none_of_them(told: Told) -> None:
    brought = {
        prompt: [item["title"] for item in _turn(told.client, prompt)["items"] if item["source"] in KINDS]
        for prompt in BACKGROUND["unrelated"]
    }
    assert sum(map(bool, brought.values())) <= MOST_DISTURBED, brought


def test_a_search_for_memories_brings_memories_only(told: Told) -> None:
    memories = {item["id"] for item in told.client.call("memory/list", {"limit": 100})["items"]}
    for case in CASES:
        assert {each["id"] for each in told.client.call("memory/search", {"query": case["own"]})["results"]} <= memories


def test_another_project_sees_the_trackers_of_the_brain_and_nothing_else(told: Told) -> None:
    for case, record in zip(CASES, told.ids, strict=True):
        turn = _turn(told.client, case["own"], workspaceUri=told.elsewhere.as_uri())
        assert (record in [item["id"] for item in turn["items"]]) == ("tracker" in case), case["own"]


@pytest.fixture
def words_only(start: StartServer) -> Client:
    return start()


def _found(client: Client, prompt: str) -> list[str]:
    return [item["title"] for item in _turn(client, prompt)["items"]]


def test_what_was_deleted_is_told_no_more_and_stays_in_no_record(words_only: Client) -> None:
    decision = words_only.call("decisions/store", {"context": "Zebra crossing paint", "chosen": "white stripes"})
    entry = words_only.call("knowledge/add", {"title": "Zebra ports", "content": "The zebra gateway listens on 8443."})
    turn = _turn(words_only, "What about the zebra crossing paint and the zebra gateway ports?")
    assert {item["id"] for item in turn["items"]} == {decision["id"], entry["id"]}
    words_only.call("tiers/delete", {"collection": "decisions", "id": decision["id"]})
    words_only.call("knowledge/delete", {"id": entry["id"]})
    assert _found(words_only, "What about the zebra crossing paint and the zebra gateway ports?") == []
    explained = json.dumps(words_only.call("context/explain", {"turnId": turn["turnId"]}))
    assert "stripes" not in explained
    assert "8443" not in explained


def test_a_command_is_known_to_the_next_turn(words_only: Client) -> None:
    words_only.poll(lambda: words_only.call("status")["ready"]["lexical"], "the store")
    asked = "How far is the walrus migration?"
    words_only.call("commands/run", {"line": "/task add Finish the walrus migration"})
    words_only.poll(lambda: _found(words_only, asked), "the first walk through the brain")
    words_only.call("commands/run", {"line": "/task done walrus"})
    assert "(done on " in _turn(words_only, asked)["text"]
    words_only.call("commands/run", {"line": "/feedback add The narwhal page is slow"})
    assert _found(words_only, "What was said of the narwhal page?")[:1] == ["The narwhal page is slow"]
    words_only.call("commands/run", {"line": "/feedback undo narwhal"})
    assert "The narwhal page is slow" not in _found(words_only, "What was said of the narwhal page?")


def test_a_tracker_that_another_program_changed_is_followed(words_only: Client) -> None:
    tracker = Path(words_only.options["brainPath"]) / ".astra" / "hire.jsonl"
    tracker.parent.mkdir(parents=True, exist_ok=True)
    event = {"at": "2026-05-04T09:30:00.000Z", "id": "evt_a", "kind": "added", "name": "Walrus Jones", "role": "diver"}
    tracker.write_text(json.dumps(event) + "\n", encoding="utf-8")
    words_only.poll(lambda: _found(words_only, "Who is Walrus Jones, the diver?"), "the candidate")
