from __future__ import annotations

import os
import socket
import threading
import unicodedata
from pathlib import Path

import pytest

from memserver.knowledge.scan import MAX_DATA_BYTES, BrainScan, FileState, Skipped


def write(brain: Path, path: str, text: str = "text") -> Path:
    file = brain / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)
    return file


def scanned(brain: Path, **options: int) -> tuple[list[str], dict[str, str]]:
    entries = list(BrainScan(str(brain), **options))  # type: ignore[arg-type]
    files = [entry.path for entry in entries if isinstance(entry, FileState)]
    return files, {entry.path: entry.reason for entry in entries if isinstance(entry, Skipped)}


def test_files_come_with_size_and_time_in_order(tmp_path: Path) -> None:
    write(tmp_path, "b.md", "two")
    write(tmp_path, "a/하위/메모.md", "한글")
    entries = [entry for entry in BrainScan(str(tmp_path)) if isinstance(entry, FileState)]
    assert [entry.path for entry in entries] == ["a/하위/메모.md", "b.md"]
    assert entries[0].size == 6
    assert entries[0].mtime_ns == (tmp_path / "a/하위/메모.md").stat().st_mtime_ns


def test_decomposed_names_are_shown_composed_and_opened_as_they_are(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "회의록.md")
    write(tmp_path, decomposed, "내용")
    (entry,) = [entry for entry in BrainScan(str(tmp_path)) if isinstance(entry, FileState)]
    assert entry.path == "회의록.md"
    assert (tmp_path / entry.disk_path).read_text() == "내용"


def test_two_forms_of_one_name_are_one_file_and_one_warning(tmp_path: Path) -> None:
    write(tmp_path, unicodedata.normalize("NFD", "각.md"))
    write(tmp_path, unicodedata.normalize("NFC", "각.md"))
    files, skipped = scanned(tmp_path)
    if len(list(tmp_path.iterdir())) == 2:
        assert files == ["각.md"]
        assert "Unicode form" in skipped["각.md"]


def test_ignore_files_nested_and_negated(tmp_path: Path) -> None:
    write(tmp_path, ".gitignore", "*.tmp.md\n/private/\nlogs\n# comment\n[\n")
    write(tmp_path, ".memserverignore", "drafts/*\n!drafts/keep.md\n")
    write(tmp_path, "sub/.gitignore", "!special.tmp.md\nonly-here.md\n")
    for path in (
        "a.tmp.md",
        "private/secret.md",
        "deep/private/open.md",
        "deep/logs/x.md",
        "drafts/one.md",
        "drafts/keep.md",
        "sub/special.tmp.md",
        "sub/only-here.md",
        "only-here.md",
    ):
        write(tmp_path, path)
    files, skipped = scanned(tmp_path)
    assert files == ["deep/private/open.md", "drafts/keep.md", "only-here.md", "sub/special.tmp.md"]
    assert skipped == {}


def test_what_is_never_knowledge_is_left_out_unless_asked_back(tmp_path: Path) -> None:
    for path in (
        "node_modules/x/readme.md",
        ".git/config",
        "dist/out.md",
        "photo.png",
        "package-lock.json",
        "app.min.js",
        "memory/episodes/1.json",
        ".env",
        ".env.local",
        "notes.md~",
        "a.md",
        ".github/copilot-instructions.md",
    ):
        write(tmp_path, path)
    assert scanned(tmp_path)[0] == [".github/copilot-instructions.md", "a.md"]
    write(tmp_path, ".memserverignore", "!dist/\n!.env\n")
    assert scanned(tmp_path)[0] == [".github/copilot-instructions.md", "a.md", "dist/out.md"]


def test_the_special_folder_gives_only_its_procedures_and_trackers(tmp_path: Path) -> None:
    for path in (".astra/glossary.md", ".astra/tasks.jsonl", ".astra/skills/deploy/SKILL.md", ".astra/a.skill.md"):
        write(tmp_path, path)
    for path in ("tasks.jsonl", "data/tasks.jsonl", ".astra/old/tasks.jsonl", ".astra/tasks.json"):
        write(tmp_path, path)
    assert scanned(tmp_path)[0] == [".astra/a.skill.md", ".astra/skills/deploy/SKILL.md", ".astra/tasks.jsonl"]


def test_large_files_and_large_data_are_named(tmp_path: Path) -> None:
    write(tmp_path, "huge.md", "x" * 2000)
    write(tmp_path, "table.csv", "x" * (MAX_DATA_BYTES + 1))
    write(tmp_path, "small.csv", "a,b")
    files, skipped = scanned(tmp_path, max_bytes=1000)
    assert files == ["small.csv"]
    assert set(skipped) == {"huge.md", "table.csv"}


def test_links_that_loop_leave_or_repeat_are_named_and_others_followed(tmp_path: Path) -> None:
    brain, outside = tmp_path / "brain", tmp_path / "outside"
    write(brain, "real/a.md")
    write(brain, "dist/kept.md")
    write(outside, "secret.md")
    (brain / "loop.md").symlink_to(brain / "loop.md")
    (brain / "up").symlink_to(brain)
    (brain / "real" / "parent").symlink_to(brain / "real")
    (brain / "again.md").symlink_to(brain / "real" / "a.md")
    (brain / "nowhere.md").symlink_to(brain / "missing.md")
    (brain / "leaves.md").symlink_to(outside / "secret.md")
    (brain / "leaves").symlink_to(outside)
    (brain / "shown").symlink_to(brain / "dist")
    files, skipped = scanned(brain)
    assert files == ["real/a.md", "shown/kept.md"]
    assert skipped == {
        "loop.md": "a link that loops",
        "up": "a link to what is in the brain already",
        "real/parent": "a link to what is in the brain already",
        "again.md": "a link to what is in the brain already",
        "nowhere.md": "a link that leads nowhere",
        "leaves.md": "a link that leaves the brain",
        "leaves": "a link that leaves the brain",
    }


def test_a_brain_that_is_itself_a_link_is_walked(tmp_path: Path) -> None:
    write(tmp_path / "real", "a.md")
    (tmp_path / "brain").symlink_to(tmp_path / "real")
    assert scanned(tmp_path / "brain")[0] == ["a.md"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_pipes_sockets_and_odd_names_do_not_stop_the_walk(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    write(tmp_path, "z.md")
    (tmp_path / os.fsdecode(b"bad\xff.md")).write_text("x")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "s.md"))
        files, skipped = scanned(tmp_path)
    assert files == ["z.md"]
    assert len(skipped) == 3
    assert all(path.isprintable() for path in skipped)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser reads everything")
def test_a_folder_without_permission_is_named(tmp_path: Path) -> None:
    write(tmp_path, "locked/a.md")
    write(tmp_path, "open.md")
    (tmp_path / "locked").chmod(0)
    try:
        files, skipped = scanned(tmp_path)
    finally:
        (tmp_path / "locked").chmod(0o755)
    assert files == ["open.md"]
    assert skipped["locked"].startswith("unreadable")


def test_a_missing_brain_is_one_skipped_folder(tmp_path: Path) -> None:
    files, skipped = scanned(tmp_path / "missing")
    assert files == []
    assert list(skipped) == ["."]


def test_a_stopped_walk_says_that_it_is_not_complete(tmp_path: Path) -> None:
    for number in range(10):
        write(tmp_path, f"{number}.md")
    stop = threading.Event()
    scan = BrainScan(str(tmp_path), stop=stop)
    seen = 0
    for _ in scan:
        seen += 1
        if seen == 3:
            stop.set()
    assert seen == 3
    assert not scan.complete


def test_one_file_can_be_looked_at_alone(tmp_path: Path) -> None:
    write(tmp_path, "notes/a.md")
    write(tmp_path, "node_modules/b.md")
    scan = BrainScan(str(tmp_path))
    assert isinstance(scan.state_of("notes/a.md"), FileState)
    assert scan.state_of("node_modules/b.md") is None
    assert scan.state_of("missing.md") is None
    assert scan.state_of("notes") is None
