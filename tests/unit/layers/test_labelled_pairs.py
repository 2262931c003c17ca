"""Labelled pairs of statements, judged as they are when one is stored after the other."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from memserver.layers.precedence import Standing, standing
from memserver.model import Layer, Memory, Scope
from tests.unit.kit import START

DATA = Path(__file__).parents[2] / "data" / "conflicts"
PAIRS = [json.loads(line) for file in sorted(DATA.glob("*.jsonl")) for line in file.read_text("utf-8").splitlines()]
DISAGREE = {"supersedes", "conflicts"}
BLANK = Memory("mem_1", Layer.LONG_TERM, "", "", Scope.GLOBAL, "", START, START, START)


def judged(old: str, new: str) -> Standing | None:
    return standing(replace(BLANK, content=old), replace(BLANK, id="mem_2", content=new))


@pytest.mark.parametrize("language", ["en", "ko"])
def test_most_disagreements_are_found_and_most_that_are_found_are_some(language: str) -> None:
    pairs = [pair for pair in PAIRS if pair["id"].startswith(language)]
    marked = [
        (pair["relation"] in DISAGREE, found is not None and found.kind != "duplicate")
        for pair in pairs
        for found in [judged(pair["old"], pair["new"])]
    ]
    hits = sum(gold and found for gold, found in marked)
    assert hits / sum(found for _, found in marked) >= 0.8
    assert hits / sum(gold for gold, _ in marked) >= 0.7


def test_nothing_but_a_repetition_is_taken_for_one() -> None:
    repeated = {
        pair["relation"]
        for pair in PAIRS
        if (found := judged(pair["old"], pair["new"])) is not None and found.kind == "duplicate"
    }
    assert repeated <= {"duplicate"}


def test_what_replaces_was_labelled_so_nearly_always() -> None:
    replacing = [
        pair["relation"]
        for pair in PAIRS
        if (found := judged(pair["old"], pair["new"])) is not None and found.kind == "replaces"
    ]
    assert replacing.count("supersedes") / len(replacing) >= 0.9


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair["id"])
def test_a_statement_never_disagrees_with_itself(pair: dict[str, str]) -> None:
    found = judged(pair["old"], pair["old"])
    assert found is not None
    assert found.kind == "duplicate"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The staging port is 5432.", "The production port is 6432."),
        ("스테이징 포트는 5432이다.", "운영 포트는 6432이다."),
        ("The importer runs every night at two.", "The exporter runs every night at three."),
    ],
)
def test_another_scope_or_subject_disagrees_with_nothing(one: str, other: str) -> None:
    assert judged(one, other) is None
