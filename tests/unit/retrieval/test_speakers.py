"""Who says what: whoever a question names is heard first, and nobody is silenced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from memserver.model import Layer
from memserver.retrieval.passage_map import PassageMap
from memserver.retrieval.ranking import SAID_BY_ANOTHER
from memserver.retrieval.speakers import Speakers
from memserver.text.terms import query_terms
from tests.unit.kit import open_kit
from tests.unit.retrieval.small_store import layout, match, ranked

TALK = ["mina", "jonas", "mina", "", "mary ann", "note", "decision"]
FOLLOWS = [False, True, True, True, False, False, False]


def heard(labels: list[str] = TALK, follows: list[bool] = FOLLOWS) -> Speakers:
    speakers = Speakers()
    speakers.take_in(labels, follows, "")
    return speakers


def others(speakers: Speakers, question: str, count: int = len(TALK)) -> list[bool] | None:
    speaker = speakers.named_among(query_terms(question))
    return speakers.said_by_others(speaker, np.arange(count)).tolist() if speaker is not None else None


def test_what_others_say_is_known_when_one_is_named() -> None:
    assert others(heard(), "What did Mina decide?") == [False, True, False, False, False, False, False]
    assert others(heard(), "Where does Jonas live?") == [True, False, True, False, False, False, False]


def test_nobody_is_preferred_when_none_or_several_are_named() -> None:
    assert others(heard(), "Where is the office?") is None
    assert others(heard(), "What do Mina and Jonas have in common?") is None


def test_labels_that_take_no_turns_are_no_speakers() -> None:
    assert others(heard(), "Which decision was made on this note?") is None
    alone = heard(["note", "note", "note"], [False, True, True])
    assert others(alone, "What does the note say?", 3) is None


def test_a_name_of_two_words_must_be_named_whole() -> None:
    speakers = heard(["mary ann", "mary beth"], [False, True])
    assert others(speakers, "What did Mary say?", 2) is None
    assert others(speakers, "What did Mary Ann say?", 2) == [False, True]
    with_short = heard(["mary", "mary ann"], [False, True])
    assert others(with_short, "What did Mary Ann say?", 2) == [True, False]
    assert others(with_short, "What did Mary say?", 2) == [False, True]


def test_korean_names_are_known_with_their_particles() -> None:
    speakers = heard(["민수", "지영"], [False, True])
    assert others(speakers, "민수는 어디로 이사했어?", 2) == [False, True]


def test_a_talk_may_arrive_in_parts() -> None:
    speakers = Speakers()
    speakers.take_in(["mina"], [False], "")
    assert others(speakers, "What did Mina decide?", 1) is None
    speakers.take_in(["jonas"], [True], "mina")
    assert others(speakers, "What did Mina decide?", 2) == [False, True]


def test_what_another_says_ranks_lower_and_stays() -> None:
    texts = ["Jonas: Mina, the move to Busan is brave", "Mina: The move to Busan is done"]
    found, placed = match("When was Mina's move to Busan?", texts), layout(texts, in_thread=False)
    by_score = {each.passage: each.score for each in ranked(found, placed)}
    lowered = ranked(found, replace(placed, by_others=np.array([True, False])))
    assert [each.passage for each in lowered] == [2, 1]
    assert lowered[0].score == by_score[2]
    assert lowered[1].score == SAID_BY_ANOTHER * by_score[1]
    assert lowered[1].reasons()["saidByAnother"] == SAID_BY_ANOTHER
    assert "saidByAnother" not in lowered[0].reasons()


async def test_talks_of_the_store_are_heard(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        for number, text in enumerate(("Mina: I moved", "Jonas: Great, Mina", "Mina: To Busan")):
            await kit.add(text, Layer.EPISODIC, thread="talk", position=number)
        passages = PassageMap(kit.store)
        await passages.refresh(3)
        speaker = passages.speakers.named_among(query_terms("Where did Mina move?"))
        by_others = passages.layout(np.array([1, 2, 3], np.int64), speaker=speaker).by_others
        assert by_others is not None
        assert by_others.tolist() == [False, True, False]
