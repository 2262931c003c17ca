"""Korean questions over Korean and mixed notes, through the real server, with vectors and by words alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.korean import describe, fill, measure, rows
from tests.e2e.client import Client

LEAST_RECALL_AT_5 = 0.85


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("korean")
    # Without a workspace a turn does not ask the project layer.
    (folder / "workspace").mkdir()
    with Client(folder / "data", workspace=folder / "workspace") as running:
        fill(running)
        yield running


@pytest.fixture(scope="module")
def words_only(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder: Path = tmp_path_factory.mktemp("korean-words") / "data"
    with Client(folder, options={"embeddingProvider": "off"}) as running:
        fill(running)
        yield running


def test_the_set_is_large_enough_and_every_answer_exists() -> None:
    notes = {note["id"] for note in rows("notes.jsonl")}
    questions = rows("questions.jsonl")
    assert len(notes) >= 40
    assert len(questions) >= 60
    assert all(question["gold"] and set(question["gold"]) <= notes for question in questions)


def test_korean_questions_find_their_notes(client: Client) -> None:
    recall = measure(client)
    print(describe("hybrid", recall))
    assert recall.at_5 >= LEAST_RECALL_AT_5, recall.missed


def test_words_alone_find_most_of_them(words_only: Client) -> None:
    recall = measure(words_only)
    print(describe("words only", recall))
    assert recall.at_5 >= 0.7, recall.missed


def test_a_korean_turn_holds_the_note_that_answers_it(client: Client) -> None:
    request = {"prompt": "배포 후 오류율이 얼마를 넘으면 되돌려야 하나요?", "sessionId": "korean", "maxTokens": 2_000}
    turn = client.call("context/build", request)
    assert "rollback" in [item.get("externalId") for item in turn["items"]]
    assert "오류율이 2%를 넘으면" in turn["text"]
