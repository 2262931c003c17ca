"""The short form of a record says what a person would want to know of it, in its own language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from memserver.retrieval.text_index import ensure_text_index
from memserver.storage.schema_records import SEARCHED_IN_A_TURN
from memserver.tiers.kinds import SEARCHED
from memserver.tiers.short_forms import LABELS, STATUSES, searched_record
from memserver.turn.labels import RECORD_LABELS
from tests.unit.kit import Kit, disagreements
from tests.unit.tiers.kit import open_tiers

MADE = {"id": "x1", "createdAt": "2026-05-04T09:30:00.000Z"}


def short(table: str, **fields: Any) -> str:
    return searched_record(table, MADE | fields).passages[0].text


def test_every_kind_that_is_searched_in_a_turn_has_its_words() -> None:
    assert set(SEARCHED_IN_A_TURN) <= set(SEARCHED)
    assert set(SEARCHED_IN_A_TURN.values()) <= set(RECORD_LABELS) & set(LABELS)
    assert all(set(words) == {"en", "ko"} for words in [*RECORD_LABELS.values(), *LABELS.values(), *STATUSES.values()])


@pytest.mark.parametrize(
    ("table", "fields", "expected"),
    [
        ("decisions", {"context": "UTC everywhere", "chosen": "UTC everywhere", "reasoning": "two offices"},
         "Decision: UTC everywhere. Why: two offices. (accepted)"),
        ("decisions",
         {"context": "대기열", "chosen": "카프카", "options": ["카프카", "래빗"], "outcome": "안정적이다",
          "outcomeSuccess": True, "who": "mina"},
         "결정: 대기열 → 카프카. 택하지 않은 것: 래빗. 결과: 안정적이다. 결정한 사람: mina. (잘됨)"),
        ("incidents", {"description": "502 at checkout", "symptoms": ["blank page"], "rootCause": "pool exhausted"},
         "Incident: 502 at checkout. Symptoms: blank page. Cause: pool exhausted. (open)"),
        ("procedures", {"name": "Deploy", "description": "", "steps": ["build", "push"]},
         "Procedure: Deploy. Steps: 1. build; 2. push."),
        ("knowledge_entries", {"title": "Ports", "content": "8443 is the gateway.", "source": "wiki"},
         "Knowledge: Ports: 8443 is the gateway. Source: wiki."),
        ("goals", {"description": "환불을 줄인다", "status": "completed", "result": "이틀"},
         "목표: 환불을 줄인다. 결과: 이틀. (완료)"),
        ("tasks", {"description": "Redraw it", "status": "waiting_for_review", "agent": "ops"},
         "Task: Redraw it. Done by: ops. (waiting for review)"),
    ],
)  # fmt: skip
def test_what_is_said(table: str, fields: dict[str, Any], expected: str) -> None:
    assert short(table, **fields) == expected


def test_a_long_record_is_cut_and_its_parts_stand_under_its_title() -> None:
    content = "The gateway listens on 8443 and nowhere else. " * 60
    record = searched_record("knowledge_entries", MADE | {"title": "Ports", "content": content, "tags": ["net"]})
    assert len(record.passages) > 1
    assert [passage.heading for passage in record.passages] == ["", *["Ports"] * (len(record.passages) - 1)]
    assert "net" in record.passages[0].terms.split()


async def told(kit: Kit) -> list[tuple[str, str]]:
    return await kit.rows("SELECT r.project_id, p.text FROM records r JOIN passages p ON p.record = r.number")


async def test_what_a_turn_is_told_follows_the_record(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        goal = await tiers.working.store_goal({"description": "Ship the beta"}, "p1")
        assert await told(kit) == [("p1", "Goal: Ship the beta. (active)")]
        await tiers.working.update_goal(goal["id"], {"status": "completed"})
        assert await told(kit) == [("p1", "Goal: Ship the beta. (done)")]
        assert await disagreements(kit) == []
        await kit.store.projects.absorb("p9", ["p1"])
        assert (await told(kit))[0][0] == "p9"
        await tiers.delete("goals", goal["id"])
        assert await told(kit) == []
        assert await kit.value("SELECT count(*) FROM passages") == 0


async def test_a_change_that_nobody_is_told_of_leaves_the_passage(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        goal = await tiers.working.store_goal({"description": "Ship the beta"}, "")
        before = await kit.rows("SELECT id FROM passages")
        await tiers.working.update_goal(goal["id"], {"priority": 0})
        assert await kit.rows("SELECT id FROM passages") == before


async def test_records_that_were_there_before_are_filled_in(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        await tiers.working.log_decision({"context": "Cache?", "chosen": "Redis"}, "p1")
        await tiers.archive.store_procedure({"name": "Deploy"}, "")
        async with kit.store.database.write() as transaction:
            await transaction.run("DELETE FROM records")
        assert await tiers.records.index_missing() == 2
        assert len(await told(kit)) == 2
        assert await tiers.records.index_missing() == 0
        assert await disagreements(kit) == []


async def test_the_text_index_is_built_anew_as_it_was_written(tmp_path: Path) -> None:
    async with open_tiers(tmp_path) as (tiers, kit):
        incident = {"description": "502 at checkout", "rootCause": "연결 풀이 고갈됨", "tags": ["payments"]}
        await tiers.archive.store_incident(incident, "p1")
        await tiers.archive.add_knowledge(
            {"title": "Ports", "content": "8443 is the gateway. " * 90, "tags": ["net"]}, ""
        )
        before = await kit.rows("SELECT rowid, terms FROM passage_terms ORDER BY rowid")
        async with kit.store.database.write() as transaction:
            await transaction.run("DELETE FROM passage_terms")
        await ensure_text_index(kit.store, kit.executor)
        assert await kit.rows("SELECT rowid, terms FROM passage_terms ORDER BY rowid") == before
