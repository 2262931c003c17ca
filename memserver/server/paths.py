"""Paths that a request names."""

from __future__ import annotations

from pathlib import Path

from memserver.errors import InvalidParams
from memserver.folders import path_of


def local_path(given: str, field: str = "path") -> Path:
    """Return the absolute path that a request names as a path or a file uri."""
    path = Path(path_of(given, field)).expanduser()
    if not path.is_absolute():
        raise InvalidParams("The path must be absolute.", field=field)
    return path
