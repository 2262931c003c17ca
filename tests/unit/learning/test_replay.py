"""The learned router decides only where it was proved better."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.learning.replay import LEAST_EVIDENCE, Replayed, Trust, band_of, trust_from

replays = st.lists(st.builds(Replayed, st.booleans(), st.floats(0, 1), st.booleans(), st.booleans()), max_size=200)


def test_without_proof_keywords_decide() -> None:
    assert not Trust().learned_decides(False, 0.99)
    few = [Replayed(False, 0.9, False, True)] * (LEAST_EVIDENCE - 1)
    assert not trust_from(few).learned_decides(False, 0.9)


def test_it_takes_over_where_it_wins_and_nowhere_else() -> None:
    history = [Replayed(True, 0.9, False, True)] * 20 + [Replayed(True, 0.1, True, False)] * 20
    trust = trust_from(history)
    assert trust.learned_decides(True, 0.9)
    assert not trust.learned_decides(True, 0.1)
    assert not trust.learned_decides(False, 0.9)


def test_being_as_good_is_not_enough() -> None:
    assert not trust_from([Replayed(False, 0.9, True, True)] * 50).learned_decides(False, 0.9)


@given(replays)
def test_on_its_own_evidence_routing_is_never_worse_than_keywords(history: list[Replayed]) -> None:
    trust = trust_from(history)
    for region in trust.regions:
        middle = {0: 0.1, 1: 0.5, 2: 0.9}[region.band]
        if region.reports >= LEAST_EVIDENCE and trust.learned_decides(region.hit, middle):
            assert region.learned_right > region.keywords_right


@given(st.floats(0, 1))
def test_every_confidence_has_a_band(confidence: float) -> None:
    assert band_of(confidence) in {0, 1, 2}
