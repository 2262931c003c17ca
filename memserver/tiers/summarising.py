"""What is left of finished work when it moves to the archive: a procedure where it worked, an incident where not.

Pure: records in, records out. What matters is kept (what was done in which order, with which tools, what went wrong,
how often it happened); the single calls and outputs are not.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from memserver.storage.records import Json
from memserver.tiers.kinds import joined

NAME_CHARS = 200
# Enough to see how something is done; the longest chains repeat themselves.
MOST_STEPS = 50
MOST_NOTES = 10
MOST_SOURCES = 500
TEXT_CHARS = 2_000


def derived_id(prefix: str, *parts: str) -> str:
    """Return the one id that belongs to these parts: archiving the same thing again finds itself."""
    return f"{prefix}_{hashlib.sha256(chr(0).join(parts).encode()).hexdigest()[:24]}"


def name_of(goal: Json) -> str:
    """Return the name under which equal goals meet: the first line of the description."""
    line = next((line for line in goal["description"].splitlines() if line.strip()), goal["description"])
    return " ".join(line.split())[:NAME_CHARS]


def condensed_calls(known: Sequence[Json], calls: Sequence[Json]) -> list[Json]:
    """Return tool calls by tool: how many, how many in vain, how long in all, the last reason of a failure."""
    tools = {each["tool"]: dict(each) for each in known}
    for call in calls:
        entry = tools.setdefault(call["tool"], {"tool": call["tool"], "calls": 0, "failed": 0, "durationMs": 0})
        entry["calls"] += 1
        entry["durationMs"] += call.get("durationMs") or 0
        if not call.get("success", True):
            entry["failed"] += 1
            if call.get("reason"):
                entry["lastReason"] = call["reason"][:TEXT_CHARS]
    return [tools[name] for name in sorted(tools)]


def procedure_of(goal: Json, tasks: Sequence[Json], known: Json | None, now: str) -> Json:
    """Return the procedure that a goal which worked out shows; one that is known already counts one more success."""
    duration = _duration(goal, tasks)
    record: Json = known or {
        "id": derived_id("proc", goal["id"]),
        "name": name_of(goal),
        "successCount": 0,
        "failCount": 0,
        "tags": ["goal"],
        "sources": [],
        "createdAt": now,
    }
    if goal["id"] in record["sources"]:
        return record
    count = record["successCount"] + 1
    before = record.get("meanDurationMs")
    mean = before if duration is None else duration if before is None else before + (duration - before) / count
    return record | {
        "description": joined(goal.get("result"), _rest(goal))[:TEXT_CHARS] or record.get("description", ""),
        "steps": [_step(task) for task in tasks[:MOST_STEPS]] or record.get("steps", []),
        "pitfalls": _distinct([*record.get("pitfalls", []), *_failures(tasks)]),
        "successCount": count,
        "meanDurationMs": None if mean is None else round(mean),
        "lastUsed": goal.get("finishedAt") or now,
        "sources": [*record["sources"], goal["id"]][-MOST_SOURCES:],
    }


def incident_of(goal: Json, tasks: Sequence[Json], now: str) -> Json:
    """Return the incident that a goal which failed or was given up is."""
    failures = _failures(tasks)
    return {
        "id": derived_id("inc", goal["id"]),
        "description": goal["description"][:TEXT_CHARS],
        "symptoms": failures,
        "rootCause": (goal.get("error") or (failures[-1] if failures else ""))[:TEXT_CHARS],
        "resolution": (goal.get("result") or "")[:TEXT_CHARS],
        "steps": [_step(task) for task in tasks[:MOST_STEPS]],
        "tags": ["goal", goal["status"]],
        "occurrences": 1,
        "sources": [goal["id"]],
        "createdAt": goal.get("finishedAt") or now,
    }


def event_group(project_id: str, event: Json) -> str:
    """Return the id of the incident that an event belongs to: the same message with other numbers is the same."""
    message = re.sub(r"\d+", "0", " ".join(event["message"].split()))
    return derived_id("inc", "event", project_id, event["category"], event["source"], message)


def incident_of_events(events: Sequence[Json], known: Json | None) -> Json:
    """Return the incident that critical events of one kind are; oldest first."""
    first, last = events[0], events[-1]
    before = known or {"occurrences": 0, "createdAt": first["createdAt"], "symptoms": []}
    return {
        **before,
        "description": last["message"][:TEXT_CHARS],
        "symptoms": _distinct([*before["symptoms"], *(event["message"][:TEXT_CHARS] for event in events)]),
        "rootCause": before.get("rootCause", ""),
        "resolution": before.get("resolution", ""),
        "tags": ["event", last["category"], last["source"]],
        "occurrences": before["occurrences"] + len(events),
        "lastSeen": last["createdAt"],
    }


def _rest(goal: Json) -> str:
    """Return what the description says beyond its name; all of it where the name is only a part of its line."""
    description: str = goal["description"].strip()
    line, _, rest = description.partition("\n")
    return rest.strip() if " ".join(line.split()) == name_of(goal) else description


def _step(task: Json) -> str:
    tools = ", ".join(f"{each['tool']} ×{each['calls']}" for each in task.get("tools") or [])
    line = " ".join(task["description"].split())[:NAME_CHARS]
    return f"{line} ({tools})" if tools else line


def _failures(tasks: Sequence[Json]) -> list[str]:
    found = [task["error"][:TEXT_CHARS] for task in tasks if task.get("error")]
    found += [tool["lastReason"] for task in tasks for tool in task.get("tools") or [] if tool.get("lastReason")]
    return _distinct(found)


def _distinct(texts: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(texts))[-MOST_NOTES:]


def _duration(goal: Mapping[str, Any], tasks: Sequence[Json]) -> float | None:
    known = [task["durationMs"] for task in tasks if task.get("durationMs") is not None]
    return goal.get("durationMs") if not known else sum(known)
