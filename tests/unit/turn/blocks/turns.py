"""Small factories for block inputs."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from memserver.config import Settings
from memserver.growth.ambiguity import detect_ambiguity
from memserver.growth.requirement_files import built_in_types
from memserver.growth.requirements import TaskType
from memserver.turn.blocks.inputs import BlockInputs, BlockSource

QUESTION = "How long does the gateway wait for an answer?"
CODE = "Rename foo() to bar()"
NOW = datetime(2025, 4, 1, 9, 0, tzinfo=UTC)


def task(name: str) -> TaskType:
    return next(kind for kind in built_in_types() if kind.id == name)


def source(number: int = 1, *, days: int | None = 10, **changes: Any) -> BlockSource:
    values: dict[str, Any] = {
        "id": f"m{number}",
        "number": number,
        "title": f"Note {number}",
        "text": f"Text of note {number}.",
        "source": "long-term",
        "score": 0.8,
        "modified": None if days is None else NOW - timedelta(days=days),
    }
    return BlockSource(**{**values, **changes})


def sources(count: int) -> tuple[BlockSource, ...]:
    return tuple(source(number) for number in range(1, count + 1))


def inputs(prompt: str = CODE, *, settings: dict[str, Any] | None = None, **changes: Any) -> BlockInputs:
    values: dict[str, Any] = {
        "prompt": prompt,
        "language": "en",
        "mode": "work",
        "settings": Settings(**(settings or {})),
        "now": NOW,
        "ambiguity": detect_ambiguity(prompt),
    }
    return BlockInputs(**{**values, **changes})
