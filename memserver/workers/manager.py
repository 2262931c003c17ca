"""The worker manager: which workers there are, how they are configured, which of them run, and what came of them.

Owns who may run. How one run goes is in `run`, when workers run by themselves is in `schedule`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.errors import MemserverError, NotFound, WorkerBusy, WorkerDisabled
from memserver.events import Event, EventBus
from memserver.storage.store import Store
from memserver.storage.workers import WorkerRun, WorkerSettings
from memserver.text.language import Language
from memserver.workers.claim import Claims
from memserver.workers.job import Tell
from memserver.workers.registry import WORKERS, Priority, WorkerConfig
from memserver.workers.result import WorkerResult, in_language, new_alarms, result_of
from memserver.workers.run import Finished, JobRunner
from memserver.workers.words import Text, fill, read
from memserver.workspace.workspaces import Workspace

MOST_AT_ONCE = 2
# The rest is told in one sentence: a first audit of an old repository must not flood the editor.
MOST_ALERTS = 10
MORE: Text = {"en": "{count} more: see workers/findings", "ko": "그 밖에 {count}건: workers/findings 참고"}
RUNS_ALREADY: Text = {"en": "It is running already.", "ko": "이미 실행 중입니다."}

ChooseLanguage = Callable[[str | None], Awaitable[Language]]
"""Returns the language that was asked for, else the one that the person uses."""


@dataclass(frozen=True, slots=True)
class WorkerStatus:
    """One worker as it is now, in words of one language."""

    config: WorkerConfig
    running: bool
    last: WorkerResult | None


class WorkerManager:
    """All workers of one window."""

    def __init__(
        self, store: Store, clock: Clock, events: EventBus, runner: JobRunner, language: ChooseLanguage
    ) -> None:
        self._store = store
        self._clock = clock
        self._events = events
        self._runner = runner
        self._language = language
        self._registered: dict[str, WorkerConfig] = dict(WORKERS)
        self._claims = Claims(store, clock)
        self._slots = asyncio.Semaphore(MOST_AT_ONCE)

    async def configs(self) -> list[WorkerConfig]:
        """Return the workers as they are configured now, the most urgent first, then by name."""
        changed = await self._store.workers.settings()
        configs = [_with(each, changed.get(each.name)) for each in self._registered.values()]
        return sorted(configs, key=lambda each: (-each.priority, each.name))

    async def config(self, name: str) -> WorkerConfig:
        """Return one worker as it is configured now."""
        registered = self._registered.get(name)
        if registered is None:
            known = ", ".join(sorted(self._registered))
            raise NotFound(f"There is no worker {name[:50]!r}.", field="worker", hint=f"The workers are: {known}.")
        return _with(registered, (await self._store.workers.settings()).get(name))

    async def register(self, config: WorkerConfig) -> None:
        """Add a worker; one of the same name is replaced, with what was configured about it."""
        self._registered[config.name] = config
        await self.configure(
            config.name, enabled=config.enabled, priority=config.priority, interval_ms=config.interval_ms
        )

    async def unregister(self, name: str) -> None:
        """Take a worker away from this window; what it did stays known."""
        await self.config(name)
        del self._registered[name]

    async def enable(self, name: str) -> WorkerConfig:
        """Switch a worker on."""
        return await self.configure(name, enabled=True)

    async def disable(self, name: str) -> WorkerConfig:
        """Switch a worker off; a run under way is finished."""
        return await self.configure(name, enabled=False)

    async def configure(
        self, name: str, *, enabled: bool | None = None, priority: Priority | None = None,
        interval_ms: int | None = None,
    ) -> WorkerConfig:  # fmt: skip
        """Change a worker for good; what is None stays as it is."""
        await self.config(name)
        changed = WorkerSettings(enabled, priority.slug if priority else None, interval_ms)
        async with self._store.database.write() as transaction:
            await self._store.workers.configure(transaction, name, changed)
        return await self.config(name)

    async def dispatch(
        self,
        name: str,
        workspace: Workspace | None,
        arguments: Mapping[str, Any] | None = None,
        tell: Tell | None = None,
        language: str | None = None,
    ) -> WorkerResult:
        """Run a worker now. A job that fails gives a failed result; unknown, disabled and busy ones are errors."""
        config = await self.config(name)
        if not config.enabled:
            raise WorkerDisabled(
                f"The worker {name} is switched off.", field="worker", hint="Switch it on with workers/configure."
            )
        with self._claims.ask(name):
            async with self._slots:
                async with self._claims.hold(name):
                    self._publish("WorkerDispatched", {"worker": name, "priority": config.priority.slug})
                    spoken = await self._language(language)
                    finished = await self._runner.run(config, workspace, arguments or {}, tell or _say_nothing, spoken)
                # The end is told before the next one starts: whoever counts events never counts three.
                self._announce(finished, spoken)
        return in_language(finished.result, spoken)

    async def dispatch_all(
        self, workspace: Workspace | None, tell: Tell | None = None, language: str | None = None
    ) -> list[WorkerResult]:
        """Run every worker that is switched on, the most urgent first; one that fails or is busy says so."""
        names = [each.name for each in await self.configs() if each.enabled]
        spoken = await self._language(language)
        done = 0

        async def one(name: str) -> WorkerResult:
            nonlocal done
            try:
                result = await self.dispatch(name, workspace, language=spoken)
            except WorkerBusy:
                result = WorkerResult(name, False, 0, read(RUNS_ALREADY, spoken), ended_at=to_iso(self._clock()))
            except MemserverError as failure:
                result = WorkerResult(name, False, 0, failure.message, ended_at=to_iso(self._clock()))
            done += 1
            if tell:
                tell(done, len(names), name)
            return result

        # Begun in order; the slots are handed out in the order in which they are asked for.
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(one(name), name=f"worker {name}") for name in names]
        return [task.result() for task in tasks]

    async def status(self, project_ids: Sequence[str], language: str | None = None) -> list[WorkerStatus]:
        """Return every worker, whether it runs, and its last result in the projects that may be seen."""
        spoken = await self._language(language)
        running = await self.running()
        runs = newest(await self._store.workers.runs(project_ids))
        last = {name: in_language(result_of(run), spoken) for name, run in runs.items()}
        return [
            WorkerStatus(
                replace(each, purpose=read(each.purpose, spoken)), each.name in running, last.get(each.name)
            )
            for each in await self.configs()
        ]  # fmt: skip

    async def running(self) -> list[str]:
        """Return the names of the workers that run now, in any window on this data folder."""
        return sorted(await self._claims.running())

    async def findings(
        self, project_ids: Sequence[str], worker: str | None, language: str | None = None
    ) -> list[WorkerResult]:
        """Return the last results with what they found, by worker; of one worker, or of all."""
        if worker is not None:
            await self.config(worker)
        spoken = await self._language(language)
        runs = await self._store.workers.runs(project_ids)
        return [in_language(result_of(each), spoken) for each in runs if worker is None or each.worker == worker]

    def _announce(self, finished: Finished, language: Language) -> None:
        result = finished.result
        self._publish(
            "WorkerCompleted",
            {"worker": result.worker, "durationMs": result.duration_ms, "success": result.success},
        )
        alarms = new_alarms(finished.before, result.findings) if result.success else []
        for each in alarms[:MOST_ALERTS]:
            place = f" ({each['path']}{':' + str(each['line']) if each['line'] else ''})" if each["path"] else ""
            self._alert(result.worker, each["severity"], read(each["title"], language) + place)
        if len(alarms) > MOST_ALERTS:
            rest = alarms[MOST_ALERTS:]
            self._alert(result.worker, rest[0]["severity"], read(fill(MORE, count=len(rest)), language))

    def _alert(self, worker: str, severity: str, message: str) -> None:
        self._publish("WorkerAlert", {"worker": worker, "severity": severity, "message": message})

    def _publish(self, kind: str, data: Mapping[str, Any]) -> None:
        self._events.publish(Event(kind, data))


def newest(runs: Sequence[WorkerRun]) -> dict[str, WorkerRun]:
    """Return the newest run of each worker."""
    found: dict[str, WorkerRun] = {}
    for run in runs:
        if run.worker not in found or run.ended_at > found[run.worker].ended_at:
            found[run.worker] = run
    return found


def _with(config: WorkerConfig, changed: WorkerSettings | None) -> WorkerConfig:
    if changed is None:
        return config
    return replace(
        config,
        enabled=config.enabled if changed.enabled is None else changed.enabled,
        priority=Priority.of(changed.priority) if changed.priority else config.priority,
        interval_ms=changed.interval_ms or config.interval_ms,
    )


def _say_nothing(done: int, total: int, message: str) -> None:
    """Nobody listens."""
