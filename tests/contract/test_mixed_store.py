"""The labels of the mixed store are sound: keys exist, answers stand where they should, numbers are as described."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

DATA = json.loads((Path(__file__).parent.parent.parent / "benchmarks" / "data" / "mixed-store.json").read_text("utf-8"))
MEMORIES: dict[str, dict[str, Any]] = {memory["key"]: memory for memory in DATA["memories"]}
QUESTIONS: list[dict[str, Any]] = DATA["questions"]


def _of_kind(kind: str) -> list[dict[str, Any]]:
    return [question for question in QUESTIONS if question["kind"] == kind]


def _crosses(question: dict[str, Any]) -> bool:
    keys = [key for group in question["gold"] for key in group] + question.get("about", [])
    return any(MEMORIES[key]["lang"] != question["lang"] for key in keys)


def test_numbers_by_language_and_kind() -> None:
    assert len(MEMORIES) == len(DATA["memories"]) == 300
    assert Counter(memory["lang"] for memory in MEMORIES.values()) == {"en": 190, "ko": 110}
    assert Counter((question["kind"], question["lang"]) for question in QUESTIONS) == {
        ("answerable", "en"): 66, ("answerable", "ko"): 34, ("foreign", "en"): 40, ("foreign", "ko"): 15,
        ("near", "en"): 26, ("near", "ko"): 19,
    }  # fmt: skip
    assert len({question["key"] for question in QUESTIONS}) == len({question["text"] for question in QUESTIONS}) == 200


def test_enough_questions_are_asked_in_the_other_language() -> None:
    assert sum(map(_crosses, _of_kind("answerable"))) >= 25
    assert sum(map(_crosses, _of_kind("near"))) >= 25


def test_every_answer_stands_in_every_memory_of_its_group() -> None:
    for question in _of_kind("answerable"):
        assert question["gold"]
        for group, answer in zip(question["gold"], question["answer"], strict=True):
            assert group
            assert [key for key in group if answer not in MEMORIES[key]["content"]] == [], question["text"]


def test_no_answer_string_stands_in_another_memory() -> None:
    for question in _of_kind("answerable"):
        for group, answer in zip(question["gold"], question["answer"], strict=True):
            assert {key for key, memory in MEMORIES.items() if answer in memory["content"]} == set(group)


def test_unanswerable_questions_have_no_gold() -> None:
    for question in [*_of_kind("foreign"), *_of_kind("near")]:
        assert not question["gold"] and not question["answer"]
    assert all(question["about"] and set(question["about"]) <= set(MEMORIES) for question in _of_kind("near"))


def test_the_nouns_of_foreign_questions_occur_in_no_memory() -> None:
    store = "\n".join(f"{memory.get('title', '')}\n{memory['content']}" for memory in MEMORIES.values()).lower()
    for question in _of_kind("foreign"):
        assert question["nouns"]
        for noun in question["nouns"]:
            assert noun in question["text"].lower()
            found = noun in store if question["lang"] == "ko" else re.search(rf"\b{re.escape(noun)}(?:s|es)?\b", store)
            assert not found, noun
