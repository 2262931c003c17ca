"""Erasing: what was deleted can no longer be read in the files either.

A deleted row leaves words behind in the segments of the text index, and whole pages in the write-ahead log, until
SQLite happens to write over them. Here both are cleared soon after a deletion, once for many of them, and at the latest
when the store closes. What is deleted is decided elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

from memserver.background import BackgroundTasks
from memserver.errors import StorageFailed, place_of
from memserver.storage.condition import TEXT_INDEXES, empty_log, merge_text_index
from memserver.storage.database import Database

log = logging.getLogger(__name__)

# Long enough that somebody who deletes one after the other pays for the merge once.
PAUSE_SECONDS = 0.5


class Eraser:
    """Clears the traces of deletions."""

    def __init__(self, database: Database, background: BackgroundTasks) -> None:
        self._database = database
        self._background = background
        self._wanted = False
        self._waiting: asyncio.Task[Any] | None = None

    def deleted(self) -> None:
        """Take note that something was deleted."""
        self._wanted = True
        if self._waiting is None or self._waiting.done():
            self._waiting = self._background.start(self._later(), "erasing")

    async def finish(self) -> None:
        """Clear what is left to clear; whatever stands in the way is logged, since the deletion itself is done."""
        if not self._wanted:
            return
        self._wanted = False
        try:
            for index in TEXT_INDEXES:
                await merge_text_index(self._database, index)
        except StorageFailed as failure:
            log.warning("deleted words stay in the text index for now: %s", place_of(failure))
        except asyncio.CancelledError:
            # The store is about to close, and asks once more.
            self._wanted = True
            raise
        if not await empty_log(self._database):
            log.info("the write-ahead log is in use and keeps deleted pages for now")

    async def _later(self) -> None:
        await asyncio.sleep(PAUSE_SECONDS)
        await self.finish()
