"""What git tells of a workspace: how often each file was changed, by whom, and which files change together.

One call of git; the newest commits count. Without git or commits it says so and is empty: nothing here is an error.
"""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from memserver.workspace.git import Git

MAX_COMMITS = 2_000
"""Years of work for most repositories; what is older says little about what will change next."""

MAX_TOGETHER = 25
"""A commit that touches more files is a sweep (a format, a rename): it tells nothing of what belongs together."""

_TIMEOUT_SECONDS = 60.0
_COMMIT = "\x01"
_FIELD = "\x02"


@dataclass(slots=True)
class History:
    """The commits of a workspace, newest first, counted in several ways. Paths are relative to the workspace."""

    head: str = ""
    missing: str = ""
    """Why there is no history; empty when there is."""
    commits: int = 0
    churn: Counter[str] = field(default_factory=Counter)
    authors: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    together: list[tuple[str, ...]] = field(default_factory=list)
    past_paths: set[str] = field(default_factory=set)
    """Every path that a commit touched, also those that are gone."""


def head_now(folder: Path) -> tuple[str, str]:
    """Return the present commit, or why there is none; waits for git."""
    return asyncio.run(_head(folder))


async def _head(folder: Path) -> tuple[str, str]:
    answer = await Git().ask(str(folder), "rev-parse", "HEAD")
    if answer.ok:
        return answer.output.strip(), ""
    return "", answer.problem or "the folder has no git history"


def read_history(folder: Path) -> History:
    """Read the history of a workspace; waits for git, so it belongs into a process or thread of its own."""
    return asyncio.run(_read(folder))


async def _read(folder: Path) -> History:
    head, missing = await _head(folder)
    if not head:
        return History(missing=missing)
    answer = await Git(timeout=_TIMEOUT_SECONDS).ask(
        str(folder), "-c", "core.quotePath=false", "log", "--no-merges", "--no-renames", "--name-only", "-z",
        f"--max-count={MAX_COMMITS}", f"--format={_COMMIT}%aN{_FIELD}", "--relative", "HEAD", "--", ".",
    )  # fmt: skip
    if not answer.ok:
        return History(head=head, missing=answer.problem or "git could not list the commits")
    return counted(head, commits_of(answer.output))


def commits_of(output: str) -> list[tuple[str, tuple[str, ...]]]:
    """Read the log: author and paths of each commit."""
    commits = []
    for block in output.split(_COMMIT)[1:]:
        author, _, listed = block.partition(_FIELD)
        paths = tuple(sorted({path for path in listed.replace("\n", "\0").split("\0") if path.strip()}))
        commits.append((author.strip() or "?", paths))
    return commits


def counted(head: str, commits: Iterable[tuple[str, Sequence[str]]]) -> History:
    """Count commits by file, by author and by what they touch together."""
    history = History(head=head)
    for author, paths in commits:
        history.commits += 1
        history.past_paths.update(paths)
        for path in paths:
            history.churn[path] += 1
            history.authors[path][author] += 1
        if 1 < len(paths) <= MAX_TOGETHER:
            history.together.append(tuple(paths))
    return history


def to_data(history: History) -> dict[str, Any]:
    """Write a history as JSON-able data."""
    return {
        "head": history.head,
        "missing": history.missing,
        "commits": history.commits,
        "churn": history.churn,
        "authors": history.authors,
        "together": history.together,
        "past": sorted(history.past_paths),
    }


def from_data(data: Mapping[str, Any]) -> History:
    """Read what `to_data` wrote."""
    authors: dict[str, Counter[str]] = defaultdict(Counter)
    authors.update({path: Counter(counts) for path, counts in data["authors"].items()})
    return History(
        data["head"], data["missing"], data["commits"], Counter(data["churn"]), authors,
        [tuple(paths) for paths in data["together"]], set(data["past"]),
    )  # fmt: skip
