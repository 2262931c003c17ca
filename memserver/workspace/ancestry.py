"""Whether a commit is part of the history that is checked out. Answers at once from what it knows.

What it does not know is found out in the background, all waiting commits of a repository with two calls of git, and
is known from the next turn on. Never awaited by a turn.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections import defaultdict
from enum import StrEnum

from memserver.workspace.git import Git
from memserver.workspace.repository import Repository

log = logging.getLogger(__name__)

_COMMIT = re.compile(r"^[0-9a-f]{7,64}$")
_CACHE_ENTRIES = 20_000
_MAX_BATCH = 500


class Ancestry(StrEnum):
    """How a commit stands to HEAD."""

    IN_HISTORY = "in-history"
    NOT_IN_HISTORY = "not-in-history"
    UNKNOWN = "unknown"


class AncestryChecker:
    """Remembers, per repository and HEAD, which commits are ancestors."""

    def __init__(self, git: Git) -> None:
        self._git = git
        self._known: dict[tuple[str, str, str], Ancestry] = {}
        self._waiting: dict[tuple[Repository, str], dict[str, None]] = defaultdict(dict)
        self._task: asyncio.Task[None] | None = None

    def check(self, repository: Repository, head: str | None, commit: str) -> Ancestry:
        """Say what is known; an unknown commit is looked up in the background (needs a running event loop)."""
        if head is None or not _COMMIT.match(commit) or not self._git.available:
            return Ancestry.UNKNOWN
        if commit == head:
            return Ancestry.IN_HISTORY
        known = self._known.get((repository.common_dir, head, commit))
        if known is not None:
            return known
        self._waiting[repository, head][commit] = None
        self._start()
        return Ancestry.UNKNOWN

    async def settle(self) -> None:
        """Wait until everything asked so far is known (for tests and orderly ends)."""
        while self._task is not None and not self._task.done():
            await asyncio.shield(self._task)

    async def close(self) -> None:
        """Stop looking things up."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def _start(self) -> None:
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._work(), name="memserver-ancestry")

    async def _work(self) -> None:
        while self._waiting:
            (repository, head), commits = self._waiting.popitem()
            batch = sorted(commits)
            for start in range(0, len(batch), _MAX_BATCH):
                try:
                    await self._look_up(repository, head, batch[start : start + _MAX_BATCH])
                except Exception:  # the owner of a background task: these commits stay unknown
                    log.exception("looking up commits failed")

    async def _look_up(self, repository: Repository, head: str, commits: list[str]) -> None:
        present = await self._git.ask(
            repository.root, "cat-file", "--batch-check=%(objectname) %(objecttype)", stdin="\n".join(commits) + "\n"
        )
        if not present.ok:
            self._learn(repository, head, dict.fromkeys(commits, Ancestry.UNKNOWN))
            return
        full_names = {
            commit: line.split(" ")[0]
            for commit, line in zip(commits, present.output.splitlines(), strict=False)
            if line.endswith(" commit")
        }
        # A commit that this clone does not have is not in its history, unless the history was cut off.
        absent = Ancestry.UNKNOWN if repository.is_shallow else Ancestry.NOT_IN_HISTORY
        answers = dict.fromkeys(commits, absent)
        if full_names:
            outside = await self._git.ask(
                repository.root,
                "rev-list",
                "--stdin",
                stdin="\n".join([f"^{head}", *sorted(set(full_names.values()))]) + "\n",
            )
            if outside.ok:
                not_reachable = set(outside.output.split())
                for commit, name in full_names.items():
                    found = name not in not_reachable
                    answers[commit] = Ancestry.IN_HISTORY if found else absent
            else:
                answers.update(dict.fromkeys(full_names, Ancestry.UNKNOWN))
        self._learn(repository, head, answers)

    def _learn(self, repository: Repository, head: str, answers: dict[str, Ancestry]) -> None:
        if len(self._known) >= _CACHE_ENTRIES:
            self._known.clear()
        for commit, answer in answers.items():
            self._known[repository.common_dir, head, commit] = answer
