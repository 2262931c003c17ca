"""The files that memories speak of, over time: recorded anew, caught up with, followed to where they went.

Owns what takes longer than a turn may: reading what changed, asking git, writing new paths. What a turn is told comes
from `workspace/staleness` at once.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from memserver.background import BackgroundTasks
from memserver.layers.changes import said_by
from memserver.model import RelatedFile
from memserver.storage.store import Store
from memserver.workspace.git import Git
from memserver.workspace.moved_files import git_renames
from memserver.workspace.staleness import FileChecker, StaleReason
from memserver.workspace.workspaces import Workspace

# A file that is found under another path is still to be read there.
CATCH_UP_ROUNDS = 3
# After a checkout a hundred files may be gone at once; what git is not asked for is found by name.
MOST_ASKED_OF_GIT = 16


class RelatedFiles:
    """What the engine asks about related files outside of turns."""

    def __init__(self, files: FileChecker, store: Store, git: Git, background: BackgroundTasks) -> None:
        self._files = files
        self._store = store
        self._git = git
        self._background = background

    async def called(self, names: Sequence[str], workspace: Workspace | None) -> list[str]:
        """Return files by the names that a text calls them; a name that is not that of one file alone stays a path."""
        if workspace is None:
            return list(names)
        resolve, folder = self._files.names.resolve, workspace.folder
        found = [await asyncio.to_thread(resolve, [name], folder) for name in names]
        return [paths[0] if paths else name for name, paths in zip(names, found, strict=True)]

    async def renewed(self, memory_id: str, workspace: Workspace | None) -> tuple[RelatedFile, ...] | None:
        """Record the files of a memory as they are now, since somebody vouches for it; None where it has none."""
        memory = await self._store.memories.get(memory_id)
        if memory is None or not memory.related_files:
            return None
        roots = workspace.roots if workspace else ()
        return await asyncio.to_thread(self._files.renewed, memory.related_files, roots, said_by(memory))

    async def reworded(
        self, memory_id: str, changes: Mapping[str, Any], workspace: Workspace | None
    ) -> Mapping[str, Any]:
        """Return the changes of a memory, with what its new words speak of in its files."""
        memory = await self._store.memories.get(memory_id)
        if memory is None or not memory.related_files or not changes.keys() & {"title", "content"}:
            return changes
        roots, said = workspace.roots if workspace else (), said_by(memory, changes)
        files = await asyncio.to_thread(self._files.reworded, memory.related_files, roots, said)
        return {**changes, "related_files": files}

    async def settled(self, check: Callable[[], list[StaleReason]]) -> list[StaleReason]:
        """Return what a check says once everything it left for later is known."""
        stale = check()
        for _ in range(CATCH_UP_ROUNDS):
            if not self._files.has_work:
                break
            await self.catch_up()
            stale = check()
        return stale

    def look_later(self) -> None:
        """Find out in the background what there was no time for: known from the next turn on."""
        if self._files.has_work:
            self._background.start(self.catch_up(), "related files")

    async def catch_up(self) -> None:
        """Read the changed files that a turn left for later, and look for those that are gone."""
        hints = {}
        for path, root in list(self._files.gone.items())[:MOST_ASKED_OF_GIT]:
            if (found := await git_renames(self._git, root, path)) is not None:
                hints[path] = found
        await asyncio.to_thread(self._files.catch_up, hints)
        moves = self._files.take_moves()
        if moves:
            async with self._store.database.write() as transaction:
                for each in moves:
                    await self._store.memories.move_file(transaction, each.old, each.new)
