"""What was committed in a workspace: since a moment, as a short list for people; or by name. Reads the log only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from memserver.workspace.git import Git

MOST_COMMITS = 500
# Fields and records apart by characters that no subject holds.
_FORMAT = "%H%x1f%cI%x1f%an%x1f%s%x1e"


@dataclass(frozen=True, slots=True)
class Commit:
    """One commit."""

    id: str
    at: datetime
    author: str
    subject: str


@dataclass(frozen=True, slots=True)
class History:
    """The commits of a period; `missing` says why there are none to be had: no-workspace, no-repository, no-git."""

    commits: Sequence[Commit] = ()
    missing: str = ""


async def history_since(git: Git, folder: str, since: datetime) -> History:
    """Return what the checked-out branch got since a moment; a repository without commits has an empty history."""
    if not git.available:
        return History(missing="no-git")
    inside = await git.ask(folder, "rev-parse", "--is-inside-work-tree")
    if not inside.ok or inside.output.strip() != "true":
        return History(missing="no-repository")
    answer = await git.ask(
        folder, "log", "--no-merges", f"--max-count={MOST_COMMITS}", f"--since={since.astimezone(UTC).isoformat()}",
        f"--format={_FORMAT}", "HEAD", "--",
    )  # fmt: skip
    return History([_commit(record) for record in answer.output.split("\x1e") if record.strip()] if answer.ok else ())


async def commit_named(git: Git, folder: str, name: str) -> Commit | None:
    """Return the commit that a hash, a branch or a tag means in a repository; None where it means none."""
    # No reference begins with a hyphen: git would take it for an option.
    if name.startswith("-"):
        return None
    found = await git.ask(folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")
    if not found.ok:
        return None
    answer = await git.ask(folder, "log", "--no-walk", f"--format={_FORMAT}", found.output.strip(), "--")
    return _commit(answer.output.partition("\x1e")[0]) if answer.ok and answer.output.strip() else None


def _commit(record: str) -> Commit:
    identifier, at, author, subject = record.strip("\n").split("\x1f", 3)
    # What is not valid UTF-8 in an old commit must not reach the wire as half a character.
    readable = [text.encode("utf-8", "replace").decode() for text in (author, subject)]
    return Commit(identifier, datetime.fromisoformat(at), *readable)
