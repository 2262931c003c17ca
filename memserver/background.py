"""Background tasks with an owner: each is named, its failure is logged, and all end when their owner closes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from memserver.errors import place_of

log = logging.getLogger(__name__)

CANCEL_AGAIN_SECONDS = 3.0


class BackgroundTasks:
    """The tasks of one owner."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any], name: str) -> asyncio.Task[Any]:
        """Run work in the background."""
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def close(self) -> None:
        """Cancel what still runs and wait for its end."""
        # Again and again: before Python 3.12 `wait_for` loses a cancellation that comes together with its result.
        while tasks := list(self._tasks):
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=CANCEL_AGAIN_SECONDS)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (failure := task.exception()) is not None:
            # The message may quote what a user wrote; the place is enough to find it.
            log.error("background task %s failed: %s", task.get_name(), place_of(failure))
