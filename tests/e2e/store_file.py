"""Looks into the database file of a server from outside: is it whole, and do its parts agree?"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def open_file(data_dir: Path) -> Iterator[sqlite3.Connection]:
    """Open the database beside whoever else has it open."""
    connection = sqlite3.connect(data_dir / "memory.db", timeout=30)
    try:
        yield connection
    finally:
        connection.close()


def memories(data_dir: Path) -> dict[str, str]:
    """Return the content of every stored memory by id."""
    with open_file(data_dir) as connection:
        return dict(connection.execute("SELECT id, content FROM memories"))


def _ids(connection: sqlite3.Connection, sql: str) -> set[int]:
    return {int(each) for (each,) in connection.execute(sql)}


def check_agreement(data_dir: Path, *, settled: bool = False) -> int:
    """Assert that the file is whole and that store, text index, vectors and queue agree; return how many passages."""
    with open_file(data_dir) as connection:
        connection.execute("BEGIN")
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
        connection.execute("BEGIN") if not connection.in_transaction else None
        passages = _ids(connection, "SELECT id FROM passages")
        assert _ids(connection, "SELECT id FROM passage_terms_docsize") == passages
        vectors = _ids(connection, "SELECT passage_id FROM vectors")
        queued = _ids(connection, "SELECT passage_id FROM embedding_queue")
        assert vectors | queued == passages
        owners = _ids(connection, "SELECT DISTINCT memory FROM passages WHERE memory IS NOT NULL")
        assert owners == _ids(connection, "SELECT number FROM memories")
        if settled:
            assert vectors == passages
            assert queued == set()
        connection.rollback()
        # The text index checks itself against what it was given.
        connection.execute("INSERT INTO passage_terms(passage_terms) VALUES ('integrity-check')")
        connection.rollback()
        return len(passages)
