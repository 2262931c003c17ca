"""Notes have the date of their last commit, not of their checkout; a file that no commit has so keeps its own time."""

from __future__ import annotations

import os
import subprocess
import unicodedata
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memserver.knowledge.brain_store import StoredBrain
from memserver.knowledge.indexer import BrainIndexer
from memserver.knowledge.note_dates import NoteDates
from memserver.knowledge.scan import BrainScan, FileState
from memserver.storage.passages import Visibility
from memserver.workspace.commit_dates import is_blob
from memserver.workspace.git import Git
from tests.unit.kit import Kit, open_kit

Commit = Callable[..., None]
WINTER, SPRING, SUMMER = "2024-01-10T08:00:00+00:00", "2025-03-20T08:00:00+00:00", "2026-06-30T08:00:00+00:00"


def ns(moment: str) -> int:
    return int(datetime.fromisoformat(moment).timestamp()) * 1_000_000_000


def day(nanoseconds: int | None) -> str | None:
    return None if nanoseconds is None else datetime.fromtimestamp(nanoseconds / 1e9, UTC).date().isoformat()


def run_git(folder: Path, *arguments: str, authored: str = WINTER) -> None:
    """Run real git, its committer in another year than its author."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | {
        "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Mina", "GIT_AUTHOR_EMAIL": "mina@example.com", "GIT_AUTHOR_DATE": authored,
        "GIT_COMMITTER_NAME": "Mina", "GIT_COMMITTER_EMAIL": "mina@example.com", "GIT_COMMITTER_DATE": SUMMER,
    }  # fmt: skip
    subprocess.run(["git", "-C", str(folder), *arguments], env=environment, check=True, capture_output=True)


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def commit(folder: Path, authored: str, **files: str) -> None:
    for name, text in files.items():
        write(folder / f"{name}.md", text)
    run_git(folder, "add", "-A")
    run_git(folder, "commit", "-q", "-m", "Notes", authored=authored)


@pytest.fixture
def brain(tmp_path: Path) -> Path:
    folder = tmp_path / "brain"
    folder.mkdir()
    run_git(folder, "init", "-q", "-b", "main")
    return folder


def states_of(brain: Path) -> list[FileState]:
    return [each for each in BrainScan(str(brain)) if isinstance(each, FileState)]


async def dates_of(brain: Path) -> dict[str, str | None]:
    return {path: day(moment) for path, moment in (await NoteDates(str(brain)).of(states_of(brain))).items()}


async def test_a_note_has_the_date_of_the_commit_that_last_changed_it(brain: Path) -> None:
    commit(brain, WINTER, old="# Old", changed="# One")
    commit(brain, SPRING, changed="# Two")
    assert await dates_of(brain) == {"old.md": "2024-01-10", "changed.md": "2025-03-20"}


async def test_what_no_commit_has_as_it_is_keeps_its_own_time(brain: Path) -> None:
    write(brain / ".gitignore", "ignored.md\n")
    commit(brain, WINTER, edited="# One", deleted="# Gone", staged="# One")
    run_git(brain, "rm", "-q", "deleted.md")
    run_git(brain, "commit", "-q", "-m", "Remove", authored=SPRING)
    for name in ("edited", "deleted", "ignored", "new", "staged"):
        write(brain / f"{name}.md", "# Another text")
    run_git(brain, "add", "staged.md")
    dates = await dates_of(brain)
    assert dates.pop(".gitignore", None) in (None, "2024-01-10")
    assert set(dates.values()) == {None}


async def test_odd_names_other_line_ends_and_merges_are_understood(brain: Path) -> None:
    odd = 'a "quoted"\tname 한글.md'
    write(brain / odd, "# Odd")
    write(brain / "[glob]*.md", "# Glob")
    write(brain / unicodedata.normalize("NFD", "회의록.md"), "# Decomposed")
    write(brain / "windows.md", "# One\n\nTwo\n")
    commit(brain, WINTER, both="one")
    write(brain / "windows.md", "# One\r\n\r\nTwo\r\n")
    run_git(brain, "checkout", "-q", "-b", "side")
    commit(brain, WINTER, both="two", side="# Side", windows="# One\n\nTwo\n")
    run_git(brain, "checkout", "-q", "main")
    commit(brain, SPRING, both="three")
    with pytest.raises(subprocess.CalledProcessError):
        run_git(brain, "merge", "-q", "side")
    commit(brain, SUMMER, both="four")
    write(brain / "windows.md", "# One\r\n\r\nTwo\r\n")
    dates = await dates_of(brain)
    assert dates.pop("both.md") == "2026-06-30"
    assert dates.pop("회의록.md") == "2024-01-10"
    assert dates == dict.fromkeys((odd, "[glob]*.md", "side.md", "windows.md"), "2024-01-10")


async def test_a_brain_inside_a_repository_and_a_repository_inside_a_brain(tmp_path: Path) -> None:
    project, brain = tmp_path / "project", tmp_path / "project" / "docs"
    brain.mkdir(parents=True)
    run_git(project, "init", "-q")
    write(brain / "sub" / "deep.md", "# Deep")
    commit(project, WINTER, outside="# Outside")
    commit(project, SPRING, **{"docs/note": "# Note"})
    inner = brain / "inner"
    inner.mkdir()
    run_git(inner, "init", "-q")
    commit(inner, SUMMER, own="# Own")
    assert await dates_of(brain) == {"sub/deep.md": "2024-01-10", "note.md": "2025-03-20", "inner/own.md": "2026-06-30"}
    heads = await NoteDates(str(brain)).heads(states_of(brain))
    assert set(heads) == {"", "inner"}


async def test_more_files_than_are_named_on_a_command_line(brain: Path) -> None:
    commit(brain, WINTER, **{f"n{number}": f"# {number}" for number in range(70)})
    commit(brain, SPRING, n3="# Changed")
    dates = await dates_of(brain)
    assert (len(dates), dates["n3.md"], dates["n69.md"]) == (70, "2025-03-20", "2024-01-10")


async def test_no_repository_no_commit_and_no_git_leave_the_times_of_files(tmp_path: Path, brain: Path) -> None:
    write(tmp_path / "plain" / "a.md", "# A")
    assert await dates_of(tmp_path / "plain") == {"a.md": None}
    assert await NoteDates(str(tmp_path / "plain")).heads(states_of(tmp_path / "plain")) == {}
    write(brain / "a.md", "# A")
    assert await dates_of(brain) == {"a.md": None}
    commit(brain, WINTER, a="# A")
    assert await NoteDates(str(brain), Git(executable="")).of(states_of(brain)) == {"a.md": None}


async def test_a_filter_of_the_repository_is_never_run(brain: Path, tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    commit(brain, WINTER, a="# A")
    write(brain / ".gitattributes", "*.md filter=evil diff=evil\n")
    run_git(brain, "config", "filter.evil.clean", f"touch {trap}; cat")
    run_git(brain, "config", "diff.evil.textconv", f"touch {trap}; cat")
    os.utime(brain / "a.md")
    assert (await dates_of(brain))["a.md"] == "2024-01-10"
    assert not trap.exists()


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=200))
def test_content_is_told_as_git_tells_it(brain: Path, data: bytes) -> None:
    named = subprocess.run(
        ["git", "-C", str(brain), "hash-object", "--stdin", "--no-filters"], input=data, check=True, capture_output=True
    ).stdout.decode().strip()  # fmt: skip
    assert is_blob(data, named)
    assert not is_blob(data + b"x", named)


@pytest.fixture
def executor() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as opened:
        yield opened


async def stored(kit: Kit, brain: Path) -> dict[str, str | None]:
    changed = await kit.store.files.changed(str(brain), [state.path for state in states_of(brain)])
    return {path: day(moment) for path, moment in changed.items()}


async def test_the_store_follows_commits_checkouts_and_edits(
    tmp_path: Path, brain: Path, executor: ThreadPoolExecutor
) -> None:
    commit(brain, WINTER, a="# A", b="# B")
    for name in ("a.md", "b.md"):
        os.utime(brain / name, ns=(ns(SUMMER), ns(SUMMER)))
    async with open_kit(tmp_path / "data") as kit:
        store = StoredBrain(kit.store, brain, kit.clock, executor)
        indexer = BrainIndexer(str(brain), store, executor=executor)
        await indexer.run()
        assert await stored(kit, brain) == {"a.md": "2024-01-10", "b.md": "2024-01-10"}
        # An edit is dated by its file until it is committed.
        write(brain / "a.md", "# A, changed")
        os.utime(brain / "a.md", ns=(ns(SUMMER), ns(SUMMER)))
        await indexer.update({"a.md"})
        assert await stored(kit, brain) == {"a.md": "2026-06-30", "b.md": "2024-01-10"}
        run_git(brain, "add", "-A")
        run_git(brain, "commit", "-q", "-m", "Change", authored=SPRING)
        # Any change that is noticed after a commit dates all files anew, and so does the next start.
        write(brain / "c.md", "# C")
        os.utime(brain / "c.md", ns=(ns(SUMMER), ns(SUMMER)))
        await indexer.update({"c.md"})
        assert await stored(kit, brain) == {"a.md": "2025-03-20", "b.md": "2024-01-10", "c.md": "2026-06-30"}
        run_git(brain, "add", "-A")
        run_git(brain, "commit", "-q", "-m", "Add", authored=SPRING)
        await BrainIndexer(str(brain), store, executor=executor).run()
        assert (await stored(kit, brain))["c.md"] == "2025-03-20"


async def test_a_renamed_and_a_touched_file_are_dated_again(
    tmp_path: Path, brain: Path, executor: ThreadPoolExecutor
) -> None:
    commit(brain, WINTER, a="# A", b="# B")
    async with open_kit(tmp_path / "data") as kit:
        indexer = BrainIndexer(str(brain), StoredBrain(kit.store, brain, kit.clock, executor), executor=executor)
        await indexer.run()
        (brain / "a.md").rename(brain / "moved.md")
        os.utime(brain / "moved.md", ns=(ns(SUMMER), ns(SUMMER)))
        os.utime(brain / "b.md", ns=(ns(SUMMER), ns(SUMMER)))
        report = await indexer.run()
        assert (report.renamed, report.unchanged) == (1, 1)
        assert await stored(kit, brain) == {"moved.md": "2026-06-30", "b.md": "2024-01-10"}


async def test_passages_and_audits_see_the_date_of_the_commit(
    tmp_path: Path, brain: Path, executor: ThreadPoolExecutor
) -> None:
    commit(brain, WINTER, a="# A\n\nThe kiln burns at night.")
    async with open_kit(tmp_path / "data") as kit:
        await BrainIndexer(str(brain), StoredBrain(kit.store, brain, kit.clock, executor), executor=executor).run()
        [row] = await kit.rows("SELECT id FROM passages")
        facts = await kit.store.passages.facts(row, Visibility(("",), str(brain), "2026-07-01T00:00:00.000Z"))
        assert [day(each.changed_ns) for each in facts.values()] == ["2024-01-10"]
        [note] = await kit.store.knowledge_rows.notes(str(brain), 5)
        assert day(note.changed_ns) == "2024-01-10"
        assert (await kit.store.knowledge_rows.naming([["kiln"]], str(brain)))[3] == "2024-01-10T08:00:00.000Z"
