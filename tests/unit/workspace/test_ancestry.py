from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memserver.workspace.ancestry import Ancestry, AncestryChecker
from memserver.workspace.git import Git
from memserver.workspace.repository import Repository, find_repository

from .conftest import GitCall


def _repository(folder: Path) -> Repository:
    repository = find_repository(str(folder))
    assert repository is not None
    return repository


def _commit(git_in: GitCall, folder: Path, message: str) -> str:
    git_in(folder, "commit", "-q", "--allow-empty", "-m", message)
    return git_in(folder, "rev-parse", "HEAD")


async def test_first_unknown_then_known(make_repository: Callable[..., Path], git_in: GitCall) -> None:
    folder = make_repository("app")
    first = git_in(folder, "rev-parse", "HEAD")
    git_in(folder, "checkout", "-q", "-b", "side")
    side = _commit(git_in, folder, "side work")
    git_in(folder, "checkout", "-q", "main")
    head = _commit(git_in, folder, "main work")
    repository = _repository(folder)
    checker = AncestryChecker(Git())
    absent = "0123456789" * 4
    for commit in (first, side, absent, first[:10]):
        assert checker.check(repository, head, commit) is Ancestry.UNKNOWN
    await checker.settle()
    assert checker.check(repository, head, first) is Ancestry.IN_HISTORY
    assert checker.check(repository, head, first[:10]) is Ancestry.IN_HISTORY
    assert checker.check(repository, head, head) is Ancestry.IN_HISTORY
    assert checker.check(repository, head, side) is Ancestry.NOT_IN_HISTORY
    assert checker.check(repository, head, absent) is Ancestry.NOT_IN_HISTORY
    await checker.close()


async def test_a_shallow_clone_does_not_claim_to_know(
    make_repository: Callable[..., Path], git_in: GitCall, tmp_path: Path
) -> None:
    source = make_repository("app")
    old = git_in(source, "rev-parse", "HEAD")
    head = _commit(git_in, source, "newer")
    git_in(tmp_path, "clone", "-q", "--depth", "1", f"file://{source}", str(tmp_path / "shallow"))
    checker = AncestryChecker(Git())
    repository = _repository(tmp_path / "shallow")
    checker.check(repository, head, old)
    await checker.settle()
    assert checker.check(repository, head, old) is Ancestry.UNKNOWN


async def test_nonsense_is_unknown_and_never_reaches_git(make_repository: Callable[..., Path]) -> None:
    repository = _repository(make_repository("app"))
    checker = AncestryChecker(Git())
    assert checker.check(repository, None, "a" * 40) is Ancestry.UNKNOWN
    assert checker.check(repository, "a" * 40, "--output=/etc/passwd") is Ancestry.UNKNOWN
    await checker.close()
