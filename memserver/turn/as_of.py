"""The moment that a question is asked for: reads `asOf`, and says what changed after it.

What held at a moment is decided where memories are read (`memserver.storage.passages`); here is only which moment is
meant, how it is told, and which of the notes that were found have been changed since.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from memserver.clock import wall_clock
from memserver.errors import InvalidParams
from memserver.layers.layer import Language
from memserver.turn.candidates import Candidate
from memserver.work.calendar.zones import WallTime, read_time, to_utc, zone_of
from memserver.workspace.git import Git
from memserver.workspace.history import commit_named
from memserver.workspace.workspaces import Workspace

FIELD = "asOf"
# No reference of git is longer than a path on disk; what is quoted in an error is cut much shorter.
LONGEST, LONGEST_QUOTED = 4_096, 80
SHORT_COMMIT = 10
"""As many characters as git itself shows of a commit in a large repository."""
# A day is meant to its end: what was decided on it had been decided.
LAST_OF_DAY = timedelta(days=1) - timedelta(milliseconds=1)

_TIME_LIKE = re.compile(r"\d{4}-\d{2}-\d{2}")
_SPOKEN: Mapping[Language, tuple[str, str]] = {
    "en": ("as of {time}", "as of {time}, commit {commit}"),
    "ko": ("{time} 기준", "{time} 기준, 커밋 {commit}"),
}
_CHANGED_LATER: Mapping[Language, str] = {"en": "changed after {day}", "ko": "{day} 이후 변경됨"}


@dataclass(frozen=True, slots=True)
class AsOf:
    """A moment on the user's own clock; `whole_day` when only a day was named, `commit` when it is that of a commit."""

    moment: datetime
    whole_day: bool = False
    commit: str = ""

    def spoken(self, language: Language) -> str:
        """Tell the moment in half a line."""
        shown = self.moment.date().isoformat() if self.whole_day else self.moment.strftime("%Y-%m-%d %H:%M")
        return _SPOKEN[language][bool(self.commit)].format(time=shown, commit=self.commit[:SHORT_COMMIT])


async def moment_meant(text: str | None, zone: tzinfo, git: Git, workspace: Workspace | None) -> AsOf | None:
    """Read a time, a day, or a commit of a workspace; None means the present, and `zone` is that of the user."""
    if text is None:
        return None
    written = text.strip()
    if not written or len(written) > LONGEST or not written.isprintable():
        raise _unreadable()
    if _TIME_LIKE.match(written):
        try:
            return _at(read_time(written, FIELD, ""), zone)
        except InvalidParams:
            # A branch or a tag may begin with a day.
            if workspace is None:
                raise
    if workspace is None:
        raise _unreadable(" A commit can only be looked up in a workspace that is a git repository.")
    commit = await commit_named(git, workspace.folder, written)
    if commit is None:
        raise InvalidParams(
            f"{FIELD}: {written[:LONGEST_QUOTED]!r} is no time, and the workspace's git repository has no such commit.",
            field=FIELD,
        )
    return AsOf(wall_clock(commit.at, zone), commit=commit.id)


def mark_changed_later(candidates: Sequence[Candidate], as_of: AsOf | None, language: Language) -> None:
    """Mark the notes that were changed after the moment: what they say now may be newer than what is asked for."""
    if as_of is None:
        return
    mark = _CHANGED_LATER[language].format(day=as_of.moment.date().isoformat())
    for each in candidates:
        if each.path is not None and each.moment > as_of.moment:
            each.stale = mark


def known_then(candidates: Sequence[Candidate], as_of: AsOf | None) -> list[Candidate]:
    """Leave out what came later: procedures, lessons and sessions are found without asking the store."""
    return [each for each in candidates if as_of is None or each.moment <= as_of.moment]


def _at(time: WallTime, zone: tzinfo) -> AsOf:
    moment = to_utc(time.wall + (LAST_OF_DAY if time.whole_day else timedelta()), zone_of(time.zone) or zone)
    return AsOf(wall_clock(moment, zone), time.whole_day)


def _unreadable(more: str = "") -> InvalidParams:
    return InvalidParams(
        f"{FIELD} must be a time such as 2026-05-04T09:30, a day such as 2026-05-04, or a commit.{more}", field=FIELD
    )
