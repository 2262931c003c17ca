"""Reads a repository's own files, without starting git: where it is, its branch and commit, its remotes.

For the hot path, where a child process would cost more than the whole turn. Read-only and forgiving: what cannot be
understood here (such as reference tables) is answered with None, and the caller may then ask git itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

_COMMIT = re.compile(r"^(?:[0-9a-f]{40}|[0-9a-f]{64})$")
_MAX_SMALL_FILE = 65_536
_MAX_REFERENCE_DEPTH = 5
_SECTION = re.compile(r'^\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]')


@dataclass(frozen=True, slots=True)
class Repository:
    """Where one working tree keeps things. All worktrees of a repository share `common_dir`."""

    root: str
    git_dir: str
    common_dir: str

    @property
    def is_shallow(self) -> bool:
        """Whether its history was cut off when it was cloned."""
        return (Path(self.common_dir) / "shallow").exists()


@dataclass(frozen=True, slots=True)
class Head:
    """What is checked out: `commit` is None before the first commit, `branch` None when HEAD is detached."""

    commit: str | None
    branch: str | None


def find_repository(folder: str) -> Repository | None:
    """Find the repository that `folder` (or a file in it) belongs to, walking up; None outside of any."""
    start = Path(os.path.realpath(folder))
    home = Path(os.path.realpath(Path.home()))
    for candidate in (start, *start.parents):
        repository = repository_at(candidate)
        if repository is None:
            continue
        # A repository of dot files in the home folder is not the project of everything that lies below it.
        if candidate != start and candidate in (home, *home.parents):
            return None
        return repository
    return None


def read_head(repository: Repository) -> Head | None:
    """Read commit and branch from the files of the repository; None when they cannot be understood here."""
    head = _read_small(Path(repository.git_dir) / "HEAD")
    if head is None:
        return None
    head = head.strip()
    if _COMMIT.match(head):
        return Head(head, None)
    if not head.startswith("ref:"):
        return None
    reference = head[4:].strip()
    # Repositories that keep their references in tables point HEAD at this impossible branch.
    if reference == "refs/heads/.invalid":
        return None
    branch = reference.removeprefix("refs/heads/")
    return Head(_resolve(repository, reference, _MAX_REFERENCE_DEPTH), branch)


def read_config(repository: Repository) -> Mapping[str, str]:
    """Read the repository's configuration as `section.subsection.key` → its first value (includes not followed)."""
    path = Path(repository.common_dir) / "config"
    try:
        status = path.stat()
    except OSError:
        return {}
    return _parsed_config(str(path), status.st_mtime_ns, status.st_size)


def work_trees(repository: Repository) -> tuple[str, ...]:
    """Return the roots of all work trees of this repository, its own first."""
    roots = [repository.root]
    common = Path(repository.common_dir)
    if common.name == ".git":
        roots.append(str(common.parent))
    try:
        linked = sorted((common / "worktrees").iterdir())
    except OSError:
        linked = []
    for entry in linked:
        pointer = _read_small(entry / "gitdir")
        if pointer:
            roots.append(os.path.realpath(Path(pointer.strip()).parent))
    return tuple(dict.fromkeys(roots))


def repository_at(folder: Path) -> Repository | None:
    """Read the repository whose root is exactly this folder (or that is this folder, if bare)."""
    marker = folder / ".git"
    if marker.is_dir():
        git_dir = marker
    elif marker.is_file():
        pointer = _read_small(marker)
        if pointer is None or not pointer.startswith("gitdir:"):
            return None
        git_dir = folder / pointer[len("gitdir:") :].strip()
    elif (folder / "HEAD").is_file() and (folder / "objects").is_dir() and (folder / "refs").is_dir():
        git_dir = folder
    else:
        return None
    if not (git_dir / "HEAD").is_file():
        return None
    real = os.path.realpath(git_dir)
    return Repository(str(folder), real, _common_dir(real))


def _common_dir(git_dir: str) -> str:
    pointer = _read_small(Path(git_dir) / "commondir")
    if not pointer:
        return git_dir
    return os.path.realpath(Path(git_dir) / pointer.strip())


def _resolve(repository: Repository, reference: str, depth: int) -> str | None:
    for folder in dict.fromkeys((repository.git_dir, repository.common_dir)):
        content = _read_small(Path(folder) / reference)
        if content is None:
            continue
        content = content.strip()
        if _COMMIT.match(content):
            return content
        if content.startswith("ref:") and depth > 0:
            return _resolve(repository, content[4:].strip(), depth - 1)
    path = Path(repository.common_dir) / "packed-refs"
    try:
        status = path.stat()
    except OSError:
        return None
    return _packed(str(path), status.st_mtime_ns, status.st_size).get(reference)


@lru_cache(maxsize=16)
def _packed(path: str, _mtime_ns: int, _size: int) -> Mapping[str, str]:
    """All packed references of a repository; read again only when the file changed."""
    try:
        lines = Path(path).read_text("utf-8", "surrogateescape").split("\n")
    except OSError:
        return {}
    pairs = (line.split(" ", 1) for line in lines if line and line[0] not in "#^" and " " in line)
    return {name.strip(): commit for commit, name in pairs if _COMMIT.match(commit)}


@lru_cache(maxsize=16)
def _parsed_config(path: str, _mtime_ns: int, _size: int) -> Mapping[str, str]:
    values: dict[str, str] = {}
    prefix = ""
    for raw in (_read_small(Path(path), 1_000_000) or "").split("\n"):
        line = raw.strip()
        section = _SECTION.match(line)
        if section:
            name, subsection = section.group(1).lower(), section.group(2)
            prefix = name if subsection is None else f"{name}.{_unescape(subsection)}"
            line = line[section.end() :].strip()
        key, equals, value = line.partition("=")
        if prefix and equals and key[:1] not in ("#", ";"):
            values.setdefault(f"{prefix}.{key.strip().lower()}", _config_value(value))
    return values


def _config_value(text: str) -> str:
    text = text.strip()
    if text.startswith('"') and text.endswith('"') and len(text) > 1:
        return _unescape(text[1:-1])
    return re.split(r"\s[#;]", text, maxsplit=1)[0].strip()


def _unescape(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def _read_small(path: Path, limit: int = _MAX_SMALL_FILE) -> str | None:
    try:
        with path.open("rb") as stream:
            return stream.read(limit).decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return None
