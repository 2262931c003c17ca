"""Walks the brain folder and says which files there are, without opening any of them.

Yields each file with its size and time, and each one that is left out for a reason the person did not give. A single
file or folder never ends the walk. Links are looked at last: one that leaves the brain, loops, or leads to something
that was seen already is left out and named.
"""

from __future__ import annotations

import os
import stat
import threading
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from memserver.knowledge.ignore import IgnoreRules
from memserver.knowledge.reading import MAX_FILE_BYTES
from memserver.knowledge.tracker_file import MAX_TRACKER_BYTES, is_tracker

MAX_DATA_BYTES = 64 * 1024
"""Beyond this, a table or a JSON file is data, not knowledge."""

_DATA_SUFFIXES = (".json", ".json5", ".csv", ".tsv", ".xml", ".geojson", ".plist", ".html", ".htm")
_MAX_DEPTH = 40


@dataclass(frozen=True, slots=True)
class FileState:
    """A file as a stat sees it.

    `path` is relative to the brain, with `/`, in NFC: its name for people and for the store. `disk_path` is the same
    as the file system spells it (a Mac may have written it decomposed), and is what to open.
    """

    path: str
    size: int
    mtime_ns: int
    inode: int
    disk_path: str


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file or folder that is left out, and why. `folder` says that everything below it was not seen either."""

    path: str
    reason: str
    folder: bool = False


class BrainScan:
    """One walk over a brain folder."""

    def __init__(
        self,
        brain: str,
        rules: IgnoreRules | None = None,
        *,
        max_bytes: int = MAX_FILE_BYTES,
        stop: threading.Event | None = None,
    ) -> None:
        self.brain = os.path.realpath(brain)
        self._rules = rules if rules is not None else IgnoreRules(self.brain)
        self._max_bytes = max_bytes
        self._stop = stop
        self._links: list[str] = []
        self._seen: set[tuple[int, int]] = set()
        self._names: set[str] = set()
        self.complete = False
        """Whether the walk came to its end: only then is a file that was not seen gone."""

    def __iter__(self) -> Iterator[FileState | Skipped]:
        yield from self._folder("", 0)
        while self._links and not self._stopped():
            # Links found while following links go to the end of the line.
            links, self._links = sorted(self._links), []
            for link in links:
                yield from self._link(link)
        self.complete = not self._stopped()

    def state_of(self, disk_path: str) -> FileState | Skipped | None:
        """Look at one ordinary file by its relative path; None when it is not there or is ignored."""
        path = unicodedata.normalize("NFC", disk_path)
        try:
            status = (Path(self.brain) / disk_path).lstat()
        except (OSError, ValueError):
            return None
        if not stat.S_ISREG(status.st_mode) or not _is_unicode(path) or self._rules.ignores(path):
            return None
        return self._state(path, disk_path, status)

    def _stopped(self) -> bool:
        return self._stop is not None and self._stop.is_set()

    def _folder(self, folder: str, depth: int) -> Iterator[FileState | Skipped]:
        """Walk one folder (`folder` as the disk spells it), files and subfolders in order of their names."""
        try:
            identity = os.stat(os.path.join(self.brain, folder))  # noqa: PTH116, PTH118 - hot: one per folder
            with os.scandir(os.path.join(self.brain, folder)) as listing:  # noqa: PTH118
                entries = sorted(listing, key=lambda entry: entry.name)
        except OSError as error:
            yield Skipped(_shown(folder) or ".", f"unreadable: {error.strerror}", folder=True)
            return
        if (identity.st_dev, identity.st_ino) in self._seen:
            return
        self._seen.add((identity.st_dev, identity.st_ino))
        for entry in entries:
            if self._stopped():
                return
            yield from self._entry(entry, f"{folder}/{entry.name}" if folder else entry.name, depth)

    def _entry(self, entry: os.DirEntry[str], disk_path: str, depth: int) -> Iterator[FileState | Skipped]:
        path = unicodedata.normalize("NFC", disk_path)
        if not _is_unicode(disk_path):
            yield Skipped(_shown(disk_path), "its name is not valid Unicode", folder=True)
            return
        try:
            if entry.is_symlink():
                self._links.append(disk_path)
            elif entry.is_dir(follow_symlinks=False):
                if not self._rules.ignores_folder(path):
                    if depth >= _MAX_DEPTH:
                        yield Skipped(path, f"deeper than {_MAX_DEPTH} folders", folder=True)
                    else:
                        yield from self._folder(disk_path, depth + 1)
            elif not self._rules.ignores_file(path):
                yield self._state(path, disk_path, entry.stat(follow_symlinks=False))
        except OSError as error:
            yield Skipped(path, f"unreadable: {error.strerror}", folder=True)

    def _state(self, path: str, disk_path: str, status: os.stat_result) -> FileState | Skipped:
        if not stat.S_ISREG(status.st_mode):
            return Skipped(path, "not an ordinary file (a pipe, a socket or a device)")
        limit = MAX_DATA_BYTES if path.lower().endswith(_DATA_SUFFIXES) else self._max_bytes
        limit = MAX_TRACKER_BYTES if is_tracker(path) else limit
        if status.st_size > limit:
            return Skipped(path, f"larger than {limit:,} bytes")
        if path in self._names:
            return Skipped(path, "another file has the same name in another Unicode form")
        self._names.add(path)
        # Windows lists folders without inodes; then only folders are known again behind a link.
        if status.st_ino:
            self._seen.add((status.st_dev, status.st_ino))
        return FileState(path, status.st_size, status.st_mtime_ns, status.st_ino, disk_path)

    def _link(self, disk_path: str) -> Iterator[FileState | Skipped]:
        path = unicodedata.normalize("NFC", disk_path)
        try:
            target = os.path.realpath(Path(self.brain) / disk_path, strict=True)
            status = Path(target).stat()
        except OSError as error:
            if not self._rules.ignores_file(path):
                broken = "a link that leads nowhere" if isinstance(error, FileNotFoundError) else "a link that loops"
                yield Skipped(path, broken)
            return
        is_folder = stat.S_ISDIR(status.st_mode)
        if self._rules.ignores_folder(path) if is_folder else self._rules.ignores_file(path):
            return
        if os.path.commonpath((target, self.brain)) != self.brain:
            yield Skipped(path, "a link that leaves the brain")
        elif (status.st_dev, status.st_ino) in self._seen or target == self.brain:
            yield Skipped(path, "a link to what is in the brain already")
        elif is_folder:
            yield from self._folder(disk_path, disk_path.count("/") + 1)
        else:
            yield self._state(path, disk_path, status)


def _is_unicode(name: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in name) if not name.isascii() else True


def _shown(path: str) -> str:
    return unicodedata.normalize("NFC", path.encode("utf-8", "backslashreplace").decode("utf-8"))
