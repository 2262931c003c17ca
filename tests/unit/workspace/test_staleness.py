from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from memserver.workspace import staleness
from memserver.workspace.staleness import FileChecker, StaleKind


def _move_time(path: Path) -> None:
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 5_000_000_000))


def test_snapshot_records_content_size_and_time(tmp_path: Path) -> None:
    (tmp_path / "문서.md").write_text("배포는 금요일")
    (tmp_path / "folder").mkdir()
    files = FileChecker().snapshot(["문서.md", "folder", "missing.md", "문서.md"], str(tmp_path))
    assert len(files) == 1
    assert files[0].path == str(tmp_path / "문서.md")
    assert files[0].sha1 == hashlib.sha1("배포는 금요일".encode()).hexdigest()


def test_untouched_and_rewritten_alike_are_fresh(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    checker = FileChecker()
    recorded = checker.snapshot(["a.py"], str(tmp_path))
    assert checker.check(recorded) == []
    file.write_text("x = 1\n")
    _move_time(file)
    assert checker.check(recorded) == []


def test_changed_content_is_stale_whether_or_not_the_size_moved(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("x = 1\n")
    checker = FileChecker()
    recorded = checker.snapshot(["a.py"], str(tmp_path))
    file.write_text("x = 2\n")
    _move_time(file)
    assert [reason.kind for reason in checker.check(recorded)] == [StaleKind.CHANGED]
    file.write_text("x = 1000\n")
    assert [reason.kind for reason in checker.check(recorded)] == [StaleKind.CHANGED]
    file.write_text("x = 1\n")
    _move_time(file)
    assert checker.check(recorded) == []


def test_files_recorded_anew_are_fresh_and_what_is_gone_stays_gone(tmp_path: Path) -> None:
    kept, gone = tmp_path / "kept.py", tmp_path / "gone.py"
    kept.write_text("1")
    gone.write_text("1")
    checker = FileChecker()
    files = checker.snapshot(["kept.py", "gone.py"], str(tmp_path))
    kept.write_text("22")
    gone.unlink()
    assert {reason.kind for reason in checker.check(files)} == {StaleKind.CHANGED, StaleKind.MISSING}
    assert [reason.kind for reason in checker.check(checker.renewed(files))] == [StaleKind.MISSING]


def test_missing_replaced_by_folder_and_looping_links(tmp_path: Path) -> None:
    for name in ("gone.md", "folder.md", "loop.md"):
        (tmp_path / name).write_text("text")
    checker = FileChecker()
    recorded = checker.snapshot(["gone.md", "folder.md", "loop.md"], str(tmp_path))
    for name in ("gone.md", "folder.md", "loop.md"):
        (tmp_path / name).unlink()
    (tmp_path / "folder.md").mkdir()
    (tmp_path / "loop.md").symlink_to(tmp_path / "loop.md")
    kinds = {Path(reason.subject).name: reason.kind for reason in checker.check(recorded)}
    assert kinds == {
        "folder.md": StaleKind.CHANGED,
        "gone.md": StaleKind.MISSING,
        "loop.md": StaleKind.MISSING,
    }


def test_a_file_recorded_in_a_sibling_work_tree_is_looked_up_in_the_present_one(tmp_path: Path) -> None:
    old, new = tmp_path / "old", tmp_path / "new"
    for tree in (old, new):
        (tree / "src").mkdir(parents=True)
        (tree / "src" / "a.py").write_text("same")
    checker = FileChecker()
    recorded = checker.snapshot(["src/a.py"], str(old))
    (old / "src" / "a.py").unlink()
    roots = (str(new), str(old))
    assert checker.check(recorded, roots) == []
    assert [r.kind for r in checker.check(recorded)] == [StaleKind.MISSING]
    (new / "src" / "a.py").write_text("else")
    _move_time(new / "src" / "a.py")
    assert [r.kind for r in checker.check(recorded, roots)] == [StaleKind.CHANGED]


def test_warm_checks_read_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{number}.md" for number in range(100)]
    for name in names:
        (tmp_path / name).write_text(name)
    recorded = FileChecker().snapshot(names, str(tmp_path))
    for name in names:
        _move_time(tmp_path / name)
    checker = FileChecker()
    assert checker.check(recorded) == []
    opened: list[Path] = []
    monkeypatch.setattr(Path, "open", lambda self, *_: opened.append(self))
    assert checker.check(recorded) == []
    assert opened == []


def test_what_exceeds_the_hash_budget_waits_for_the_background(tmp_path: Path) -> None:
    file = tmp_path / "big.bin"
    file.write_bytes(b"a" * (staleness.TURN_HASH_BYTES + 1))
    checker = FileChecker()
    recorded = checker.snapshot(["big.bin"], str(tmp_path))
    file.write_bytes(b"b" * (staleness.TURN_HASH_BYTES + 1))
    _move_time(file)
    assert checker.check(recorded) == []
    assert checker.has_work
    assert checker.catch_up() == 1
    assert [reason.kind for reason in checker.check(recorded)] == [StaleKind.CHANGED]
    assert not checker.has_work


def test_a_changed_file_of_which_the_memory_speaks_elsewhere_is_fresh(tmp_path: Path) -> None:
    file = tmp_path / "app.py"
    file.write_text("PORT = 8080\nHOST = 'a'\n")
    checker = FileChecker()
    recorded = checker.snapshot(["app.py"], str(tmp_path), "PORT is 8080.")
    file.write_text("PORT = 8080\nHOST = 'example'\n")
    assert checker.check(recorded) == []
    file.write_text("PORT = 9090\nHOST = 'a'\n")
    [reason] = checker.check(recorded)
    assert (reason.kind, reason.told) == (StaleKind.VALUE, "PORT in app.py")
    file.write_text("HOST = 'a'\n")
    [reason] = checker.check(recorded)
    assert (reason.kind, reason.part) == (StaleKind.SYMBOL_GONE, "PORT")


def test_a_large_changed_file_is_compared_in_the_background(tmp_path: Path) -> None:
    file = tmp_path / "app.py"
    rest = "".join(f"NAME_{number} = {number}\n" for number in range(2_000))
    file.write_text("PORT = 8080\n" + rest)
    checker = FileChecker()
    recorded = checker.snapshot(["app.py"], str(tmp_path), "PORT is 8080.")
    file.write_text("PORT = 90900\n" + rest)
    assert file.stat().st_size > staleness.TURN_OUTLINE_BYTES
    assert checker.check(recorded) == []
    assert checker.has_work
    checker.catch_up()
    assert [reason.kind for reason in checker.check(recorded)] == [StaleKind.VALUE]
    assert not checker.has_work


def test_other_words_are_looked_for_in_a_file_that_is_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "app.py"
    file.write_text("PORT = 8080\nHOST = 'a'\n")
    checker = FileChecker()
    recorded = checker.snapshot(["app.py"], str(tmp_path), "PORT is 8080.")
    reworded = checker.reworded(recorded, (), 'HOST is "a".')
    file.write_text("PORT = 9090\nHOST = 'a'\n")
    assert checker.check(reworded) == []
    assert checker.reworded(recorded, (), 'HOST is "a".') == recorded


def test_a_file_without_places_is_compared_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "app.py"
    file.write_text("PORT = 8080\n")
    checker = FileChecker()
    recorded = checker.snapshot(["app.py"], str(tmp_path))
    assert recorded[0].places == ""
    file.write_text("PORT = 8080  # web\n")
    assert [reason.kind for reason in checker.check(recorded)] == [StaleKind.CHANGED]
