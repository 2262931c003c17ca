from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import pytest

GitCall = Callable[..., str]


@pytest.fixture
def git_in() -> GitCall:
    """Runs real git in a folder, with a fixed author and clock and no configuration of this machine."""
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Mina",
        "GIT_AUTHOR_EMAIL": "mina@example.com",
        "GIT_COMMITTER_NAME": "Mina",
        "GIT_COMMITTER_EMAIL": "mina@example.com",
        "GIT_AUTHOR_DATE": "2026-01-05T09:00:00Z",
        "GIT_COMMITTER_DATE": "2026-01-05T09:00:00Z",
    }

    def call(folder: Path, *arguments: str) -> str:
        command = ["git", "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *arguments]
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return call


@pytest.fixture
def make_repository(tmp_path: Path, git_in: GitCall) -> Callable[..., Path]:
    """Makes a repository with one commit whose content (and so whose hash) depends on its name."""

    def make(name: str, remote: str | None = None, commit: bool = True) -> Path:
        folder = tmp_path / name
        folder.mkdir(parents=True)
        git_in(folder, "init", "-q")
        if remote:
            git_in(folder, "remote", "add", "origin", remote)
        if commit:
            (folder / "README.md").write_text(f"# {name}\n")
            git_in(folder, "add", ".")
            git_in(folder, "commit", "-q", "-m", f"Start {name}")
        return folder

    return make


class KeysInMemory:
    """The smallest key store that keeps the promises of `ProjectKeyStore`."""

    def __init__(self) -> None:
        self.projects: dict[str, set[str]] = {}
        self.writes = 0

    async def find_projects(self, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
        return {key: [p for p, own in self.projects.items() if key in own] for key in keys}

    async def keys_of(self, project_id: str) -> Sequence[str]:
        return sorted(self.projects.get(project_id, ()))

    async def remember(
        self, project_id: str, name: str, keys: Sequence[str], *, take: Sequence[str], drop: Sequence[str]
    ) -> None:
        self.writes += 1
        for other, own in self.projects.items():
            if other != project_id:
                own.difference_update(take)
        own = self.projects.setdefault(project_id, set())
        own.difference_update(drop)
        own.update(keys)


@pytest.fixture
def key_store() -> KeysInMemory:
    return KeysInMemory()
