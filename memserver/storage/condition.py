"""The condition of the database: how large and how fragmented it is, whether its derived parts agree, and tidying it.

Everything here works on the database as a whole; it changes no row that means something.
"""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from memserver.storage.database import Database, Transaction

# Small enough that a write of somebody else waits for milliseconds, not seconds.
MERGED_PAGES = 200
MOST_MERGES = 200
TEXT_INDEXES = ("passage_terms", "tier_terms")
# Tidying never insists: whoever works with the database goes first.
TIDY_PATIENCE_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class Condition:
    """Sizes in bytes; counts of what should agree with each other."""

    database_bytes: int
    free_bytes: int
    log_bytes: int
    passages: int
    indexed: int
    vectors: int
    queued: int
    last_passage: int
    without_vector: int
    """Passages that have neither a vector nor a place in the queue."""
    memories_without_passage: int


async def condition(database: Database) -> Condition:
    """Look at the database."""
    row = await database.one(
        "SELECT (SELECT page_count FROM pragma_page_count), (SELECT freelist_count FROM pragma_freelist_count),"
        " (SELECT page_size FROM pragma_page_size), (SELECT count(*) FROM passages),"
        " (SELECT count(*) FROM passage_terms_docsize), (SELECT count(*) FROM vectors),"
        " (SELECT count(*) FROM embedding_queue), (SELECT coalesce(max(id), 0) FROM passages),"
        " (SELECT count(*) FROM passages WHERE id NOT IN (SELECT passage_id FROM vectors)"
        "  AND id NOT IN (SELECT passage_id FROM embedding_queue)),"
        " (SELECT count(*) FROM memories WHERE number NOT IN"
        "  (SELECT memory FROM passages WHERE memory IS NOT NULL))"
    )
    assert row is not None
    pages, free, size, passages, indexed, vectors, queued, last, without, bare = row
    log = database.path.with_name(database.path.name + "-wal")
    log_bytes = await asyncio.to_thread(lambda: log.stat().st_size if log.exists() else 0)
    return Condition(pages * size, free * size, log_bytes, passages, indexed, vectors, queued, last, without, bare)


async def merge_text_index(database: Database, index: str = TEXT_INDEXES[0]) -> int:
    """Merge the segments of a text index in small steps; returns how many steps had something to do."""
    for step in range(MOST_MERGES):
        async with database.write() as transaction:
            before = await _changes(transaction)
            await transaction.run(
                f"INSERT INTO {index}({index}, rank) VALUES ('merge', ?)",
                (-MERGED_PAGES if step == 0 else MERGED_PAGES,),
            )
            # SQLite counts two changes for the statement itself: fewer than that, and nothing was left to merge.
            if await _changes(transaction) - before < 2:
                return step
    return MOST_MERGES


async def tidy(database: Database, *, compact: bool) -> bool:
    """Let SQLite look at its statistics, and give free pages back; False when somebody else was at work."""
    return await asyncio.to_thread(_tidy, database.path, compact)


def _tidy(path: Path, compact: bool) -> bool:
    connection = sqlite3.connect(path, isolation_level=None, timeout=TIDY_PATIENCE_SECONDS)
    try:
        connection.execute("PRAGMA optimize")
        if compact:
            connection.execute("VACUUM")
        connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return True


async def empty_log(database: Database) -> bool:
    """Move everything out of the write-ahead log and cut it to nothing; False when somebody else was at work."""
    return await asyncio.to_thread(_empty_log, database.path)


def _empty_log(path: Path) -> bool:
    connection = sqlite3.connect(path, isolation_level=None, timeout=TIDY_PATIENCE_SECONDS)
    try:
        (busy, *_) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
    return not busy


async def _changes(transaction: Transaction) -> int:
    row = await transaction.one("SELECT total_changes()")
    return int(row[0]) if row else 0
