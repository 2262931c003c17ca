"""Transactions: together or not at all, whatever interrupts them, with two windows on one folder."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from memserver.errors import StorageFailed
from memserver.storage import database as module
from memserver.storage.database import Database, Transaction

INSERT = "INSERT INTO properties(key, value) VALUES (?, ?)"


async def _keys(database: Database) -> list[str]:
    return [key for (key,) in await database.all("SELECT key FROM properties ORDER BY key")]


async def test_what_is_committed_is_seen_by_the_reader_at_once(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        async with database.write() as transaction:
            await transaction.run(INSERT, ("a", "1"))
            assert await _keys(database) == []
        assert await _keys(database) == ["a"]


async def test_a_read_at_once_sees_what_was_just_committed(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        for number in range(3):
            async with database.write() as transaction:
                await transaction.run(INSERT, (f"key {number}", "1"))
                assert await database.at_once("SELECT count(*) FROM properties") == [(number,)]
            assert await database.at_once("SELECT count(*) FROM properties") == [(number + 1,)]


async def test_a_read_at_once_leaves_what_it_cannot_do_to_the_reader_with_patience(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        database._near.close()
        assert await database.at_once("SELECT count(*) FROM properties") == [(0,)]
        with pytest.raises(StorageFailed):
            await database.at_once("SELECT * FROM a_table_that_is_not_there")


async def test_a_read_at_once_cannot_write(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        with pytest.raises(StorageFailed):
            await database.at_once(INSERT, ("a", "1"))
        assert await _keys(database) == []


async def test_a_slow_disk_stops_the_loop_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with Database.open(tmp_path) as database:
        near = _Counted(database._near)
        monkeypatch.setattr(database, "_near", near)
        for slow_seconds, read_here in ((60.0, 1), (60.0, 2), (0.0, 3), (60.0, 3), (60.0, 3)):
            monkeypatch.setattr(module, "SLOW_SECONDS", slow_seconds)
            assert await database.at_once("SELECT count(*) FROM properties") == [(0,)]
            assert near.count == read_here
        monkeypatch.setattr(database, "_patient_until", 0.0)
        await database.at_once("SELECT count(*) FROM properties")
        assert near.count == 4


class _Counted:
    """A connection that counts what it is asked."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self.count = 0

    def execute(self, sql: str, parameters: Sequence[Any]) -> sqlite3.Cursor:
        self.count += 1
        return self._connection.execute(sql, parameters)


async def test_an_error_undoes_the_whole_transaction(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        with pytest.raises(RuntimeError):
            async with database.write() as transaction:
                await transaction.run(INSERT, ("a", "1"))
                raise RuntimeError
        assert await _keys(database) == []
        async with database.write() as transaction:
            await transaction.run(INSERT, ("b", "1"))
        assert await _keys(database) == ["b"]


async def test_a_cancelled_transaction_is_not_left_to_the_next_one(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        inside = asyncio.Event()

        async def write_and_wait() -> None:
            async with database.write() as transaction:
                await transaction.run(INSERT, ("lost", "1"))
                inside.set()
                await asyncio.sleep(60)

        task = asyncio.create_task(write_and_wait())
        await inside.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        async with database.write() as transaction:
            await transaction.run(INSERT, ("kept", "1"))
        assert await _keys(database) == ["kept"]


@pytest.mark.parametrize("steps", range(6))
async def test_cancelling_at_any_moment_leaves_the_database_usable(tmp_path: Path, steps: int) -> None:
    async with Database.open(tmp_path) as database:

        async def write() -> None:
            async with database.write() as transaction:
                for number in range(3):
                    await transaction.run(INSERT, (f"key {number}", "1"))

        task = asyncio.create_task(write())
        for _ in range(steps):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        async with database.write() as transaction:
            await transaction.run(INSERT, ("after", "1"))
        # All three or none: never a part of them.
        assert await _keys(database) in (["after"], ["after", "key 0", "key 1", "key 2"])


async def test_two_windows_write_side_by_side_and_lose_nothing(tmp_path: Path) -> None:
    async def write(database: Database, name: str) -> None:
        for number in range(40):
            async with database.write() as transaction:
                await transaction.run(INSERT, (f"{name} {number:02}", "1"))

    async with Database.open(tmp_path) as first, Database.open(tmp_path) as second:
        await asyncio.gather(write(first, "first"), write(second, "second"))
        assert len(await _keys(first)) == len(await _keys(second)) == 80


async def test_two_windows_that_open_a_new_folder_at_once_agree_on_the_schema(tmp_path: Path) -> None:
    async def open_and_write(name: str) -> None:
        async with Database.open(tmp_path) as database, database.write() as transaction:
            await transaction.run(INSERT, (name, "1"))

    await asyncio.gather(*(open_and_write(f"window {number}") for number in range(4)))
    async with Database.open(tmp_path) as database:
        assert len(await _keys(database)) == 4


async def test_a_snapshot_does_not_see_what_is_written_later_and_holds_nobody_up(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        async with database.write() as transaction:
            await transaction.run_many(INSERT, [(f"{number:04}", "1") for number in range(1_200)])
        async with database.snapshot() as snapshot:
            async with database.write() as transaction:
                await transaction.run(INSERT, ("later", "1"))
            pages = [len(page) async for page in snapshot.pages("SELECT key FROM properties", size=500)]
        assert pages == [500, 500, 200]
        assert len(await _keys(database)) == 1_201


async def test_a_snapshot_that_is_left_half_way_leaves_nothing_to_complain_about(tmp_path: Path) -> None:
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: complaints.append(context))
    async with Database.open(tmp_path) as database:
        async with database.write() as transaction:
            await transaction.run_many(INSERT, [(f"{number:04}", "1") for number in range(20)])
        with pytest.raises(OSError, match="full"):
            await _read_until_the_disk_is_full(database)
        gc.collect()
        await asyncio.sleep(0.05)
    assert complaints == []


async def _read_until_the_disk_is_full(database: Database) -> None:
    async with database.snapshot() as snapshot:
        async for _ in snapshot.pages("SELECT key FROM properties", size=5):
            raise OSError("the disk is full")


async def test_a_broken_rule_of_the_database_is_reported_without_its_values(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database:
        with pytest.raises(StorageFailed) as raised:
            async with database.write() as transaction:
                await transaction.run(INSERT, ("a secret", None))
        assert "a secret" not in raised.value.message


async def test_a_transaction_can_read_its_own_writes(tmp_path: Path) -> None:
    async with Database.open(tmp_path) as database, database.write() as transaction:
        assert isinstance(transaction, Transaction)
        await transaction.run(INSERT, ("a", "1"))
        assert await transaction.one("SELECT value FROM properties WHERE key = 'a'") == ("1",)
        assert await transaction.one("SELECT value FROM properties WHERE key = 'b'") is None
