"""Placement: whose a new memory is, and what was checked out when it was written."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from memserver.errors import InvalidParams
from memserver.model import Layer, RelatedFile, Scope
from memserver.workspace.staleness import FileChecker
from memserver.workspace.workspaces import Workspace

# Many memories that arrive together share one look at the repository.
REMEMBER_SECONDS = 1.0
# A text that names more files speaks of none of them.
MOST_NAMED = 12
# A conversation in a workspace belongs to that project: it must not surface in another one.
LAYERS_OF_A_NAMED_WORKSPACE = frozenset({Layer.PROJECT, Layer.EPISODIC, Layer.SHORT_TERM})


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a memory belongs."""

    scope: Scope
    project_id: str
    commit: str | None = None
    branch: str | None = None
    related_files: tuple[RelatedFile, ...] = ()


class Placer:
    """Places memories; `files` records the state of the files that they speak about."""

    def __init__(self, files: FileChecker) -> None:
        self._files = files
        self._recent: dict[tuple[str, Layer, Scope | None, bool], tuple[float, Placement]] = {}

    async def place(
        self, layer: Layer, scope: Scope | None, workspace: Workspace | None, named: bool, files: Sequence[str],
        text: str = "",
    ) -> Placement:  # fmt: skip
        """Return the placement; `named` says that the request itself named the workspace.

        `text` is what the memory says: what of its files it speaks of is recorded along with them.
        """
        key = (workspace.folder if workspace else "", layer, scope, named)
        moment, placement = self._recent.get(key, (0.0, None))
        if placement is None or time.monotonic() - moment > REMEMBER_SECONDS:
            placement = _place(layer, scope, workspace, named)
            self._recent = {key: (time.monotonic(), placement)}
        if not files:
            return placement
        root = workspace.folder if workspace else "/"
        return replace(placement, related_files=await asyncio.to_thread(self._files.snapshot, files, root, text))

    async def files_named(
        self, names: Sequence[str], workspace: Workspace | None, text: str
    ) -> tuple[RelatedFile, ...]:
        """Record the files of a workspace that a text calls by their path, or by a name that only one of them has."""
        if workspace is None or not names:
            return ()
        return await asyncio.to_thread(self._record_named, tuple(names[:MOST_NAMED]), workspace.folder, text)

    def _record_named(self, names: Sequence[str], folder: str, text: str) -> tuple[RelatedFile, ...]:
        return self._files.snapshot(self._files.names.resolve(names, folder), folder, text)


def _place(layer: Layer, scope: Scope | None, workspace: Workspace | None, named: bool) -> Placement:
    if scope is None:
        in_project = layer is Layer.PROJECT or (named and layer in LAYERS_OF_A_NAMED_WORKSPACE)
        scope = Scope.PROJECT if in_project else Scope.GLOBAL
    head = workspace.head if workspace else None
    commit, branch = (head.commit, head.branch) if head else (None, None)
    if scope is not Scope.PROJECT:
        return Placement(scope, "", commit, branch)
    if workspace is None:
        raise InvalidParams(
            "A memory of a project needs a trusted workspace: open a folder or send workspaceUri.", field="workspaceUri"
        )
    return Placement(scope, workspace.project.id, commit, branch)
