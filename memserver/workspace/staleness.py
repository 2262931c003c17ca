"""Whether the files and the commit that a memory speaks of are still as they were.

Cheap by design: a stat first, a hash only when size or time moved, and every hash remembered for that size and time.
The file check is synchronous and touches nothing but the files; the commit check answers from what is known, and
finds out the rest in the background, because starting git has no place in a turn.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from memserver.model import RelatedFile

MAX_SNAPSHOT_BYTES = 64 * 1024 * 1024
"""A larger file is data that nobody remembers by content; its size and time still are."""

TURN_HASH_BYTES = 4 * 1024 * 1024
"""How much one check may hash: about 4 ms. What lies beyond is left unknown until the background has hashed it."""

_CACHE_ENTRIES = 50_000
_BLOCK = 1 << 20

_Stamp = tuple[str, int, int]


class StaleKind(StrEnum):
    """Why a memory no longer holds for certain."""

    CHANGED = "file-changed"
    MISSING = "file-missing"
    COMMIT = "commit-not-in-history"


@dataclass(frozen=True, slots=True)
class StaleReason:
    """One thing that moved on since a memory was written; `subject` is the path or the commit."""

    kind: StaleKind
    subject: str


class FileChecker:
    """Compares files with what they were, remembering every hash by (path, size, time)."""

    def __init__(self) -> None:
        self._hashes: dict[_Stamp, str] = {}
        self._places: dict[tuple[str, tuple[str, ...]], str] = {}
        self._waiting: dict[_Stamp, None] = {}

    def snapshot(self, paths: Iterable[str], root: str) -> tuple[RelatedFile, ...]:
        """Record files as they are now; `paths` may be relative to `root`. What is no regular file is left out."""
        files: dict[str, RelatedFile] = {}
        for path in paths:
            absolute = os.path.realpath(Path(root) / path)
            recorded = self._record(absolute)
            if recorded is not None:
                files[absolute] = recorded
        return tuple(files[path] for path in sorted(files))

    def renewed(self, files: Sequence[RelatedFile], roots: tuple[str, ...] = ()) -> tuple[RelatedFile, ...]:
        """Record files anew as they are now, where `check` would look them up; one that is gone stays as it was."""
        return tuple(self._record(self._place(file.path, roots)) or file for file in files)

    def check(self, files: Sequence[RelatedFile], roots: tuple[str, ...] = ()) -> list[StaleReason]:
        """Name what changed or is gone, in order of `files`.

        `roots` are the work trees of the project, the present one first: a file recorded in another of them is
        looked up in the present one.
        """
        reasons: list[StaleReason] = []
        budget = TURN_HASH_BYTES
        for file in files:
            path = self._place(file.path, roots)
            try:
                status = os.stat(path)  # noqa: PTH116 - half the cost of Path.stat, a hundred times per turn
            except (OSError, ValueError):
                reasons.append(StaleReason(StaleKind.MISSING, file.path))
                continue
            if status.st_size == file.size and status.st_mtime_ns == file.mtime_ns:
                continue
            if status.st_size != file.size or not stat.S_ISREG(status.st_mode):
                reasons.append(StaleReason(StaleKind.CHANGED, file.path))
                continue
            stamp = (path, status.st_size, status.st_mtime_ns)
            sha1 = self._hashes.get(stamp)
            if sha1 is None and file.sha1 and status.st_size <= budget:
                budget -= status.st_size
                sha1 = self._hash(stamp)
            if sha1 is None:
                self._waiting[stamp] = None
            elif file.sha1 and sha1 != file.sha1:
                reasons.append(StaleReason(StaleKind.CHANGED, file.path))
        return reasons

    def catch_up(self) -> int:
        """Hash what `check` left for later; for a background thread. Returns how many files were read."""
        waiting = list(self._waiting)
        for stamp in waiting:
            self._waiting.pop(stamp, None)
            if stamp[1] <= MAX_SNAPSHOT_BYTES:
                self._hash(stamp)
        return len(waiting)

    @property
    def has_work(self) -> bool:
        """Whether `catch_up` has something to do."""
        return bool(self._waiting)

    def _record(self, path: str) -> RelatedFile | None:
        for _ in range(3):
            try:
                before = Path(path).stat()
            except (OSError, ValueError):
                return None
            if not stat.S_ISREG(before.st_mode):
                return None
            if before.st_size > MAX_SNAPSHOT_BYTES:
                return RelatedFile(path, "", before.st_size, before.st_mtime_ns)
            sha1 = self._hash((path, before.st_size, before.st_mtime_ns))
            if sha1 is not None:
                return RelatedFile(path, sha1, before.st_size, before.st_mtime_ns)
        return None

    def _hash(self, stamp: _Stamp) -> str | None:
        """Hash a file that should be as `stamp` says; None when it cannot be read or moved meanwhile."""
        known = self._hashes.get(stamp)
        if known is not None:
            return known
        digest = hashlib.sha1(usedforsecurity=False)
        try:
            with Path(stamp[0]).open("rb") as stream:
                while block := stream.read(_BLOCK):
                    digest.update(block)
                after = os.fstat(stream.fileno())
        except (OSError, ValueError):
            return None
        if (after.st_size, after.st_mtime_ns) != stamp[1:]:
            return None
        if len(self._hashes) >= _CACHE_ENTRIES:
            self._hashes.clear()
        self._hashes[stamp] = digest.hexdigest()
        return self._hashes[stamp]

    def _place(self, path: str, roots: tuple[str, ...]) -> str:
        """Where a recorded file is to be looked up: in the present work tree, if it was recorded in a sibling."""
        if not roots:
            return path
        key = (path, roots)
        place = self._places.get(key)
        if place is None:
            place = _moved(path, roots)
            if len(self._places) >= _CACHE_ENTRIES:
                self._places.clear()
            self._places[key] = place
        return place


def _moved(path: str, roots: tuple[str, ...]) -> str:
    # The longest root first: a work tree may lie inside another one.
    for root in sorted(roots, key=len, reverse=True):
        if path.startswith(root.rstrip(os.sep) + os.sep):
            return os.path.join(roots[0], os.path.relpath(path, root))  # noqa: PTH118 - plain text, no Path needed
    return path
