"""Reflections for tests, made by hand."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from memserver.growth.confidence import band_of
from memserver.growth.reflection import Reflection
from tests.unit.kit import START


def reflection(task: str | None = "meeting-minutes", hour: int = 0, score: int = 60, **more: Any) -> Reflection:
    """Return the record of a turn, `hour` hours after the start of all tests."""
    made: dict[str, Any] = {
        "time": START + timedelta(hours=hour),
        "task_id": task,
        "label": task or "",
        "score": score,
        "band": band_of(score),
        "missing": (),
        "escalated": False,
        "critic_issues": (),
        "prompt_preview": "write the minutes",
        "retrieval_count": 1,
        "top_score": 0.5,
        "weak_grounding": False,
        "id": f"ref-{hour:04}",
        **more,
    }
    return Reflection(**made)
