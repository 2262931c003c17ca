"""Who says what: whoever a query names is heard first, and nobody is silenced."""

from __future__ import annotations

import numpy as np

from memserver.retrieval.speakers import Speakers
from memserver.text.terms import query_terms

TALK = ["mina", "jonas", "mina", "", "mary ann", "note", "decision"]
BEFORE = [-1, 0, 1, 2, -1, -1, -1]


def learn(speakers: Speakers, codes: np.ndarray, before: list[int]) -> None:
    """Tell who follows whom, by the place before each."""
    following = [place for place, former in enumerate(before) if former >= 0]
    speakers.learn(codes[following], codes[[before[place] for place in following]])


def heard(labels: list[str] = TALK, before: list[int] = BEFORE) -> tuple[Speakers, np.ndarray]:
    speakers = Speakers()
    codes = speakers.codes(labels)
    learn(speakers, codes, before)
    return speakers, codes


def said(question: str, labels: list[str] = TALK, before: list[int] = BEFORE) -> list[float] | None:
    """Return who of a talk is the one whom the question names; None where it names nobody."""
    speakers, codes = heard(labels, before)
    speaker = speakers.named_among(query_terms(question))
    return speakers.agreement(speaker, codes).tolist() if speaker is not None else None


def test_what_the_named_one_says_is_lifted_and_what_others_say_is_lowered() -> None:
    assert said("What did Mina decide?") == [1, -1, 1, 0, 0, 0, 0]
    assert said("Where does Jonas live?") == [-1, 1, -1, 0, 0, 0, 0]


def test_nobody_is_preferred_when_none_or_several_are_named() -> None:
    assert said("Where is the office?") is None
    assert said("What do Mina and Jonas have in common?") is None


def test_labels_that_take_no_turns_are_no_speakers() -> None:
    assert said("Which decision was made on this note?") is None
    assert said("What does the note say?", ["note", "note", "note"], [-1, 0, 1]) is None


def test_a_name_of_two_words_must_be_named_whole() -> None:
    assert said("What did Mary say?", ["mary ann", "mary beth"], [-1, 0]) is None
    assert said("What did Mary Ann say?", ["mary ann", "mary beth"], [-1, 0]) == [1, -1]
    assert said("What did Mary Ann say?", ["mary", "mary ann"], [-1, 0]) == [-1, 1]
    assert said("What did Mary say?", ["mary", "mary ann"], [-1, 0]) == [1, -1]


def test_korean_names_are_known_with_their_particles() -> None:
    assert said("민수는 어디로 이사했어?", ["민수", "지영"], [-1, 0]) == [1, -1]


def test_a_talk_may_arrive_in_parts() -> None:
    speakers = Speakers()
    first = speakers.codes(["mina"])
    learn(speakers, first, [-1])
    assert speakers.named_among(query_terms("What did Mina decide?")) is None
    both = np.concatenate([first, speakers.codes(["jonas"])])
    learn(speakers, both, [-1, 0])
    assert speakers.named_among(query_terms("What did Mina decide?")) == both[0]


def test_codes_stay_the_same_with_kept_names() -> None:
    speakers, codes = heard()
    again = Speakers(speakers.names())
    assert again.codes(TALK).tolist() == codes.tolist()
    learn(again, codes, BEFORE)
    assert again.named_among(query_terms("What did Mina decide?")) == codes[0]
