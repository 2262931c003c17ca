"""Progress of long work, as `$/progress`: for a request that brought a token, or on our own where the client allows."""

from __future__ import annotations

import asyncio
import time
import uuid
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from memserver.server.connection import Connection

REPORT_EVERY_SECONDS = 0.2


class Progress:
    """Begins at the first report and ends when closed; without a token it says nothing."""

    def __init__(self, connection: Connection, token: int | str | None, title: str) -> None:
        self._connection = connection
        self._token = token
        self._title = title
        self._begun = False
        self._last = 0.0

    def report(self, done: int, total: int, message: str = "") -> None:
        """Tell how far the work is; reports that come too fast are left out."""
        if self._token is None:
            return
        percentage = min(100, round(100 * done / total)) if total else 0
        if not self._begun:
            self._begun = True
            self._send({"kind": "begin", "title": self._title, "percentage": 0, "cancellable": True})
        now = time.monotonic()
        if now - self._last >= REPORT_EVERY_SECONDS or done >= total:
            self._last = now
            self._send({"kind": "report", "percentage": percentage, "message": message or f"{done}/{total}"})

    def close(self, message: str = "") -> None:
        """End the progress, if it ever began."""
        if self._begun:
            self._begun = False
            self._send({"kind": "end", "message": message})

    def _send(self, value: dict[str, Any]) -> None:
        self._connection.notify("$/progress", {"token": self._token, "value": value})


async def background_progress(connection: Connection, allowed: bool, title: str) -> Progress:
    """Open progress for work that no request asked for; silent where the client does not show such progress."""
    if not allowed:
        return Progress(connection, None, title)
    token = f"memserver-{uuid.uuid4().hex[:8]}"
    try:
        asked = connection.send_request_async("window/workDoneProgress/create", {"token": token})
        await asyncio.wait_for(asked, timeout=5)
    except TimeoutError:
        return Progress(connection, None, title)
    return Progress(connection, token, title)
