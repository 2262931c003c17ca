"""What is kept of a session that ended: enough to recall it in a few words, and to end it again without doubling it."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from typing import Any

from memserver.clock import from_iso, to_iso
from memserver.layers.conversation import SessionMessage, dated
from memserver.layers.medium_term import SessionSummary, summarise_session
from memserver.text.redaction import redact

# Longer messages are pasted logs or files: what a person says about them stands at one of the two ends.
LONGEST_MESSAGE = 40_000

_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session that ended. `fingerprint` is empty while something of it is still to be done."""

    id: str
    project_id: str
    ended_at: datetime
    fingerprint: str
    user_messages: int
    episode_id: str | None
    fact_ids: tuple[str, ...]
    fact_keys: tuple[str, ...]
    shown: SessionSummary

    def columns(self) -> dict[str, Any]:
        """Return what the record is found by."""
        return {"id": self.id, "project_id": self.project_id, "ended_at": to_iso(self.ended_at)}

    def to_json(self) -> dict[str, Any]:
        """Return the record as it is stored."""
        shown = {_camel(name): value for name, value in asdict(self.shown).items()}
        return {
            **shown,
            "endedAt": to_iso(self.ended_at),
            "projectId": self.project_id,
            "fingerprint": self.fingerprint,
            "userMessages": self.user_messages,
            "episodeId": self.episode_id,
            "factIds": list(self.fact_ids),
            "factKeys": list(self.fact_keys),
        }


def read_record(value: Mapping[str, Any] | None) -> SessionRecord | None:
    """Read a stored record; None when there is none."""
    if value is None:
        return None
    shown = SessionSummary(**{name: value[_camel(name)] for name in SessionSummary.__dataclass_fields__})
    return SessionRecord(
        id=value["id"],
        project_id=value["projectId"],
        ended_at=from_iso(value["endedAt"]),
        fingerprint=value["fingerprint"],
        user_messages=value["userMessages"],
        episode_id=value["episodeId"],
        fact_ids=tuple(value["factIds"]),
        fact_keys=tuple(value["factKeys"]),
        shown=shown,
    )


def without_words(value: dict[str, Any], episode_id: str) -> dict[str, Any]:
    """Return a stored record without what was said, when its episode is the one; what it taught stays known."""
    if value.get("episodeId") != episode_id:
        return value
    return {**value, "title": "", "firstUser": "", "lastAssistant": "", "summary": ""}


def readable_messages(messages: Sequence[SessionMessage], said_at: datetime) -> list[SessionMessage]:
    """Return messages without secrets and unreadable characters; without any times they were said at `said_at`."""
    kept = []
    for message in dated(messages):
        text = _UNREADABLE.sub(" ", message.content)
        if len(text) > LONGEST_MESSAGE:
            text = f"{text[: LONGEST_MESSAGE // 2]}\n…\n{text[-LONGEST_MESSAGE // 2 :]}"
        if text.strip():
            kept.append(SessionMessage(message.role, redact(text).text, message.timestamp or said_at))
    return kept


def fingerprint(messages: Sequence[SessionMessage], title: str | None) -> str:
    """Return what tells whether a session was ended with these messages before."""
    said = json.dumps([title or "", [(message.role, message.content) for message in messages]], ensure_ascii=True)
    return hashlib.sha1(said.encode(), usedforsecurity=False).hexdigest()


def shown_summary(
    session_id: str, title: str | None, messages: Sequence[SessionMessage], summary: str, ended_at: datetime
) -> SessionSummary:
    """Return a session in a few words; a cut may have gone through a marker, so the pieces are redacted again."""
    moments = [message.timestamp for message in messages if message.timestamp is not None]
    said = [(message.role, message.content) for message in messages]
    shown = summarise_session(session_id, title, said, summary, max(moments, default=ended_at).timestamp() * 1000)
    return replace(
        shown,
        title=redact(shown.title).text,
        first_user=redact(shown.first_user).text,
        last_assistant=redact(shown.last_assistant).text,
        summary=redact(shown.summary).text,
    )


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(part.capitalize() for part in rest)
