"""When files were last committed: asks git once for a whole folder, and reads no content of any file.

Neither question makes git look at the working tree: comparing files is done by whoever has them, since git would run
filters that the repository chooses.
"""

from __future__ import annotations

import asyncio
import hashlib
import unicodedata
from collections.abc import Collection, Iterator

from memserver.workspace.git import Git

LONG_TIMEOUT_SECONDS = 60.0
"""A history of a hundred thousand commits is read in some seconds; only background work waits so long."""

# Names take room on the command line, which Windows limits to 32,000 characters; for more files, all are asked for.
MOST_NAMED_PATHS = 50
LAST_SECOND = 253_402_300_799
"""The end of the year 9999, where the calendar of Python ends; a commit may claim any time."""

_COMMIT_MARK = "\x01"
_ORDINARY_FILES = ("100644 ", "100755 ")


async def blobs_at_head(git: Git, folder: str, paths: Collection[str]) -> dict[str, str]:
    """Return the content ids of files (relative to the folder) in the checked-out commit, and maybe of others."""
    named = sorted(paths) if len(paths) <= MOST_NAMED_PATHS else []
    answer = await git.ask(folder, "ls-tree", "-r", "-z", "HEAD", "--", *named)
    if not answer.ok:
        return {}
    entries = (entry.partition("\t") for entry in answer.output.split("\0") if entry.startswith(_ORDINARY_FILES))
    return {_composed(path): facts.split(" ")[2] for facts, _, path in entries}


async def authored_at_head(git: Git, folder: str, paths: Collection[str]) -> dict[str, int]:
    """Return, by path, when the last commit that changed a file was authored, in seconds since 1970."""
    named = sorted(paths) if len(paths) <= MOST_NAMED_PATHS else ["."]
    answer = await git.ask(
        folder,
        "--literal-pathspecs",
        "log",
        "-z",
        "-c",
        "--no-renames",
        "--name-status",
        "--relative",
        f"--format={_COMMIT_MARK}%at",
        "HEAD",
        "--",
        *named,
    )
    if not answer.ok:
        return {}
    return await asyncio.to_thread(lambda: dict(_newest_first(answer.output)))


def is_blob(data: bytes, blob: str) -> bool:
    """Say whether a file's bytes are the content with this id, be it with other line ends."""
    algorithm = "sha256" if len(blob) == 64 else "sha1"
    # A repository may keep the line ends of Unix while the working tree has those of Windows.
    for content in dict.fromkeys((data, data.replace(b"\r\n", b"\n"))):
        digest = hashlib.new(algorithm, b"blob %d\0" % len(content), usedforsecurity=False)
        digest.update(content)
        if digest.hexdigest() == blob:
            return True
    return False


def _newest_first(log: str) -> Iterator[tuple[str, int]]:
    """Yield each path with the time of the newest commit that changed it."""
    seen: set[str] = set()
    authored = 0
    fields = iter(log.split("\0"))
    for field in fields:
        if field.startswith(_COMMIT_MARK):
            authored = min(max(int(field[1:] or 0), 0), LAST_SECOND)
        elif field.strip("\n"):
            path = _composed(next(fields, ""))
            if path not in seen:
                seen.add(path)
                yield path, authored


def _composed(path: str) -> str:
    """Return a path as the brain names it: a Mac may have committed it decomposed."""
    return path if path.isascii() else unicodedata.normalize("NFC", path)
