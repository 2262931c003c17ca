"""The way out: one thread writes frames in order, so that a client that reads slowly never stops the loop."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable

FLUSH_SECONDS = 2.0


class FrameWriter:
    """Queues frames for a file descriptor; `on_broken` is told, once, when nobody reads any more."""

    def __init__(self, descriptor: int, on_broken: Callable[[], object]) -> None:
        self._descriptor = descriptor
        self._on_broken = on_broken
        self._queue: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="memserver-stdout", daemon=True)
        self._thread.start()

    def write(self, body: bytes) -> None:
        """Queue one body with its header."""
        self._queue.put(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def close(self) -> None:
        """Write what is queued, but do not wait long for a client that does not read."""
        self._queue.put(None)
        self._thread.join(FLUSH_SECONDS)

    def _run(self) -> None:
        while (frame := self._queue.get()) is not None:
            try:
                view = memoryview(frame)
                while view:
                    view = view[os.write(self._descriptor, view) :]
            except OSError:
                self._on_broken()
                return
