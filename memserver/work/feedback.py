"""Feedback: the events of `.astra/feedback.jsonl`: what people said about the work, and what was answered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memserver.work.event_fields import is_text, is_texts
from memserver.work.event_log import Event
from memserver.work.tracker import Tracker


@dataclass(slots=True)
class Feedback:
    """One thing that somebody said."""

    id: str
    text: str
    who: str
    tags: Sequence[str]
    at: str
    answer: str = ""
    answered_at: str | None = None

    def to_json(self, short: str) -> dict[str, Any]:
        """Return it as data."""
        return {
            "id": short,
            "eventId": self.id,
            "text": self.text,
            "who": self.who or None,
            "tags": list(self.tags),
            "at": self.at,
            "answer": self.answer or None,
            "answeredAt": self.answered_at,
        }


def fold_feedback(events: Sequence[Event]) -> dict[str, Feedback]:
    """Return what was said by id, in order."""
    said: dict[str, Feedback] = {}
    later = []
    for event in events:
        if event["kind"] == "received":
            said[event["id"]] = Feedback(
                event["id"], event["text"], event.get("who", ""), event.get("tags", ()), event["at"]
            )
        else:
            later.append(event)
    for event in later:
        known = said.get(event["of"])
        if known is None:
            continue
        answered = event["kind"] == "answered"
        known.answered_at = event["at"] if answered else None
        known.answer = event.get("text", "") if answered else ""
    return said


FEEDBACK = Tracker(
    "feedback.jsonl",
    {
        "received": {"text": is_text, "who?": is_text, "tags?": is_texts},
        "answered": {"of": is_text, "text?": is_text},
        "reopened": {"of": is_text},
    },
    fold_feedback,
)
