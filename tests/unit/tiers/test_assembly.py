"""Assembly stays within its budget, whatever there is to say."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memserver.errors import InvalidParams
from memserver.text.token_count import count_tokens
from memserver.tiers.assembly import TIERS, Chunk, fitted, without_repetitions
from tests.unit.tiers.kit import PROJECTS, open_tiers

TEXT = st.text("가나다라 abc.\n123", min_size=1, max_size=300)


@st.composite
def chunks(draw: st.DrawFn) -> list[Chunk]:
    made = draw(st.lists(st.tuples(st.sampled_from(TIERS[1:]), TEXT, st.floats(0, 1)), max_size=30))
    return [Chunk(source, text, relevance, count_tokens(text)) for source, text, relevance in made]


@settings(max_examples=150)
@given(st.lists(TEXT.map(lambda text: text.replace("\n", " ")), max_size=8), chunks(), st.integers(0, 600))
def test_the_sum_is_the_total_and_never_more_than_allowed(lines: list[str], offered: list[Chunk], budget: int) -> None:
    assembled = fitted(lines, [chunk for _, chunk in without_repetitions(list(enumerate_ids(offered)))], budget)
    assert assembled.total_tokens == sum(chunk.tokens for chunk in assembled.chunks) <= budget
    assert all(chunk.tokens == count_tokens(chunk.content) for chunk in assembled.chunks)
    counts = {tier: sum(chunk.source == tier for chunk in assembled.chunks) for tier in TIERS}
    assert counts["operational"] <= 1
    assert counts["working"] <= 5
    assert counts["longterm"] <= 3
    assert counts["knowledge"] <= 2


def enumerate_ids(offered: list[Chunk]) -> list[tuple[str, Chunk]]:
    return [(f"r{place}", chunk) for place, chunk in enumerate(offered)]


def test_a_chunk_that_is_too_large_is_left_out_and_the_next_one_tried() -> None:
    large = Chunk("working", "x", 0.9, 500)
    small = Chunk("knowledge", "y", 0.5, 20)
    assert fitted([], [large, small], 100).chunks == [small]


def test_the_snapshot_is_cut_to_its_share_and_left_out_where_nothing_of_it_fits() -> None:
    lines = [f"line {number} says something about the machine" for number in range(200)]
    [chunk] = fitted(lines, [], 400).chunks
    assert chunk.tokens <= 100
    assert chunk.content.startswith("line 0")
    assert fitted(lines, [], 3).chunks == []
    assert fitted(lines, [], 10_000).total_tokens <= 500


def test_what_says_the_same_comes_once() -> None:
    one = Chunk("working", "Decision: use Postgres for orders", 0.8, 7)
    same = Chunk("longterm", "Decision: use Postgres for orders.", 0.7, 7)
    other = Chunk("longterm", "Restart the queue after a deploy", 0.6, 7)
    chosen = without_repetitions([("b", same), ("a", one), ("c", other), ("a", same)])
    assert [chunk for _, chunk in chosen] == [one, other]


async def test_all_four_tiers_speak_in_the_language_of_the_task(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        await tiers.working.log_decision(
            {"context": "배포 방식", "chosen": "블루 그린 배포", "reasoning": "되돌리기 쉽다", "who": "민아"}, "p1"
        )
        await tiers.archive.store_procedure({"name": "배포 절차", "steps": ["빌드", "배포"], "successCount": 3}, "p1")
        await tiers.archive.add_knowledge({"title": "배포 창", "content": "금요일에는 배포하지 않는다"}, "p1")
        await tiers.archive.add_knowledge({"title": "Lunch", "content": "Pizza on Mondays"}, "p1")
        assembled = await tiers.assembly.assemble("배포를 준비해줘", 4_000, PROJECTS)
        assert assembled.chunks[0].source == "operational"
        assert {chunk.source for chunk in assembled.chunks} == set(TIERS)
        text = "\n".join(chunk.content for chunk in assembled.chunks)
        assert "현재 시스템" in text
        assert "이유: 되돌리기 쉽다" in text
        assert "1. 빌드" in text
        assert "Pizza" not in text
        only = await tiers.assembly.assemble("배포", 4_000, PROJECTS, ["knowledge"])
        assert [chunk.source for chunk in only.chunks] == ["knowledge"]
        again = await tiers.assembly.assemble("배포", 4_000, PROJECTS, ["knowledge"])
        assert again == only
        with pytest.raises(InvalidParams):
            await tiers.assembly.assemble("x", 10, PROJECTS, ["attic"])


async def test_nothing_fits_into_nothing(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        assembled = await tiers.assembly.assemble("anything", 0, PROJECTS)
        assert assembled.chunks == []
        assert assembled.total_tokens == 0
