"""Old episodes become digests, each once, whatever happens in between."""

from __future__ import annotations

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest

from memserver.layers.digest import digest_text
from memserver.layers.distillation import DEFAULT_DISTILLATION_OPTIONS, DistillationOptions
from memserver.layers.distillation_marker import (
    MARKER,
    get_last_distillation_run,
    record_distillation_run,
    should_auto_distill,
)
from memserver.model import Category, Layer, Memory, Origin, Status
from tests.unit.kit import START, Kit, StillClock, disagreements, open_kit

OLD = START - timedelta(days=45)


async def _episode(kit: Kit, content: str, **fields: object) -> str:
    return await kit.add(content, Layer.EPISODIC, **{"timestamp": OLD, "origin": Origin.EXTRACTED, **fields})


async def _digests(kit: Kit) -> list[Memory]:
    rows = await kit.rows("SELECT id FROM memories WHERE category = 'episode-digest' ORDER BY number")
    found = await kit.store.memories.get_many([memory_id for (memory_id,) in rows])
    return [found[memory_id] for (memory_id,) in rows]


async def _status(kit: Kit, memory_id: str) -> str | None:
    memory = await kit.store.memories.get(memory_id)
    return memory.validation.status.value if memory else None


def test_the_defaults_are_thirty_days_every_seven_days_and_mark() -> None:
    assert DistillationOptions(True, 30, 7, "mark") == DEFAULT_DISTILLATION_OPTIONS


async def test_an_episode_of_thirty_days_is_stale_and_a_younger_one_is_not(kit: Kit) -> None:
    await _episode(kit, "We talked about release trains", timestamp=START - timedelta(days=30))
    await _episode(kit, "We talked about feature flags", timestamp=START - timedelta(days=30) + timedelta(seconds=1))
    report = await kit.distiller.run_if_due(DEFAULT_DISTILLATION_OPTIONS)
    assert (report.scanned, report.promoted) == (1, 1)
    [digest] = await _digests(kit)
    assert "release trains" in digest.content
    assert (digest.layer, digest.category, digest.origin) == (
        Layer.LONG_TERM,
        Category.EPISODE_DIGEST,
        Origin.DISTILLED,
    )
    assert digest.validation.status is Status.HYPOTHESIS
    assert digest.timestamp == START - timedelta(days=30)


async def test_nothing_is_distilled_twice(kit: Kit) -> None:
    await _episode(kit, "We talked about release trains")
    options = DEFAULT_DISTILLATION_OPTIONS
    assert (await kit.distiller.run_by_hand(options, force=True)).promoted == 1
    assert (await kit.distiller.run_by_hand(options, force=True)).promoted == 0
    assert len(await _digests(kit)) == 1


async def test_two_windows_at_once_make_one_digest(tmp_path: Path) -> None:
    async with open_kit(tmp_path) as first, open_kit(tmp_path, StillClock()) as second:
        for number in range(5):
            await _episode(first, f"We talked about subject number {number}")
        reports = await asyncio.gather(
            *(kit.distiller.run_by_hand(DEFAULT_DISTILLATION_OPTIONS, force=True) for kit in (first, second))
        )
        assert sum(report.promoted for report in reports) == 5
        assert len(await _digests(first)) == 5


@pytest.mark.parametrize(
    ("mode", "status", "archived"), [("keep", "hypothesis", 0), ("mark", "archived", 1), ("delete", None, 1)]
)
async def test_the_archive_mode_says_what_becomes_of_the_episode(
    kit: Kit, mode: str, status: str | None, archived: int
) -> None:
    episode = await _episode(kit, "We talked about release trains")
    report = await kit.distiller.run_if_due(DistillationOptions(archive_mode=mode))  # type: ignore[arg-type]
    assert report.archived == archived
    assert await _status(kit, episode) == status
    assert len(await _digests(kit)) == 1
    assert await disagreements(kit) == []


async def test_what_a_person_stored_stays_unless_that_person_asks(kit: Kit) -> None:
    episode = await _episode(kit, "We talked about release trains", origin=Origin.EXPLICIT)
    await kit.distiller.run_if_due(DistillationOptions(archive_mode="delete"))
    assert await _status(kit, episode) == "hypothesis"
    other = await _episode(kit, "We talked about feature flags", origin=Origin.EXPLICIT)
    await kit.distiller.run_by_hand(DistillationOptions(archive_mode="delete"), force=True)
    assert await _status(kit, other) is None


async def test_turns_of_one_talk_become_one_digest_by_hand_only(kit: Kit) -> None:
    for number in reversed(range(1, 31)):
        await _episode(kit, f"Turn {number} of the talk", origin=Origin.EXPLICIT, thread="D1", position=number)
    assert (await kit.distiller.run_if_due(DEFAULT_DISTILLATION_OPTIONS)).scanned == 0
    report = await kit.distiller.run_by_hand(DEFAULT_DISTILLATION_OPTIONS, force=True)
    assert (report.promoted, len(report.digest_ids), report.archived) == (30, 1, 0)
    [digest] = await _digests(kit)
    assert digest.title == "Turn 1 of the talk"
    assert digest.content.index("Turn 4 of") < digest.content.index("Turn 28 of")


async def test_a_digest_lives_no_longer_than_its_episode(kit: Kit) -> None:
    until = START + timedelta(days=2)
    await _episode(kit, "We talked about release trains", expires_at=until, project_id="prj_1")
    await _episode(kit, "We talked about the old office", expires_at=START + timedelta(hours=1))
    kit.clock.advance(hours=2)
    await kit.distiller.run_if_due(DEFAULT_DISTILLATION_OPTIONS)
    [digest] = await _digests(kit)
    assert (digest.expires_at, digest.project_id) == (until, "prj_1")


async def test_what_a_person_archived_is_not_brought_back_but_what_the_cap_archived_is(kit: Kit) -> None:
    dismissed = await _episode(kit, "We talked about release trains")
    await kit.writer.set_status(dismissed, Status.ARCHIVED, None, None)
    assert (await kit.distiller.run_by_hand(DEFAULT_DISTILLATION_OPTIONS, force=True)).promoted == 0
    await _episode(kit, "We talked about feature flags")
    async with kit.store.database.write() as transaction:
        await transaction.run(
            "UPDATE memories SET status = 'archived', metadata = json_set(metadata, '$.archivedBy', 'cap')"
            " WHERE content LIKE '%flags%'"
        )
    assert (await kit.distiller.run_by_hand(DEFAULT_DISTILLATION_OPTIONS, force=True)).promoted == 1


async def test_a_crash_between_digest_and_mark_leaves_neither(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    episode = await _episode(kit, "We talked about release trains")

    async def crash(*arguments: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("memserver.storage.upkeep.archive", crash)
        with pytest.raises(KeyboardInterrupt):
            await kit.distiller._distill(DEFAULT_DISTILLATION_OPTIONS, START, False, None)
    assert await _digests(kit) == []
    memory = await kit.store.memories.get(episode)
    assert memory is not None
    assert memory.promoted is False


async def test_the_interval_holds_unless_it_is_forced(kit: Kit) -> None:
    options = DEFAULT_DISTILLATION_OPTIONS
    assert (await kit.distiller.run_if_due(options)).ran
    kit.clock.advance(days=6, hours=23)
    early = await kit.distiller.run_by_hand(options, force=False)
    assert (early.ran, early.last_run) == (False, START)
    assert "7 days" in early.reason
    assert (await kit.distiller.run_by_hand(options, force=True)).ran
    kit.clock.advance(days=7)
    assert (await kit.distiller.run_if_due(options)).ran
    assert not (await kit.distiller.run_if_due(DistillationOptions(enabled=False))).ran


def test_the_marker_is_read_back_and_a_broken_one_is_no_marker(tmp_path: Path) -> None:
    assert get_last_distillation_run(tmp_path) is None
    record_distillation_run(tmp_path, START, 3)
    marker = get_last_distillation_run(tmp_path)
    assert marker is not None
    assert (marker.last_run, marker.promoted) == (START, 3)
    assert not should_auto_distill(tmp_path, 7, START + timedelta(days=6))
    assert should_auto_distill(tmp_path, 7, START + timedelta(days=7))
    assert should_auto_distill(tmp_path, 0, START)
    assert should_auto_distill(tmp_path, 7, START - timedelta(days=400))
    for broken in ("{", "[]", '{"lastRun": 5}', '{"lastRun": "soon"}'):
        (tmp_path / MARKER).write_text(broken, encoding="utf-8")
        assert get_last_distillation_run(tmp_path) is None
        assert should_auto_distill(tmp_path, 7, START)


async def test_digests_read_in_the_language_of_the_talk(kit: Kit) -> None:
    details = {
        "summary": "처음 요청: 배포 주기를 바꾸자",
        "keyDecisions": ["배포는 월요일에 한다"],
        "topics": ["릴리스"],
    }
    korean = await _episode(kit, "배포 주기를 바꾸자고 이야기했다", title="배포 주기", metadata={"episode": details})
    english = await _episode(kit, "We talked about release trains", title="Release trains")
    memories = await kit.store.memories.get_many([korean, english])
    assert digest_text([memories[korean]]) == "\n".join(
        ["2026-03-20 대화: 배포 주기", "처음 요청: 배포 주기를 바꾸자", "결정: 배포는 월요일에 한다", "주제: 릴리스"]
    )
    assert (
        digest_text([memories[english]]) == "Conversation of 2026-03-20: Release trains\nWe talked about release trains"
    )


async def test_a_digest_does_not_repeat_its_title(kit: Kit) -> None:
    episode = await _episode(kit, "We talked about release trains")
    memories = await kit.store.memories.get_many([episode])
    assert digest_text([memories[episode]]) == "Conversation of 2026-03-20: We talked about release trains"


async def test_the_file_of_an_episode_tells_that_it_was_distilled(kit: Kit) -> None:
    name = "memory/episodes/2026-03-20-talk-0a1b2c3d.json"
    episode = await _episode(kit, "We talked about release trains", metadata={"episodeFile": name})
    memory = await kit.store.memories.get(episode)
    assert memory is not None
    kit.files.write(memory)
    await kit.distiller.run_if_due(DEFAULT_DISTILLATION_OPTIONS)
    content = json.loads((kit.brain / name).read_text("utf-8"))
    assert (content["promoted"], content["status"]) == (True, "archived")
