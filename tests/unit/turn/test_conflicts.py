from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from memserver.clock import to_iso
from memserver.embedding.calibration import LOCAL
from memserver.layers.drafts import Draft
from memserver.model import Layer, Relation
from memserver.storage.memories import RelationRecord
from memserver.storage.passages import Visibility
from memserver.turn.blocks.inputs import BlockSource
from memserver.turn.candidates import Candidate
from memserver.turn.conflicts import block_sources, find_conflicts, known_conflicts
from memserver.turn.request import TurnRequest
from tests.unit.kit import START, open_kit
from tests.unit.workers.engine_kit import open_engine

MOMENT = datetime(2026, 3, 1, tzinfo=UTC)
SAME_DIRECTION = np.array([[1.0, 0.0], [1.0, 0.0]], np.float32)


def source(name: str, title: str, text: str, path: str | None = None) -> BlockSource:
    number = ord(name) - ord("a") + 1
    return BlockSource(
        id=name, number=number, title=title, text=text, source="episodic", score=0.5, path=path, modified=MOMENT
    )


def test_a_changed_value_is_found_with_the_older_side_first() -> None:
    old = source("a", "Timeout", "The request timeout of the gateway is 30 seconds.")
    new = source("b", "Timeout", "The request timeout of the gateway is 90 seconds.")
    (found,) = find_conflicts((old, new), (), SAME_DIRECTION, LOCAL)
    assert found.evidence == "request timeout gateway: 30 seconds → 90 seconds"


def test_texts_that_share_most_of_their_words_are_compared_whatever_their_titles_and_vectors_say() -> None:
    memory = source("a", "We deploy the web shop with Helm.", "We deploy the web shop with Helm.")
    note = source("b", "Team notes", "The web shop is not deployed with Helm; we use Kustomize.", "team.md")
    far_apart = np.array([[1.0, 0.0], [0.0, 1.0]], np.float32)
    for vectors, curve in ((None, None), (far_apart, LOCAL)):
        (found,) = find_conflicts((memory, note), (), vectors, curve)
        assert {found.first, found.second} == {memory, note}
        assert {found.first_says, found.second_says} == {memory.text, "The web shop is not deployed with Helm"}


def test_a_known_conflict_shows_the_sides_in_the_order_of_its_evidence() -> None:
    old = source("a", "Timeout", "The request timeout of the gateway is 30 seconds.")
    new = source("b", "Timeout", "The request timeout of the gateway is 90 seconds.")
    known = RelationRecord("b", "a", Relation.CONFLICTS_WITH, "30 seconds → 90 seconds")
    (found,) = find_conflicts((new, old), (known,), None, None)
    assert (found.first, found.second) == (old, new)


def test_two_notes_of_one_title_that_tell_different_stories_are_named() -> None:
    first = source("a", "Release plan", "Alpha ships with the new parser.", "plans/one.md")
    second = source("b", "Release plan", "Marketing prepares posters and a video.", "plans/two.md")
    (found,) = find_conflicts((first, second), (), SAME_DIRECTION, LOCAL)
    assert found.evidence == "same title, different text"


def test_a_title_made_from_the_text_is_no_title_to_agree_on() -> None:
    first = source("a", "Thanks for the roses", "The garden looks lovely, flowers everywhere already.")
    second = source("b", "Thanks for the roses", "My bicycle chain broke yesterday.")
    made = tuple(each._replace(named=False) for each in (first, second))
    assert find_conflicts(made, (), SAME_DIRECTION, LOCAL) == ()
    assert len(find_conflicts((first, second), (), SAME_DIRECTION, LOCAL)) == 1


def test_code_is_not_compared_and_what_is_said_beside_it_is() -> None:
    old = source("a", "", "The request timeout of the gateway is 30 seconds.")
    code = source("b", "", "timeout of the gateway request = 60 seconds")._replace(code=True)
    new = source("c", "", "The request timeout of the gateway is 90 seconds.")
    vectors = np.ones((3, 2), np.float32)
    (found,) = find_conflicts((old, code, new), (), vectors, LOCAL)
    assert {found.first.id, found.second.id} == {"a", "c"}


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
    told = {each.id: (each.named, each.code) for each in block_sources([*turn.candidates, *turn.unrelated])}
    assert told == {plain: (False, False), titled: (True, False), bare: (False, True), fenced: (False, False)}


async def test_a_conflict_that_was_found_at_writing_comes_with_the_facts(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        former = await kit.writer.add(Draft(Layer.LONG_TERM, "The request timeout of the gateway is 30 seconds."))
        latter = await kit.writer.add(Draft(Layer.LONG_TERM, "The request timeout of the gateway is 90 seconds."))
        assert latter.conflicts_with == (former.id,)
        visible = Visibility(projects=("",), brain=None, now=to_iso(START))
        facts = {each.memory_id: each for each in (await kit.store.passages.facts([1, 2], visible)).values()}
    taken = [
        Candidate(
            id=name, source="long-term", title="", text="", tokens=1, score=0.5, moment=START, conflicts=of.conflicts
        )
        for name, of in facts.items()
        if name is not None
    ]
    (known,) = known_conflicts(taken)
    assert (known.source_id, known.target_id) == (latter.id, former.id)
    assert "90 seconds" in known.evidence
