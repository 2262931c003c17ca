"""Runs long work in a thread so that it can be stopped between two of its parts.

A thread does not notice that the coroutine which waits for it was cancelled. Work that runs here is handed a function
to call between its parts; it raises Cancelled once the caller's event is set or the caller has gone.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from typing import TypeVar

from memserver.errors import Cancelled

Result = TypeVar("Result")
Checkpoint = Callable[[], None]


async def run_stoppable(
    executor: Executor, work: Callable[[Checkpoint], Result], stop: threading.Event | None
) -> Result:
    """Run `work` in the executor; it calls its argument between two parts."""
    abandoned = threading.Event()

    def checkpoint() -> None:
        if abandoned.is_set() or (stop is not None and stop.is_set()):
            raise Cancelled("Embedding was stopped.")

    try:
        return await asyncio.get_running_loop().run_in_executor(executor, work, checkpoint)
    except asyncio.CancelledError:
        abandoned.set()
        raise
