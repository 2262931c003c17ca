"""Reads the SQLite form of a legacy TF-IDF store. It is opened read-only and never changed.

Expected is a table `entries` with at least `id` and `content`; see docs/guide/tfidf-migration.md for the rest.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from memserver.errors import InvalidParams

COLUMNS = ("id", "content", "title", "layer", "category", "tags", "created_at", "metadata")


def is_sqlite(path: Path) -> bool:
    """Say whether a file is a SQLite database, by its first bytes."""
    with path.open("rb") as file:
        return file.read(16) == b"SQLite format 3\x00"


def read_entries(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the entries of a store, in the order in which they were stored."""
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        known = {row[1] for row in connection.execute("PRAGMA table_info(entries)")}
        if not {"id", "content"} <= known:
            raise InvalidParams("The database has no table entries(id, content, …).", field="source")
        names = [name for name in COLUMNS if name in known]
        # A text that is no UTF-8 spoils its own entry, not the run.
        connection.text_factory = lambda raw: raw.decode("utf-8", "surrogateescape")
        for row in connection.execute(f"SELECT {', '.join(names)} FROM entries ORDER BY rowid"):
            yield {name: value for name, value in zip(names, row, strict=True) if value is not None}
    except sqlite3.Error as failure:
        raise InvalidParams(f"The database could not be read ({type(failure).__name__}).", field="source") from failure
    finally:
        connection.close()
