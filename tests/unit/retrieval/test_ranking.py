"""From the parts of a score to ranked passages, over a real table of passages."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval.dense import Nearness
from memserver.retrieval.lexical import match_words
from memserver.retrieval.neighbours import links_of
from memserver.retrieval.passage_map import PassageMap
from memserver.retrieval.passage_table import PassageTable, View
from memserver.retrieval.postings import PostingKeeper
from memserver.retrieval.ranking import (
    Query,
    Ranked,
    Ranker,
    Scored,
    best_of_owners,
    best_rows,
    with_source,
)
from memserver.retrieval.tuning import RANKING
from memserver.storage.passages import holder_of_memories
from memserver.text.language import has_korean
from memserver.text.terms import query_words, terms_of
from tests.unit.kit import Kit, open_kit

TALK = [
    "Where did you spend the summer holidays with the children?",
    "Camping at the lake with the old tent",
    "Lovely, and was it warm enough in the water?",
    "버그를 고쳤다",
    "Lunch was late again",
]
HOLDERS = [holder_of_memories(Layer.EPISODIC, "")]


class Room:
    """A store of texts, and how a question ranks them."""

    def __init__(self, kit: Kit, passages: PassageMap) -> None:
        self.kit = kit
        self.known = passages

    @property
    def passages(self) -> PassageTable:
        return self.known.table

    async def scored(
        self,
        question: str,
        near: Sequence[float] | None = None,
        balance: float = 0.5,
        trust: float = 0.0,
        hidden: Sequence[int] = (),
    ) -> Scored:
        words = query_words(question)
        postings, _ = await PostingKeeper(self.kit.store.passages).of(terms_of(words))
        speaker = self.passages.speakers.named_among([term for word in words for term in word.terms])
        query = Query(has_korean(question), speaker, balance)
        mask = self.passages.view(HOLDERS).mask
        mask[list(hidden)] = False
        view = View(mask, int(np.count_nonzero(mask)))
        ranker = Ranker(self.passages, match_words(words, postings, self.passages), view, query)
        nearness = None
        if near is not None:
            nearness = Nearness(np.array(near, np.float32) / 10, np.array(near, np.float64))
        links = links_of(self.passages.columns, np.full(self.passages.count, trust))
        return ranker.score(np.flatnonzero(view.mask), nearness, links)

    async def ranked(self, question: str, near: Sequence[float] | None = None, balance: float = 0.5) -> list[Ranked]:
        scored = await self.scored(question, near, balance)
        return scored.ranked(self.passages, best_rows(scored.score, scored.places, self.passages.count))


@asynccontextmanager
async def open_room(folder: Path, texts: Sequence[str], thread: str | None = None) -> AsyncIterator[Room]:
    async with open_kit(folder) as kit:
        await kit.writer.add_many(
            [Draft(Layer.EPISODIC, text, thread=thread, position=place) for place, text in enumerate(texts)]
        )
        passages = PassageMap(kit.store)
        await passages.refresh(len(texts))
        yield Room(kit, passages)


@pytest.fixture
async def apart(tmp_path: Path) -> AsyncIterator[Room]:
    """Texts that have nothing to do with each other."""
    async with open_room(tmp_path, TALK) as room:
        yield room


@pytest.fixture
async def talk(tmp_path: Path) -> AsyncIterator[Room]:
    """The same as one conversation."""
    async with open_room(tmp_path, TALK, "talk") as room:
        yield room


async def test_words_and_vectors_add_up(apart: Room) -> None:
    best = (await apart.ranked("camping at the lake", [0, 3, 1, 0, 0]))[0]
    assert (best.passage, best.words, best.nearness, best.coverage) == (2, 1, 3, 1)
    assert best.score == pytest.approx(RANKING.words + 3 * RANKING.nearness)
    assert set(best.reasons()) == {"score", "words", "coverage", "nearness", "similarity"}


async def test_it_works_without_vectors_and_without_words(apart: Room) -> None:
    best = (await apart.ranked("버그"))[0]
    assert (best.passage, best.nearness, best.similarity) == (4, None, None)
    assert set(best.reasons()) == {"score", "words", "coverage"}
    assert (await apart.ranked("zeppelin", [0, 1, 5, 0, 0]))[0].passage == 3


async def test_words_count_as_far_as_the_best_passage_mentions_the_query(apart: Room) -> None:
    whole, half = [(await apart.ranked(question))[0] for question in ("camping", "camping zeppelin")]
    assert half.words == pytest.approx(half.coverage, abs=1e-3)
    assert whole.words == 1 > half.words > 0


async def test_what_may_not_be_seen_counts_for_nothing_and_lends_nothing(talk: Room) -> None:
    beside, alone = [await talk.scored("summer holidays", hidden=hidden) for hidden in ((), (0,))]
    assert beside.words[0] > 0
    assert beside.lent[1] > 0
    assert alone.places.tolist() == [1, 2, 3, 4]
    assert not (alone.words.any() or alone.coverage.any() or alone.lent.any())


@pytest.mark.parametrize(("balance", "part"), [(0.0, "words"), (1.0, "nearness")])
async def test_at_either_end_of_the_balance_one_part_decides_alone(apart: Room, balance: float, part: str) -> None:
    ranked = await apart.ranked("lunch at the lake", [4, 0.5, 3, 2, 1], balance)
    parts = [getattr(each, part) for each in ranked]
    assert parts == sorted(parts, reverse=True)
    assert [each.passage for each in ranked] != [
        each.passage for each in await apart.ranked("lunch", [4, 0.5, 3, 2, 1])
    ]


async def test_a_passage_without_a_vector_is_ranked_by_its_words(apart: Room) -> None:
    best = (await apart.ranked("lunch late", [1, 2, 3, 0, float("nan")]))[0]
    assert (best.passage, best.similarity, best.nearness) == (5, None, 3)


async def test_the_reply_is_lent_the_words_of_what_it_replies_to(talk: Room, tmp_path: Path) -> None:
    by_id = {each.passage: each for each in await talk.ranked("summer holidays with the children")}
    assert by_id[1].lent == 0
    assert by_id[2].lent > by_id[3].lent > by_id[4].lent == 0
    assert "lent" in by_id[2].reasons()


async def test_who_follows_whom_is_told_by_position_also_when_texts_arrive_out_of_order(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        places = [2, 4, 0, 3, 1]
        await kit.writer.add_many(
            [Draft(Layer.EPISODIC, TALK[place], thread="talk", position=place) for place in places]
        )
        passages = PassageMap(kit.store)
        await passages.refresh(len(TALK))
        ranked = await Room(kit, passages).ranked("summer holidays with the children")
        lent = {places[each.passage - 1]: each.lent for each in ranked}
        assert lent[1] > lent[2] > lent[3] == lent[4] == 0


async def test_untold_order_lends_only_as_far_as_vectors_trust_it(apart: Room) -> None:
    question, near = "summer holidays with the children", [0.0] * 5
    none, some, full = [(await apart.scored(question, near, trust=trust)).lent for trust in (0.0, 0.5, 1.0)]
    assert none.tolist() == [0] * 5
    assert full[1] == pytest.approx(2 * some[1])
    assert full[1] > 0


async def test_the_passages_of_one_long_memory_lend_each_other(tmp_path: Path) -> None:
    paragraphs = [
        "The summer holidays of the children began early. " * 12,
        "A tent was bought and repaired at the lake. " * 12,
        "Nothing else was done in the cold months. " * 12,
    ]
    async with open_room(tmp_path, []) as room:
        # A title of its own: one that is made from the text is a word of every passage.
        await room.kit.add("\n\n".join(paragraphs), Layer.EPISODIC, title="Letter")
        await room.known.refresh(1)
        ranked = {each.passage: each for each in await room.ranked("summer holidays children")}
        assert len({each.owner for each in ranked.values()}) == 1
        assert ranked[2].lent > ranked[3].lent > ranked[1].lent == 0


async def test_a_long_passage_is_lent_less_than_a_short_one(tmp_path: Path) -> None:
    long = "It was nice " + "and we walked along the river bank for hours " * 8
    async with open_room(tmp_path / "a", ["summer holidays", "It was nice"], "talk") as short_room:
        short = (await short_room.scored("summer holidays")).lent[1]
    async with open_room(tmp_path / "b", ["summer holidays", long], "talk") as long_room:
        assert 0 < (await long_room.scored("summer holidays")).lent[1] < short


async def test_the_named_speaker_stands_before_those_who_call_the_name(tmp_path: Path) -> None:
    texts = ["Jonas: Mina, the move to Busan is brave", "Mina: The move to Busan is done"]
    async with open_room(tmp_path, texts, "talk") as room:
        ranked = await room.ranked("When was Mina's move to Busan?")
        assert [(each.passage, each.speaker) for each in ranked] == [(2, 1), (1, -1)]
        assert all("speaker" in each.reasons() for each in ranked)
        assert {each.speaker for each in await room.ranked("the move to Busan")} == {0}


async def test_a_text_in_the_other_language_keeps_up_where_words_cannot_match(tmp_path: Path) -> None:
    texts = ["We roll back when errors exceed two percent", "오류율이 2%를 넘으면 되돌린다", "점심은 열두 시에 먹는다"]
    async with open_room(tmp_path, texts) as room:
        ranked = {each.passage: each for each in await room.ranked("when to roll back errors", [2, 4, 0])}
        assert ranked[2].words == pytest.approx(RANKING.other_language * ranked[1].words, abs=1e-3)
        assert ranked[3].words == 0
        assert [ranked[passage].foreign for passage in (1, 2, 3)] == [False, True, True]
        asked_in_korean = {each.passage: each for each in await room.ranked("오류율이 넘으면 되돌린다", [2, 4, 0])}
        assert asked_in_korean[1].words == pytest.approx(RANKING.other_language * asked_in_korean[2].words, abs=1e-3)


def scored_of(scores: Sequence[float]) -> Scored:
    values, nothing = np.array(scores, np.float64), np.zeros(len(scores))
    places = np.arange(len(scores))
    return Scored(places, values, nothing, None, nothing, nothing, nothing, None, nothing > 0)


SCORES = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4)), max_size=200)


@given(SCORES, st.integers(1, 250))
def test_the_best_are_found_in_one_order(pairs: list[tuple[int, int]], limit: int) -> None:
    scores = [float(score) for score, _ in pairs]
    expected = sorted(range(len(scores)), key=lambda row: (-scores[row], row))[:limit]
    assert best_rows(np.array(scores), np.arange(len(scores)), limit).tolist() == expected


@given(SCORES, st.integers(1, 5))
def test_each_owner_stands_once_with_its_best_passage(pairs: list[tuple[int, int]], limit: int) -> None:
    scores, owners = [float(score) for score, _ in pairs], np.array([owner for _, owner in pairs], np.int32)
    expected: dict[int, int] = {}
    for row in sorted(range(len(scores)), key=lambda row: (-scores[row], row)):
        expected.setdefault(int(owners[row]), row)
    assert best_of_owners(scored_of(scores), owners, limit).tolist() == list(expected.values())[:limit]


@given(SCORES, st.floats(0, 2))
def test_a_passage_is_lifted_by_a_share_of_the_best_of_its_source(pairs: list[tuple[int, int]], share: float) -> None:
    scores, owners = [float(score) for score, _ in pairs], [owner for _, owner in pairs]
    expected = [
        score + share * max(each for each, other in zip(scores, owners, strict=True) if other == owner)
        for score, owner in zip(scores, owners, strict=True)
    ]
    assert with_source(scored_of(scores), np.array(owners, np.int32), 5, share).tolist() == pytest.approx(expected)
