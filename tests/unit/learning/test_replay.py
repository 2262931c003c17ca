"""The learned router decides only where it was proved better."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.learning.replay import LEAST_EVIDENCE, Replayed, Trust, band_of, trust_from

replays = st.lists(
    st.builds(Replayed, st.sampled_from(["", "a", "b"]), st.floats(0, 1), st.booleans(), st.booleans()), max_size=200
)


def test_without_proof_keywords_decide() -> None:
    assert not Trust().learned_decides("", 0.99)
    few = [Replayed("", 0.9, False, True)] * (LEAST_EVIDENCE - 1)
    assert not trust_from(few).learned_decides("", 0.9)


def test_it_takes_over_where_it_wins_and_nowhere_else() -> None:
    history = [Replayed("a", 0.9, False, True)] * 20 + [Replayed("a", 0.1, True, False)] * 20
    trust = trust_from(history)
    assert trust.learned_decides("a", 0.9)
    assert not trust.learned_decides("a", 0.1)
    assert not trust.learned_decides("", 0.9)


def test_keywords_are_judged_by_what_they_say() -> None:
    trust = trust_from([Replayed("a", 0.9, False, True)] * 20 + [Replayed("b", 0.9, True, False)] * 20)
    assert trust.learned_decides("a", 0.9)
    assert not trust.learned_decides("b", 0.9)


def test_of_an_agent_that_it_never_met_the_learned_router_does_not_judge() -> None:
    trust = trust_from([Replayed("a", 0.9, False, True)] * 20)
    assert trust.learned_decides("c", 0.9, known=True)
    assert not trust.learned_decides("c", 0.9, known=False)


def test_being_as_good_is_not_enough() -> None:
    assert not trust_from([Replayed("", 0.9, True, True)] * 50).learned_decides("", 0.9)


@given(replays)
def test_where_it_decides_it_was_better(history: list[Replayed]) -> None:
    trust = trust_from(history)
    for said in ("", "a", "b", "c"):
        for confidence in (0.1, 0.5, 0.9):
            region = trust.region(said, confidence, known=True)
            if trust.learned_decides(said, confidence):
                assert region.learned_right > region.keywords_right


@given(st.floats(0, 1))
def test_every_confidence_has_a_band(confidence: float) -> None:
    assert band_of(confidence) in {0, 1, 2}
