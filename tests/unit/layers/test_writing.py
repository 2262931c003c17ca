"""Writing memories: duplicates named, successors linked, changes built on the present, deletion complete."""

from __future__ import annotations

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from memserver.errors import Conflict, InvalidParams, MemserverError, NotFound
from memserver.layers.deciding import Written
from memserver.layers.drafts import Draft
from memserver.model import Category, Layer, Status, VerifiedBy
from tests.unit.kit import START, Kit, StillClock, disagreements, open_kit


async def _search(kit: Kit, term: str) -> list[str]:
    rows = await kit.rows(
        "SELECT m.id FROM passage_terms t JOIN passages p ON p.id = t.rowid JOIN memories m ON m.number = p.memory"
        " WHERE passage_terms MATCH ?",
        f'"{term}"',
    )
    return [memory_id for (memory_id,) in rows]


async def test_the_same_statement_is_named_instead_of_stored_twice(kit: Kit) -> None:
    first = await kit.writer.add(Draft(Layer.LONG_TERM, "The team uses Slack"))
    again = await kit.writer.add(Draft(Layer.LONG_TERM, "  the team USES   slack "))
    assert again.duplicate_of == again.id == first.id
    assert await kit.value("SELECT count(*) FROM memories") == 1


async def test_a_duplicate_tells_how_far_the_kept_one_is_trusted(kit: Kit) -> None:
    first = await kit.add("The team uses Slack")
    await kit.writer.set_status(first, Status.VERIFIED, VerifiedBy.HUMAN_APPROVAL, None)
    assert (await kit.writer.add(Draft(Layer.LONG_TERM, "The team uses Slack"))).status is Status.VERIFIED


async def test_different_external_ids_are_never_duplicates(kit: Kit) -> None:
    drafts = [Draft(Layer.EPISODIC, "ok", external_id=f"D1:{number}") for number in range(5)]
    outcomes = await kit.writer.add_many([*drafts, drafts[0]])
    written = [each for each in outcomes if isinstance(each, Written)]
    assert [each.duplicate_of for each in written] == [None] * 5 + [written[0].id]


async def test_one_bad_item_fails_alone(kit: Kit) -> None:
    outcomes = await kit.writer.add_many(
        [Draft(Layer.EPISODIC, "one"), Draft(Layer.EPISODIC, ""), Draft(Layer.EPISODIC, "three")]
    )
    assert [isinstance(each, MemserverError) for each in outcomes] == [False, True, False]
    assert await kit.value("SELECT count(*) FROM memories") == 2


async def test_two_requests_that_say_the_same_at_once_store_it_once(kit: Kit) -> None:
    outcomes = await asyncio.gather(*(kit.writer.add(Draft(Layer.LONG_TERM, "We use Postgres 16")) for _ in range(8)))
    assert len({each.id for each in outcomes}) == 1
    assert await kit.value("SELECT count(*) FROM memories") == 1


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("We deploy on Fridays", "We no longer deploy on Fridays"),
        ("우리는 금요일에 배포한다", "우리는 더 이상 금요일에 배포하지 않는다"),
    ],
)
async def test_a_statement_that_takes_another_back_supersedes_it(kit: Kit, old: str, new: str) -> None:
    old_id = await kit.add(old)
    kit.clock.advance(days=1)
    outcome = await kit.writer.add(Draft(Layer.LONG_TERM, new, timestamp=kit.clock.now))
    assert outcome.supersedes == (old_id,)
    replaced = await kit.store.memories.get(old_id)
    assert replaced is not None
    assert replaced.superseded_by == outcome.id


async def test_saying_what_has_expired_again_says_something_new(kit: Kit) -> None:
    old = await kit.add("Merges to main are frozen", expires_at=START + timedelta(days=1))
    kit.clock.advance(days=2)
    again = await kit.writer.add(Draft(Layer.LONG_TERM, "Merges to main are frozen"))
    assert again.duplicate_of is None
    assert again.id != old


async def test_an_update_is_found_by_its_new_words_and_not_by_its_old_ones(kit: Kit) -> None:
    memory_id = await kit.add("The gateway is nginx")
    await kit.embed_pending()
    changed = await kit.writer.update(memory_id, {"content": "The gateway is envoy"})
    assert changed.title == "The gateway is envoy"
    assert await _search(kit, "envoy") == [memory_id]
    assert await _search(kit, "nginx") == []
    assert await kit.store.vectors.pending() == 1
    assert await disagreements(kit) == []


async def test_a_change_that_leaves_the_text_alone_keeps_its_vector(kit: Kit) -> None:
    memory_id = await kit.add("The gateway is nginx")
    await kit.embed_pending()
    changed = await kit.writer.update(memory_id, {"confidence": 0.9, "category": Category.STACK})
    assert (changed.confidence, changed.category) == (0.9, Category.STACK)
    assert await kit.store.vectors.pending() == 0


async def test_an_expiry_can_be_set_and_taken_away_but_not_put_into_the_past(kit: Kit) -> None:
    memory_id = await kit.add("The gateway is nginx")
    later = START + timedelta(days=3)
    assert (await kit.writer.update(memory_id, {"expires_at": later})).expires_at == later
    assert (await kit.writer.update(memory_id, {"confidence": 0.4})).expires_at == later
    assert (await kit.writer.update(memory_id, {"expires_at": None})).expires_at is None
    with pytest.raises(InvalidParams):
        await kit.writer.update(memory_id, {"expires_at": START - timedelta(days=3)})


async def test_changes_of_two_windows_build_on_each_other(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as first, open_kit(tmp_path, StillClock()) as second:
        memory_id = await first.add("The gateway is nginx")
        await asyncio.gather(
            first.writer.update(memory_id, {"content": "The gateway is envoy"}),
            second.writer.update(memory_id, {"tags": ("edge",)}),
            second.writer.set_status(memory_id, Status.VERIFIED, VerifiedBy.COMPILER, "run 1"),
        )
        memory = await first.store.memories.get(memory_id)
        assert memory is not None
        assert (memory.content, memory.tags, memory.validation.status) == (
            "The gateway is envoy", ("edge",), Status.VERIFIED,
        )  # fmt: skip
        assert await disagreements(first) == []


async def test_statuses_move_forward_only_and_verified_says_by_whom(kit: Kit) -> None:
    memory_id = await kit.add("The gateway is nginx")
    with pytest.raises(Conflict):
        await kit.writer.set_status(memory_id, Status.PUBLISHED, None, None)
    with pytest.raises(InvalidParams):
        await kit.writer.set_status(memory_id, Status.VERIFIED, None, None)
    verified = await kit.writer.set_status(memory_id, Status.VERIFIED, VerifiedBy.TEST_RUNNER, "run 7")
    assert verified.validation.verification_id == "run 7"
    confirmed = await kit.writer.set_status(memory_id, Status.VERIFIED, VerifiedBy.HUMAN_APPROVAL, None)
    assert (confirmed.validation.verified_by, confirmed.validation.verification_id) == ("human_approval", "run 7")
    published = await kit.writer.set_status(memory_id, Status.PUBLISHED, VerifiedBy.TEST_RUNNER, None)
    assert published.validation.verified_by is VerifiedBy.TEST_RUNNER
    await kit.writer.set_status(memory_id, Status.ARCHIVED, None, None)
    with pytest.raises(Conflict):
        await kit.writer.set_status(memory_id, Status.HYPOTHESIS, None, None)


async def test_deleting_twice_is_told(kit: Kit) -> None:
    memory_id = await kit.add("The gateway is nginx")
    await kit.writer.delete(memory_id)
    with pytest.raises(NotFound):
        await kit.writer.delete(memory_id)
    with pytest.raises(NotFound):
        await kit.writer.update(memory_id, {"content": "x"})
    with pytest.raises(NotFound):
        await kit.writer.set_status(memory_id, Status.ARCHIVED, None, None)


async def test_deleting_everything_leaves_nothing(kit: Kit) -> None:
    for number in range(5):
        await kit.add(f"Service {number} listens on port {8000 + number}", Layer.EPISODIC)
    assert await kit.writer.delete_all() == 5
    assert await kit.value("SELECT count(*) FROM passages") == 0


@pytest.mark.parametrize(
    "target",
    ["../../outside.json", "memory/episodes/../../outside.json", "/{tmp}/outside.json", "memory/episodes/outside.json"],
)
async def test_no_path_in_metadata_reaches_a_file_that_is_not_the_memorys_own(
    kit: Kit, tmp_path: Path, target: str
) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text("{}", encoding="utf-8")
    episodes = kit.brain / "memory" / "episodes"
    episodes.mkdir(parents=True)
    (episodes / "outside.json").symlink_to(outside)
    (episodes / "2026-01-01-other.json").write_text('{"id": "mem_other"}', encoding="utf-8")
    for name in (target.format(tmp=tmp_path), "memory/episodes/2026-01-01-other.json"):
        memory_id = await kit.add(f"A talk about {name}", Layer.EPISODIC, metadata={"episodeFile": name})
        await kit.writer.update(memory_id, {"content": f"Another talk about {name}"})
        await kit.writer.delete(memory_id)
    assert outside.read_text("utf-8") == "{}"
    assert (episodes / "2026-01-01-other.json").read_text("utf-8") == '{"id": "mem_other"}'
