"""Files that are gone: followed to where they went, looked for in the background only."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from memserver.model import RelatedFile
from memserver.workspace.file_names import FileNames
from memserver.workspace.git import Git
from memserver.workspace.moved_files import git_renames
from memserver.workspace.staleness import FileChecker, Moved, StaleKind

SOURCE = """\
LIMIT = 3


def charge(amount):
    for _ in range(LIMIT):
        if gateway.post(amount):
            return True
    raise PaymentError
"""
MEMORY = "`charge` raises PaymentError after LIMIT attempts, which is 3."


def _recorded(root: Path, checker: FileChecker, path: str = "src/pay.py") -> tuple[Path, tuple[RelatedFile, ...]]:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(SOURCE)
    return file, checker.snapshot([path], str(root), MEMORY)


@pytest.mark.parametrize("target", ["lib/pay.py", "src/billing.py", "src/deep/er/pay.py"])
def test_a_file_that_moved_is_followed(tmp_path: Path, target: str) -> None:
    checker = FileChecker()
    file, files = _recorded(tmp_path, checker)
    (tmp_path / target).parent.mkdir(parents=True, exist_ok=True)
    file.rename(tmp_path / target)
    (tmp_path / target).write_text("# moved\n" + SOURCE)
    # Nothing is said, and nothing scanned, before the background has looked.
    assert checker.check(files, (str(tmp_path),)) == []
    assert checker.has_work
    checker.catch_up()
    checker.check(files, (str(tmp_path),))
    checker.catch_up()
    assert checker.check(files, (str(tmp_path),)) == []
    assert checker.take_moves() == [Moved(str(file), str(tmp_path / target))]
    (tmp_path / target).write_text(SOURCE.replace("LIMIT = 3", "LIMIT = 5"))
    [reason] = checker.check(files, (str(tmp_path),))
    assert (reason.kind, reason.part) == (StaleKind.VALUE, "LIMIT")


def test_a_file_that_is_nowhere_is_missing(tmp_path: Path) -> None:
    checker = FileChecker()
    file, files = _recorded(tmp_path, checker)
    (tmp_path / "src" / "refund.py").write_text("def refund(amount):\n    return -amount\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pay.py").write_text("PAY = True\n")
    file.unlink()
    assert checker.check(files, (str(tmp_path),)) == []
    checker.catch_up()
    assert [reason.kind for reason in checker.check(files, (str(tmp_path),))] == [StaleKind.MISSING]
    assert not checker.has_work


async def test_git_knows_where_a_file_went(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        who = ("-c", "user.name=t", "-c", "user.email=t@example.com")
        subprocess.run(["git", "-C", str(tmp_path), *who, *arguments], check=True, capture_output=True)

    file = tmp_path / "src" / "pay.py"
    file.parent.mkdir()
    file.write_text(SOURCE)
    git("init", "-q")
    git("add", "-A")
    git("commit", "-q", "-m", "One")
    git("mv", "src/pay.py", "src/charging.py")
    assert await git_renames(Git(), str(tmp_path), str(file)) == str(tmp_path / "src" / "charging.py")
    git("commit", "-q", "-m", "Two")
    assert await git_renames(Git(), str(tmp_path), str(file)) == str(tmp_path / "src" / "charging.py")
    git("mv", "src/charging.py", "결제.py")
    git("commit", "-q", "-m", "Three")
    assert await git_renames(Git(), str(tmp_path), str(file)) == str(tmp_path / "결제.py")
    assert await git_renames(Git(), str(tmp_path), str(tmp_path / "never.py")) is None


def test_a_name_in_a_text_means_a_file_when_only_one_is_called_so(tmp_path: Path) -> None:
    for path in ("src/a/core.py", "src/b/core.py", "src/a/only.py", "node_modules/x/hidden.py", "top.py"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("")
    names = FileNames()
    found = names.resolve(
        ["core.py", "only.py", "a/core.py", "hidden.py", "top.py", "../x.py", "/etc/hosts", ""], str(tmp_path)
    )
    assert found == [str(tmp_path / path) for path in ("src/a/only.py", "src/a/core.py", "top.py")]
