"""One run of one job: gives it what it needs, limits its time, turns failure into a failed result, keeps what came.

Every way out (result, failure, time-out, cancellation) sets the stop event, so that nothing goes on in a thread or a
process. A run that failed leaves the state and the findings of the last good one as they were; one during which
everything was deleted leaves nothing.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.config import Settings
from memserver.errors import MemserverError, place_of
from memserver.storage.store import Store
from memserver.storage.workers import WorkerRun
from memserver.text.language import Language
from memserver.workers.analysis import analyse_apart
from memserver.workers.job import JobContext, JobReport, Json, Tell
from memserver.workers.keeping import FindingMemory
from memserver.workers.parts import Parts
from memserver.workers.registry import WorkerConfig
from memserver.workers.result import WorkerResult, worst_first
from memserver.workers.words import Text, fill
from memserver.workspace.workspaces import Workspace

log = logging.getLogger(__name__)

TIMEOUT_SECONDS = 300.0
# Two workers may run, but only one analysis of a whole workspace: each takes a core and some 70 MB.
ANALYSES_AT_ONCE = 1
# More than a person reads; the counts are in the output.
KEPT_FINDINGS = 200
SWITCHED_OFF: Text = {
    "en": "Memory is switched off: nothing was done.",
    "ko": "메모리가 꺼져 있어 아무것도 하지 않았습니다.",
}
STOPPED: Text = {"en": "Stopped after {seconds:.0f} seconds.", "ko": "{seconds:.0f}초가 지나 중단했습니다."}
FAILED: Text = {
    "en": "Failed ({kind}); the place is in the log.",
    "ko": "실패했습니다({kind}). 위치는 로그에 있습니다.",
}


@dataclass(frozen=True, slots=True)
class Finished:
    """A result, and what was found by the run before it."""

    result: WorkerResult
    before: list[Json]


class JobRunner:
    """Runs jobs; knows nothing of who may run them when."""

    def __init__(
        self, store: Store, clock: Clock, settings: Callable[[], Settings], brain: Path, parts: Parts,
        memory: FindingMemory, breathe: Callable[[], Awaitable[None]],
    ) -> None:  # fmt: skip
        self._store = store
        self._clock = clock
        self._settings = settings
        self._brain = brain
        self._parts = parts
        self._memory = memory
        self._breathe = breathe
        self._analyses = asyncio.Semaphore(ANALYSES_AT_ONCE)
        self.timeout = TIMEOUT_SECONDS

    async def run(
        self, config: WorkerConfig, workspace: Workspace | None, arguments: Mapping[str, Any], tell: Tell,
        language: Language,
    ) -> Finished:  # fmt: skip
        """Run a job once, writing down in a language what it has to; only cancellation is raised."""
        project = workspace.project.id if workspace else ""
        if not self._settings().memory_enabled:
            off = WorkerResult(config.name, True, 0, SWITCHED_OFF, unchanged=True, ended_at=self._now())
            return Finished(off, [])
        cleared = await self._store.workers.times_cleared()
        before = await self._store.workers.run(config.name, project)
        started = time.perf_counter()
        given = before.state if before else {}
        report, state, said = await self._perform(config, workspace, given, arguments, tell, language)
        took = round((time.perf_counter() - started) * 1000)
        if report is None:
            result = WorkerResult(config.name, False, took, said, ended_at=self._now(), project_id=project)
        else:
            result = WorkerResult(
                config.name, True, took, said, self._findings(report, before), report.unchanged, report.figures,
                self._now(), project,
            )  # fmt: skip
        if cleared == await self._store.workers.times_cleared():
            await self._keep(result, report, before, dict(state), workspace, cleared)
        return Finished(result, list(before.findings) if before else [])

    async def _perform(
        self, config: WorkerConfig, workspace: Workspace | None, state: Json, arguments: Mapping[str, Any], tell: Tell,
        language: Language,
    ) -> tuple[JobReport | None, Mapping[str, Any], Text]:  # fmt: skip
        """Do the work within its time; returns the report (None: it failed), the state to keep, and what to say."""
        stop = threading.Event()
        limit = asyncio.timeout(self.timeout)
        try:
            async with limit:
                context = self._context(workspace, state, arguments, tell, stop, limit)
                report, kept = await config.load().run(replace(context, language=language))
                return report, kept, report.output
        except Exception as failure:  # noqa: BLE001 - the owner of the work
            late = isinstance(failure, TimeoutError) and limit.expired()
            return None, state, self._said(config.name, failure, late)
        finally:
            stop.set()

    def _context(
        self, workspace: Workspace | None, state: Json, arguments: Mapping[str, Any], tell: Tell, stop: threading.Event,
        limit: asyncio.Timeout,
    ) -> JobContext:  # fmt: skip
        async def analyse(function: str, arguments: Mapping[str, Any]) -> Json:
            waited_from = time.monotonic()
            async with self._analyses:
                # Time in the queue is not the job's.
                limit.reschedule((limit.when() or 0.0) + time.monotonic() - waited_from)
                return await analyse_apart(function, arguments, tell)

        return JobContext(
            store=self._store,
            settings=self._settings(),
            clock=self._clock,
            brain=self._brain,
            workspace=Path(workspace.folder) if workspace else None,
            project_id=workspace.project.id if workspace else "",
            stop=stop,
            progress=tell,
            state=state,
            arguments=arguments,
            analyse=analyse,
            parts=self._parts,
            breathe=self._breathe,
        )

    def _said(self, worker: str, failure: Exception, late: bool) -> Text:
        if late:
            return fill(STOPPED, seconds=self.timeout)
        if isinstance(failure, MemserverError):
            return failure.message
        log.error("the worker %s failed: %s", worker, place_of(failure))
        return fill(FAILED, kind=type(failure).__name__)

    @staticmethod
    def _findings(report: JobReport, before: WorkerRun | None) -> list[Json]:
        if report.unchanged and not report.findings and before is not None:
            return list(before.findings)
        return worst_first(report.findings, KEPT_FINDINGS)

    async def _keep(
        self, result: WorkerResult, report: JobReport | None, before: WorkerRun | None, state: Json,
        workspace: Workspace | None, cleared: int,
    ) -> None:  # fmt: skip
        memory_id = before.memory_id if before else None
        if report is not None and report.memory is not None and workspace is not None:
            memory_id = await self._memory.write(result.worker, report.memory, workspace, memory_id)
        failures = 0 if result.success else (before.failures if before else 0) + 1
        kept = result if result.success else replace(result, findings=before.findings if before else ())
        run = WorkerRun(
            result.worker, result.project_id, result.ended_at, failures, kept.stored(), kept.findings, state, memory_id
        )
        async with self._store.database.write() as transaction:
            if cleared == await self._store.workers.times_cleared():
                await self._store.workers.put_run(transaction, run)

    def _now(self) -> str:
        return to_iso(self._clock())
