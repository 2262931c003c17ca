"""One block for many postings: what is there is what was put there, however often the block was filled."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memserver.retrieval import posting_block
from memserver.retrieval.lexical import Posting
from memserver.retrieval.posting_block import PostingBlock


def posting(first: int, length: int) -> Posting:
    ids = np.arange(first, first + length, dtype=np.int32)
    return Posting(ids, ids + 1)


@given(st.integers(0, 24), st.lists(st.tuples(st.integers(0, 30), st.integers(0, 8)), max_size=60))
@example(4, [(0, 1), (1, 1), (2, 0), (3, 1), (4, 1), (5, 1)])
def test_every_posting_is_as_it_was_put(numbers: int, puts: list[tuple[int, int]]) -> None:
    block, known = PostingBlock(numbers), dict[str, tuple[int, int]]()
    for order, (name, length) in enumerate(puts):
        term = str(name)
        if term not in block:
            known[term] = (100 * order, length)
        block.put(term, posting(100 * order, length))
        assert (term in block) == (2 * known[term][1] <= numbers)
        for each in block.terms():
            expected = posting(*known[each])
            assert block[each].ids.tolist() == expected.ids.tolist()
            assert block[each].counts.tolist() == expected.counts.tolist()


def test_the_oldest_give_way_to_the_newest() -> None:
    block = PostingBlock(8)
    for number, length in enumerate((2, 1, 1, 1, 0)):
        block.put(f"t{number}", posting(number, length))
    assert block.terms() == ["t1", "t2", "t3", "t4"]


def test_there_is_an_end_to_terms_that_take_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting_block, "MOST_TERMS", 3)
    block = PostingBlock(8)
    for number in range(5):
        block.put(f"t{number}", posting(0, 0))
    assert block.terms() == ["t2", "t3", "t4"]


def test_what_was_handed_out_stays_as_it_was() -> None:
    block = PostingBlock(2)
    block.put("one", posting(1, 1))
    handed_out = block["one"]
    block.put("two", posting(7, 1))
    assert handed_out.ids.tolist() == [1]
