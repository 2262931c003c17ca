"""The learned router decides only where it was proved better."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from memserver.learning.replay import LEAST_EVIDENCE, Replayed, Trust, band_of, trust_from

agents = st.sampled_from(["a", "b", "c"])
replays = st.lists(
    st.builds(Replayed, agents, st.sampled_from(["", "a", "b"]), st.floats(0, 1), st.booleans(), st.booleans()),
    max_size=200,
)


OTHERS = [Replayed(agent, "", 0.5, False, False) for agent in "xyz" for _ in range(LEAST_EVIDENCE)]


def seen(agent: str, said: str, confidence: float, winner: str) -> Replayed:
    return Replayed(agent, said, confidence, winner == "keywords", winner == "learned")


def test_without_proof_keywords_decide() -> None:
    assert not Trust().learned_decides("", 0.99)
    few = [seen("a", "", 0.9, "learned")] * (LEAST_EVIDENCE - 1)
    assert not trust_from(few).learned_decides("", 0.9)


def test_it_takes_over_where_it_wins_and_nowhere_else() -> None:
    trust = trust_from(OTHERS + [seen("b", "a", 0.9, "learned")] * 40 + [seen("a", "a", 0.1, "keywords")] * 20)
    assert trust.learned_decides("a", 0.9)
    assert not trust.learned_decides("a", 0.1)
    assert not trust.learned_decides("", 0.9)


def test_keywords_are_judged_by_what_they_say() -> None:
    trust = trust_from(OTHERS + [seen("c", "a", 0.9, "learned")] * 20 + [seen("b", "b", 0.9, "keywords")] * 20)
    assert trust.learned_decides("a", 0.9)
    assert not trust.learned_decides("b", 0.9)


def test_much_of_one_kind_of_work_does_not_outweigh_another() -> None:
    # The user mostly wrote documents; a tenth of them held the keyword of another agent, that was right when it came.
    history = [seen("docs", "", 0.9, "learned")] * 270 + [seen("docs", "fix", 0.9, "learned")] * 30
    trust = trust_from([*OTHERS, *history, *[seen("fix", "fix", 0.9, "keywords")] * 10])
    assert trust.learned_decides("", 0.9)
    assert not trust.learned_decides("fix", 0.9)


def test_an_agent_brought_along_that_is_never_named_stands_in_nobodys_way() -> None:
    def history(agents: str, said: str) -> list[Replayed]:
        without = [seen(agent, "", 0.9, "learned") for agent in agents for _ in range(20)]
        return without + [seen("a", said, 0.9, "learned")] * LEAST_EVIDENCE

    assert trust_from(history("abc", "tester")).learned_decides("tester", 0.9)
    # One that the user registered may still come, and so may any while the history knows but two.
    assert not trust_from(history("abc", "mine")).learned_decides("mine", 0.9)
    assert not trust_from(history("ab", "tester")).learned_decides("tester", 0.9)
    used = [*history("abc", "tester"), *[seen("tester", "tester", 0.9, "keywords")] * 3]
    assert not trust_from(used).learned_decides("tester", 0.9)


def test_a_keyword_whose_agent_never_comes_is_believed_less_and_less() -> None:
    few, many = "ab", "abcdefgh"

    def history(agents: str, times: int) -> list[Replayed]:
        without = [seen(agent, "", 0.9, "learned") for agent in agents for _ in range(60)]
        return without + [seen(agent, "fix", 0.9, "learned") for agent in agents for _ in range(times)]

    assert not trust_from(history(many, 1)).learned_decides("fix", 0.9)
    assert trust_from(history(many, 6)).learned_decides("fix", 0.9)
    # Two agents only: the one of the keyword may still come.
    assert not trust_from(history(few, 6)).learned_decides("fix", 0.9)


def test_being_as_good_is_not_enough() -> None:
    assert not trust_from([Replayed("a", "", 0.9, True, True)] * 50).learned_decides("", 0.9)


@given(replays)
def test_where_it_decides_it_was_better(history: list[Replayed]) -> None:
    trust = trust_from(history)
    for said in ("", "a", "b", "c"):
        for confidence in (0.1, 0.5, 0.9):
            if trust.learned_decides(said, confidence):
                region = trust.region(said, confidence)
                assert region.learned_share > region.keywords_share
                assert region.learned_right > 0


@given(st.floats(0, 1))
def test_every_confidence_has_a_band(confidence: float) -> None:
    assert band_of(confidence) in {0, 1, 2}
