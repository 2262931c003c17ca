"""Medium-term memory: recent chat sessions in a few words each, from the request and from the store (SPEC 48–50).

Cutting sessions down is pure. Which of them matter for a prompt is decided by ranking, elsewhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from memserver.clock import from_iso
from memserver.storage.store import Store

TITLE_CHARS = 50
FRAGMENT_CHARS = 200
SUMMARY_CHARS = 600
# More candidates than may be shown, so that ranking has a choice.
SPARE_CANDIDATES = 5


@dataclass(frozen=True, slots=True)
class SessionSummary:
    """A past session in a few words; `timestamp` is in milliseconds, 0 when unknown."""

    id: str
    title: str
    first_user: str
    last_assistant: str
    summary: str
    timestamp: float

    @property
    def text(self) -> str:
        """What stands for the session in retrieval: its summary, else how it began and ended."""
        return self.summary or "\n".join(filter(None, (_beginning(self.first_user), _end(self.last_assistant))))


def _beginning(fragment: str) -> str:
    """Return the beginning of a message, marked and ended at a word where it was cut."""
    if len(fragment) < FRAGMENT_CHARS:
        return fragment
    space = fragment.rfind(" ", FRAGMENT_CHARS // 2)
    return f"{fragment[: space if space > 0 else None]} …"


def _end(fragment: str) -> str:
    """Return the end of a message, marked and begun at a word where it was cut."""
    if len(fragment) < FRAGMENT_CHARS:
        return fragment
    return f"… {fragment[fragment.find(' ', 0, FRAGMENT_CHARS // 2) + 1 :]}"


def compact_recent_sessions(
    raw: Sequence[Mapping[str, Any]] | None, active_id: str | None, limit: int
) -> list[SessionSummary]:
    """Cut sessions, in the order in which they are stored, down to at most `limit` and a few more.

    The active session is skipped, and so are those without an id, without history, or without any text.
    """
    if not raw or limit <= 0:
        return []
    most = min(len(raw), limit + SPARE_CANDIDATES)
    kept: list[SessionSummary] = []
    for session in raw:
        if len(kept) >= most:
            break
        summary = _compact(session, active_id)
        if summary is not None:
            kept.append(summary)
    return kept


async def recent_sessions(
    store: Store, raw: Sequence[Mapping[str, Any]] | None, active_id: str | None, project_id: str, limit: int
) -> list[SessionSummary]:
    """Return past sessions for a turn: those of the request, then stored ones of the same project, newest first."""
    if limit <= 0:
        return []
    given = compact_recent_sessions(raw, active_id, limit)
    known = {session.id for session in given}
    most = limit + SPARE_CANDIDATES
    # One session more than needed may be the active one, and each given one may be stored as well.
    stored = await store.sessions.newest(most + len(known) + 1, project_id=project_id)
    fresh = [
        summary
        for record in stored
        if (summary := read_session(record)) and summary.id != active_id and summary.id not in known
    ]
    return [*given, *fresh][:most]


def summarise_session(
    session_id: str, title: str | None, messages: Sequence[tuple[str, str]], summary: str | None, timestamp: float
) -> SessionSummary:
    """Cut a session of (role, content) messages down to what is kept of it."""
    first_user = next((_collapsed(content) for role, content in messages if role == "user" and content.strip()), "")
    answers = (_collapsed(content) for role, content in reversed(messages) if role == "assistant" and content.strip())
    return SessionSummary(
        id=session_id,
        title=_collapsed(title or "") or first_user[:TITLE_CHARS],
        first_user=first_user[:FRAGMENT_CHARS],
        last_assistant=next(answers, "")[-FRAGMENT_CHARS:],
        summary=(summary or "").strip()[:SUMMARY_CHARS],
        timestamp=timestamp,
    )


def read_session(record: Mapping[str, Any]) -> SessionSummary | None:
    """Read a stored session record; None for one without any text."""
    texts = {name: str(record.get(name) or "") for name in ("title", "firstUser", "lastAssistant", "summary")}
    if not (texts["firstUser"] or texts["lastAssistant"] or texts["summary"]):
        return None
    return SessionSummary(
        str(record.get("id") or ""), texts["title"], texts["firstUser"], texts["lastAssistant"], texts["summary"],
        milliseconds(record.get("timestamp")),
    )  # fmt: skip


def milliseconds(value: object) -> float:
    """Read a time as clients keep it: a number stays, ISO text becomes milliseconds, anything else is 0."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, datetime):
        return value.timestamp() * 1000
    if isinstance(value, str):
        try:
            return from_iso(value).timestamp() * 1000
        except ValueError:
            return 0.0
    return 0.0


def _compact(session: Mapping[str, Any], active_id: str | None) -> SessionSummary | None:
    session_id = session.get("id")
    history = session.get("history")
    if not isinstance(session_id, str) or not session_id.strip() or session_id == active_id or not history:
        return None
    visible = [
        (str(message.get("role", "")), content)
        for message in history
        if not message.get("internal") and isinstance(content := message.get("content"), str)
    ]
    title, summary = session.get("title"), session.get("summary")
    compact = summarise_session(
        session_id,
        title if isinstance(title, str) else None,
        visible,
        summary if isinstance(summary, str) else None,
        milliseconds(session.get("timestamp")),
    )
    return compact if compact.first_user or compact.last_assistant or compact.summary else None


def _collapsed(text: str) -> str:
    return " ".join(text.split())
