"""Memories as rows: what goes in comes out, pages do not skip or repeat."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from memserver.model import (
    Author,
    Category,
    Layer,
    Memory,
    Origin,
    Provenance,
    RelatedFile,
    Relation,
    Scope,
    SourceType,
    Status,
    Validation,
    VerifiedBy,
)
from memserver.storage.memories import ListFilter, RelationRecord, content_hash
from tests.unit.kit import START, Kit

FULL = Memory(
    id="mem_full",
    layer=Layer.PROJECT,
    title="결제 모듈",
    content="결제 모듈은 Stripe를 쓴다",
    scope=Scope.PROJECT,
    project_id="prj_1",
    created_at=START,
    updated_at=START + timedelta(seconds=1),
    timestamp=START - timedelta(days=2),
    category=Category.STACK,
    tags=("결제", "stripe"),
    confidence=0.1 + 0.2,
    origin=Origin.EXTRACTED,
    expires_at=START + timedelta(days=9),
    external_id="doc#3",
    thread="doc",
    position=4,
    superseded_by=None,
    reference_count=4,
    promoted=True,
    provenance=Provenance(SourceType.TEST_RESULT, "trace-7", Author.AGENT, "abc123", "main"),
    validation=Validation(Status.VERIFIED, VerifiedBy.TEST_RUNNER, "run-9", "f00d"),
    related_files=(RelatedFile("/src/pay.py", "da39", 12, 1_700_000_000_000_000_001),),
    metadata={"nested": {"목록": [1, 2.5, None, True]}},
)


async def test_every_field_survives_the_store(kit: Kit) -> None:
    async with kit.store.database.write() as transaction:
        await kit.store.memories.insert(transaction, FULL)
    assert await kit.store.memories.get(FULL.id) == FULL


async def test_replacing_writes_every_field(kit: Kit) -> None:
    plain = replace(FULL, category=None, tags=(), metadata={}, validation=Validation(), related_files=())
    async with kit.store.database.write() as transaction:
        await kit.store.memories.insert(transaction, plain)
        await kit.store.memories.replace(transaction, FULL)
        assert await kit.store.memories.read(transaction, FULL.id) == FULL


async def test_pages_go_through_everything_once_newest_first(kit: Kit) -> None:
    ids = [await kit.add(f"Meeting {number} was about topic {number}", Layer.EPISODIC) for number in range(25)]
    seen, cursor = [], None
    while True:
        page, cursor = await kit.store.memories.page(ListFilter(), 10, cursor)
        seen += [memory.id for memory in page]
        if cursor is None:
            break
    assert seen == ids[::-1]


async def test_a_page_that_ends_exactly_has_no_cursor(kit: Kit) -> None:
    for number in range(10):
        await kit.add(f"Meeting {number} was about topic {number}", Layer.EPISODIC)
    assert (await kit.store.memories.page(ListFilter(), 10, None))[1] is None
    assert (await kit.store.memories.page(ListFilter(), 9, None))[1] is not None


async def test_what_is_added_while_paging_does_not_move_the_pages(kit: Kit) -> None:
    ids = [await kit.add(f"Meeting {number} was about topic {number}", Layer.EPISODIC) for number in range(6)]
    first, cursor = await kit.store.memories.page(ListFilter(), 3, None)
    await kit.add("A meeting that nobody expected", Layer.EPISODIC)
    second, _ = await kit.store.memories.page(ListFilter(), 3, cursor)
    assert [memory.id for memory in [*first, *second]] == ids[::-1]


async def test_filters_hold_together(kit: Kit) -> None:
    wanted = await kit.add("Use four spaces", category=Category.RULE, tags=("style",))
    await kit.add("Use tabs in makefiles", category=Category.RULE, tags=("make",))
    await kit.add("The style guide was discussed", Layer.EPISODIC, tags=("style",))
    found, _ = await kit.store.memories.page(
        ListFilter(layer=Layer.LONG_TERM, tag="style", category=Category.RULE, status=Status.HYPOTHESIS), 10, None
    )
    assert [memory.id for memory in found] == [wanted]
    assert (await kit.store.memories.page(ListFilter(projects=("prj_other",)), 10, None))[0] == []


async def test_deleting_a_successor_brings_its_predecessor_back(kit: Kit) -> None:
    old, new = await kit.add("We deploy on Fridays"), await kit.add("The parser is written in Rust")
    async with kit.store.database.write() as transaction:
        await kit.store.memories.supersede(transaction, old, new, START)
        await kit.store.memories.relate(transaction, [RelationRecord(new, old, Relation.SUPERSEDES, "later")], START)
    await kit.writer.delete(new)
    memory = await kit.store.memories.get(old)
    assert memory is not None
    assert memory.superseded_by is None
    assert await kit.store.memories.relations_of([old]) == []


def test_the_same_statement_has_the_same_hash_in_any_dress() -> None:
    assert content_hash(Layer.PROJECT, "p", "Use  Tabs\n") == content_hash(Layer.PROJECT, "p", "use tabs")
    assert content_hash(Layer.PROJECT, "p", "use tabs") != content_hash(Layer.PROJECT, "q", "use tabs")
    assert content_hash(Layer.PROJECT, "p", "use tabs") != content_hash(Layer.LONG_TERM, "p", "use tabs")


async def test_what_has_expired_no_longer_says_anything(kit: Kit) -> None:
    await kit.add("The freeze lasts until Monday", expires_at=START + timedelta(days=1))
    key = content_hash(Layer.LONG_TERM, "", "The freeze lasts until Monday")
    assert key in await kit.store.memories.with_hash([key], START)
    assert key not in await kit.store.memories.with_hash([key], START + timedelta(days=2))


async def test_a_file_that_moved_is_known_by_its_new_path(kit: Kit) -> None:
    kept = RelatedFile("/src/pay.pyi", "da39", 1, 2)
    moving = RelatedFile("/src/pay.py", "da39", 12, 3, '[1,["PORT"],[],[],false,false]')
    memory = replace(FULL, related_files=(moving, kept))
    async with kit.store.database.write() as transaction:
        await kit.store.memories.insert(transaction, memory)
        await kit.store.memories.move_file(transaction, "/src/pay.py", "/lib/결제.py")
        await kit.store.memories.move_file(transaction, "/other/pay.pyi", "/lib/pay.pyi")
    present = await kit.store.memories.get(memory.id)
    assert present is not None
    assert present.related_files == (replace(moving, path="/lib/결제.py"), kept)
    async with kit.store.database.write() as transaction:
        await kit.store.memories.move_file(transaction, "/lib/결제.py", "/src/pay.pyi")
    present = await kit.store.memories.get(memory.id)
    assert present is not None
    assert present.related_files == (kept,)
