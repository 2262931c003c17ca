"""The end of a session: what is kept, what is left out, and that doing it twice is doing it once."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from memserver.layers import sessions
from memserver.layers.conversation import SessionMessage
from memserver.layers.placement import Placer
from memserver.layers.sessions import SessionEnd, SessionKeeper
from memserver.model import Layer, Origin, Scope, Status
from memserver.workspace.identity import ProjectIdentity
from memserver.workspace.staleness import FileChecker
from memserver.workspace.workspaces import Workspace
from tests.unit.kit import START, Kit, disagreements, open_kit, unread

ENGLISH = [
    SessionMessage("user", "We decided to use PostgreSQL for the billing service.", START),
    SessionMessage("assistant", "Good choice. I will add the driver.", START),
    SessionMessage("user", "I always prefer small commits over big ones.", START),
    SessionMessage("assistant", "Understood, small commits it is.", START),
]
KOREAN = [
    SessionMessage("user", "결제 서비스는 PostgreSQL을 쓰기로 결정했습니다.", START),
    SessionMessage("assistant", "네, 드라이버를 추가하겠습니다.", START),
    SessionMessage("user", "저는 항상 작은 커밋을 선호합니다.", START),
    SessionMessage("assistant", "알겠습니다.", START),
]


def _keeper(kit: Kit) -> SessionKeeper:
    return SessionKeeper(
        kit.store, kit.writer, kit.distiller, Placer(FileChecker()), kit.files, kit.clock, kit.executor,
        unread(kit.executor), lambda: kit.settings,
    )  # fmt: skip


def _workspace(folder: Path) -> Workspace:
    return Workspace(str(folder), ProjectIdentity("prj_1", "shop", str(folder), "folder", ("path:x",)), None)


async def _end(kit: Kit, messages: Sequence[SessionMessage], session: str = "s-1", **options: object) -> SessionEnd:
    return await _keeper(kit).end(session, messages, **{"workspace": None, **options})  # type: ignore[arg-type]


async def _state(kit: Kit) -> list[tuple[object, ...]]:
    return await kit.rows(
        "SELECT id, layer, content, status, superseded_by FROM memories ORDER BY number"
    ) + await kit.rows("SELECT id, record FROM sessions")


@pytest.mark.parametrize("messages", [ENGLISH, KOREAN])
async def test_a_session_leaves_facts_an_episode_and_a_record(kit: Kit, messages: list[SessionMessage]) -> None:
    ended = await _end(kit, messages)
    assert ended.warnings == []
    assert ended.long_term >= 1
    assert ended.episode_id is not None
    episode = await kit.store.memories.get(ended.episode_id)
    assert episode is not None
    assert (episode.layer, episode.origin, episode.scope) == (Layer.EPISODIC, Origin.EXTRACTED, Scope.GLOBAL)
    for memory in (await kit.store.memories.get_many(ended.ids)).values():
        assert (memory.origin, memory.validation.status) == (Origin.EXTRACTED, Status.HYPOTHESIS)
        assert memory.provenance.source_id == "s-1"
        assert memory.thread == episode.thread == "session:s-1"
        assert memory.position in {0, 2}
    assert episode.position is None
    record = await kit.store.sessions.get("s-1")
    assert record is not None
    assert record["firstUser"] == messages[0].content
    assert record["lastAssistant"] == messages[-1].content
    assert await disagreements(kit) == []


async def test_the_file_of_an_episode_can_be_read_and_goes_with_it(kit: Kit) -> None:
    ended = await _end(kit, ENGLISH, "../../etc/passwd 세션")
    assert ended.episode_id is not None
    [path] = (kit.brain / "memory" / "episodes").iterdir()
    content = json.loads(path.read_text("utf-8"))
    assert {"title", "summary", "keyDecisions", "topics", "firstTimestamp", "lastTimestamp"} <= set(content)
    assert content["id"] == ended.episode_id
    await kit.writer.update(ended.episode_id, {"title": "Billing talk", "metadata": {}})
    assert json.loads(path.read_text("utf-8"))["title"] == "Billing talk"
    await kit.writer.delete(ended.episode_id)
    assert not path.exists()


async def test_ending_a_session_twice_doubles_nothing(kit: Kit) -> None:
    first = await _end(kit, ENGLISH)
    before = await _state(kit)
    kit.clock.advance(days=3)
    second = await _end(kit, ENGLISH)
    assert await _state(kit) == before
    assert (second.long_term, second.project, second.episode_id) == (0, 0, first.episode_id)
    assert second.ids == first.ids


async def test_a_session_that_went_on_retells_its_episode(kit: Kit) -> None:
    first = await _end(kit, ENGLISH)
    more = [*ENGLISH, SessionMessage("user", "We also decided to use Redis for the cache.", START)]
    second = await _end(kit, more)
    assert second.episode_id == first.episode_id
    assert await kit.value("SELECT count(*) FROM memories WHERE layer = 'episodic'") == 1
    assert set(first.ids) <= set(second.ids)
    assert await disagreements(kit) == []


async def test_what_a_person_deleted_does_not_come_back_with_the_same_talk(kit: Kit) -> None:
    ended = await _end(kit, ENGLISH)
    for memory_id in (*ended.ids, ended.episode_id):
        await kit.writer.delete(str(memory_id))
    assert "PostgreSQL" not in str(await kit.rows("SELECT record FROM sessions"))
    await _end(kit, ENGLISH)
    await _end(kit, ENGLISH, title="Under another title")
    assert await kit.value("SELECT count(*) FROM memories") == 0


async def test_with_a_workspace_the_episode_and_project_facts_belong_to_it(kit: Kit, tmp_path: Path) -> None:
    ended = await _end(kit, ENGLISH, workspace=_workspace(tmp_path))
    assert ended.project >= 1
    memories = await kit.store.memories.get_many([*ended.ids, str(ended.episode_id)])
    for memory in memories.values():
        belongs = memory.layer in {Layer.PROJECT, Layer.EPISODIC}
        assert memory.project_id == ("prj_1" if belongs else "")
    assert (await _end(kit, ENGLISH, "s-2")).project == 0


async def test_fewer_than_two_questions_make_no_episode(kit: Kit) -> None:
    ended = await _end(kit, ENGLISH[:2])
    assert ended.episode_id is None
    assert await kit.store.sessions.get("s-1") is not None


async def test_nothing_is_kept_while_memory_is_off(tmp_path: Path) -> None:
    async with open_kit(tmp_path, memory_enabled=False) as kit:
        assert await _end(kit, ENGLISH) == SessionEnd()
        assert await _state(kit) == []


async def test_secrets_and_control_characters_do_not_get_in(kit: Kit) -> None:
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    messages = [
        SessionMessage("user", f"We decided to use the key {secret} for the staging deploys.\x1b[0m", START),
        SessionMessage("assistant", f"Stored {secret} \ud83d", START),
        *ENGLISH,
    ]
    await _end(kit, messages)
    stored = str(await kit.rows("SELECT * FROM memories")) + str(await kit.rows("SELECT * FROM sessions"))
    assert secret not in stored
    assert "\\x1b" not in stored
    assert all(secret not in path.read_text("utf-8") for path in (kit.brain / "memory" / "episodes").iterdir())


async def test_a_failing_extraction_is_named_and_can_be_made_good(kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(messages: object) -> list[object]:
        raise RuntimeError("the text of a memory")

    with monkeypatch.context() as patched:
        patched.setattr(sessions, "extract", broken)
        ended = await _end(kit, ENGLISH)
    assert [part for part, _ in ended.warnings] == ["extraction"]
    assert "the text of a memory" not in ended.warnings[0][1]
    assert ended.episode_id is not None
    assert (await _end(kit, ENGLISH)).long_term >= 1


async def test_a_failing_distillation_is_named_and_nothing_else_suffers(
    kit: Kit, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(options: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(kit.distiller, "run_if_due", broken)
    ended = await _end(kit, ENGLISH)
    assert [part for part, _ in ended.warnings] == ["distillation"]
    assert ended.distillation is None
    assert ended.ids


async def test_caps_archive_the_least_of_what_memserver_wrote_by_itself(tmp_path: Path) -> None:
    async with open_kit(tmp_path, long_term_max_entries=3, episodic_max_episodes=2) as kit:
        for number in range(5):
            await kit.add(f"Explicit statement about subject{number}")
        own = [
            await kit.add(
                f"Extracted statement about matter{number}", confidence=0.1 * number + 0.1, origin=Origin.EXTRACTED
            )
            for number in range(6)
        ]
        for number in range(4):
            kit.clock.advance(hours=1)
            talk = [SessionMessage("user", f"What about part {number}?"), SessionMessage("user", f"And area {number}?")]
            await _end(kit, talk, f"s-{number}")
        live = await kit.rows(
            "SELECT id FROM memories WHERE status <> 'archived' AND layer = 'long-term' AND origin <> 'explicit'"
        )
        assert {memory_id for (memory_id,) in live} == set(own[3:])
        episodes = await kit.rows(
            "SELECT source_id FROM memories WHERE layer = 'episodic' AND status <> 'archived' ORDER BY number"
        )
        assert episodes == [("s-2",), ("s-3",)]
        assert await kit.value("SELECT count(*) FROM memories WHERE origin = 'explicit' AND status = 'archived'") == 0


async def test_messages_without_times_are_dated_by_the_end_of_the_session(kit: Kit) -> None:
    talk = [SessionMessage(message.role, message.content) for message in ENGLISH]
    ended = await _end(kit, talk)
    episode = await kit.store.memories.get(str(ended.episode_id))
    assert episode is not None
    assert episode.timestamp == START
    kit.clock.advance(days=5)
    assert (await _end(kit, talk)).ids == ended.ids


async def test_old_episodes_are_distilled_at_the_end_of_a_session(kit: Kit) -> None:
    old = [SessionMessage(m.role, m.content, START - timedelta(days=40)) for m in ENGLISH]
    ended = await _end(kit, old)
    assert ended.distillation is not None
    assert (ended.distillation.ran, ended.distillation.promoted) == (True, 1)
    again = await _end(kit, KOREAN, "s-2")
    assert again.distillation is not None
    assert again.distillation.ran is False
