"""Out and back in: byte for byte, bad lines alone, nothing left half-written."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest

from memserver.errors import InvalidParams, NotFound, StorageFailed
from memserver.layers.changes import passages_of
from memserver.layers.drafts import Draft
from memserver.layers.importing import draft_of, format_of, import_source, read_foreign
from memserver.layers.placement import Placement
from memserver.layers.trajectories import record_trajectory
from memserver.layers.transfer import export_folder
from memserver.model import Author, Layer, Origin, Scope, SourceType, Status, VerifiedBy
from tests.unit.kit import START, Kit, disagreements, open_kit
from tests.unit.storage.test_memories import FULL


async def _fill(kit: Kit) -> None:
    async with kit.store.database.write() as transaction:
        number = await kit.store.memories.insert(transaction, FULL)
        await kit.store.passages.add(transaction, [(number, None, passages_of(FULL))])
    await kit.store.projects.remember("prj_1", "shop", ["path:/shop", "root:abc"], take=(), drop=())
    await kit.add("We deploy on Fridays")
    kit.clock.advance(days=1)
    await kit.writer.add(Draft(Layer.LONG_TERM, "We no longer deploy on Fridays", timestamp=kit.clock.now))
    await kit.add("첫 줄\n\n둘째 줄\u2028셋째 줄\t끝", Layer.EPISODIC, title="여러 줄", tags=("회의",))
    await kit.add("token=" + "ghp_" + "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8", expires_at=START + timedelta(days=90))
    memory_id = await kit.add("The build runs on Jenkins", Layer.PROCEDURAL)
    await kit.writer.set_status(memory_id, Status.VERIFIED, VerifiedBy.HUMAN_APPROVAL, "review 1")
    await record_trajectory(
        kit.store,
        kit.clock,
        {
            "steps": [{"action": "run tests", "observation": "3 failed", "reward": 0.1}],
            "outcome": "partial",
            "domain": "ci",
        },
        Placement(Scope.PROJECT, "prj_1", "abc", "main"),
    )
    async with kit.store.database.write() as transaction:
        await kit.store.sessions.put(
            transaction,
            {"id": "s1", "project_id": "prj_1", "ended_at": "2026-05-01T00:00:00.000Z"},
            {"id": "s1", "title": "회의", "firstUser": "안녕", "factKeys": ["a" * 40]},
        )


def _bytes(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


async def test_an_export_comes_back_byte_for_byte(tmp_path: Path) -> None:
    async with open_kit(tmp_path / "one") as kit:
        await _fill(kit)
        await kit.export(tmp_path / "out")
    async with open_kit(tmp_path / "two") as other:
        restored = await other.restore(tmp_path / "out")
        assert (restored.added, restored.duplicates, restored.failed) == (6, 0, [])
        assert dict(restored.redactions) == {}
        assert await disagreements(other) == []
        assert await other.store.vectors.pending() == 6
        await other.export(tmp_path / "again")
        assert await other.store.memories.get(FULL.id) == FULL
    assert _bytes(tmp_path / "out") == _bytes(tmp_path / "again")


async def test_what_is_there_is_left_as_it_is(kit: Kit, tmp_path: Path) -> None:
    await _fill(kit)
    await kit.export(tmp_path / "out")
    before = _bytes(tmp_path / "out")
    restored = await kit.restore(tmp_path / "out")
    assert (restored.added, restored.duplicates) == (0, 6)
    await kit.export(tmp_path / "out")
    assert _bytes(tmp_path / "out") == before


async def test_a_bad_line_fails_alone_with_its_number(tmp_path: Path) -> None:
    async with open_kit(tmp_path / "one") as kit:
        for number in range(5):
            await kit.add(f"Service {number} listens on port {8000 + number}", Layer.EPISODIC)
        await kit.export(tmp_path / "out")
    path = tmp_path / "out" / "memories.jsonl"
    lines = [json.loads(line) for line in path.read_text("utf-8").split("\n") if line]
    lines[0]["status"] = "verified"
    lines[1]["layer"] = "sixth"
    lines[2]["timestamp"] = "2026-05-04T00:00:00"
    broken = [json.dumps(line) for line in lines]
    path.write_text("\n".join([*broken[:3], "", "{not json", "\udc80", *broken[3:]]), "utf-8", "surrogateescape")
    async with open_kit(tmp_path / "two") as other:
        restored = await other.restore(tmp_path / "out")
        assert restored.added == 2
        assert [each.line for each in restored.failed] == [1, 2, 3, 5, 6]
        assert [each.error.field for each in restored.failed[:3]] == ["verifiedBy", "layer", "timestamp"]
        assert [each is None for each in restored.ids] == [True] * 5 + [False] * 2
        assert await disagreements(other) == []


async def test_a_secret_that_was_written_into_an_export_does_not_get_in(kit: Kit, tmp_path: Path) -> None:
    await kit.add("The key is KEY")
    await kit.export(tmp_path / "out")
    path = tmp_path / "out" / "memories.jsonl"
    secret = "AKIA" + "IOSFODNN7EXAMPLE"
    path.write_text(path.read_text("utf-8").replace("KEY", secret), "utf-8")
    await kit.writer.delete_all()
    restored = await kit.restore(path)
    assert sum(restored.redactions.values()) >= 1
    assert secret not in str(await kit.rows("SELECT title, content FROM memories"))


async def test_what_is_said_here_already_is_not_said_twice(tmp_path: Path) -> None:
    async with open_kit(tmp_path / "one") as kit:
        await kit.add("The team uses Slack")
        await kit.export(tmp_path / "out")
    async with open_kit(tmp_path / "two") as other:
        here = await other.add("the team uses slack")
        restored = await other.restore(tmp_path / "out")
        assert (restored.added, restored.duplicates, restored.ids) == (0, 1, [here])


async def test_a_memory_whose_successor_did_not_come_is_current_again(kit: Kit, tmp_path: Path) -> None:
    await kit.add("We deploy on Fridays")
    await kit.writer.add(Draft(Layer.LONG_TERM, "We no longer deploy on Fridays", timestamp=START + timedelta(days=1)))
    await kit.export(tmp_path / "out")
    path = tmp_path / "out" / "memories.jsonl"
    path.write_text(path.read_text("utf-8").split("\n")[0], "utf-8")
    await kit.writer.delete_all()
    await kit.restore(tmp_path / "out")
    assert await kit.rows("SELECT superseded_by FROM memories") == [(None,)]
    assert await disagreements(kit) == []


async def test_pages_for_people_name_project_date_source_and_status(kit: Kit, tmp_path: Path) -> None:
    await _fill(kit)
    exported = await kit.export(tmp_path / "out")
    assert {"memories.jsonl", "project.md", "short-term.md"} <= set(exported.files)
    page = (tmp_path / "out" / "project.md").read_text("utf-8")
    assert "## Project shop (prj_1)" in page
    assert "> 결제 모듈은 Stripe를 쓴다" in page
    assert "Status: verified (by test_runner)" in page
    assert "Date: 2026-05-02T09:30:00.000Z" in page
    assert "Nothing is stored here." in (tmp_path / "out" / "short-term.md").read_text("utf-8")
    assert "superseded by mem_" in (tmp_path / "out" / "long-term.md").read_text("utf-8")


async def test_a_failed_export_leaves_the_folder_as_it_was(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await kit.add("The team uses Slack")
    await kit.export(tmp_path / "out")
    before = _bytes(tmp_path / "out")
    await kit.add("The team uses Jira")

    def no_space(self: object, text: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("memserver.files_atomic.StagedFile.write", no_space)
    with pytest.raises(StorageFailed):
        await kit.export(tmp_path / "out")
    assert _bytes(tmp_path / "out") == before


@pytest.mark.parametrize("path", ["", "relative/folder", "{file}", "{brain}", "{brain}/export", "{data}"])
async def test_an_export_goes_to_a_folder_of_its_own(kit: Kit, tmp_path: Path, path: str) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    data = kit.store.database.path.parent
    with pytest.raises(InvalidParams) as raised:
        export_folder(path.format(file=tmp_path / "file", brain=kit.brain, data=data), kit.brain, data)
    assert raised.value.field == "path"


def test_an_import_needs_something_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(InvalidParams):
        import_source("notes.md")
    with pytest.raises(NotFound):
        import_source(str(tmp_path / "nowhere"))


async def test_formats_are_told_apart(kit: Kit, tmp_path: Path) -> None:
    await kit.add("The team uses Slack")
    await kit.export(tmp_path / "out")
    (tmp_path / "memory.jsonl").write_text(
        '{"type":"entity","name":"Kim","entityType":"person","observations":["leads"]}\n'
    )
    (tmp_path / "CLAUDE.md").write_text("# Rules\n\n- Use tabs\n", encoding="utf-8")
    assert format_of(tmp_path / "out", "auto") == "memserver"
    assert format_of(tmp_path / "out" / "memories.jsonl", "auto") == "memserver"
    assert read_foreign(tmp_path / "memory.jsonl", format_of(tmp_path / "memory.jsonl", "auto")).format == "mcp-memory"
    assert read_foreign(tmp_path / "CLAUDE.md", "auto").format == "instructions"


async def test_instructions_come_in_as_hypotheses_with_their_place(kit: Kit, tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text("- 들여쓰기는 탭을 쓴다\n- Never push to main\n", encoding="utf-8")
    foreign = read_foreign(tmp_path / "rules.txt", "instructions")
    drafts = [draft_of(item, foreign, Placement(Scope.GLOBAL, "")) for item in foreign.items]
    outcomes = await kit.writer.add_many(drafts)
    memory = await kit.store.memories.get(outcomes[1].id)  # type: ignore[union-attr]
    assert memory is not None
    assert memory.metadata["origin"] == {"path": str(tmp_path / "rules.txt"), "line": 2, "format": "instructions"}
    assert (memory.origin, memory.validation.status) == (Origin.IMPORTED, Status.HYPOTHESIS)
    assert (memory.provenance.author, memory.provenance.source_type) == (Author.SYSTEM, SourceType.FILE_ANALYSIS)
    assert memory.layer is Layer.LONG_TERM
    assert (memory.thread, memory.position) == (f"file:{tmp_path / 'rules.txt'}", 2)
    placed = draft_of(foreign.items[0], foreign, Placement(Scope.PROJECT, "prj_1"))
    assert (placed.layer, placed.project_id) == (Layer.PROJECT, "prj_1")


async def test_the_file_of_an_episode_is_written_again_on_import(tmp_path: Path) -> None:
    name = "memory/episodes/2026-05-04-talk-0a1b2c3d.json"
    async with open_kit(tmp_path / "one") as kit:
        await kit.add("We spoke about releases", Layer.EPISODIC, metadata={"episodeFile": name, "sessionId": "talk"})
        await kit.export(tmp_path / "out")
    async with open_kit(tmp_path / "two") as other:
        await other.restore(tmp_path / "out")
        content = json.loads((other.brain / name).read_text("utf-8"))
        assert content["text"] == "We spoke about releases"
        await other.writer.delete(content["id"])
        assert not (other.brain / name).exists()


async def test_a_thread_guessed_by_an_earlier_version_is_left_out_and_one_that_was_told_is_kept(tmp_path: Path) -> None:
    async with open_kit(tmp_path / "one") as kit:
        await kit.add("We moved the depot", thread="external:talk", position=3)
        await kit.add("We closed the gate", thread="session:s1")
        await kit.export(tmp_path / "new")
    old = tmp_path / "old"
    old.mkdir()
    lines = (tmp_path / "new" / "memories.jsonl").read_text(encoding="utf-8").splitlines()
    without = [{key: value for key, value in json.loads(line).items() if key != "position"} for line in lines]
    (old / "memories.jsonl").write_text("".join(json.dumps(each) + "\n" for each in without), encoding="utf-8")
    for source, told in (("new", ("external:talk", 3)), ("old", (None, None))):
        async with open_kit(tmp_path / f"into-{source}") as kit:
            await kit.restore(tmp_path / source)
            rows = await kit.rows("SELECT thread, position FROM memories ORDER BY number")
            assert rows == [told, ("session:s1", None)]
