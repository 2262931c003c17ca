"""What can be recognised about a workspace folder: its git folder, where it was cloned from, its first commit.

Gathers facts and judges nothing: `identity.py` decides what they mean. Works without git installed, knowing less.
"""

from __future__ import annotations

import os
import re
import unicodedata
from dataclasses import dataclass
from pathlib import Path

from memserver.workspace.git import Git
from memserver.workspace.remote import local_path, normalise_remote, repository_name
from memserver.workspace.repository import (
    Repository,
    find_repository,
    read_config,
    read_head,
    repository_at,
)

_MAINLINES = ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master", "refs/heads/trunk", "HEAD")
_MAX_CLONE_CHAIN = 5


@dataclass(frozen=True, slots=True)
class WorkspaceKeys:
    """The keys of one workspace.

    `own` is the place (`gitdir:` or `path:`), `origin` where it was cloned from (`remote:`, or `local:` for a
    repository on this machine), `as_source` the origin that clones of this one will have, `first_commit` the root of
    its main line. `history_known` is False when git could not say. `given` is a name that the person chose.
    `former_folder` is the key that the folder had before `git init`; it is looked up and never remembered.
    """

    root: str
    name: str
    kind: str
    own: str
    origin: str | None = None
    first_commit: str | None = None
    history_known: bool = False
    given: str | None = None
    as_source: str | None = None
    former_folder: str | None = None

    @property
    def all(self) -> tuple[str, ...]:
        """Every key to remember, strongest first, in a stable order."""
        keys = (self.given, self.origin, self.first_commit, self.own, self.as_source)
        return tuple(dict.fromkeys(key for key in keys if key is not None))


async def gather_keys(folder: str, git: Git) -> WorkspaceKeys:
    """Look at a folder (or a subfolder of a repository) and name what it can be recognised by."""
    repository = find_repository(folder)
    if repository is None:
        return _plain_folder(folder)
    origin = await _origin(repository, git, _MAX_CLONE_CHAIN)
    first_commit, history_known = await _first_commit(repository, git)
    given = read_config(repository).get("memserver.project", "").strip()
    return WorkspaceKeys(
        root=repository.root,
        name=given or _name(repository, origin),
        kind="git",
        own=f"gitdir:{_normal(repository.common_dir)}",
        origin=origin,
        first_commit=first_commit,
        history_known=history_known,
        given=f"given:{unicodedata.normalize('NFC', given)}" if given else None,
        as_source=f"local:{_normal(repository.common_dir)}" if origin is None else None,
        former_folder=f"path:{_normal(repository.root)}",
    )


def _plain_folder(folder: str) -> WorkspaceKeys:
    root = os.path.realpath(folder)
    return WorkspaceKeys(root, _folder_name(root), "folder", f"path:{_normal(root)}")


async def _origin(repository: Repository, git: Git, chain: int) -> str | None:
    """Where a repository was cloned from, following clones of clones on this machine to the first of them."""
    name, url = _primary_remote(repository)
    if url is None:
        return None
    # git knows the abbreviations of the person's own configuration (url.<base>.insteadOf); no network is used.
    answer = await git.ask(repository.root, "ls-remote", "--get-url", name)
    if answer.ok and answer.output.strip():
        url = answer.output.strip()
    address = normalise_remote(url)
    if address is not None:
        return f"remote:{address}"
    path = local_path(url)
    if path is None:
        return None
    location = _real(repository.root, path)
    source = repository_at(Path(location)) or repository_at(Path(f"{location}.git"))
    if source is None:
        return f"local:{_normal(location)}"
    if source.common_dir == repository.common_dir:
        return None
    further = await _origin(source, git, chain - 1) if chain > 0 else None
    return further or f"local:{_normal(source.common_dir)}"


def _primary_remote(repository: Repository) -> tuple[str, str | None]:
    """The remote that says what this repository is: `origin`, else `upstream`, else the first by name."""
    config = read_config(repository)
    urls = {
        key[len("remote.") : -len(".url")]: value
        for key, value in config.items()
        if key.startswith("remote.") and key.endswith(".url") and value
    }
    for name in ("origin", "upstream", *sorted(urls)):
        # A remote's name goes to git as an argument: one that looks like an option is not followed.
        if name in urls and not name.startswith("-"):
            return name, urls[name]
    return "", None


async def _first_commit(repository: Repository, git: Git) -> tuple[str | None, bool]:
    """The root of the main line, along first parents: merged-in histories of other repositories do not count."""
    if not git.available or repository.is_shallow:
        return None, False
    head = read_head(repository)
    for reference in _MAINLINES:
        answer = await git.ask(
            repository.root, "rev-list", "--first-parent", "--max-parents=0", "--end-of-options", reference, "--"
        )
        if answer.code is None:
            return None, False
        commits = re.findall(r"^[0-9a-f]{40,64}$", answer.output, re.MULTILINE)
        if answer.ok and commits:
            return f"root:{sorted(commits)[0]}", True
    # Nothing readable: without any commit that is the truth, otherwise git refused (an owner it does not trust).
    return None, head is not None and head.commit is None


def _name(repository: Repository, origin: str | None) -> str:
    if origin is not None and origin.startswith("remote:"):
        return repository_name(origin.removeprefix("remote:"))
    common = Path(repository.common_dir)
    # A worktree is named after the repository it belongs to, not after its own folder.
    home = str(common.parent) if common.name in (".git", ".bare") else str(common)
    return _folder_name(home).removesuffix(".git")


def _folder_name(path: str) -> str:
    return unicodedata.normalize("NFC", Path(path).name) or path


def _real(base: str, path: str) -> str:
    return os.path.realpath(Path(base) / Path(path).expanduser())


def _normal(path: str) -> str:
    return unicodedata.normalize("NFC", os.path.normcase(path)).encode("utf-8", "backslashreplace").decode()
