"""The event bus: what happened, told to whoever listens. Publishing never blocks and never raises."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened; `type` is its wire name, `data` its fields in camelCase."""

    type: str
    data: Mapping[str, Any] = field(default_factory=dict)


Listener = Callable[[Event], None]


class EventBus:
    """Delivers each event to every listener, in order of subscription."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Add a listener; call the result to take it away again."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def publish(self, event: Event) -> None:
        """Tell every listener; one that fails is logged and does not stop the others."""
        for listener in tuple(self._listeners):
            try:
                listener(event)
            except Exception:  # a listener must not break the publisher
                log.exception("an event listener failed on %s", event.type)
