"""What a job is: the one thing that a worker does, what it is given, and what it says afterwards.

Owns the words that the manager and the jobs share. A job does real work on real input; it knows nothing of intervals,
priorities or other workers, and it never writes files but through what it is given.
"""

from __future__ import annotations

import asyncio
import importlib
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from memserver.clock import Clock
from memserver.config import Settings
from memserver.storage.store import Store
from memserver.text.language import Language
from memserver.workers.words import Text

if TYPE_CHECKING:
    from memserver.workers.parts import Parts

Json = dict[str, Any]
Tell = Callable[[int, int, str], None]
"""Tells how far the work is: done, of how many, and a few words."""


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
    title: Text
    detail: Text = ""
    path: str | None = None
    line: int | None = None
    data: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class JobReport:
    """What a run came to. `output` is one or a few lines for a person; `unchanged` says that nothing had to be done."""

    output: Text
    findings: Sequence[Finding] = ()
    figures: Mapping[str, float] = field(default_factory=dict)
    unchanged: bool = False
    """Nothing had to be done: the findings of the last run stand, and need not be given again."""
    memory: str | None = None
    """What the project's memory should hold of it, short and understandable alone: one memory for each worker and
    project, in the language of the run, written anew when it changes. None leaves what is there; an empty text takes
    it back."""


class Analyse(Protocol):
    """Runs a heavy pure function outside of the server."""

    async def __call__(self, function: str, arguments: Mapping[str, Any]) -> Json:
        """Call `module:function` with JSON arguments in a process of its own; returns the JSON object it returns.

        The function is `def analyse(arguments: dict, tell: Tell) -> dict`: no store, no settings, nothing but files
        and its arguments; everything in and out is JSON. It is killed when the job is stopped, so it looks at no
        event. Its module must import little: it is loaded in a fresh interpreter.
        """
        ...


async def analyse_here(function: str, arguments: Mapping[str, Any]) -> Json:
    """Run an analysis in a thread of this process: for tests, and where no process can be started."""
    module, _, name = function.partition(":")
    call: Callable[[Json, Tell], Json] = getattr(importlib.import_module(module), name)
    return await asyncio.to_thread(call, dict(arguments), lambda *_: None)


async def _go_on() -> None:
    """Nobody has to be waited for."""


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
    analyse: Analyse = analyse_here
    """For work that takes more than a few milliseconds of pure Python: a thread would slow every turn down."""
    parts: Parts | None = None
    """The rest of memserver, for jobs that tend it."""
    breathe: Callable[[], Awaitable[None]] = _go_on
    """Waits while a turn is running: called between two pieces of work inside the server."""
    language: Language = "en"
    """The language of what is written down for people: pages and memories. What is said is there in both."""


class Job(Protocol):
    """The work of one worker."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Do the work; return the report and the state for the next run."""
        ...
