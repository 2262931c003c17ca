"""Whether the files that a memory speaks of are still as they were, in what it says of them.

Cheap by design: a stat first; reading only when size or time moved, in a turn only a little of it, and every answer is
remembered for that size and time. What a turn does not get to, and where a file that is gone went, is found out in the
background, because reading source and starting git have no place in a turn.
"""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from memserver.model import RelatedFile
from memserver.workspace.change_verdict import is_value, verdict
from memserver.workspace.file_names import FileNames
from memserver.workspace.kept_places import from_text, to_text
from memserver.workspace.moved_files import find_moved
from memserver.workspace.outline import Outline
from memserver.workspace.outlines import MAX_OUTLINE_BYTES, outline_of
from memserver.workspace.places_in_file import find_places
from memserver.workspace.spoken_words import SpokenWords, spoken_words

MAX_SNAPSHOT_BYTES = 64 * 1024 * 1024
"""A larger file is data that nobody remembers by content; its size and time still are."""

TURN_HASH_BYTES = 4 * 1024 * 1024
"""How much one check may hash: about 4 ms. What lies beyond is left unknown until the background has hashed it."""

TURN_OUTLINE_BYTES = 16 * 1024
"""How much one check may compare in its places: about 5 ms. What lies beyond is left to the background as well."""

LOOK_AGAIN_SECONDS = 30.0
"""How long a file that was nowhere to be found is not looked for again."""

_CACHE_ENTRIES = 50_000
_OUTLINES = 16
_BLOCK = 1 << 20

_Stamp = tuple[str, int, int]


class StaleKind(StrEnum):
    """Why a memory no longer holds for certain."""

    CHANGED = "file-changed"
    SYMBOL = "symbol-changed"
    SYMBOL_GONE = "symbol-missing"
    VALUE = "value-changed"
    MISSING = "file-missing"
    COMMIT = "commit-not-in-history"


@dataclass(frozen=True, slots=True)
class StaleReason:
    """One thing that moved on since a memory was written; `subject` is the path or the commit, `part` what of it."""

    kind: StaleKind
    subject: str
    part: str = ""

    @property
    def told(self) -> str:
        """What moved on, for people."""
        return f"{self.part} in {file_name(self.subject)}" if self.part else self.subject


def file_name(path: str) -> str:
    """Return the name of a file, whichever way its folders are written."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]


@dataclass(frozen=True, slots=True)
class Moved:
    """A file that is found under another path now."""

    old: str
    new: str


class FileChecker:
    """Compares files with what they were, remembering every answer by (path, size, time)."""

    def __init__(self) -> None:
        self.names = FileNames()
        self._hashes: dict[_Stamp, str] = {}
        self._outlines: dict[_Stamp, Outline | None] = {}
        self._verdicts: dict[tuple[_Stamp, str, str], StaleReason | None] = {}
        self._places: dict[tuple[str, tuple[str, ...]], str] = {}
        self._waiting: dict[tuple[_Stamp, RelatedFile], None] = {}
        self._gone: dict[tuple[str, RelatedFile], str] = {}
        self._new_paths: dict[str, str] = {}
        self._nowhere: dict[tuple[str, RelatedFile], float] = {}
        self._found: list[Moved] = []

    def snapshot(self, paths: Iterable[str], root: str, text: str = "") -> tuple[RelatedFile, ...]:
        """Record files as they are now, and what of them `text` speaks of; `paths` may be relative to `root`.

        What is no regular file is left out.
        """
        spoken = spoken_words(text) if text.strip() else None
        files: dict[str, RelatedFile] = {}
        for path in paths:
            absolute = os.path.realpath(Path(root) / path)
            recorded = self._record(absolute, spoken)
            if recorded is not None:
                files[absolute] = recorded
        return tuple(files[path] for path in sorted(files))

    def renewed(
        self, files: Sequence[RelatedFile], roots: tuple[str, ...] = (), text: str = ""
    ) -> tuple[RelatedFile, ...]:
        """Record files anew as they are now, where `check` would look them up; one that is gone stays as it was."""
        spoken = spoken_words(text) if text.strip() else None
        return tuple(self._record(self._present(file.path, roots), spoken) or file for file in files)

    def reworded(self, files: Sequence[RelatedFile], roots: tuple[str, ...], text: str) -> tuple[RelatedFile, ...]:
        """Record what a new text speaks of in those files that are as they were; what changed stays as recorded."""
        spoken = spoken_words(text)
        kept = []
        for file in files:
            now = self._record(self._present(file.path, roots), spoken)
            kept.append(replace(file, places=now.places) if now is not None and now.sha1 == file.sha1 else file)
        return tuple(kept)

    def check(self, files: Sequence[RelatedFile], roots: tuple[str, ...] = ()) -> list[StaleReason]:
        """Name what changed or is gone, in order of `files`.

        `roots` are the work trees of the project, the present one first: a file recorded in another of them is
        looked up in the present one. Without a repository it is the folder that is open. A file that is gone is
        looked for in there.
        """
        reasons: list[StaleReason] = []
        to_hash, to_outline = TURN_HASH_BYTES, TURN_OUTLINE_BYTES
        for file in files:
            path = self._present(file.path, roots)
            try:
                status = os.stat(path)  # noqa: PTH116 - half the cost of Path.stat, a hundred times per turn
            except (OSError, ValueError):
                if self._is_nowhere(file, path, roots[0] if roots else ""):
                    reasons.append(StaleReason(StaleKind.MISSING, file.path))
                continue
            if status.st_size == file.size and status.st_mtime_ns == file.mtime_ns:
                continue
            stamp = (path, status.st_size, status.st_mtime_ns)
            key = (stamp, file.sha1, file.places)
            if key in self._verdicts:
                reason = self._verdicts.get(key)
            else:
                if not stat.S_ISREG(status.st_mode) or (not file.places and status.st_size != file.size):
                    reasons.append(StaleReason(StaleKind.CHANGED, file.path))
                    continue
                small = status.st_size <= to_outline or (status.st_size == file.size and not file.places)
                if not small or status.st_size > to_hash or not file.sha1:
                    self._waiting[(stamp, file)] = None
                    continue
                to_hash -= status.st_size
                to_outline -= status.st_size if file.places else 0
                reason = self._judge(stamp, file)
            if reason is not None:
                reasons.append(reason)
        return reasons

    def catch_up(self, hints: Mapping[str, str] | None = None) -> int:
        """Look at what `check` left for later; for a background thread. Returns how many files that were.

        `hints` says where files that are gone went, for those of which git knows.
        """
        waiting, gone = list(self._waiting), dict(self._gone)
        for (path, file), root in gone.items():
            self._gone.pop((path, file), None)
            found = (hints or {}).get(path) or find_moved(file, path, root, self.names)
            if found is None:
                if len(self._nowhere) >= _CACHE_ENTRIES:
                    self._nowhere.clear()
                self._nowhere[(path, file)] = time.monotonic()
            else:
                self._new_paths[path] = found
                self._found.append(Moved(path, found))
        for stamp, file in waiting:
            self._waiting.pop((stamp, file), None)
            if stamp[1] <= MAX_SNAPSHOT_BYTES:
                self._judge(stamp, file)
        return len(waiting) + len(gone)

    @property
    def has_work(self) -> bool:
        """Whether `catch_up` has something to do."""
        return bool(self._waiting or self._gone)

    @property
    def gone(self) -> dict[str, str]:
        """The files that are to be looked for, with the folder in which."""
        return {path: root for (path, _), root in list(self._gone.items())}

    def take_moves(self) -> list[Moved]:
        """Return, once, what was found under another path since the last time."""
        taken, self._found = self._found, []
        return taken

    def _is_nowhere(self, file: RelatedFile, path: str, root: str) -> bool:
        """Say whether a file is known to be gone for good; else it is looked for in the background."""
        inside = bool(root) and path.startswith(os.path.realpath(root).rstrip(os.sep) + os.sep)
        if not inside:
            return True
        looked = self._nowhere.get((path, file))
        if looked is None or time.monotonic() - looked > LOOK_AGAIN_SECONDS:
            self._gone[(path, file)] = os.path.realpath(root)
        return looked is not None

    def _judge(self, stamp: _Stamp, file: RelatedFile) -> StaleReason | None:
        """Compare a file with what it was and remember the answer; None also while it is being written."""
        sha1 = self._hash(stamp)
        if sha1 is None:
            return None
        reason = None
        if file.sha1 and sha1 != file.sha1:
            reason = self._changed(stamp, file)
        if len(self._verdicts) >= _CACHE_ENTRIES:
            self._verdicts.clear()
        self._verdicts[(stamp, file.sha1, file.places)] = reason
        return reason

    def _changed(self, stamp: _Stamp, file: RelatedFile) -> StaleReason | None:
        places = from_text(file.places) if file.places else None
        outline = self._outline(stamp) if places is not None else None
        if places is None or outline is None:
            return StaleReason(StaleKind.CHANGED, file.path)
        change = verdict(places, outline)
        if change is None:
            return None
        part = ".".join(change.place.name.split(".")[-2:])[:80] if change.place.name else ""
        if not part:
            return StaleReason(StaleKind.CHANGED, file.path)
        kind = StaleKind.SYMBOL_GONE if change.gone else StaleKind.VALUE if is_value(change) else StaleKind.SYMBOL
        return StaleReason(kind, file.path, part)

    def _record(self, path: str, spoken: SpokenWords | None) -> RelatedFile | None:
        for _ in range(3):
            try:
                before = Path(path).stat()
            except (OSError, ValueError):
                return None
            if not stat.S_ISREG(before.st_mode):
                return None
            if before.st_size > MAX_SNAPSHOT_BYTES:
                return RelatedFile(path, "", before.st_size, before.st_mtime_ns)
            stamp = (path, before.st_size, before.st_mtime_ns)
            sha1 = self._hash(stamp)
            if sha1 is not None:
                outline = self._outline(stamp) if spoken is not None else None
                places = to_text(find_places(outline, spoken)) if outline is not None and spoken is not None else ""
                return RelatedFile(path, sha1, before.st_size, before.st_mtime_ns, places)
        return None

    def _outline(self, stamp: _Stamp) -> Outline | None:
        """Return the outline of a file that is as `stamp` says; None for what has none."""
        if stamp[1] > MAX_OUTLINE_BYTES:
            return None
        if (known := self._outlines.get(stamp)) is not None:
            return known
        try:
            content = Path(stamp[0]).read_bytes()
        except (OSError, ValueError):
            return None
        outline = outline_of(stamp[0], content)
        if len(content) == stamp[1]:
            if len(self._outlines) >= _OUTLINES:
                self._outlines.clear()
            self._outlines[stamp] = outline
        return outline

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

    def _present(self, path: str, roots: tuple[str, ...]) -> str:
        """Where a recorded file is to be looked up: in the present work tree, and under its new name if it has one."""
        place = self._place(path, roots)
        if not self._new_paths or place not in self._new_paths or os.path.exists(place):  # noqa: PTH110 - in a turn
            return place
        found = self._new_paths[place]
        if not os.path.exists(found):  # noqa: PTH110 - in a turn
            self._new_paths.pop(place, None)
            return place
        return found

    def _place(self, path: str, roots: tuple[str, ...]) -> str:
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
