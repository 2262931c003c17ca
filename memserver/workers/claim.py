"""The claim on a worker: one window at a time runs it, also across processes on one data folder.

The claim is renewed while the work goes on and lapses by itself should the window die.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from memserver.clock import Clock
from memserver.errors import StorageFailed, WorkerBusy
from memserver.storage.store import Store

# Long enough for a machine that swaps, short enough that nobody waits long after a crash.
LAPSE_SECONDS = 45.0
RENEW_SECONDS = 15.0


class Claims:
    """What this window runs."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._owner = uuid.uuid4().hex
        self._held: set[str] = set()

    async def running(self) -> set[str]:
        """Return the workers that run now, here or in another window."""
        return self._held | set(await self._store.workers.claimed(self._clock().timestamp()))

    @asynccontextmanager
    async def hold(self, worker: str) -> AsyncIterator[None]:
        """Have a worker for oneself; WorkerBusy while somebody else has it. Given back on every way out."""
        if worker in self._held:
            raise _busy(worker, "")
        self._held.add(worker)
        try:
            if not await self._claim(worker):
                raise _busy(worker, " in another window")
            renewing = asyncio.create_task(self._renew(worker), name=f"claim on {worker}")
            try:
                yield
            finally:
                renewing.cancel()
                await asyncio.shield(self._release(worker))
        finally:
            self._held.discard(worker)

    async def _claim(self, worker: str) -> bool:
        now = self._clock().timestamp()
        async with self._store.database.write() as transaction:
            return await self._store.workers.claim(transaction, worker, self._owner, now, now + LAPSE_SECONDS)

    async def _renew(self, worker: str) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(StorageFailed):  # the next renewal comes before the claim lapses
                await self._claim(worker)

    async def _release(self, worker: str) -> None:
        with suppress(StorageFailed):  # then it lapses
            async with self._store.database.write() as transaction:
                await self._store.workers.release(transaction, worker, self._owner)


def _busy(worker: str, where: str) -> WorkerBusy:
    return WorkerBusy(
        f"The worker {worker} is running{where} already.", field="worker", hint="Try again when it ended."
    )
