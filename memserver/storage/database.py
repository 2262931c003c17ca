"""The connections to the database: one writer, two readers, short transactions, readable failures.

WAL lets readers go on while a write is under way, here or in another window on the same data folder. Every write is
one `BEGIN IMMEDIATE … COMMIT` that is on disk before it returns. Repositories are handed the open transaction and
never open their own. Writer and reader live in threads of their own; the second reader answers where it is asked, for
the few reads that every turn waits for.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, cast

import aiosqlite

from memserver.errors import StorageFailed
from memserver.storage import migrations

BUSY_TIMEOUT_MS = 15_000
# SQLite keeps 2 MB by default; a turn reads about as much, from all over the file.
TURN_CACHE_KB = 8_000
# A read on the loop that took so long met a slow disk: for the next while such reads go through a thread again.
SLOW_SECONDS = 0.1
PATIENCE_SECONDS = 60.0
DATABASE_NAME = "memory.db"

Row = tuple[Any, ...]


class Transaction:
    """An open write transaction; everything done through it is kept together or not at all."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def run(self, sql: str, parameters: Sequence[Any] = ()) -> int:
        """Execute one statement; returns how many rows it changed."""
        async with self._connection.execute(sql, parameters) as cursor:
            return cursor.rowcount

    async def run_many(self, sql: str, rows: Iterable[Sequence[Any]]) -> None:
        """Execute one statement for each row of parameters."""
        await self._connection.executemany(sql, rows)

    async def all(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Return every row of a query (or of a RETURNING clause)."""
        return list(await self._connection.execute_fetchall(sql, parameters))  # type: ignore[arg-type]

    async def one(self, sql: str, parameters: Sequence[Any] = ()) -> Row | None:
        """Return the first row of a query, or None."""
        rows = await self.all(sql, parameters)
        return rows[0] if rows else None


class Snapshot:
    """One moment of the database, read through a connection of its own: what is written later is not seen."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

    async def pages(self, sql: str, parameters: Sequence[Any] = (), size: int = 500) -> AsyncIterator[list[Row]]:
        """Yield the rows of a query, some at a time."""
        cursor = await self._connection.execute(sql, parameters)
        while rows := cast(list[Row], list(await cursor.fetchmany(size))):
            yield rows
        # Who stops half-way leaves the cursor to the end of the snapshot, which may be over before this is told.
        await cursor.close()


class Database:
    """The open database of one data folder."""

    def __init__(
        self, writer: aiosqlite.Connection, reader: aiosqlite.Connection, near: sqlite3.Connection, path: Path
    ) -> None:
        self._writer = writer
        self._reader = reader
        self._near = near
        self._patient_until = 0.0
        self._lock = asyncio.Lock()
        self.path = path

    @classmethod
    @asynccontextmanager
    async def open(cls, folder: Path) -> AsyncIterator[Database]:
        """Open (or create) the database in a folder and bring its schema up to date."""
        path = folder / DATABASE_NAME
        async with AsyncExitStack() as stack:
            # Only opening is put into words here: what fails later, in the hands of others, is theirs to explain.
            try:
                await asyncio.to_thread(_prepare, folder, path)
                writer = await stack.enter_async_context(_connect(path))
                reader = await stack.enter_async_context(_connect(path))
                await reader.execute("PRAGMA query_only = ON")
                near = stack.enter_context(closing(_connect_near(path)))
            except (sqlite3.Error, OSError) as failure:
                raise _readable(failure, path) from failure
            yield cls(writer, reader, near, path)

    @asynccontextmanager
    async def write(self) -> AsyncIterator[Transaction]:
        """Hold the one write transaction: committed at the end, rolled back on any error."""
        async with self._lock:
            try:
                try:
                    await self._writer.execute("BEGIN IMMEDIATE")
                    yield Transaction(self._writer)
                    await self._writer.execute("COMMIT")
                except BaseException:
                    # Queued behind whatever still runs, and a no-op where nothing is open: a cancelled request
                    # must not leave its transaction to the next one.
                    await asyncio.shield(self._writer.rollback())
                    raise
            except sqlite3.Error as failure:
                raise _readable(failure, self.path) from failure

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Snapshot]:
        """Hold one moment of the database for a long read; nobody waits for it."""
        try:
            async with _connect(self.path) as connection:
                await connection.execute("PRAGMA query_only = ON")
                await connection.execute("BEGIN")
                # A deferred transaction takes its snapshot at the first read.
                await connection.execute_fetchall("SELECT 1 FROM migrations LIMIT 1")
                try:
                    yield Snapshot(connection)
                finally:
                    await connection.rollback()
        except sqlite3.Error as failure:
            raise _readable(failure, self.path) from failure

    async def all(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Return every row of a read-only query."""
        try:
            return list(await self._reader.execute_fetchall(sql, parameters))  # type: ignore[arg-type]
        except sqlite3.Error as failure:
            raise _readable(failure, self.path) from failure

    async def one(self, sql: str, parameters: Sequence[Any] = ()) -> Row | None:
        """Return the first row of a read-only query, or None."""
        rows = await self.all(sql, parameters)
        return rows[0] if rows else None

    async def at_once(self, sql: str, parameters: Sequence[Any] = ()) -> list[Row]:
        """Do the same as `all` without a thread: for a read by an index that a turn can't go on without.

        Handing such a read over and taking its rows back costs as much as the read. Nobody is waited for here: where
        another program holds the file or the disk is slow, the reader with patience takes over, which also knows how
        to put a failure.
        """
        started = time.monotonic()
        if started < self._patient_until:
            return await self.all(sql, parameters)
        try:
            return self._near.execute(sql, parameters).fetchall()
        except sqlite3.Error:
            return await self.all(sql, parameters)
        finally:
            if time.monotonic() - started > SLOW_SECONDS:
                self._patient_until = time.monotonic() + PATIENCE_SECONDS


@asynccontextmanager
async def _connect(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    async with aiosqlite.connect(path, isolation_level=None, cached_statements=256) as connection:
        await connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
        await connection.execute("PRAGMA foreign_keys = ON")
        # FULL: in WAL mode NORMAL may lose the last commits at a power cut, and they were acknowledged.
        await connection.execute("PRAGMA synchronous = FULL")
        await connection.execute("PRAGMA recursive_triggers = ON")
        # What was deleted is overwritten. Some builds of SQLite do so by default, others do not.
        await connection.execute("PRAGMA secure_delete = ON")
        yield connection


def _connect_near(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None, timeout=0)
    connection.execute("PRAGMA query_only = ON")
    connection.execute(f"PRAGMA cache_size = -{TURN_CACHE_KB}")
    return connection


def _prepare(folder: Path, path: Path) -> None:
    """Create the folder, switch to WAL and migrate; done before the connections that stay open."""
    folder.mkdir(parents=True, exist_ok=True)
    connection = sqlite3.connect(path, isolation_level=None, timeout=BUSY_TIMEOUT_MS / 1000)
    try:
        connection.execute("PRAGMA foreign_keys = ON")
        migrations.apply(connection)
        connection.execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def _readable(failure: sqlite3.Error | OSError, path: Path) -> StorageFailed:
    """Say what went wrong in words that do not quote any stored text."""
    text = str(failure).lower()
    if "full" in text:
        hint = "The disk is full: free some space and try again."
    elif "disk i/o" in text:
        hint = "The disk refused to be read or written: it may be full, over a limit, or failing."
    elif "readonly" in text or "read-only" in text or isinstance(failure, PermissionError):
        hint = "The data folder cannot be written: check its permissions or set another dataDir."
    elif "locked" in text or "busy" in text:
        hint = "Another program holds the database: close it, or try again in a moment."
    elif "malformed" in text or "not a database" in text:
        hint = "The file is damaged: move it away and restore a copy or an export."
    else:
        hint = "Run `memserver doctor` for what can be done."
    return StorageFailed(f"The database {path.name} could not be used ({type(failure).__name__}). {hint}", hint=hint)
