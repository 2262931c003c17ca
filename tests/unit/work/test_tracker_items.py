"""The items of trackers in their short form, and how the store follows them."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, timedelta, timezone
from pathlib import Path

import pytest

from memserver.knowledge.brain_store import StoredBrain
from memserver.knowledge.indexer import BrainIndexer
from memserver.knowledge.tracker_file import is_tracker
from memserver.turn.labels import RECORD_KINDS
from memserver.work.tracker_items import TRACKER_PATHS, items_of
from tests.unit.kit import Kit, disagreements, open_kit
from tests.unit.work.kit import Desk

SEOUL = timezone(timedelta(hours=9))


def said(desk: Desk, name: str) -> list[str]:
    path = f".astra/{name}.jsonl"
    return [each.text for each in items_of(path, (desk.brain / path).read_text(encoding="utf-8"), UTC)]


def test_every_tracker_is_read_and_can_be_shown() -> None:
    assert all(is_tracker(path) for path in TRACKER_PATHS)
    assert {Path(path).stem for path in TRACKER_PATHS} <= set(RECORD_KINDS)


@pytest.mark.parametrize(
    ("name", "lines", "expected"),
    [
        ("tasks", ["/task add Ship it due 2026-12-01 @mina"], "Task: Ship it (open, due 2026-12-01, @mina)"),
        ("tasks", ["/task add Ship the beta", "/task done ship"], "Task: Ship the beta (done on 2026-11-16)"),
        ("tasks", ["/할일 추가 자막 검수 @지훈", "/할일 막힘 자막 원본이 없다"],
         "할 일: 자막 검수 (막힘: 원본이 없다, @지훈)"),
        ("customers", ["/customers add Acme $500"], "Customer: Acme (customer since 2026-11-16, pays $500 a month)"),
        ("customers", ["/고객 추가 한빛서점 35만원"], "고객: 한빛서점 (2026-11-16부터 고객, 월 ₩350,000)"),
        ("feedback", ["/feedback add The export is slow @acme #export"],
         "Feedback: The export is slow (@acme, #export, not answered yet)"),
        ("hire", ["/hire add Kim Jiwoo for backend engineer", "/hire move Kim interview"],
         "Candidate: Kim Jiwoo (for backend engineer, interview since 2026-11-16)"),
        ("runway", ["/runway out $8k rent"], "Money: out $8,000 on 2026-11-16: rent"),
    ],
)  # fmt: skip
async def test_an_item_says_how_it_stands(tmp_path: Path, name: str, lines: list[str], expected: str) -> None:
    desk = Desk(tmp_path)
    for line in lines:
        await desk.run(line)
    assert said(desk, name) == [expected]


async def test_days_are_those_of_the_person(tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.now = desk.now.replace(hour=22)
    await desk.run("/task add Ship the beta")
    await desk.run("/task done ship")
    text = (tmp_path / TRACKER_PATHS[0]).read_text(encoding="utf-8")
    assert [re.findall("2026-11-1.", each.text) for each in items_of(TRACKER_PATHS[0], text, SEOUL)] == [["2026-11-17"]]


@pytest.mark.parametrize("text", ["", "{", "\x00", '{"at": 1}\n[]\n', "<<<<<<< HEAD\n"])
def test_whatever_a_file_holds_it_has_items_or_none(text: str) -> None:
    assert all(items_of(path, text, UTC) == [] for path in (*TRACKER_PATHS, ".astra/other.jsonl"))


async def passages(kit: Kit) -> dict[str, int]:
    return {text: number for number, text in await kit.rows("SELECT id, text FROM passages")}


async def test_the_store_follows_a_tracker_item_by_item(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as kit:
        desk = Desk(kit.brain)
        with ThreadPoolExecutor(1) as executor:
            stored = StoredBrain(kit.store, kit.brain, kit.clock, executor)
            indexer = BrainIndexer(str(kit.brain), stored, read_items=lambda path, text: items_of(path, text, UTC))
            await desk.run("/task add Ship the beta")
            await desk.run("/task add Write the docs")
            await indexer.run()
            before = await passages(kit)
            assert set(before) == {"Task: Ship the beta (open)", "Task: Write the docs (open)"}
            await desk.run("/task done docs")
            await indexer.update(TRACKER_PATHS)
            after = await passages(kit)
            kept = "Task: Ship the beta (open)"
            assert after[kept] == before[kept]
            assert set(after) == {kept, "Task: Write the docs (done on 2026-11-16)"}
            # The notes are counted without it.
            assert await kit.store.files.count(str(kit.brain)) == 0
            (kit.brain / TRACKER_PATHS[0]).unlink()
            await indexer.update(TRACKER_PATHS)
            assert await passages(kit) == {}
            assert await kit.value("SELECT count(*) FROM records") == 0
            assert await disagreements(kit) == []
