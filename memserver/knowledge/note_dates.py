"""The date of the last commit of each note, for a brain that lies in a git repository.

A note with uncommitted changes has none: the time of its file is used. Reads files and asks git; stores nothing.
"""

from __future__ import annotations

import asyncio
import os
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath

from memserver.knowledge.scan import FileState
from memserver.workspace.commit_dates import LONG_TIMEOUT_SECONDS, authored_at_head, blobs_at_head, is_blob
from memserver.workspace.git import Git
from memserver.workspace.repository import Repository, find_repository, read_head, repository_at

NANOSECONDS = 1_000_000_000

Repositories = Mapping[str, tuple[Repository, Sequence[FileState]]]
"""Repositories and their files, by the folder of the repository relative to the brain."""


class NoteDates:
    """The commit dates of one brain's files."""

    def __init__(self, brain: str, git: Git | None = None) -> None:
        self._brain = os.path.realpath(brain)
        self._git = git if git is not None else Git(timeout=LONG_TIMEOUT_SECONDS)

    async def heads(self, states: Sequence[FileState]) -> dict[str, str]:
        """Return the checked-out commit of every repository that holds some of the files."""
        found = await asyncio.to_thread(self._repositories, states)
        heads = {folder: await self._head(folder, repository) for folder, (repository, _) in found.items()}
        return {folder: commit for folder, commit in heads.items() if commit}

    async def of(self, states: Sequence[FileState]) -> dict[str, int | None]:
        """Return, by path, when the author last committed a file, in nanoseconds; None for what no commit has so."""
        dates: dict[str, int | None] = {state.path: None for state in states}
        found = await asyncio.to_thread(self._repositories, states)
        for folder, (_, own) in found.items():
            at = str(Path(self._brain) / folder)
            # Both sides in one Unicode form: a Mac may spell a name otherwise than the commit does.
            names = {unicodedata.normalize("NFC", _within(state.disk_path, folder)): state for state in own}
            blobs = await blobs_at_head(self._git, at, [_within(state.disk_path, folder) for state in own])
            committed = await asyncio.to_thread(partial(self._unchanged, names, blobs))
            if not committed:
                continue
            paths = [_within(names[name].disk_path, folder) for name in committed]
            authored = await authored_at_head(self._git, at, paths)
            dates |= {names[name].path: authored[name] * NANOSECONDS for name in committed if name in authored}
        return dates

    def _unchanged(self, names: Mapping[str, FileState], blobs: Mapping[str, str]) -> list[str]:
        """Return which of the files are as the checked-out commit has them."""
        return [name for name, state in names.items() if name in blobs and self._is(state, blobs[name])]

    def _is(self, state: FileState, blob: str) -> bool:
        try:
            return is_blob((Path(self._brain) / state.disk_path).read_bytes(), blob)
        except OSError:
            return False

    async def _head(self, folder: str, repository: Repository) -> str:
        head = read_head(repository)
        if head is not None:
            return head.commit or ""
        answer = await self._git.ask(str(Path(self._brain) / folder), "rev-parse", "--verify", "--quiet", "HEAD")
        return answer.output.strip() if answer.ok else ""

    def _repositories(self, states: Iterable[FileState]) -> Repositories:
        """Find the repository of each file; a folder of the brain may be one of its own."""
        if not self._git.available:
            return {}
        outer = find_repository(self._brain)
        known: dict[str, tuple[str, Repository] | None] = {"": ("", outer) if outer else None}
        files: dict[str, list[FileState]] = defaultdict(list)
        repositories: dict[str, Repository] = {}
        for state in states:
            found = self._repository_of(state.disk_path.rpartition("/")[0], known)
            if found is not None:
                repositories[found[0]] = found[1]
                files[found[0]].append(state)
        return {folder: (repository, files[folder]) for folder, repository in repositories.items()}

    def _repository_of(
        self, folder: str, known: dict[str, tuple[str, Repository] | None]
    ) -> tuple[str, Repository] | None:
        if folder not in known:
            own = repository_at(Path(self._brain) / folder)
            known[folder] = (folder, own) if own else self._repository_of(folder.rpartition("/")[0], known)
        return known[folder]


def _within(path: str, folder: str) -> str:
    return PurePosixPath(path).relative_to(folder).as_posix() if folder else path
