"""Hiring: the events of `.astra/hire.jsonl`: candidates, their role and the stage each has reached."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from memserver.work.event_fields import is_text, one_of
from memserver.work.event_log import Event
from memserver.work.tracker import Tracker

STAGES = ("applied", "screen", "interview", "offer", "hired", "rejected", "withdrew")
IN_PLAY = STAGES[:4]


@dataclass(slots=True)
class Candidate:
    """One candidate; `path` are the stages reached with the moment of each."""

    id: str
    name: str
    role: str
    path: list[tuple[str, str]] = field(default_factory=list)
    why: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)

    @property
    def stage(self) -> str:
        """Where they are now."""
        return self.path[-1][0]

    @property
    def since(self) -> str:
        """Since when."""
        return self.path[-1][1]

    def to_json(self, short: str) -> dict[str, Any]:
        """Return the candidate as data."""
        return {
            "id": short,
            "eventId": self.id,
            "name": self.name,
            "role": self.role or None,
            "stage": self.stage,
            "since": self.since,
            "why": self.why or None,
            "path": [{"stage": stage, "at": at} for stage, at in self.path],
            "notes": [{"at": at, "text": text} for at, text in self.notes],
        }


def fold_hiring(events: Sequence[Event]) -> dict[str, Candidate]:
    """Return the candidates by id, in the order in which they came."""
    candidates: dict[str, Candidate] = {}
    later = []
    for event in events:
        if event["kind"] == "added":
            first = [(event.get("stage", STAGES[0]), event["at"])]
            candidates[event["id"]] = Candidate(event["id"], event["name"], event.get("role", ""), first)
        else:
            later.append(event)
    for event in later:
        known = candidates.get(event["of"])
        if known is None:
            continue
        if event["kind"] == "moved":
            known.path.append((event["stage"], event["at"]))
            known.why = event.get("why", "")
        elif event["kind"] == "noted":
            known.notes.append((event["at"], event["text"]))
    return candidates


HIRING = Tracker(
    "hire.jsonl",
    {
        "added": {"name": is_text, "role?": is_text, "stage?": one_of(*STAGES)},
        "moved": {"of": is_text, "stage": one_of(*STAGES), "why?": is_text},
        "noted": {"of": is_text, "text": is_text},
    },
    fold_hiring,
)
