"""Open workspaces: resolved once, one project for a repository, and commits that left the history."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from memserver.workspace.git import Git
from memserver.workspace.workspaces import Workspaces


class Keys:
    """Remembers project keys in memory."""

    def __init__(self) -> None:
        self.keys: dict[str, set[str]] = {}
        self.writes = 0

    async def find_projects(self, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {key: [project for project, own in self.keys.items() if key in own] for key in keys}

    async def keys_of(self, project_id: str) -> Sequence[str]:
        return sorted(self.keys.get(project_id, ()))

    async def remember(
        self, project_id: str, name: str, keys: Sequence[str], *, take: Sequence[str], drop: Sequence[str]
    ) -> None:
        self.writes += 1
        for other in self.keys.values():
            other.difference_update(take)
        self.keys.setdefault(project_id, set()).difference_update(drop)
        self.keys[project_id].update(keys)


async def absorb(project_id: str, former: Sequence[str]) -> None:
    return None


def git(folder: Path, *arguments: str) -> str:
    identity = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")
    done = subprocess.run(["git", *identity, *arguments], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def repository(folder: Path) -> Path:
    folder.mkdir()
    git(folder, "init", "-q", "-b", "main")
    (folder / "a.txt").write_text("one")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "first")
    return folder


async def test_many_requests_at_once_resolve_a_folder_once(tmp_path: Path) -> None:
    keys = Keys()
    workspaces = Workspaces(keys, absorb, Git())
    folder = str(repository(tmp_path / "one"))
    found = await asyncio.gather(*(workspaces.of(folder) for _ in range(8)))
    assert len({each.project.id for each in found}) == 1
    assert keys.writes == 1
    assert workspaces.known(folder) is not None
    await workspaces.close()


async def test_a_commit_that_was_dropped_from_the_history_is_told(tmp_path: Path) -> None:
    folder = repository(tmp_path / "one")
    (folder / "a.txt").write_text("two")
    git(folder, "commit", "-q", "-am", "second")
    dropped = git(folder, "rev-parse", "HEAD")
    git(folder, "reset", "-q", "--hard", "HEAD~1")
    (folder / "b.txt").write_text("three")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "third")
    workspaces = Workspaces(Keys(), absorb, Git())
    workspace = await workspaces.of(str(folder))
    kept = git(folder, "rev-parse", "HEAD~1")
    # The first question only schedules the look-up: a turn never waits for git.
    assert workspaces.commit_reason(workspace, dropped) is None
    await workspaces.settle()
    reason = workspaces.commit_reason(workspace, dropped)
    assert reason is not None
    assert reason.subject == dropped
    assert workspaces.commit_reason(workspace, kept) is None
    assert workspaces.commit_reason(None, dropped) is None
    await workspaces.close()


async def test_a_folder_without_git_has_no_head_and_an_identity_of_its_own(tmp_path: Path) -> None:
    workspaces = Workspaces(Keys(), absorb, Git())
    (tmp_path / "x").mkdir()
    (tmp_path / "y").mkdir()
    one, other = await workspaces.of(str(tmp_path / "x")), await workspaces.of(str(tmp_path / "y"))
    assert one.head is None
    assert one.project.id != other.project.id
    await workspaces.close()
