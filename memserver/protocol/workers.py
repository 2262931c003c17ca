"""Workers over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel
from memserver.protocol.growth import Language

Name = Annotated[str, Field(min_length=1, max_length=100)]
Priority = Literal["low", "normal", "high", "critical"]


class FindingView(WireModel):
    """One thing that a person would act on."""

    kind: str
    """What kind of thing it is, as a stable slug."""
    severity: Literal["info", "low", "medium", "high", "critical"]
    """How much it matters."""
    title: str
    """What was found, in one line."""
    detail: str = ""
    """What to know or do about it."""
    path: str | None = None
    """The file, relative to the workspace."""
    line: int | None = None
    """The line, from 1."""
    data: dict[str, Any] = Field(default_factory=dict)
    """The figures behind it."""


class WorkerResultView(WireModel):
    """What a run came to."""

    worker: str
    """The worker."""
    success: bool
    """Whether the job was done."""
    duration_ms: int
    """How long it took."""
    output: str
    """What was done and found, for a person to read."""
    findings: list[FindingView] = Field(default_factory=list)
    """What was found, the worst first."""
    unchanged: bool = False
    """Nothing had changed since the last run: the findings are those of then."""
    figures: dict[str, float] = Field(default_factory=dict)
    """Numbers of this run."""
    ended_at: Moment | None = None
    """When it ended."""


class WorkerStatusView(WireModel):
    """One worker."""

    worker: str
    """Its name."""
    purpose: str
    """What it does, in a few words."""
    priority: Priority
    """How urgent it is."""
    interval_ms: int
    """How long it rests between two runs."""
    enabled: bool
    """Whether it may run."""
    running: bool
    """Whether it runs now, in this window or another."""
    last: WorkerResultView | None = None
    """Its last result, without the findings."""


class WorkerStatusParams(WireModel):
    """Asks for the workers."""

    language: Language | None = None
    """Language of purposes and results. Default: that of the last turn, else the editor's."""


class WorkerStatusResult(WireModel):
    """All workers, the most urgent first."""

    workers: list[WorkerStatusView]
    """The workers."""
    registered: int
    """How many there are."""
    enabled: int
    """How many of them may run."""
    running: list[str]
    """Those that run now."""
    scheduled: bool
    """Whether workers run by themselves (`workersEnabled`)."""
    waiting_for: str | None = None
    """Why none starts at present, such as a busy machine or battery power."""


class DispatchParams(WireModel):
    """Run one worker now."""

    worker: Name
    """Its name."""
    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""
    arguments: dict[str, Any] = Field(default_factory=dict)
    """What the worker should look at, such as `{"area": "src/billing"}`."""
    language: Language | None = None
    """Language of the answer, and of what the run writes down. Default: that of the last turn, else the editor's."""
    work_done_token: int | str | None = None
    """For progress."""


class DispatchAllParams(WireModel):
    """Run every worker that is switched on."""

    language: Language | None = None
    """Language of the answers, and of what is written down. Default: that of the last turn, else the editor's."""
    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""
    work_done_token: int | str | None = None
    """For progress."""


class DispatchAllResult(WireModel):
    """What came of all of them, the most urgent first."""

    results: list[WorkerResultView]
    """One result for each worker; one that failed or was busy says so."""


class ConfigureWorkerParams(WireModel):
    """Change how a worker runs; what is left out stays as it is."""

    worker: Name
    """Its name."""
    enabled: bool | None = None
    """Whether it may run."""
    interval_ms: int | None = Field(None, ge=10_000, le=7 * 24 * 3_600_000)
    """How long it rests between two runs."""
    priority: Priority | None = None
    """How urgent it is."""
    language: Language | None = None
    """Language of the answer. Default: that of the last turn, else the editor's."""


class WorkerFindingsParams(WireModel):
    """What workers found last in this workspace."""

    worker: Name | None = None
    """Only this worker."""
    limit: int = Field(100, ge=1, le=1_000)
    """How many findings of each worker at most."""
    language: Language | None = None
    """Language of the findings. Default: that of the last turn, else the editor's."""
    workspace_uri: str | None = None
    """The workspace. Default: the first one of `initialize`."""


class WorkerFindingsResult(WireModel):
    """The last results with their findings."""

    results: list[WorkerResultView]
    """By worker."""
