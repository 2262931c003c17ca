"""The archive writes row and vector together, and finds by meaning and words."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from memserver.errors import InvalidParams
from memserver.tiers.search import blended
from tests.unit.tiers.kit import PROJECTS, open_tiers


async def test_row_and_vector_are_written_together(tmp_path: Path) -> None:
    async with open_tiers(tmp_path, embedded=True) as (tiers, kit):
        await tiers.archive.store_procedure({"name": "Deploy", "description": "to staging", "steps": ["build"]}, "p1")
        rows = await kit.rows("SELECT collection, text, model, length(vector) FROM tier_texts")
        assert rows == [("procedures", "Deploy: to staging", "tiny-1", 16)]
        assert await kit.value("SELECT count(*) FROM tier_vector_changes") == 1


async def test_without_a_model_a_row_waits_for_its_vector_and_is_found_by_its_words(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        incident = {"description": "결제 서버가 멈췄다", "symptoms": ["timeout on /pay"], "rootCause": "pool exhausted"}
        stored = await tiers.archive.store_incident(incident, "p1")
        for query in ("결제 서버", "timeout", "exhausted pool"):
            hits = await tiers.archive.semantic_search(query, PROJECTS)
            assert [hit.metadata["id"] for hit in hits] == [stored["id"]]
            assert hits[0].collection == "incidents"


async def test_knowledge_is_searched_only_when_asked_for(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        await tiers.archive.add_knowledge({"title": "Rate limits", "content": "The API allows 100 calls."}, "p1")
        await tiers.working.log_decision({"context": "Rate limits?", "chosen": "back off"}, "p1")
        assert {hit.collection for hit in await tiers.archive.semantic_search("rate limits", PROJECTS)} == {"decisions"}
        found = await tiers.archive.semantic_search("rate limits", PROJECTS, ["knowledge"])
        assert [hit.metadata["title"] for hit in found] == ["Rate limits"]
        with pytest.raises(InvalidParams):
            await tiers.archive.semantic_search("x", PROJECTS, ["secrets"])


async def test_the_best_of_all_collections_come_first(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, _):
        for number in range(6):
            await tiers.archive.store_procedure({"name": f"Release number {number}"}, "")
        await tiers.archive.store_incident({"description": "Release of the payment gateway failed"}, "")
        hits = await tiers.archive.semantic_search("payment gateway release", [""], count=3)
        assert len(hits) == 3
        assert hits[0].collection == "incidents"
        assert [hit.relevance for hit in hits] == sorted((hit.relevance for hit in hits), reverse=True)


async def test_many_texts_of_others_do_not_stand_in_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memserver.tiers.search.NAMED_AT_MOST", 5)
    monkeypatch.setattr("memserver.tiers.search.CANDIDATES", 4)
    async with open_tiers(tmp_path, embedded=True) as (tiers, _):
        for number in range(40):
            await tiers.archive.store_procedure({"name": f"release note {number}"}, "p2" if number % 4 else "p1")
        hits = await tiers.archive.semantic_search("release note", ["p1"], count=3)
        assert len(hits) == 3
        assert all(int(hit.metadata["name"].split()[-1]) % 4 == 0 for hit in hits)


async def test_a_changed_record_is_found_by_its_new_words_only(tmp_path: Path) -> None:
    async with open_tiers(tmp_path, embedded=True) as (tiers, kit):
        for name in ("Rotate certificates", "Renew passports"):
            await tiers.archive.store_procedure({"id": "proc-1", "name": name}, "")
        assert await kit.value("SELECT count(*) FROM procedures") == 1
        assert await kit.value("SELECT count(*) FROM tier_terms WHERE tier_terms MATCH 'certif'") == 0
        assert len(await tiers.archive.semantic_search("passports", [""])) == 1


@given(
    arrays(np.float64, 5, elements=st.floats(-1, 3)),
    arrays(np.float32, 5, elements=st.floats(-2, 2, width=32) | st.just(float("nan"))),
)
def test_relevance_stays_between_0_and_1(words: np.ndarray, similarities: np.ndarray) -> None:
    for result in (blended(words, similarities), blended(words, None)):
        assert ((result >= 0) & (result <= 1)).all()
