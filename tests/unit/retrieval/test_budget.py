"""`used <= budget`, whatever is offered."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.budget import BRAIN_CHUNKS, DEFAULT_LIMITS, Limit, Offer, fit, retrieval_budget


def offers(*sizes: int, kind: str = "episodic", cut: bool = False) -> list[Offer]:
    return [Offer(f"{kind}{place}", kind, size, min(size, 30) if cut else size) for place, size in enumerate(sizes)]


@pytest.mark.parametrize(("context", "budget"), [(32_000, 8_000), (230_000, 57_500), (1_000_000, 80_000), (100, 8_000)])
def test_the_budget_is_a_quarter_of_the_context_within_bounds(context: int, budget: int) -> None:
    assert retrieval_budget(context) == budget


def test_one_that_is_too_large_is_passed_over_and_the_next_is_tried() -> None:
    result = fit(offers(60, 80, 30), 100)

    assert [each.key for each in result.taken] == ["episodic0", "episodic2"]
    assert result.left_out == [("episodic1", "budget")]
    assert result.used == 90


def test_one_that_may_be_cut_is_cut_rather_than_dropped() -> None:
    result = fit(offers(60, 80, cut=True), 100)

    assert [(each.tokens, each.cut) for each in result.taken] == [(60, False), (40, True)]


def test_one_long_text_does_not_keep_out_everything_else() -> None:
    result = fit(offers(900, 50, 50, cut=True), 300, largest_share=0.5)

    assert [each.tokens for each in result.taken] == [150, 50, 50]


def test_the_least_number_of_brain_chunks_gets_room_before_memories_fill_it() -> None:
    offered = [*offers(40, 40, 40), *offers(30, 30, 30, kind=BRAIN_CHUNKS)]
    result = fit(offered, 120)

    assert [each.key for each in result.taken] == ["episodic0", "brain-memory0", "brain-memory1"]


def test_no_more_than_the_most_brain_chunks_are_taken() -> None:
    result = fit(offers(*[1] * 20, kind=BRAIN_CHUNKS), 1_000)

    assert len(result.taken) == DEFAULT_LIMITS[BRAIN_CHUNKS].most == 12
    assert {reason for _, reason in result.left_out} == {"limit"}


def test_an_empty_budget_takes_nothing() -> None:
    assert fit(offers(10, 20), 0).taken == []


OFFERS = st.lists(
    st.builds(
        lambda kind, size, part: Offer("", kind, size, max(1, int(size * part))),
        st.sampled_from([BRAIN_CHUNKS, "episodic", "project"]),
        st.integers(1, 400),
        st.floats(0.1, 1.0),
    ),
    max_size=40,
)


def _numbered(offered: list[Offer]) -> list[Offer]:
    return [Offer(str(place), each.kind, each.tokens, each.shortest) for place, each in enumerate(offered)]


@given(OFFERS, st.integers(0, 1_500), st.integers(0, 4), st.integers(4, 14), st.floats(0.05, 1.0))
def test_what_is_given_out_never_exceeds_the_budget(
    offered: list[Offer], budget: int, least: int, most: int, share: float
) -> None:
    numbered = _numbered(offered)
    result = fit(numbered, budget, {BRAIN_CHUNKS: Limit(least, most)}, share)

    kinds = [numbered[int(each.key)].kind for each in result.taken]
    assert result.used == sum(each.tokens for each in result.taken) <= budget
    assert len(result.taken) + len(result.left_out) == len(offered)
    assert all(numbered[int(each.key)].shortest <= each.tokens for each in result.taken)
    assert kinds.count(BRAIN_CHUNKS) <= most


@given(OFFERS, st.integers(0, 1_500))
def test_order_is_kept(offered: list[Offer], budget: int) -> None:
    taken = [int(each.key) for each in fit(_numbered(offered), budget).taken]

    assert taken == sorted(taken)
