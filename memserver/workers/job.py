"""What a job is: the one thing that a worker does, what it is given, and what it says afterwards.

Owns the words that the manager and the jobs share. A job does real work on real input; it knows nothing of intervals,
priorities or other workers, and it never writes files but through what it is given.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, Protocol

from memserver.clock import Clock
from memserver.config import Settings
from memserver.storage.store import Store


class Severity(StrEnum):
    """How much a finding matters."""

    INFO = "info"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that a person would act on. `kind` is a stable slug; `path` is relative to the workspace."""

    kind: str
    severity: Severity
    title: str
    detail: str = ""
    path: str | None = None
    line: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JobReport:
    """What a run came to. `output` is one or a few lines for a person; `unchanged` says that nothing had to be done."""

    output: str
    findings: Sequence[Finding] = ()
    figures: Mapping[str, float] = field(default_factory=dict)
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class JobContext:
    """What a job is given for one run. `workspace` is None without a trusted workspace."""

    store: Store
    settings: Settings
    clock: Clock
    brain: Path
    workspace: Path | None
    project_id: str
    stop: threading.Event
    """Set on cancellation, time-out and shutdown: work in a thread looks at it between files or batches."""
    progress: Callable[[int, int, str], None]
    state: Mapping[str, Any]
    """What the job's last successful run for this project left behind; a run that is stopped leaves it as it was."""
    arguments: Mapping[str, Any] = field(default_factory=dict)


class Job(Protocol):
    """The work of one worker."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Do the work; return the report and the state for the next run."""
        ...
