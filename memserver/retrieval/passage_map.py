"""Keeps the table of passages in step with the store, and in a file between runs (`map_file`).

What is new is read when a search asks for it, as long as that is little. More (no file, a large import) is read by a
task of its own, some rows at a time: no search waits for it, it goes on with what is there. Ids of deleted passages
stay in the table: whoever reads rows finds out.
"""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path

from memserver.errors import place_of
from memserver.retrieval import map_file
from memserver.retrieval.passage_table import PassageTable, TableBuilder
from memserver.storage.store import Store

log = logging.getLogger(__name__)

PAGE_SIZE = 2_000
"""Rows that are taken in at once: 10 ms, for which a turn may have to wait."""
READ_AT_ONCE = 5_000
"""New passages that a search reads itself: 50 ms at most. A batch of memories that was just written is there at once,
and so is what a file lags behind (`map_file.SAVE_AFTER`)."""


class PassageMap:
    """The table, kept in step with the store."""

    def __init__(self, store: Store, folder: Path | None = None) -> None:
        self._store = store
        self._folder = folder
        self._lock = asyncio.Lock()
        self._builder: TableBuilder | None = None
        self._published: PassageTable | None = None
        self._saving: asyncio.Task[None] | None = None
        self._reading: asyncio.Task[None] | None = None
        self._saved = 0

    @property
    def table(self) -> PassageTable:
        """The passages that are known."""
        if self._published is None:
            self._published = TableBuilder().table
        return self._published

    def forget(self) -> None:
        """Read everything anew: a holder has changed after all (two projects turned out to be one)."""
        if self._folder is not None:
            map_file.remove(self._folder)
        # Until that is done the former table serves.
        self._builder = TableBuilder()
        self._saved = 0

    async def refresh(self, newest: int) -> bool:
        """Take in what is new, where that is little; `newest` is the highest id there is.

        Says whether all passages are known: where there is more to read, that goes on while nobody waits.
        """
        if self._is_current(newest):
            return True
        async with self._lock:
            builder = await self._begun()
            if newest - builder.table.newest <= READ_AT_ONCE:
                while await self._page(builder):
                    pass
                self._publish(builder)
                self._save_if_worth_it()
                return True
        if self._reading is None or self._reading.done():
            self._reading = asyncio.create_task(self.catch_up())
            self._reading.add_done_callback(_ended)
        return False

    async def catch_up(self) -> None:
        """Read all that is new: for whoever has time."""
        while True:
            # Whoever asks meanwhile gets in between two pages.
            async with self._lock:
                builder = await self._begun()
                more = await self._page(builder)
                if not more or builder.table.count > self.table.count:
                    self._publish(builder)
            if not more and builder is self._builder:
                break
        self._save_if_worth_it()

    async def _begun(self) -> TableBuilder:
        """Return what builds the table, from the file where there is one."""
        if self._builder is None:
            kept = await asyncio.to_thread(map_file.load, self._folder) if self._folder is not None else None
            # A file that knows more than the store ever gave out is that of another store.
            if kept is not None and kept.newest > await self._store.passages.newest_ever():
                kept = None
            # `forget` may have come in between.
            if self._builder is None:
                self._builder = TableBuilder(kept)
                self._saved = self._builder.table.count
                self._publish(self._builder)
        return self._builder

    async def _page(self, builder: TableBuilder) -> bool:
        """Read some new passages; says whether there may be more."""
        rows = await self._store.passages.rows_after(builder.table.newest, PAGE_SIZE)
        if rows:
            builder.take_in(rows)
        return len(rows) == PAGE_SIZE

    def _publish(self, builder: TableBuilder) -> None:
        # One that was given up meanwhile is not shown.
        if builder is self._builder:
            self._published = builder.table

    def _is_current(self, newest: int) -> bool:
        return self._builder is not None and self._published is self._builder.table and newest <= self.table.newest

    def _save_if_worth_it(self) -> None:
        if self.table.count - self._saved > max(map_file.SAVE_AFTER, self._saved * map_file.SAVE_AFTER_SHARE):
            self._saving = asyncio.create_task(self.save())

    async def save(self) -> None:
        """Keep the table for the next run."""
        if self._folder is None or self._builder is None or self._builder.table.count == self._saved:
            return
        self._saved = self._builder.table.count
        await asyncio.to_thread(map_file.save, self._folder, self._builder.kept())

    async def close(self) -> None:
        """Keep what is worth it, and wait for what is under way."""
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.wait({self._reading})
        if self._saving is not None:
            await self._saving
        if self._builder is None:
            return
        if self._builder.table.count - self._saved > map_file.SAVE_AFTER_SHARE * self._builder.table.count:
            await self.save()


def _ended(reading: asyncio.Task[None]) -> None:
    """Say that reading failed: the next search tries again."""
    if not reading.cancelled() and (failure := reading.exception()) is not None:
        log.error("the table of passages could not be read: %s", place_of(failure))
