"""The timetable: when each worker is due. Pure arithmetic on moments that it is given; it starts nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random

from memserver.workers.registry import WorkerConfig

# An editor that was just opened has better things to do; then not all at once.
FIRST_AFTER = timedelta(minutes=2)
SPREAD = timedelta(minutes=2)
# Several windows and machines must not keep in step.
JITTER = 0.1
LONGEST_BACK_OFF = timedelta(hours=6)


class Timetable:
    """When each worker may run next."""

    def __init__(self, start: datetime, random: Random) -> None:
        self._start = start
        self._random = random
        self._next: dict[str, datetime] = {}

    def due(self, configs: Sequence[WorkerConfig], now: datetime) -> list[WorkerConfig]:
        """Return the workers whose time has come, in the order given."""
        for number, config in enumerate(configs):
            if config.name not in self._next:
                share = (number + self._random.random()) / max(1, len(configs))
                self._next[config.name] = self._start + FIRST_AFTER + SPREAD * share
        return [each for each in configs if each.enabled and self._next[each.name] <= now]

    def ended(self, config: WorkerConfig, ended: datetime, failures: int) -> None:
        """Take note that a worker ran, here or elsewhere; after failures in a row it rests twice as long each time."""
        rest = timedelta(milliseconds=config.interval_ms)
        if failures:
            # The exponent is bounded so that a worker that failed for weeks does not overflow a time span.
            rest = max(rest, min(rest * 2 ** min(failures, 16), LONGEST_BACK_OFF))
        self._next[config.name] = ended + rest * (1 + JITTER * self._random.random())

    def next_of(self, name: str) -> datetime | None:
        """Return when a worker is due, if that is known."""
        return self._next.get(name)
