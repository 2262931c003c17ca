"""Forgetting a memory in the records of turns: its words go, what the turn asked and how things scored stays."""

from __future__ import annotations

from collections.abc import Iterable

from memserver.turn.trace import Json

FORGOTTEN_TITLE = "(deleted)"
# Parts of an answer that quote what was shown.
QUOTING: Json = {"text": "", "prompt": "", "blocks": [], "lessons": [], "selfCheckSources": [], "fusionLog": []}


def without_memory(record: Json, memory_id: str) -> Json:
    """Return the record of a turn without the words of a memory."""
    trace, result = record["trace"], record["result"]
    changed = {**trace, **_untitled(trace, ("candidates", "sources"), memory_id)}
    answer = {**result, **_untitled(result, ("items", "dropped"), memory_id)}
    if any(each["id"] == memory_id for each in trace["sources"]):
        answer |= {name: empty for name, empty in QUOTING.items() if name in result}
        # Statements that contradict each other, in their own words.
        changed["disagreeing"] = []
    return {**record, "trace": changed, "result": answer}


def _untitled(part: Json, lists: Iterable[str], memory_id: str) -> Json:
    return {name: [_forgotten(each, memory_id) for each in part[name]] for name in lists if name in part}


def _forgotten(each: Json, memory_id: str) -> Json:
    if each["id"] != memory_id:
        return each
    return {**each, "title": FORGOTTEN_TITLE, **({"excerpt": ""} if "excerpt" in each else {})}
