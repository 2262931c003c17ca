"""Postings that are kept between questions are the ones that the text index holds at that moment."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.model import Layer
from memserver.retrieval.lexical import Posting, postings_of
from memserver.retrieval.postings import PostingKeeper
from tests.unit.kit import Kit, open_kit

VOCABULARY = ("deploy", "billing", "tuesday", "invoice", "배포")
TERMS = ("deploy", "bil", "tuesday", "invoic", "배포", "zeppelin")

Plain = dict[str, tuple[list[int], list[int]]]


def plain(postings: dict[str, Posting]) -> Plain:
    return {term: (each.ids.tolist(), each.counts.tolist()) for term, each in postings.items()}


async def as_stored(kit: Kit) -> Plain:
    rows, _ = await kit.store.passages.postings(TERMS)
    return plain(postings_of(rows))


async def remember(kit: Kit, content: str) -> str:
    return await kit.add(content, Layer.EPISODIC, external_id=content)


async def test_a_word_is_read_once_while_the_index_stays_as_it_is(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        await remember(kit, "deploy the billing service")
        _, reached = await kit.store.passages.postings(TERMS)
        still, _ = await kit.store.passages.postings(TERMS, ["zeppelin"], reached.text_index)
        assert [term for term, _ in still] == ["zeppelin"]
        await remember(kit, "deploy on tuesday")
        changed, _ = await kit.store.passages.postings(TERMS, ["zeppelin"], reached.text_index)
        assert [term for term, _ in changed] == list(TERMS)


async def test_another_window_s_writes_are_seen(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit, open_kit(tmp_path) as other:
        keeper = PostingKeeper(kit.store.passages)
        await remember(kit, "deploy the billing service")
        before, _ = await keeper.of(TERMS)
        await remember(other, "deploy on tuesday")
        after, _ = await keeper.of(TERMS)
        assert len(before["deploy"].ids) + 1 == len(after["deploy"].ids)
        assert plain(after) == await as_stored(kit)


async def test_questions_at_the_same_time_get_their_own_postings(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        keeper = PostingKeeper(kit.store.passages)
        for number in range(5):
            await remember(kit, f"deploy billing {number}")
            answers = await asyncio.gather(*(keeper.of([term]) for term in TERMS))
            together = {term: each for found, _ in answers for term, each in found.items()}
            assert plain(together) == await as_stored(kit)


actions = st.lists(
    st.one_of(
        st.tuples(st.just("add"), st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=4).map(" ".join)),
        st.tuples(st.just("delete"), st.integers(0, 5)),
        st.tuples(st.just("rewrite"), st.tuples(st.integers(1, 5), st.sampled_from(TERMS))),
        st.tuples(st.just("ask"), st.lists(st.sampled_from(TERMS), unique=True, max_size=4)),
    ),
    max_size=20,
)


@given(actions=actions, numbers=st.integers(0, 24))
@settings(max_examples=40, deadline=None)
def test_kept_or_read_the_postings_are_the_same(actions: list[tuple[str, object]], numbers: int) -> None:
    async def run(folder: Path) -> None:
        async with open_kit(folder) as kit:
            keeper, ids = PostingKeeper(kit.store.passages, numbers), list[str]()
            for name, argument in actions:
                if name == "add":
                    ids.append(await remember(kit, f"{argument} {len(ids)}"))
                elif name == "delete" and isinstance(argument, int) and argument < len(ids):
                    await kit.writer.delete(ids.pop(argument))
                elif isinstance(argument, tuple):
                    async with kit.store.database.write() as transaction:
                        await kit.store.passages.write_terms(transaction, [argument])
                elif isinstance(argument, list):
                    found, _ = await keeper.of(argument)
                    stored = await as_stored(kit)
                    assert plain(found) == {term: stored[term] for term in argument if term in stored}
                    assert list(found) == [term for term in argument if term in stored]

    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(run(Path(folder)))
