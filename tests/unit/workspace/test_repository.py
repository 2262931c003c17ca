from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from memserver.workspace.repository import find_repository, read_config, read_head, work_trees

from .conftest import GitCall

MakeRepository = Callable[..., Path]


def test_head_is_read_without_git_loose_packed_detached_and_unborn(
    make_repository: MakeRepository, git_in: GitCall
) -> None:
    folder = make_repository("app")
    repository = find_repository(str(folder / "README.md"))
    assert repository is not None
    commit = git_in(folder, "rev-parse", "HEAD")
    head = read_head(repository)
    assert head is not None
    assert (head.commit, head.branch) == (commit, "main")
    git_in(folder, "pack-refs", "--all")
    assert read_head(repository) == head
    git_in(folder, "checkout", "-q", "-b", "기능/검색")
    on_branch = read_head(repository)
    assert on_branch is not None
    assert (on_branch.commit, on_branch.branch) == (commit, "기능/검색")
    git_in(folder, "checkout", "-q", "--detach")
    detached = read_head(repository)
    assert detached is not None
    assert (detached.commit, detached.branch) == (commit, None)
    unborn = find_repository(str(make_repository("unborn", commit=False)))
    assert unborn is not None
    empty = read_head(unborn)
    assert empty is not None
    assert (empty.commit, empty.branch) == (None, "main")


def test_worktree_shares_the_common_folder_and_has_its_own_head(
    make_repository: MakeRepository, git_in: GitCall, tmp_path: Path
) -> None:
    main = make_repository("app")
    git_in(main, "worktree", "add", "-q", str(tmp_path / "fix"), "-b", "fix")
    first, second = find_repository(str(main)), find_repository(str(tmp_path / "fix"))
    assert first is not None
    assert second is not None
    assert first.common_dir == second.common_dir
    head = read_head(second)
    assert head is not None
    assert head.branch == "fix"
    assert work_trees(second) == (str(tmp_path / "fix"), str(main))


def test_bare_repository_and_nothing_at_all(tmp_path: Path, git_in: GitCall) -> None:
    git_in(tmp_path, "init", "-q", "--bare", "store.git")
    assert find_repository(str(tmp_path / "store.git")) is not None
    (tmp_path / "plain").mkdir()
    assert find_repository(str(tmp_path / "plain")) is None
    assert find_repository(str(tmp_path / "missing" / "deeper")) is None


def test_broken_git_files_are_answered_with_none(tmp_path: Path, make_repository: MakeRepository) -> None:
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / ".git").write_text("gitdir: /nowhere/at/all\n")
    assert find_repository(str(tmp_path / "odd")) is None
    folder = make_repository("app")
    repository = find_repository(str(folder))
    assert repository is not None
    (folder / ".git" / "HEAD").write_bytes(b"\xff\xfe garbage")
    assert read_head(repository) is None
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/.invalid\n")
    assert read_head(repository) is None
    (folder / ".git" / "HEAD").unlink()
    assert read_head(repository) is None


def test_configuration_is_read_with_quotes_comments_and_subsections(make_repository: MakeRepository) -> None:
    folder = make_repository("app")
    (folder / ".git" / "config").write_text(
        '[core]\n\tbare = false\n# note\n[remote "my \\"odd\\" one"]\n url = "https://x/y" \n'
        '[remote "origin"] url = git@host:a/b ; why\n\turl = second\n[Memserver]\n\tProject = 제품\n'
    )
    repository = find_repository(str(folder))
    assert repository is not None
    config = read_config(repository)
    assert config['remote.my "odd" one.url'] == "https://x/y"
    assert config["remote.origin.url"] == "git@host:a/b"
    assert config["memserver.project"] == "제품"
