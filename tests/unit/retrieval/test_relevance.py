"""How much of a budget the evidence warrants."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.relevance import LOOKED_AT, budget_share


@dataclass(frozen=True)
class Found:
    coverage: float
    similarity: float | None
    score: float = 0.0


def test_nothing_found_warrants_nothing() -> None:
    assert budget_share([]) == 0


@pytest.mark.parametrize(
    ("found", "share"),
    [
        (Found(0.05, 0.30), 0.0),
        (Found(0.80, 0.65), 1.0),
        (Found(0.10, None), 0.0),
        (Found(0.60, None), 1.0),
    ],
)
def test_clear_cases(found: Found, share: float) -> None:
    assert budget_share([found]) == share


def test_doubtful_evidence_warrants_a_part() -> None:
    assert 0 < budget_share([Found(0.2, 0.45)]) < 1


def test_what_stands_far_down_is_no_evidence() -> None:
    assert budget_share([Found(0.0, 0.1)] * LOOKED_AT + [Found(1.0, 0.9)]) == 0


def test_the_same_evidence_warrants_more_in_a_small_store() -> None:
    found = [Found(0.6, 0.31, 0.47)]
    assert budget_share(found, passages=12) == 1.0
    assert budget_share(found, passages=2_000) == 0.0


def test_in_a_small_store_an_english_text_needs_to_be_nearer_to_an_english_question() -> None:
    found = [Found(0.0, 0.30, 0.16), Found(0.0, 0.20, 0.05)]
    assert budget_share(found, passages=8) > 0
    assert budget_share(found, passages=8, english=[True, True]) == 0
    assert budget_share(found, passages=8, english=[False, True]) > 0
    assert budget_share([Found(0.3, 0.40, 0.40)], passages=8, english=[True]) == 1


def test_in_a_large_store_the_language_makes_no_difference() -> None:
    found = [Found(0.2, 0.45)] * 3
    assert budget_share(found, english=[True] * 3) == budget_share(found)


@given(st.lists(st.builds(Found, st.floats(0, 1), st.none() | st.floats(-1, 1)), max_size=8))
def test_a_share_is_a_share(found: list[Found]) -> None:
    assert 0 <= budget_share(found) <= 1


def test_one_near_passage_among_far_ones_warrants_less_than_several_near_ones() -> None:
    lone = [Found(0.2, 0.45), Found(0.0, 0.25), Found(0.0, 0.25)]
    assert budget_share(lone) < budget_share([Found(0.2, 0.45)] * 3)


def test_a_question_far_from_everything_in_the_store_needs_more_evidence() -> None:
    found = [Found(0.2, 0.45)] * 3
    assert budget_share(found, closeness=0.05) < budget_share(found, closeness=0.3)
