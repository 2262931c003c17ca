"""Golden sets: those that come along tell good from bad, a person's own are read or named with their fault."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from memserver.errors import InvalidParams, NotFound
from memserver.growth.evaluation.answers import read_answers
from memserver.growth.evaluation.golden import FOLDER, GoldenSet, UnusableSet, all_sets, built_in_sets, read_set
from memserver.growth.evaluation.self_check import check_set
from memserver.growth.requirement_files import built_in_types
from memserver.growth.requirements import detect_task_type

TYPES = {task.id: task for task in built_in_types()}

OWN = """
id: mine
title: Mine
task: meeting-minutes
language: en
cases:
  - id: one
    prompt: Write the meeting minutes.
    facts: [Mina, 2026-06-12]
    reference: "Mina, 12 June"
"""


def test_there_is_a_set_for_each_task_and_language_with_distinct_cases() -> None:
    assert [golden.id for golden in built_in_sets()] == [
        "bug-report.en", "bug-report.ko", "meeting-minutes.en", "meeting-minutes.ko",
    ]  # fmt: skip
    ids = Counter(case.id for golden in built_in_sets() for case in golden.cases)
    assert max(ids.values()) == 1
    assert all(len(golden.cases) >= 8 for golden in built_in_sets())


@pytest.mark.parametrize("golden", built_in_sets(), ids=lambda golden: golden.id)
def test_reference_answers_score_high_and_flawed_ones_low_and_in_order(golden: GoldenSet) -> None:
    for checked in check_set(golden, TYPES[golden.task]):
        assert checked.problems == ()
        assert checked.reference.score >= 98
        assert len(checked.flawed) >= 3
        assert checked.flawed[-1][1] <= 45


@pytest.mark.parametrize("golden", built_in_sets(), ids=lambda golden: golden.id)
def test_the_prompts_are_recognised_as_their_task(golden: GoldenSet) -> None:
    tasks = [detect_task_type(case.prompt, built_in_types()) for case in golden.cases]
    assert [task.id if task else None for task in tasks] == [golden.task] * len(golden.cases)


def test_a_set_of_ones_own_is_found_and_may_replace_a_built_in_one(tmp_path: Path) -> None:
    folder = tmp_path / FOLDER
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(OWN, encoding="utf-8")
    (folder / "other.yml").write_text(OWN.replace("id: mine", "id: bug-report.en"), encoding="utf-8")
    (folder / "twice.yaml").write_text(OWN, encoding="utf-8")
    (folder / "broken.json").write_text('{"id": ', encoding="utf-8")
    (folder / "notes.txt").write_text("not a set", encoding="utf-8")
    sets = all_sets(tmp_path)
    assert [known.golden.id for known in sets.known[:2]] == ["mine", "bug-report.en"]
    assert len(sets.known) == 5
    assert [problem.split(":")[0] for problem in sets.problems] == ["broken.json", "twice.yaml"]


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (("facts:", "fact:"), "cases.0.facts"),
        (("language: en", "language: fr"), "language"),
        (("[Mina, 2026-06-12]", "[]"), "cases.0.facts"),
        (("id: one", "id: a b"), "cases.0.id"),
        (("cases:", "case:"), "cases"),
        (("id: mine", "id: [mine"), "line"),
    ],
)
def test_a_fault_is_named_with_its_place(change: tuple[str, str], complaint: str) -> None:
    with pytest.raises(UnusableSet, match=complaint):
        read_set(OWN.replace(*change))


def test_answers_come_from_a_folder_or_a_file(tmp_path: Path) -> None:
    folder = tmp_path / "answers"
    folder.mkdir()
    (folder / "one.md").write_text("Mina", encoding="utf-8")
    (tmp_path / "a.yaml").write_text("one: Mina\ntwo: |\n  12 June\n", encoding="utf-8")
    (tmp_path / "b.jsonl").write_text('{"id": "one", "answer": "민아"}\n\n', encoding="utf-8")
    (tmp_path / "c.json").write_text('[{"id": "one", "answer": "Mina"}]', encoding="utf-8")
    (tmp_path / "d.json").write_text('{"one": ["Mina"]}', encoding="utf-8")
    (tmp_path / "e.jsonl").write_text("nothing", encoding="utf-8")
    assert read_answers(folder) == {"one": "Mina"}
    assert read_answers(tmp_path / "a.yaml") == {"one": "Mina", "two": "12 June\n"}
    assert read_answers(tmp_path / "b.jsonl") == {"one": "민아"}
    assert read_answers(tmp_path / "c.json") == {"one": "Mina"}
    for name in ("d.json", "e.jsonl"):
        with pytest.raises(InvalidParams, match=name):
            read_answers(tmp_path / name)
    with pytest.raises(NotFound):
        read_answers(tmp_path / "none")
