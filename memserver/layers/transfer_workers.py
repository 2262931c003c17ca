"""How workers are configured, as lines of an export, and back. Nothing is stored here.

What workers found is no part of an export: they find it again.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.layers.transfer_lines import Line, read_line, written
from memserver.storage.dump_workers import ConfiguredWorker
from memserver.storage.workers import WorkerSettings

WORKERS_FILE = "workers.jsonl"
# The same bounds as for `workers/configure`.
SHORTEST_INTERVAL_MS = 10_000
LONGEST_INTERVAL_MS = 7 * 24 * 3_600_000


class WorkerLine(Line):
    """What was changed about one worker; what is absent is as it came."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    enabled: bool | None = None
    priority: Literal["low", "normal", "high", "critical"] | None = None
    interval_ms: Annotated[int, Field(ge=SHORTEST_INTERVAL_MS, le=LONGEST_INTERVAL_MS)] | None = None


def worker_line(worker: ConfiguredWorker) -> str:
    """Write the configuration of a worker as one line."""
    values: dict[str, Any] = {"name": worker.name, **asdict(worker.settings)}
    return written(WorkerLine.model_construct(**values))  # unchecked: what is stored is written as it is


def read_worker(raw: bytes) -> ConfiguredWorker:
    """Read the configuration of a worker from a line."""
    line = read_line(WorkerLine, raw)
    return ConfiguredWorker(line.name, WorkerSettings(line.enabled, line.priority, line.interval_ms))
