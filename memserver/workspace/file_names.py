"""The files of a workspace by name: which there are called so. A bounded walk, never in a turn; kept for a while."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence

from memserver.text.words import words

MOST_FILES = 60_000
KEPT_SECONDS = 20.0

_NOT_ENTERED = words(
    """.git .hg .svn node_modules bower_components __pycache__ .venv venv .tox .nox .mypy_cache .ruff_cache
    .pytest_cache .gradle .idea .cache dist build target out coverage htmlcov .next .nuxt .terraform"""
)


class FileNames:
    """Walks through workspaces and remembers for some seconds what it saw."""

    def __init__(self) -> None:
        self._seen: dict[str, tuple[float, dict[str, list[str]]]] = {}

    def called(self, name: str, root: str) -> Sequence[str]:
        """Return the paths of the files of a name under a folder."""
        return self._of(root).get(name, ())

    def resolve(self, names: Iterable[str], root: str) -> list[str]:
        """Return the files that are meant by paths or names in a text: those that are there, and only one of them."""
        found: dict[str, None] = {}
        home = os.path.realpath(root)
        for name in names:
            direct = os.path.realpath(os.path.join(home, name))  # noqa: PTH118 - plain text
            if os.path.isfile(direct):  # noqa: PTH113 - plain text
                if direct.startswith(home + os.sep):
                    found[direct] = None
                continue
            tail = os.sep + os.path.normpath(name.lstrip("./\\"))
            candidates = [path for path in self.called(os.path.basename(name), home) if path.endswith(tail)]  # noqa: PTH119
            if len(candidates) == 1:
                found[candidates[0]] = None
        return list(found)

    def _of(self, root: str) -> dict[str, list[str]]:
        seen = self._seen.get(root)
        if seen is None or time.monotonic() - seen[0] > KEPT_SECONDS:
            if len(self._seen) > 8:
                self._seen.clear()
            seen = self._seen[root] = (time.monotonic(), _walk(root))
        return seen[1]

    def forget(self) -> None:
        """Look anew the next time."""
        self._seen.clear()


def _walk(root: str) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {}
    count = 0
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(each for each in folders if each not in _NOT_ENTERED)
        for name in files:
            names.setdefault(name, []).append(os.path.join(folder, name))  # noqa: PTH118 - plain text, tens of thousands
        count += len(files)
        if count > MOST_FILES:
            break
    return names
