"""What was read out of the files of one workspace, kept so that an unchanged file is not read again.

A file of its own beside the store, one for each project, made of nothing but what can be read again: it may be deleted
at any time, and a damaged one is. It is used by the processes that analyse code, never by a turn.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

FOLDER = "code"
BUSY_SECONDS = 20.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS files (
    path TEXT PRIMARY KEY,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    inode INTEGER NOT NULL,
    sha1 TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS facts (
    path TEXT NOT NULL,
    section TEXT NOT NULL,
    sha1 TEXT NOT NULL,
    version INTEGER NOT NULL,
    data TEXT NOT NULL,
    blob BLOB,
    PRIMARY KEY (path, section)
) STRICT;
CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, data TEXT NOT NULL) STRICT;
"""


class Known(NamedTuple):
    """A file as it was when it was last read."""

    size: int
    mtime_ns: int
    inode: int
    sha1: str


class Fact(NamedTuple):
    """What one section knows of a file with this content."""

    path: str
    sha1: str
    data: Mapping[str, Any]
    blob: bytes = b""


class CodeFacts:
    """The facts of one workspace; several processes may use them at the same time."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._connection = _opened(path)
        except sqlite3.DatabaseError:
            # Nothing is lost with it: the files are read again.
            for suffix in ("", "-wal", "-shm"):
                path.with_name(path.name + suffix).unlink(missing_ok=True)
            self._connection = _opened(path)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.close()

    def files(self) -> dict[str, Known]:
        """Return the files as they were last seen."""
        rows = self._connection.execute("SELECT path, size, mtime_ns, inode, sha1 FROM files")
        return {path: Known(*rest) for path, *rest in rows}

    def have(self, section: str, version: int) -> dict[str, str]:
        """Return, by path, the content for which a section is known."""
        return dict(
            self._connection.execute(
                "SELECT path, sha1 FROM facts WHERE section = ? AND version = ?", (section, version)
            ).fetchall()
        )

    def read(self, section: str, with_blob: bool = False) -> Iterator[Fact]:
        """Yield what a section knows, in order of paths."""
        columns = "path, sha1, data, blob" if with_blob else "path, sha1, data, NULL"
        rows = self._connection.execute(f"SELECT {columns} FROM facts WHERE section = ? ORDER BY path", (section,))
        for path, sha1, data, blob in rows:
            yield Fact(path, sha1, json.loads(data), blob or b"")

    def put(self, section: str, version: int, facts: Iterable[Fact], files: Mapping[str, Known]) -> None:
        """Keep what was read out of some files, in one transaction."""
        with self._connection:
            self._connection.executemany(
                "INSERT OR REPLACE INTO files(path, size, mtime_ns, inode, sha1) VALUES (?, ?, ?, ?, ?)",
                [(path, *known) for path, known in files.items()],
            )
            self._connection.executemany(
                "INSERT OR REPLACE INTO facts(path, section, sha1, version, data, blob) VALUES (?, ?, ?, ?, ?, ?)",
                [
                    (fact.path, section, fact.sha1, version, json.dumps(fact.data, ensure_ascii=False), fact.blob)
                    for fact in facts
                ],
            )

    def forget(self, paths: Iterable[str]) -> None:
        """Remove files that are gone."""
        with self._connection:
            for table in ("files", "facts"):
                self._connection.executemany(f"DELETE FROM {table} WHERE path = ?", [(path,) for path in paths])

    def note(self, name: str) -> Any:
        """Return a note, or None."""
        row = self._connection.execute("SELECT data FROM notes WHERE name = ?", (name,)).fetchone()
        return json.loads(row[0]) if row else None

    def put_note(self, name: str, value: Any) -> None:
        """Keep a note."""
        with self._connection:
            self._connection.execute(
                "INSERT OR REPLACE INTO notes(name, data) VALUES (?, ?)", (name, json.dumps(value, ensure_ascii=False))
            )


def forget_everything(data: Path) -> None:
    """Remove the facts of all workspaces from a data folder; they are read again when somebody needs them."""
    shutil.rmtree(data / FOLDER, ignore_errors=True)


def _opened(path: Path) -> sqlite3.Connection:
    # The analysis may run in a thread where no process can be started.
    connection = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False)
    try:
        with contextlib.suppress(sqlite3.OperationalError):  # another process is just setting it
            connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = OFF")
        connection.executescript(SCHEMA)
        connection.execute("SELECT count(*) FROM files").fetchone()
    except sqlite3.DatabaseError:
        connection.close()
        raise
    return connection
