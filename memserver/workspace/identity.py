"""Which project a folder is: the repository, not the path. The rules and their reasons: docs/decisions/0004.

Worktrees, clones and subfolders of one repository share an identity; two repositories never do; a folder without git
has one of its own. This module decides; what it decided is remembered by a `ProjectKeyStore`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from memserver.workspace.git import Git
from memserver.workspace.keys import WorkspaceKeys, gather_keys

_ID_LENGTH = 16


@dataclass(frozen=True, slots=True)
class ProjectIdentity:
    """A project as the memory knows it.

    `former_ids` are projects that turned out to be this one (a folder that was later connected to a known remote):
    what was stored under them belongs here.
    """

    id: str
    name: str
    root: str
    kind: str
    keys: tuple[str, ...]
    former_ids: tuple[str, ...] = ()


class ProjectKeyStore(Protocol):
    """Remembers which keys were seen for which project. A key may belong to several projects."""

    async def find_projects(self, keys: Sequence[str]) -> Mapping[str, Sequence[str]]:
        """Return key → ids of the projects that have it, oldest project first; unknown keys may be left out."""
        ...

    async def keys_of(self, project_id: str) -> Sequence[str]:
        """Return all keys of a project; empty when there is no such project."""
        ...

    async def remember(
        self, project_id: str, name: str, keys: Sequence[str], *, take: Sequence[str], drop: Sequence[str]
    ) -> None:
        """In one transaction: make the project if need be, take `take` away from all other projects, remove `drop`
        from this one, and add `keys` to it. Doing it twice is doing it once.
        """
        ...


class IdentityResolver:
    """Turns workspace folders into projects, against what the store remembers."""

    def __init__(self, store: ProjectKeyStore, git: Git) -> None:
        self._store = store
        self._git = git

    async def resolve(self, folder: str) -> ProjectIdentity:
        """Return the project of a workspace folder, making one when it is new."""
        keys = await gather_keys(folder, self._git)
        wanted = [*keys.all, *([keys.former_folder] if keys.former_folder else [])]
        found = await self._store.find_projects(wanted)
        candidates = dict.fromkeys(project for projects in found.values() for project in projects)
        known = {project: frozenset(await self._store.keys_of(project)) for project in candidates}
        candidates_here = [p for key in (keys.own, keys.as_source) if key for p in found.get(key, ())]
        here = [p for p in candidates_here if not await self._replaced(keys, known[p])]
        project_id, former = _decide(keys, found, known, here[0] if here else None)
        if project_id is None:
            project_id = await self._new_id(keys)
        before = known.get(project_id, frozenset())
        drop = _outlived(keys, before)
        if drop or not before.issuperset(keys.all) or former:
            await self._store.remember(project_id, keys.name, keys.all, take=(keys.own,), drop=drop)
        return ProjectIdentity(project_id, keys.name, keys.root, keys.kind, keys.all, former)

    async def _replaced(self, keys: WorkspaceKeys, known: frozenset[str]) -> bool:
        """Whether another repository now stands where this project stood."""
        if keys.given is None and _is_given(known):
            return True
        if keys.origin is not None and keys.origin in known:
            return False
        first_commits = {key.removeprefix("root:") for key in known if key.startswith("root:")}
        if not first_commits or not keys.history_known:
            origins = _origins(known)
            return bool(origins) and keys.origin is not None
        if keys.first_commit is not None and keys.first_commit in known:
            return False
        # The main line may have got another root (a new orphan branch): the old one is then still in here.
        for commit in sorted(first_commits):
            if (await self._git.ask(keys.root, "cat-file", "-e", f"{commit}^{{commit}}")).ok:
                return False
        return True

    async def _new_id(self, keys: WorkspaceKeys) -> str:
        """Derive an id from the keys, so that two windows that open a new project at once agree on it."""
        attempt = 0
        while True:
            seed = "\n".join((*keys.all, str(attempt) if attempt else ""))
            digest = hashlib.sha1(seed.encode("utf-8", "surrogateescape"), usedforsecurity=False).hexdigest()
            project_id = f"prj_{digest[:_ID_LENGTH]}"
            # The id may be taken by a repository that stood at the same place before this one.
            if not await self._store.keys_of(project_id):
                return project_id
            attempt += 1


def _decide(
    keys: WorkspaceKeys,
    found: Mapping[str, Sequence[str]],
    known: Mapping[str, frozenset[str]],
    here: str | None,
) -> tuple[str | None, tuple[str, ...]]:
    """Choose among the known projects: by name given, by origin, by place, by first commit; None when none fits.

    `here` is the project that was known at this place and still stands there.
    """
    if keys.given is not None:
        return next(iter(found.get(keys.given, ())), here), ()
    by_origin = [p for p in found.get(keys.origin or "", ()) if not _is_given(known[p])]
    if by_origin and here not in by_origin:
        return by_origin[0], _absorbed(here, known)
    if here is not None:
        return here, ()
    for project in found.get(keys.former_folder or "", ()):
        if all(key.startswith("path:") for key in known[project]):
            return project, ()
    same_history = [p for p in found.get(keys.first_commit or "", ()) if _may_be_same(keys, known[p])]
    # Several candidates are forks of one history: choosing one would leak the others' memories.
    return (same_history[0] if len(same_history) == 1 else None), ()


def _may_be_same(keys: WorkspaceKeys, known: frozenset[str]) -> bool:
    """Whether a project of the same first commit may be this one: their origins agree or one has none."""
    if _is_given(known):
        return False
    origins = _origins(known)
    return keys.origin is None or not origins or keys.origin in origins


def _absorbed(here: str | None, known: Mapping[str, frozenset[str]]) -> tuple[str, ...]:
    """The project that this folder was until it got a known origin, if that one had no origin of its own."""
    return () if here is None or _origins(known[here]) else (here,)


def _outlived(keys: WorkspaceKeys, before: frozenset[str]) -> tuple[str, ...]:
    """Old origins of a project whose only clone was pointed elsewhere: they may now be another's."""
    if keys.origin is None or keys.origin in before or keys.own not in before:
        return ()
    elsewhere = [key.removeprefix("gitdir:") for key in before if key.startswith("gitdir:") and key != keys.own]
    if any(Path(path).exists() for path in elsewhere):
        return ()
    return tuple(sorted(_origins(before)))


def _origins(known: frozenset[str]) -> frozenset[str]:
    """Where a project was cloned from; that it is itself the source of local clones does not count."""
    return frozenset(
        key
        for key in known
        if key.startswith("remote:")
        or (key.startswith("local:") and f"gitdir:{key.removeprefix('local:')}" not in known)
    )


def _is_given(known: frozenset[str]) -> bool:
    return any(key.startswith("given:") for key in known)
