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
    forgotten = {**record, "trace": changed, "result": answer}
    if record.get("completion"):
        forgotten["completion"] = _unquoted(record["completion"], memory_id)
    return forgotten


def _unquoted(completion: Json, memory_id: str) -> Json:
    """Return the judgement of an answer without what it quotes of a memory."""
    found = completion.get("contradictions") or []
    kept = [each for each in found if each["sourceId"] != memory_id]
    if len(kept) == len(found):
        return completion
    # The footer and the message to a person name what contradicted.
    unquoted = {**completion, "contradictions": kept, "footer": ""}
    if completion.get("escalation"):
        unquoted["escalation"] = {**completion["escalation"], "message": ""}
    return unquoted


def _untitled(part: Json, lists: Iterable[str], memory_id: str) -> Json:
    return {name: [_forgotten(each, memory_id) for each in part[name]] for name in lists if name in part}


def _forgotten(each: Json, memory_id: str) -> Json:
    if each["id"] != memory_id:
        return each
    return {**each, "title": FORGOTTEN_TITLE, **{name: "" for name in ("excerpt", "shown") if name in each}}
