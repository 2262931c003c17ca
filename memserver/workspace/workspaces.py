"""The open workspaces: which project a folder is, and what is checked out there. Answers from memory on a turn."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memserver.workspace.ancestry import Ancestry, AncestryChecker
from memserver.workspace.git import Git
from memserver.workspace.identity import IdentityResolver, ProjectIdentity, ProjectKeyStore
from memserver.workspace.repository import Head, Repository, find_repository, read_head, work_trees
from memserver.workspace.staleness import StaleKind, StaleReason

log = logging.getLogger(__name__)

# A folder may become a repository, or get a remote, while it is open.
RESOLVE_AGAIN_SECONDS = 30.0

Absorb = Callable[[str, Sequence[str]], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Workspace:
    """One open folder."""

    folder: str
    project: ProjectIdentity
    repository: Repository | None

    @property
    def head(self) -> Head | None:
        """What is checked out now, read from the repository's own files."""
        return read_head(self.repository) if self.repository else None

    @property
    def roots(self) -> tuple[str, ...]:
        """The work trees of the repository, the present one first."""
        return work_trees(self.repository) if self.repository else ()


class Workspaces:
    """Resolves folders to projects, once and in the background again from time to time."""

    def __init__(self, keys: ProjectKeyStore, absorb: Absorb, git: Git) -> None:
        self._resolver = IdentityResolver(keys, git)
        self._absorb = absorb
        self._ancestry = AncestryChecker(git)
        self._known: dict[str, Workspace] = {}
        self._asked: dict[str, float] = {}
        self._tasks: dict[str, asyncio.Task[Workspace]] = {}

    async def of(self, folder: str) -> Workspace:
        """Return the workspace of a folder: at once when it was seen before."""
        folder = _normal(folder)
        known = self._known.get(folder)
        if known is None or time.monotonic() - self._asked[folder] > RESOLVE_AGAIN_SECONDS:
            task = self._resolve_once(folder)
            if known is None:
                return await asyncio.shield(task)
        return known if known is not None else self._known[folder]

    def known(self, folder: str) -> Workspace | None:
        """Return the workspace of a folder if it was resolved before."""
        return self._known.get(_normal(folder))

    def commit_reason(self, workspace: Workspace | None, commit: str | None) -> StaleReason | None:
        """Say whether a commit is known to be no part of what is checked out."""
        if workspace is None or workspace.repository is None or not commit:
            return None
        head = workspace.head
        known = self._ancestry.check(workspace.repository, head.commit if head else None, commit)
        return StaleReason(StaleKind.COMMIT, commit) if known is Ancestry.NOT_IN_HISTORY else None

    async def settle(self) -> None:
        """Wait until every commit asked about so far is known (for orderly ends, and where waiting is fine)."""
        await self._ancestry.settle()

    async def close(self) -> None:
        """Stop what runs in the background."""
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await self._ancestry.close()

    def _resolve_once(self, folder: str) -> asyncio.Task[Workspace]:
        task = self._tasks.get(folder)
        if task is None:
            self._asked[folder] = time.monotonic()
            task = self._tasks[folder] = asyncio.create_task(self._resolve(folder), name="workspace identity")
            task.add_done_callback(lambda done: self._resolved(folder, done))
        return task

    async def _resolve(self, folder: str) -> Workspace:
        project = await self._resolver.resolve(folder)
        if project.former_ids:
            await self._absorb(project.id, project.former_ids)
        workspace = Workspace(folder, project, await asyncio.to_thread(find_repository, folder))
        self._known[folder] = workspace
        return workspace

    def _resolved(self, folder: str, task: asyncio.Task[Workspace]) -> None:
        self._tasks.pop(folder, None)
        if not task.cancelled() and (failure := task.exception()) is not None:
            log.warning("the project of a workspace could not be found out: %s", type(failure).__name__)


def _normal(folder: str) -> str:
    return str(Path(folder).expanduser().absolute())
