"""Between rows of the store and records of the portable file. Both ways keep everything that memserver itself uses."""

from __future__ import annotations

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import numpy as np

from memserver.clock import from_iso, to_iso
from memserver.learning.patterns import DISTILLED, STRATEGY, WARNING, success_rate
from memserver.learning.rvf import is_number
from memserver.storage.patterns import PatternRow
from memserver.text.redaction import redact

MOST_STRATEGY_CHARS = 10_000
MOST_DOMAIN_CHARS = 100
# Embeddings are unit vectors: five digits are what half precision holds.
DIGITS = 5
# What is further from length one than rounding makes it is no embedding of ours.
ROUNDING = 0.02


def pattern_record(pattern: PatternRow) -> dict[str, Any]:
    """Return a pattern as a record."""
    vector = np.frombuffer(pattern.vector, np.float16).tolist() if pattern.vector else []
    return {
        "id": pattern.id,
        "strategy": pattern.strategy,
        "embedding": [round(float(value), DIGITS) for value in vector],
        "success_rate": round(success_rate(pattern), 6),
        "use_count": pattern.usage_count,
        "last_used": to_iso(pattern.last_used) if pattern.last_used else None,
        "domain": pattern.domain,
        "quality": pattern.quality,
        "is_long_term": pattern.long_term,
        "success_count": pattern.success_count,
        "kind": pattern.kind,
        "created_at": to_iso(pattern.created_at),
        "updated_at": to_iso(pattern.updated_at),
        "embedding_model": pattern.model,
        "sources": list(pattern.sources),
        "metadata": pattern.metadata,
    }


def pattern_row(record: Mapping[str, Any], now: datetime, project_id: str = "") -> PatternRow:
    """Return a record as a pattern; what it leaves out is filled in."""
    uses = int(record.get("use_count", 0))
    successes = record.get("success_count")
    if not isinstance(successes, int) or not 0 <= successes <= uses:
        successes = round(float(record.get("success_rate", 0.0)) * uses)
    created = moment_of(record.get("created_at")) or now
    vector = record.get("embedding") or []
    model = record.get("embedding_model")
    usable = isinstance(model, str) and abs(math.hypot(*vector) - 1) < ROUNDING
    kind = record.get("kind")
    metadata, sources = record.get("metadata"), record.get("sources")
    return PatternRow(
        id=str(record["id"])[:200],
        strategy=redact(_clean(record["strategy"], MOST_STRATEGY_CHARS)).text,
        domain=_clean(record.get("domain") or "general", MOST_DOMAIN_CHARS),
        kind=kind if kind in (STRATEGY, WARNING, DISTILLED) else STRATEGY,
        project_id=project_id,
        quality=float(record.get("quality", 0.5)),
        usage_count=uses,
        success_count=successes,
        long_term=record.get("is_long_term") is True,
        created_at=created,
        updated_at=moment_of(record.get("updated_at")) or created,
        last_used=moment_of(record.get("last_used")),
        sources=tuple(str(each) for each in sources) if isinstance(sources, list) else (),
        metadata=metadata if isinstance(metadata, dict) else {},
        model=model if usable else None,
        vector=np.array(vector, np.float16).tobytes() if usable else None,
    )


def trajectory_record(stored: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stored trajectory as a record; steps get the names of the file, and keep their reward."""
    steps = []
    for step in stored["steps"]:
        reward = _number(step, "reward", 0.0) if "reward" in step else None
        record = {
            "input": step.get("input", step.get("action", "")),
            "output": step.get("output", step.get("observation", "")),
            "duration_ms": step.get("durationMs", 0.0),
            "confidence": step.get("confidence", min(max(reward or 0.0, 0.0), 1.0)),
        }
        steps.append(record if reward is None else {**record, "reward": reward})
    return {
        "id": stored["id"],
        "steps": steps,
        "outcome": stored["outcome"],
        "duration_ms": stored.get("durationMs", 0.0),
        "domain": stored.get("domain", "general"),
        "created_at": stored["createdAt"],
        "final_reward": stored.get("finalReward"),
        "metadata": stored.get("metadata", {}),
    }


def stored_trajectory(record: Mapping[str, Any], now: datetime) -> dict[str, Any]:
    """Return a record as a trajectory to store."""
    steps = []
    for step in record["steps"]:
        given = _clean(step.get("input"), 50_000, empty=True), _clean(step.get("output"), 50_000, empty=True)
        texts = redact(given[0]).text, redact(given[1]).text
        if "reward" in step:
            steps.append({"action": texts[0], "observation": texts[1], "reward": _number(step, "reward", 0.0)})
        else:
            timing = {"durationMs": _number(step, "duration_ms", 0.0), "confidence": _number(step, "confidence", 0.5)}
            steps.append({"input": texts[0], "output": texts[1], **timing})
    metadata = record.get("metadata")
    return {
        "id": str(record["id"])[:200],
        "steps": steps,
        "outcome": record["outcome"],
        "finalReward": _number(
            record, "final_reward", {"success": 1.0, "partial": 0.5, "failure": 0.0}[record["outcome"]]
        ),
        "domain": _clean(record.get("domain") or "general", MOST_DOMAIN_CHARS),
        "durationMs": record.get("duration_ms", 0.0),
        "createdAt": to_iso(moment_of(record.get("created_at")) or now),
        "metadata": metadata if isinstance(metadata, dict) else {},
    }


def moment_of(value: Any) -> datetime | None:
    """Read a time: ISO 8601, or seconds or milliseconds since 1970; None for anything else."""
    try:
        if isinstance(value, str):
            return from_iso(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return datetime.fromtimestamp(value / 1000 if value > 1e11 else value, UTC)
    except (ValueError, OverflowError, OSError):
        return None
    return None


def _number(record: Mapping[str, Any], name: str, otherwise: float) -> Any:
    """Return a number of a record, as it is; something else where it is none."""
    value = record.get(name)
    return value if is_number(value) else otherwise


def _clean(value: Any, most: int, *, empty: bool = False) -> str:
    """Return text without control or half characters, cut by characters."""
    text = value if isinstance(value, str) else ""
    text = "".join(c for c in text if c in "\t\n\r" or (c.isprintable() and not "\ud800" <= c <= "\udfff"))
    return text[:most] if text.strip() or empty else "general"
