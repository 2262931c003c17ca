"""The claim on a worker: one window at a time runs it, also across processes on one data folder.

The claim is renewed while the work goes on. That of a window that died counts no longer: at once where its process can
be seen to be gone, else when it lapses.
"""

from __future__ import annotations

import asyncio
import os
import platform
import uuid
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress

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
        self._owner = f"{platform.node()}/{os.getpid()}/{uuid.uuid4().hex}"
        self._asked: set[str] = set()
        self._held: set[str] = set()

    async def running(self) -> set[str]:
        """Return the workers that run now, here or in another window; one that waits for its turn does not."""
        claimed = await self._store.workers.claimed(self._clock().timestamp())
        return self._held | {name for name, owner in claimed.items() if not is_gone(owner)}

    @contextmanager
    def ask(self, worker: str) -> Iterator[None]:
        """Be the only one in this window who wants a worker; WorkerBusy for everybody who asks meanwhile."""
        if worker in self._asked:
            raise _busy(worker, "")
        self._asked.add(worker)
        try:
            yield
        finally:
            self._asked.discard(worker)

    @asynccontextmanager
    async def hold(self, worker: str) -> AsyncIterator[None]:
        """Have a worker for oneself; WorkerBusy while another window has it. Given back on every way out."""
        try:
            if not await self._claim(worker):
                raise _busy(worker, " in another window")
            self._held.add(worker)
            renewing = asyncio.create_task(self._renew(worker), name=f"claim on {worker}")
            try:
                yield
            finally:
                renewing.cancel()
        finally:
            self._held.discard(worker)
            await asyncio.shield(self._release(worker))

    async def _claim(self, worker: str) -> bool:
        now = self._clock().timestamp()
        workers = self._store.workers
        async with self._store.database.write() as transaction:
            owner = (await workers.claimed(now)).get(worker)
            if owner is not None and is_gone(owner):
                await workers.release(transaction, worker, owner)
            return await workers.claim(transaction, worker, self._owner, now, now + LAPSE_SECONDS)

    async def _renew(self, worker: str) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            with suppress(StorageFailed):  # the next renewal comes before the claim lapses
                await self._claim(worker)

    async def _release(self, worker: str) -> None:
        with suppress(StorageFailed):  # then it lapses
            async with self._store.database.write() as transaction:
                await self._store.workers.release(transaction, worker, self._owner)


def is_gone(owner: str) -> bool:
    """Say whether the process behind a claim has ended; False where nobody can know, as on another machine."""
    machine, _, rest = owner.rpartition("/")[0].rpartition("/")
    if machine != platform.node() or not rest.isdecimal() or int(rest) == os.getpid():
        return False
    try:
        import psutil  # noqa: PLC0415 - only when somebody else has a claim
    except ImportError:
        return False
    try:
        return bool(psutil.Process(int(rest)).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True
    except psutil.Error:
        return False


def _busy(worker: str, where: str) -> WorkerBusy:
    return WorkerBusy(
        f"The worker {worker} is running{where} already.", field="worker", hint="Try again when it ended."
    )
