"""Events without floods: at most so many of a type per second; what was held back is counted in the next one."""

from __future__ import annotations

import time
from collections.abc import Callable

from memserver.events import Event

PER_SECOND = 10


class ThrottledPublisher:
    """Publishes to a bus. Never blocks, never raises."""

    def __init__(self, publish: Callable[[Event], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._publish = publish
        self._clock = clock
        self._windows: dict[str, tuple[int, int]] = {}
        self._held_back: dict[str, int] = {}

    def __call__(self, event: Event) -> None:
        """Publish an event, or hold it back."""
        second = int(self._clock())
        current, count = self._windows.get(event.type, (second, 0))
        count = count + 1 if current == second else 1
        self._windows[event.type] = (second, count)
        if count > PER_SECOND:
            self._held_back[event.type] = self._held_back.get(event.type, 0) + 1
            return
        held_back = self._held_back.pop(event.type, 0)
        self._publish(Event(event.type, {**event.data, "heldBack": held_back}) if held_back else event)
