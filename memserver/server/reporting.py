"""What the engine tells the editor on its own: events as notifications, progress of background work."""

from __future__ import annotations

from typing import Any

from memserver.events import Event
from memserver.server.connection import Connection
from memserver.server.progress import Progress, background_progress


class Reporter:
    """Hands events and background progress to the client."""

    def __init__(self, connection: Connection, capabilities: dict[str, Any]) -> None:
        self._connection = connection
        self._shows_progress = capability(capabilities, "window", "workDoneProgress")

    def event(self, event: Event) -> None:
        """Send an event as `memserver/event`."""
        self._connection.notify("memserver/event", {"type": event.type, **event.data})

    async def progress(self, title: str) -> Progress:
        """Open progress for background work."""
        return await background_progress(self._connection, self._shows_progress, title)


def capability(capabilities: Any, *path: str) -> bool:
    """Say whether the client announced something; a client that sends nonsense has announced nothing."""
    for name in path:
        capabilities = capabilities.get(name) if isinstance(capabilities, dict) else None
    return capabilities is True
