"""Where a file that is gone went: what git knows of it, else a file of its name, its content or its places.

Owns the search, for a background thread. Git is asked by `git_renames`, whose answers come in as `hints`.
"""

from __future__ import annotations

import asyncio
import hashlib
import os
from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path

from memserver.model import RelatedFile
from memserver.workspace.file_names import FileNames
from memserver.workspace.git import Git
from memserver.workspace.kept_places import NAMED, Places, alike, describe, from_text
from memserver.workspace.outlines import MAX_OUTLINE_BYTES, outline_of
from memserver.workspace.places_in_file import blocks_by_name, blocks_named

MOST_CANDIDATES = 24
MOST_NEIGHBOURS = 64
LIKE_ENOUGH = 0.5
LIKE_NAME = 0.8
_MOST_STEPS = 5


async def git_renames(git: Git, root: str, path: str) -> str | None:
    """Return where git says that a file went, through several renames if need be; None where it says nothing."""
    present = path.removeprefix(root.rstrip(os.sep) + os.sep)
    for _ in range(_MOST_STEPS):
        found = await _renamed(git, root, present)
        if found is None:
            return None
        present = found
        whole = root.rstrip(os.sep) + os.sep + present
        if await asyncio.to_thread(Path(whole).is_file):
            return whole
    return None


async def _renamed(git: Git, root: str, relative: str) -> str | None:
    said = await git.ask(root, "diff", "-M", "-z", "--name-status", "--diff-filter=R", "HEAD", "--")
    if said.ok and (found := _target(said.output, relative)):
        return found
    gone = await git.ask(root, "log", "-1", "--diff-filter=D", "--format=%H", "HEAD", "--", relative)
    commit = gone.output.strip()
    if not gone.ok or not commit:
        return None
    said = await git.ask(
        root, "diff-tree", "-r", "-M", "-z", "--no-commit-id", "--name-status", "--diff-filter=R", commit
    )
    return _target(said.output, relative) if said.ok else None


def _target(output: str, old: str) -> str | None:
    """Return what a path became, from triples of status, old and new."""
    fields = output.split("\0")
    wanted = old.replace(os.sep, "/")
    return next((fields[at + 2] for at in range(0, len(fields) - 2, 3) if fields[at + 1] == wanted), None)


def find_moved(file: RelatedFile, path: str, root: str, names: FileNames) -> str | None:
    """Return the file that is most likely what `path` was; None when none is like it."""
    places = from_text(file.places) if file.places else None
    named = [each for each in names.called(os.path.basename(path), root) if each != path][:MOST_CANDIDATES]  # noqa: PTH119
    named.sort(key=lambda each: (-_shared_end(each, path), len(each)))
    for candidate in named:
        # The same name under the same folder, which itself moved, is enough when what is spoken of is in there.
        least = 0.0 if _shared_end(candidate, path) > 1 else LIKE_ENOUGH
        if _is_like(candidate, file, places, least):
            return candidate
    for candidate in _neighbours(path):
        # Beside it and almost of its name: the names of its places are enough, as above.
        if _almost_named(candidate, path):
            if _is_like(candidate, file, places, 0.0):
                return candidate
        elif _is_like(candidate, file, places, LIKE_ENOUGH, strict=True):
            return candidate
    return None


def _almost_named(one: str, other: str) -> bool:
    return SequenceMatcher(None, Path(one).stem, Path(other).stem).ratio() >= LIKE_NAME


def _neighbours(path: str) -> Sequence[str]:
    """Return the files beside a file that are of its kind: it may have another name now."""
    suffix = os.path.splitext(path)[1]  # noqa: PTH122 - plain text
    try:
        with os.scandir(os.path.dirname(path)) as entries:  # noqa: PTH120 - plain text
            found = [each.path for each in entries if each.name.endswith(suffix) and each.is_file()]
    except (OSError, ValueError):
        return ()
    return sorted(found)[:MOST_NEIGHBOURS]


def _shared_end(one: str, other: str) -> int:
    count = 0
    for left, right in zip(reversed(Path(one).parts), reversed(Path(other).parts), strict=False):
        if left != right:
            break
        count += 1
    return count


def _is_like(candidate: str, file: RelatedFile, places: Places | None, least: float, *, strict: bool = False) -> bool:
    """Say whether a file has the content, or else the places, of one that is gone; `strict` asks for every place."""
    try:
        size = os.stat(candidate).st_size  # noqa: PTH116 - plain text
        if size > MAX_OUTLINE_BYTES or (places is None and size != file.size):
            return False
        content = Path(candidate).read_bytes()
    except (OSError, ValueError):
        return False
    if len(content) == file.size and hashlib.sha1(content, usedforsecurity=False).hexdigest() == file.sha1:
        return True
    outline = outline_of(candidate, content) if places is not None else None
    if places is None or outline is None:
        return False
    by_last = blocks_by_name(outline)
    likeness = []
    for place in places.places:
        if place.kind != NAMED:
            continue
        blocks = blocks_named(by_last, place.name)[:4]
        seen = [describe(outline, block, place.kind, places.words, {}) for block in blocks]
        likeness.append(max((alike(place.sketch, each.sketch) for each in seen), default=-1.0))
    if not likeness:
        return False
    return min(likeness) >= LIKE_ENOUGH if strict else max(likeness) >= least
