"""The trace of a turn: what is kept, as JSON, to explain it later and to judge the answer to it."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from memserver.clock import to_iso
from memserver.growth.answer_statements import SOURCE_CHARACTERS
from memserver.turn.candidates import Candidate
from memserver.turn.report import REASONS, SELF_CHECK_CHARS, left_out, signals_of
from memserver.turn.value import Turn

Json = dict[str, Any]


def trace_of(turn: Turn) -> Json:
    """Return the trace; made after the turn was answered, since nobody waits for it."""
    taken = turn.selection.taken
    decided = [*((each, "in") for each in taken), *left_out(turn)]
    return {
        "turn_id": turn.id,
        "created_at": to_iso(turn.asked_at),
        "as_of": to_iso(turn.as_of.moment) if turn.as_of is not None else None,
        "session_id": turn.request.session_id,
        "project_id": turn.surroundings.project_id,
        "prompt": turn.request.prompt,
        "language": turn.language,
        "active_file": turn.request.active_file,
        "open_files": list(turn.request.open_files),
        "candidates": [_explained(each, reason) for each, reason in decided],
        "settings": turn.settings.shown,
        "task_id": turn.task.id if turn.task else None,
        "sources": [_source(each.id, each.title, each.path, each.text, each.chance) for each in taken]
        + [_source(rule.row.id, rule.row.title, None, rule.text, rule.chance) for rule in turn.rules],
        "signals": asdict(signals_of(turn)),
        "conflict_severities": turn.conflict_severities,
        "disagreeing": turn.disagreeing,
        "model_only": turn.mix.weight == 0,
    }


def _source(id_: str, title: str, path: str | None, text: str, chance: float) -> Json:
    """Return a source as the answer is held against it: what of it was shown, and how likely it was to help."""
    return {
        "id": id_,
        "title": title,
        "path": path,
        "excerpt": text[:SELF_CHECK_CHARS],
        "shown": text[:SOURCE_CHARACTERS],
        "chance": round(chance, 4),
    }


def _explained(each: Candidate, reason: str) -> Json:
    return {
        "id": each.id,
        "title": each.title,
        "source": each.source,
        "path": each.path,
        "score": round(each.chance, 4),
        "selected": reason == "in",
        "why": "selected" if reason == "in" else REASONS[reason],
        "stale": each.stale or None,
        "reasons": each.reasons,
    }
