from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from memserver.embedding.default_model import DIMENSIONS
from memserver.rules.choice import (
    IN_ITS_PLACE,
    LONG_TOKENS,
    Judged,
    beside_the_others,
    judge,
    likeliest,
    rule_set,
    short_form,
)
from memserver.rules.model import EVERYTHING, heads, shipped
from memserver.rules.scope import rule_scope, task_scope

RULES = (
    "Add type hints to every Python function.",
    "Commit messages are written in the imperative.",
    "Tests never sleep.",
    "답변은 항상 한국어로 해 줘.",
    "Files under src/api/** never import the user interface.",
)


def chances(prompt: str, file: str | None = None) -> list[float]:
    rules = rule_set([rule_scope(rule) for rule in RULES], np.full((len(RULES), DIMENSIONS), np.nan, np.float32))
    return [float(each) for each in judge(rules, task_scope(prompt, file), None).chances]


@pytest.mark.parametrize(
    ("prompt", "file", "told"),
    [
        ("write a function that slugifies a title", "app/slug.py", {0, 3}),
        ("write a function that slugifies a title", "app/slug.ts", {3}),
        ("write a commit message for these changes", None, {1, 3}),
        ("변경 사항을 커밋해 줘", None, {1, 3}),
        ("add unit tests for the tokenizer", "web/tokenizer.test.ts", {2, 3}),
        ("thanks!", None, set()),
        ("고마워", None, set()),
    ],
)
def test_rules_are_found_by_what_is_done(prompt: str, file: str | None, told: set[int]) -> None:
    found = chances(prompt, file)
    assert {row for row, chance in enumerate(found[:4]) if chance >= 0.3} == told, found


def test_a_rule_limited_to_paths_holds_there_and_nowhere_else() -> None:
    inside = chances("add a helper that sorts the rows", "src/api/rows.ts")[4]
    assert inside > IN_ITS_PLACE - 0.1
    assert chances("add a helper that sorts the rows", "src/web/rows.ts")[4] == 0.0
    assert chances("ok", "src/api/rows.ts")[4] == 0.0


def ordered(values: Sequence[float], threshold: float, always: int | None = None) -> list[int]:
    tags = np.zeros((len(values), len(heads())), np.float32)
    if always is not None:
        tags[always, heads().index(EVERYTHING)] = 1
    return likeliest(Judged(np.array(values, np.float32), tags, tags[0], {}), threshold)


def test_the_likeliest_come_first_and_no_chance_is_never_enough() -> None:
    assert ordered([0.2, 0.9, 0.0, 0.9], 0.1) == [1, 3, 0]
    assert ordered([0.0, 0.1], 0.0) == [1]


def test_a_rule_of_everything_comes_before_all_others() -> None:
    assert ordered([0.6, 0.9, 0.0, 0.9], 0.1, always=0) == [0, 1, 3]
    assert ordered([0.6, 0.9, 0.0, 0.9], 0.7, always=0) == [1, 3]


def test_a_rule_has_to_stand_out_among_many() -> None:
    def chance_of_first(others: float) -> float:
        return float(beside_the_others(np.array([0.5, *[others] * 30], np.float32))[0])

    assert chance_of_first(0.01) > 0.5 > chance_of_first(0.5)
    assert 0.42 < float(beside_the_others(np.array([0.5], np.float32))[0]) < 0.5


def test_a_long_rule_is_shown_by_its_first_sentence() -> None:
    assert short_form("Use tabs.") == ("Use tabs.", short_form("Use tabs.")[1])
    text, tokens = short_form("Use tabs. " + "They are wider than one would think at first, as everybody knows. " * 6)
    assert text == "Use tabs."
    assert tokens < LONG_TOKENS


def test_the_shipped_weights_fit_the_features() -> None:
    for with_vectors, weights in shipped().items():
        assert weights.text.shape == (len(task_scope("x").row), len(heads()))
        assert (weights.vector is not None) == with_vectors
        assert weights.vector is None or weights.vector.shape == (DIMENSIONS, len(heads()))
