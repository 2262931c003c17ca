from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from memserver.claims.verdict import Reason
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.turn.candidates import Candidate
from memserver.turn.conflicts import block_sources, conflicts_among
from memserver.turn.relations import Told
from memserver.turn.request import TurnRequest
from tests.unit.kit import START
from tests.unit.workers.engine_kit import open_engine

THIRTY, NINETY = (
    "The request timeout of the gateway is 30 seconds.",
    "The request timeout of the gateway is 90 seconds.",
)
REASON = Reason("value", {"old": "30 seconds", "new": "90 seconds"}).to_json()
LATER = START + timedelta(days=30)


def candidate(name: str, text: str, moment: datetime, *told: Told, **more: object) -> Candidate:
    number = ord(name) - ord("a") + 1
    made = Candidate(id=name, source="long-term", title="", text=text, score=1.0, moment=moment, number=number)
    return replace(made, told=told, **more)  # type: ignore[arg-type]


def told(other: str, *, later: bool, moment: datetime = START, **more: object) -> Told:
    known = Told(
        replaces=False, id=other, title="", path="", moment=moment, reason=REASON, later=later, ordinal=None,
        other_ordinal=None, other_says=THIRTY if later else NINETY,
    )  # fmt: skip
    return known._replace(**more)


def test_two_that_disagree_are_told_once_with_the_older_side_first() -> None:
    new = candidate("a", NINETY, LATER, told("b", later=True))
    old = candidate("b", THIRTY, START, told("a", later=False, moment=LATER))
    (found,) = conflicts_among([new, old], block_sources([new, old]), "en")
    assert (found.first.id, found.second.id) == ("b", "a")
    assert found.evidence == "30 seconds → 90 seconds"


def test_where_the_dates_turned_out_to_be_the_other_way_round_so_does_the_reason() -> None:
    new = candidate("a", NINETY, START, told("b", later=True, moment=LATER))
    old = candidate("b", THIRTY, LATER)
    (found,) = conflicts_among([new, old], block_sources([new, old]), "en")
    assert (found.first.id, found.second.id) == ("a", "b")
    assert found.evidence == "90 seconds → 30 seconds"


def test_a_side_that_is_not_shown_and_a_passage_that_is_not_shown_are_no_pair() -> None:
    other = candidate("b", THIRTY, START, shown=frozenset({4}))
    absent = candidate("a", NINETY, LATER, told("c", later=True))
    assert conflicts_among([absent, other], block_sources([absent, other]), "en") == ()
    elsewhere = candidate("a", NINETY, LATER, told("b", later=True, other_ordinal=3))
    assert conflicts_among([elsewhere, other], block_sources([elsewhere, other]), "en") == ()
    own = candidate("a", NINETY, LATER, told("b", later=True, ordinal=1, other_ordinal=4), shown=frozenset({0}))
    assert conflicts_among([own, other], block_sources([own, other]), "en") == ()
    shown = replace(own, shown=frozenset({0, 1}))
    assert len(conflicts_among([shown, other], block_sources([shown, other]), "en")) == 1


def test_what_was_replaced_is_no_conflict() -> None:
    new = candidate("a", NINETY, LATER, told("b", later=True)._replace(replaces=True))
    old = candidate("b", THIRTY, START)
    assert conflicts_among([new, old], block_sources([new, old]), "en") == ()


def test_evidence_of_an_earlier_version_is_told_as_it_is() -> None:
    new = candidate("a", NINETY, LATER, told("b", later=True, reason="negation differs: 'not' (new)"))
    old = candidate("b", THIRTY, START)
    (found,) = conflicts_among([new, old], block_sources([new, old]), "ko")
    assert found.evidence == "negation differs: 'not' (new)"


def test_blocks_are_told_how_likely_a_source_helps_whatever_the_scale_of_its_score() -> None:
    doubtful = Candidate(id="a", source="long-term", title="", text="x", score=9.0, moment=START, chance=0.2)
    assert [each.score for each in block_sources([doubtful])] == [0.2]


async def test_who_gave_a_title_and_what_is_code_is_known_of_a_candidate(tmp_path: Path) -> None:
    code = "def reach():\n    return 1\n\nclass Harbour:\n    boats = reach();"
    drafts = [
        Draft(Layer.LONG_TERM, "The harbour opens at dawn."),
        Draft(Layer.LONG_TERM, "It changes at noon.", title="Harbour duty"),
        Draft(Layer.LONG_TERM, code),
        Draft(Layer.LONG_TERM, f"The harbour is reached like this.\n```python\n{code}\n```"),
    ]
    async with open_engine(tmp_path) as engine:
        plain, titled, bare, fenced = [(await engine.writer.add(draft)).id for draft in drafts]
        _, turn = await engine.build_turn(TurnRequest(prompt="When does the harbour open?", session_id="s"))
    known = {each.id: (each.named, each.code) for each in block_sources([*turn.candidates, *turn.unrelated])}
    assert known == {plain: (False, False), titled: (True, False), bare: (False, True), fenced: (False, False)}
