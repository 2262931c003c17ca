"""A search over a store in which some passages may not be seen, or are gone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

from memserver.engine import Engine
from memserver.layers.drafts import Draft
from memserver.model import Layer
from memserver.retrieval.lexical import AlikeInLength, match_words
from memserver.retrieval.memory_search import MemoryQuery
from memserver.retrieval.plan import QueryPlan, plan_query
from memserver.retrieval.postings import PostingKeeper
from memserver.retrieval.search import names_a_stranger
from tests.unit.kit import StillClock
from tests.unit.workers.engine_kit import open_engine

TALK = [
    "The harbour opens at dawn.",
    "Boats leave the harbour soon after.",
    "Gulls follow the boats.",
    "Then it is calm.",
]


async def remember(engine: Engine) -> list[str]:
    """Store the turns of the talk, one memory each."""
    drafts = [Draft(Layer.EPISODIC, text, thread="talk", position=number) for number, text in enumerate(TALK)]
    return [(await engine.writer.add(draft)).id for draft in drafts]


async def found(engine: Engine, question: str, **options: bool) -> list[str]:
    """Return the ids of the memories that a search finds."""
    hits, _ = await engine.search_memories(MemoryQuery(question, **options))
    return [str(hit.facts.memory_id) for hit in hits]


async def test_what_may_not_be_seen_does_not_stand_in_the_way_of_others(tmp_path: Path) -> None:
    clock = StillClock()
    async with open_engine(tmp_path, clock=clock) as engine:
        first, second, third, fourth = await remember(engine)
        await engine.writer.update(first, {"expires_at": clock() + timedelta(days=1)})
        clock.advance(days=2)
        assert set(await found(engine, "harbour boats")) == {second, third, fourth}
        assert set(await found(engine, "harbour boats", include_expired=True)) == {first, second, third, fourth}


async def test_a_memory_whose_text_changed_is_found_by_its_new_text(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        first, second, *_ = await remember(engine)
        assert second in await found(engine, "boats leave")
        # Its former passage is still known to follow the first one, which lends it the words that are asked for.
        await engine.writer.update(second, {"content": "Lorries arrive at noon."})
        assert second in await found(engine, "when do lorries arrive at the harbour")
        assert (await found(engine, "harbour"))[0] == first


async def test_a_deleted_neighbour_is_not_found(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        first, second, *_ = await remember(engine)
        await found(engine, "harbour")
        await engine.writer.delete(second)
        assert (await found(engine, "harbour"))[0] == first
        assert second not in await found(engine, "harbour boats")


async def test_a_question_that_names_a_stranger_has_less_of_a_chance(tmp_path: Path) -> None:
    async with open_engine(tmp_path) as engine:
        await remember(engine)
        match = await matched(engine, "When do the boats of Mirabel leave the harbour?")
        assert not names_a_stranger(*await matched(engine, "When do the boats leave the harbour?"))
        assert names_a_stranger(*match)
        await engine.writer.add(Draft(Layer.EPISODIC, "Mirabel sells nets.", thread="talk", position=9))
        assert not names_a_stranger(*await matched(engine, "When do the boats of Mirabel leave the harbour?"))


async def matched(engine: Engine, question: str) -> tuple[QueryPlan, Callable[[int], bool]]:
    """Return the plan of a question, and whether a passage mentions a word, by its row."""
    plan = plan_query(question, engine.clock())
    postings, _ = await PostingKeeper(engine.store.passages).of(plan.terms)
    match = match_words(plan.words, postings, AlikeInLength(10))
    return plan, lambda row: bool(match.mentions[row].any())
