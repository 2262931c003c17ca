"""A small file that people edit by hand, read again only when it changed. One stat per look; nothing is watched."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from memserver.knowledge.reading import read_text

Parsed = TypeVar("Parsed")

_MAX_BYTES = 512 * 1024


class CachedFile(Generic[Parsed]):
    """Gives what a parser made of a file; None while there is no readable file."""

    def __init__(self, path: str | Path, parse: Callable[[str], Parsed]) -> None:
        self.path = Path(path)
        self._name = str(path)
        self.problem: str | None = None
        """Why a file that is there could not be read; None when all is well."""
        self._parse = parse
        self._stamp: tuple[int, int, int] | None = None
        self._value: Parsed | None = None

    def get(self) -> Parsed | None:
        """Return the present content, parsed; reads the file only when its size, time or inode moved."""
        try:
            status = os.stat(self._name)  # noqa: PTH116 - once per turn and file
        except (OSError, ValueError):
            self._stamp, self._value, self.problem = None, None, None
            return None
        stamp = (status.st_size, status.st_mtime_ns, status.st_ino)
        if stamp != self._stamp:
            read = read_text(self.path, _MAX_BYTES)
            self.problem = read.problem
            self._value = self._parse(read.text) if read.text is not None else None
            self._stamp = stamp
        return self._value

    def forget(self) -> None:
        """Read the file again at the next look, whatever its time says."""
        self._stamp = None
