"""From a question to ranked owners."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.retrieval.dense import centred_query
from memserver.retrieval.lexical import Ids
from memserver.retrieval.ranking import (
    KEPT,
    LEAST_READ,
    LEXICAL_HITS,
    RANKED,
    Ranking,
    lexical_hits,
    score_passages,
    wanted_passages,
    worth_reading,
)
from tests.unit.retrieval.small_store import centred, dense, layout, match, ranked

TALK = ["Where did you go?", "Camping at the lake with Mina", "It was great", "버그를 고쳤다", "Lunch was late"]


def alone(ids: Ids) -> Ids:
    return np.unique(ids)


def test_words_and_vectors_agree_on_the_best() -> None:
    found = match("camping with Mina", TALK)
    best = ranked(found, layout(TALK), [0.2, 0.9, 0.1, 0.0, 0.1])[0]

    assert (best.passage, best.coverage) == (2, 1)
    assert best.similarity == pytest.approx(0.9)


def test_it_works_without_vectors() -> None:
    found = match("버그", TALK)

    assert ranked(found, layout(TALK, in_thread=False))[0].passage == 4
    assert ranked(found, layout(TALK))[0].similarity is None
    assert 4 in wanted_passages(found, lexical_hits(found), None, alone)


def test_it_works_when_no_word_matches() -> None:
    found = match("zeppelin", TALK)
    similarities = [0.1, 0.2, 0.8, 0.1, 0.1]

    pool = dense(similarities).nearest(10)
    wanted = wanted_passages(found, pool, centred(similarities, 5)[pool - 1], alone)
    assert wanted.tolist() == [1, 2, 3, 4, 5]
    assert ranked(found, layout(TALK), similarities)[0].passage == 3


def test_what_stands_around_the_best_is_read_too_and_the_next_best_while_there_is_room() -> None:
    texts = [f"lake {number}" for number in range(2 * RANKED)]
    found = match("lake", texts)

    def around(ids: Ids) -> Ids:
        return np.union1d(ids, ids + 1_000)

    assert wanted_passages(found, lexical_hits(found), None, around).tolist() == [
        *range(1, KEPT + 1),
        *range(1_001, 1_001 + KEPT),
    ]
    assert len(wanted_passages(found, lexical_hits(found), None, alone)) == LEXICAL_HITS
    for most in (KEPT, KEPT + 20):
        assert len(wanted_passages(found, lexical_hits(found), None, alone, most)) == most


def test_an_owner_stands_once_with_its_best_passage() -> None:
    best = ranked(match("camping", TALK), layout(TALK, owners=[1, 1, 1, 2, 2]))

    assert [each.passage for each in best] == [2, 4]


def test_a_passage_without_a_vector_is_ranked_by_its_words() -> None:
    best = ranked(match("lunch", TALK), layout(TALK, in_thread=False), [0.1, 0.1, 0.1, 0.1])[0]

    assert (best.passage, best.similarity) == (5, None)


def test_reasons_name_the_parts_of_a_score() -> None:
    best = ranked(match("camping", TALK), layout(TALK), [0.1] * 5)[0]

    assert set(best.reasons()) == {"score", "words", "coverage", "nearness", "similarity"}


def test_nothing_read_gives_nothing() -> None:
    assert ranked(match("camping", TALK), layout([])) == []


def test_the_mean_of_the_store_is_taken_out_of_the_question() -> None:
    mean = np.array([0.6, 0.0], np.float32)
    question = np.array([0.6, 0.8], np.float32)

    assert centred_query(question, mean, 10_000)[0] < 0.01
    assert centred_query(question, mean, 0).tolist() == question.tolist()


@given(st.lists(st.sampled_from(["camping lake", "lunch", "버그", "", "lake"]), max_size=12))
def test_the_order_is_total_and_the_same_every_time(texts: list[str]) -> None:
    owners = [number % 4 for number in range(len(texts))]
    found = match("camping at the lake 버그", texts)
    first = ranked(found, layout(texts, owners=owners))
    again = ranked(found, layout(texts, owners=owners))

    assert first == again
    assert {owners[each.passage - 1] for each in first} == set(owners)
    assert len(first) == len(set(owners))
    assert [each.score for each in first] == sorted((each.score for each in first), reverse=True)


@given(st.lists(st.integers(1, 500), max_size=80), st.floats(0, 10_000))
def test_as_many_are_read_as_hold_enough_text(tokens: list[int], enough: float) -> None:
    count = worth_reading(np.array(tokens, np.int32), enough)
    assert min(len(tokens), LEAST_READ) <= count <= len(tokens)
    # One less would have done only where there are the fewest that are always read.
    assert count in (len(tokens), LEAST_READ) or sum(tokens[: count - 1]) <= enough < sum(tokens[:count])


def test_one_that_was_deleted_meanwhile_takes_its_vector_along() -> None:
    best = ranked(match("camping with Mina", TALK), layout(TALK))
    ranking = Ranking(best, np.arange(10, dtype=np.float32).reshape(5, 2))
    left = ranking.among({each.passage for each in best[1:3]})
    assert left.owners == best[1:3]
    assert left.vectors is not None
    assert left.vectors.tolist() == [[2, 3], [4, 5]]
    assert ranking.among({each.passage for each in best}) is ranking


def test_no_more_are_ranked_than_were_asked_for() -> None:
    scoring = score_passages(match("camping", TALK), None, layout(TALK))
    assert scoring.best(results=2).tolist() == scoring.best().tolist()[:2]
