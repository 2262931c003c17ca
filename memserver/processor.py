"""How busy the processor is, from one look to the next. Looks only; what follows from it is others' business.

Not psutil's own percentage: that remembers the last look for each thread, and says 0 in one that has not looked yet.
"""

from __future__ import annotations

import threading
import time

# The counters move in steps of some ten milliseconds: over less than this they say next to nothing.
LEAST_SECONDS = 0.1

Counters = tuple[float, float, float]
"""When it was read, processor time in all, and the part of it that was used."""


class Processor:
    """Remembers the last look; the first one takes a moment."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: Counters | None = None
        self._percent = 0.0

    def percent(self) -> float:
        """Return its use since the last look, 0 to 100; one soon after the other says the same. Needs psutil."""
        with self._lock:
            if self._last is None:
                self._last = _counters()
                time.sleep(LEAST_SECONDS)
            now = _counters()
            since, spent = now[0] - self._last[0], now[1] - self._last[1]
            if since >= LEAST_SECONDS and spent > 0:
                self._percent = round(min(100.0, max(0.0, 100 * (now[2] - self._last[2]) / spent)), 1)
                self._last = now
            return self._percent


def _counters() -> Counters:
    import psutil  # noqa: PLC0415 - only when somebody wants to know

    times = psutil.cpu_times()
    # The time of guests is part of that of their hosts; a processor that waits for a disk is free for others.
    total = sum(times) - getattr(times, "guest", 0.0) - getattr(times, "guest_nice", 0.0)
    return time.monotonic(), total, total - times.idle - getattr(times, "iowait", 0.0)
