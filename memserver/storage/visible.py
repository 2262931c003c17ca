"""Which passages may be seen, now or as of a moment, as a condition in SQL.

The condition is over p, m, f and r: a passage, its memory, its file and its record. What held at a moment is told from
rows that only know what holds now; docs/decisions/0022 says what is taken for the truth.
"""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

from memserver.clock import from_iso
from memserver.ids import first_id
from memserver.storage.files import CHANGED

if TYPE_CHECKING:
    from memserver.storage.passages import Visibility

# No folder has an empty name.
NO_BRAIN = ""
NOT_YET_REPLACED = (
    "NOT EXISTS (SELECT 1 FROM memories successor WHERE successor.id = m.superseded_by AND successor.timestamp <= ?)"
)
# Hardly anything changes in an archived memory, so its last change tells when that was, at the latest.
NOT_YET_ARCHIVED = "(m.status <> 'archived' OR m.updated_at > ?)"
# The day that a note gives itself in its front matter; other ways of writing a date are not compared.
OWN_DATE = "substr(coalesce(json_extract(f.metadata, '$.date'), ''), 1, 10)"
DAY_PATTERN = "[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]"

IN_FOLDERS = """EXISTS (SELECT 1 FROM json_each(?) folder
    WHERE f.path = folder.value OR substr(f.path, 1, length(folder.value) + 1) = folder.value || '/')"""


def visible(visibility: Visibility) -> tuple[str, list[object]]:
    """Return the SQL condition, over p, m, f and r, that keeps what may be seen, with its parameters."""
    memory = ["m.project_id IN (SELECT value FROM json_each(?))"]
    parameters: list[object] = [json.dumps(visibility.projects)]
    in_force, moments = _in_force(visibility)
    memory += in_force
    parameters += moments
    if visibility.layers is not None:
        memory.append("m.layer IN (SELECT value FROM json_each(?))")
        parameters.append(json.dumps(visibility.layers))
    if visibility.tags is not None:
        tagged = "SELECT memory FROM memory_tags WHERE tag IN (SELECT value FROM json_each(?))"
        memory.append(f"m.number IN ({tagged})")
        parameters.append(json.dumps(visibility.tags))
    owners = [f"(p.memory IS NOT NULL AND {' AND '.join(memory)})"]
    if visibility.brain is not None:
        within = f" AND {IN_FOLDERS}" if visibility.folders else ""
        there, moments = ("", []) if visibility.as_of is None else _there_then(visibility.as_of)
        owners.append(f"(p.file IS NOT NULL AND p.record IS NULL AND f.brain = ?{within}{there})")
        parameters += [visibility.brain, *([json.dumps(visibility.folders)] if visibility.folders else []), *moments]
    if visibility.records:
        # Of a record only its present form is kept: what was changed later is left out.
        then = "" if visibility.as_of is None else " AND r.moment <= ?"
        owners.append(
            "(p.record IS NOT NULL AND r.kind IN (SELECT value FROM json_each(?))"
            f" AND (p.file IS NULL AND r.project_id IN (SELECT value FROM json_each(?)) OR f.brain = ?){then})"
        )
        whole = visibility.brain if not visibility.folders else None
        parameters += [json.dumps(visibility.records), json.dumps(visibility.projects), whole or NO_BRAIN]
        parameters += [visibility.as_of] if visibility.as_of is not None else []
    return f"({' OR '.join(owners)})", parameters


def _in_force(visibility: Visibility) -> tuple[list[str], list[object]]:
    """Return the conditions that keep the memories which hold, now or as of a moment, with their parameters."""
    then = visibility.as_of is not None
    conditions = ["m.timestamp <= ?"] if then else []
    if not visibility.include_superseded:
        conditions.append(NOT_YET_REPLACED if then else "m.superseded_by IS NULL")
    if not visibility.include_archived:
        conditions.append(NOT_YET_ARCHIVED if then else "m.status <> 'archived'")
    parameters: list[object] = [visibility.as_of] * len(conditions) if then else []
    if not visibility.include_expired:
        conditions.append("(m.expires_at IS NULL OR m.expires_at > ?)")
        parameters.append(visibility.as_of or visibility.now)
    return conditions, parameters


def _there_then(moment: str) -> tuple[str, list[object]]:
    """Return the condition that keeps the files which were there at a moment, with its parameters.

    A file that git says was committed later is left out: what it said before is not what it says now. The time of any
    other file may be that of a copy, so one that gives itself an earlier date, or was indexed before, stays.
    """
    at, day = from_iso(moment), moment[: len("2026-05-04")]
    condition = (
        f" AND ({CHANGED} <= ? OR (f.authored_ns IS NULL AND (f.id < ? OR ({OWN_DATE} GLOB ? AND {OWN_DATE} <= ?))))"
        f" AND NOT ({OWN_DATE} GLOB ? AND {OWN_DATE} > ?)"
    )
    nanoseconds = round(at.timestamp() * 1000) * 1_000_000
    later = first_id("file", at + timedelta(milliseconds=1))
    return condition, [nanoseconds, later, DAY_PATTERN, day, DAY_PATTERN, day]
