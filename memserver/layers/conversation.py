"""What a session hands over at its end: who said what, and when. Plain data; reading it is the business of others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class SessionMessage:
    """One message of a session. `timestamp` is aware when it is known."""

    role: str
    content: str
    timestamp: datetime | None = None


def session_thread(session_id: str) -> str:
    """Return the thread of what is kept of a session; a client's own threads seldom begin like this."""
    return f"session:{session_id}"


def dated(messages: Sequence[SessionMessage]) -> list[SessionMessage]:
    """Return the messages with a moment each, taken from the nearest one that has it: before it, else after it."""
    known = [index for index, message in enumerate(messages) if message.timestamp is not None]
    if not known:
        return list(messages)
    result = []
    for index, message in enumerate(messages):
        if message.timestamp is None:
            before = [i for i in known if i < index]
            nearest = messages[before[-1] if before else known[0]]
            result.append(replace(message, timestamp=nearest.timestamp))
        else:
            result.append(message)
    return result
