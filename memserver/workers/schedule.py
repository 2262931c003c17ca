"""The schedule: runs workers by themselves, at most two at once, when nobody waits for the machine.

It looks around every few seconds. While a turn runs, the machine is busy, short of memory or on battery power,
nothing is started. Ends by cancellation, and what it started ends with it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from random import Random

from memserver.clock import Clock, from_iso
from memserver.config import Settings
from memserver.errors import MemserverError, WorkerBusy, place_of
from memserver.retrieval.backfill import TurnGate
from memserver.storage.store import Store
from memserver.workers.machine import Machine, reason_to_wait
from memserver.workers.manager import MOST_AT_ONCE, WorkerManager
from memserver.workers.registry import WorkerConfig
from memserver.workers.timetable import Timetable
from memserver.workers.words import Text
from memserver.workspace.workspaces import Workspace

log = logging.getLogger(__name__)

LOOK_SECONDS = 10.0
SWITCHED_OFF: Text = {"en": "switched off", "ko": "꺼져 있음"}
A_TURN: Text = {"en": "a turn is running", "ko": "턴이 진행 중"}


class Schedule:
    """Starts workers when their time has come."""

    def __init__(
        self, manager: WorkerManager, store: Store, gate: TurnGate, clock: Clock, settings: Callable[[], Settings],
        workspace: Callable[[], Awaitable[Workspace | None]], machine: Machine, random: Random,
    ) -> None:  # fmt: skip
        self._manager = manager
        self._store = store
        self._gate = gate
        self._clock = clock
        self._settings = settings
        self._workspace = workspace
        self._machine = machine
        self._random = random
        self._running: dict[str, asyncio.Task[None]] = {}
        self.waiting_for: Text | None = None
        """Why nothing is started at present."""

    @property
    def is_on(self) -> bool:
        """Whether workers run by themselves."""
        return self._settings().workers_enabled and self._settings().memory_enabled

    async def run(self) -> None:
        """Look around until cancelled."""
        timetable = Timetable(self._clock(), self._random)
        try:
            while True:
                await asyncio.sleep(LOOK_SECONDS)
                try:
                    await self.look(timetable)
                except MemserverError as failure:
                    log.warning("workers go on later: %s", failure.message)
        finally:
            await self._stop()

    async def look(self, timetable: Timetable) -> None:
        """Start what is due, if this is a good moment."""
        due = await self._due(timetable) if self.is_on else []
        self.waiting_for = await self._reason_to_wait(bool(due))
        if self.waiting_for is not None:
            return
        for config in due[: MOST_AT_ONCE - len(self._running)]:
            self._running[config.name] = asyncio.create_task(self._one(config, timetable), name=f"worker {config.name}")

    async def settle(self) -> None:
        """Wait until what was started has ended."""
        while self._running:
            await asyncio.wait(self._running.values())

    async def _due(self, timetable: Timetable) -> list[WorkerConfig]:
        workspace = await self._workspace()
        configs = [each for each in await self._manager.configs() if workspace is not None or not each.reads_code]
        now, found = self._clock(), []
        for config in timetable.due(configs, now):
            if config.name in self._running:
                continue
            # Another window, or a person, may have run it in the meantime.
            last = await self._store.workers.run(config.name, workspace.project.id if workspace else "")
            if last is not None:
                timetable.ended(config, from_iso(last.ended_at), last.failures)
            found += timetable.due([config], now)
        return found

    async def _reason_to_wait(self, work: bool) -> Text | None:
        if not self.is_on:
            return SWITCHED_OFF
        if not work:
            return None
        if self._gate.is_busy:
            return A_TURN
        return reason_to_wait(await asyncio.to_thread(self._machine.look))

    async def _one(self, config: WorkerConfig, timetable: Timetable) -> None:
        failures = 0
        try:
            await self._gate.idle()
            result = await self._manager.dispatch(config.name, await self._workspace())
            last = await self._store.workers.run(config.name, result.project_id)
            failures = last.failures if last else 0
        except WorkerBusy:
            pass  # another window does it
        except MemserverError as failure:
            failures = 1
            log.warning("the worker %s goes on later: %s", config.name, failure.message)
        except Exception as failure:  # noqa: BLE001 - the owner of a background task
            failures = 1
            log.error("the worker %s failed: %s", config.name, place_of(failure))
        finally:
            timetable.ended(config, self._clock(), failures)
            self._running.pop(config.name, None)

    async def _stop(self) -> None:
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks)
