"""What the SQLite library on this machine can do, asked without opening a store."""

from __future__ import annotations

import sqlite3

OLDEST = (3, 35, 0)
"""The oldest version that has everything we ask for; the last to come was RETURNING."""


def sqlite_version() -> str:
    """Return the version of the library."""
    return sqlite3.sqlite_version


def is_new_enough() -> bool:
    """Whether the library has every feature that the store uses."""
    return sqlite3.sqlite_version_info >= OLDEST


def has_full_text_search() -> bool:
    """Whether the library was built with FTS5."""
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE probe USING fts5(text)")
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return True
