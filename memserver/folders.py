"""Where things live on this machine: folders by the settings or by default, and the paths that requests name."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import urlparse
from urllib.request import url2pathname

from memserver.config import Settings
from memserver.errors import InvalidParams

# What file systems allow: asking them about more is an error of its own on every one of them.
LONGEST_PATH = 4_096
LONGEST_NAME = 255


def data_folder(settings: Settings) -> Path:
    """Return where the database lives."""
    return Path(settings.data_dir).expanduser() if settings.data_dir else _user_folder("data")


def brain_folder(settings: Settings) -> Path:
    """Return where the user's own notes live."""
    return Path(settings.brain_path).expanduser() if settings.brain_path else _user_folder("brain")


def cache_folder() -> Path:
    """Return where what can be made again is kept: the unpacked model."""
    import platformdirs  # noqa: PLC0415 - only for default folders

    return Path(platformdirs.user_cache_dir("memserver", appauthor=False))


def _user_folder(name: str) -> Path:
    import platformdirs  # noqa: PLC0415 - only for default folders

    return Path(platformdirs.user_data_dir("memserver", appauthor=False)) / name


def path_of(uri: str, field: str) -> str:
    """Return the local path of a file uri or a plain path."""
    path = uri
    if "://" in uri:
        parsed = urlparse(uri)
        if parsed.scheme != "file":
            raise InvalidParams(f"{field} must be a file uri or a path.", field=field)
        path = url2pathname(parsed.path)
    if "\0" in path or len(path) > LONGEST_PATH or any(len(os.fsencode(part)) > LONGEST_NAME for part in _parts(path)):
        raise InvalidParams(f"{field} names no file.", field=field)
    return path


def _parts(path: str) -> list[str]:
    return path.replace("\\", "/").split("/")
