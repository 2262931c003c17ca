"""Files that are either old or new, never half: written beside their place, flushed to disk, then renamed.

Owns nothing but the writing; who may write where is decided by the callers.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from types import TracebackType
from typing import Self


class StagedFile:
    """A file under way: text goes to a temporary neighbour, and `publish` puts it in place.

    Left by an error (or never published), the neighbour is removed and what stood there before stays.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        # Unique: two threads may write the same file at once, and the last one to be in place stays.
        self._staging = path.with_name(f".{path.name}.{secrets.token_hex(6)}.tmp")
        self._file = self._staging.open("wb")

    def write(self, text: str) -> None:
        """Append text, as UTF-8 with the line breaks it has."""
        self._file.write(text.encode("utf-8"))

    def write_bytes(self, data: bytes) -> None:
        """Append bytes as they are."""
        self._file.write(data)

    def finish(self) -> None:
        """Bring everything to disk; the file is still not in its place."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def publish(self) -> None:
        """Put the file in its place, in one step."""
        if not self._file.closed:
            self.finish()
        self._staging.replace(self.path)

    def discard(self) -> None:
        """Remove what was staged; nothing happens after `publish`."""
        self._file.close()
        self._staging.unlink(missing_ok=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.discard()


def write_text(path: Path, text: str) -> None:
    """Write a whole file in one step; its folder is made when there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with StagedFile(path) as staged:
        staged.write(text)
        staged.publish()
