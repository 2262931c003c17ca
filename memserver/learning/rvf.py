"""The RVLS format: `RVLS` and a newline, one JSON object per line with `type` and `data`, then `REND` and no more.

Reads any bytes: either the frame is wrong and that is said, or everything readable comes out and bad lines are counted.
Records of types that memserver does not use are handed on as they are. Pure: no file is touched here.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

MAGIC = b"RVLS\n"
TRAILER = b"REND"
PATTERN, TRAJECTORY, EWC, LORA = "pattern", "trajectory", "ewc", "lora"
DEFAULT_EWC: Mapping[str, Any] = {
    "tasks_learned": 0,
    "protection_strength": 1000.0,
    "task_weights": {},
    "forgetting_rate": 0.0,
}
OUTCOMES = frozenset({"success", "partial", "failure"})

Record = dict[str, Any]


class NotRvf(ValueError):
    """The bytes are no RVLS file; the message says why."""


@dataclass(slots=True)
class RvfStore:
    """The records of a file: by id for those that have one, in order of appearance; the last `ewc` counts."""

    patterns: dict[str, Record] = field(default_factory=dict)
    trajectories: dict[str, Record] = field(default_factory=dict)
    ewc: Record = field(default_factory=lambda: dict(DEFAULT_EWC))
    others: list[tuple[str, Record]] = field(default_factory=list)
    """(type, data) of lora and of every type that is not known here."""
    skipped: int = 0

    def counts(self) -> dict[str, int]:
        """Return how many records of each type there are."""
        return {
            "patterns": len(self.patterns),
            "trajectories": len(self.trajectories),
            "others": len(self.others),
            "skippedLines": self.skipped,
        }


def parse(data: bytes) -> RvfStore:
    """Read a file's bytes; raises NotRvf when the frame is wrong."""
    if len(data) < len(MAGIC) + len(TRAILER):
        raise NotRvf("it is too short to be a learning file")
    if not data.startswith(MAGIC):
        raise NotRvf("it does not begin with RVLS")
    if not data.endswith(TRAILER):
        raise NotRvf("it does not end with REND: it may have been cut off")
    store = RvfStore()
    for line in data[len(MAGIC) : -len(TRAILER)].split(b"\n"):
        if line.strip() and not _take(store, line):
            store.skipped += 1
    return store


def serialise(store: RvfStore) -> bytes:
    """Write records: patterns, trajectories, what is not ours, then always one ewc record."""
    lines: list[tuple[str, Record]] = [
        *((PATTERN, record) for record in store.patterns.values()),
        *((TRAJECTORY, record) for record in store.trajectories.values()),
        *store.others,
        (EWC, store.ewc),
    ]
    return MAGIC + b"".join(_line(kind, record) for kind, record in lines) + TRAILER


def _take(store: RvfStore, line: bytes) -> bool:
    try:
        entry = _whole(json.loads(line.decode("utf-8"), parse_constant=_refuse, parse_float=_finite), line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(entry, dict) or not isinstance(entry.get("type"), str) or not isinstance(entry.get("data"), dict):
        return False
    kind, data = entry["type"], entry["data"]
    valid = {PATTERN: is_pattern, TRAJECTORY: is_trajectory, EWC: is_ewc}.get(kind, _anything)(data)
    if valid and kind == PATTERN:
        store.patterns[data["id"]] = data
    elif valid and kind == TRAJECTORY:
        store.trajectories[data["id"]] = data
    elif valid and kind == EWC:
        store.ewc = data
    elif valid:
        store.others.append((kind, data))
    return valid


def _whole(entry: Any, line: bytes) -> Any:
    """Return an entry without half characters, which only an escape can bring in and no store can hold."""
    if b"\\ud" not in line.lower():
        return entry
    return json.loads(json.dumps(entry, ensure_ascii=False).encode("utf-8", "replace"))


def _anything(data: Record) -> bool:  # noqa: ARG001 - what is not ours is not judged
    return True


def is_pattern(data: Record) -> bool:
    """Say whether a record can be used as a pattern."""
    return (
        _text(data.get("id"))
        and _text(data.get("strategy"))
        and _vector(data.get("embedding", []))
        and _share(data.get("success_rate", 0.0))
        and _share(data.get("quality", 0.5))
        and _count(data.get("use_count", 0))
    )


def is_trajectory(data: Record) -> bool:
    """Say whether a record can be used as a trajectory."""
    steps = data.get("steps")
    return (
        _text(data.get("id"))
        and isinstance(steps, list)
        and all(isinstance(step, dict) for step in steps)
        and isinstance(data.get("outcome"), str)
        and data["outcome"] in OUTCOMES
        and is_number(data.get("duration_ms", 0))
    )


def is_ewc(data: Record) -> bool:
    """Say whether a record can be used as the state of consolidation."""
    weights = data.get("task_weights", {})
    return (
        _count(data.get("tasks_learned", 0))
        and is_number(data.get("protection_strength", 0.0))
        and isinstance(weights, dict)
        and all(_vector(vector) for vector in weights.values())
    )


def _line(kind: str, record: Record) -> bytes:
    text = json.dumps({"type": kind, "data": record}, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "backslashreplace") + b"\n"


def _finite(digits: str) -> float:
    value = float(digits)
    return value if math.isfinite(value) else _refuse(digits)


def _refuse(constant: str) -> float:
    raise ValueError(constant)


def _text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def is_number(value: Any) -> bool:
    """Say whether a value is a number that a store can hold."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    # An integer may be too large for a float.
    return abs(value) < 1e300 and math.isfinite(value)


def _share(value: Any) -> bool:
    return is_number(value) and 0 <= value <= 1


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 2**53


def _vector(value: Any) -> bool:
    return isinstance(value, list) and _numbers(value)


def _numbers(values: Iterable[Any]) -> bool:
    return all(is_number(value) for value in values)
