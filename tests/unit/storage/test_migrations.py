"""The schema: made once, kept when it is current, refused when it is newer."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from memserver.errors import StorageFailed
from memserver.storage import migrations
from memserver.storage.database import DATABASE_NAME, Database


def _schema(path: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(path) as connection:
        return connection.execute("SELECT name, coalesce(sql, '') FROM sqlite_master ORDER BY name").fetchall()


def _names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


async def test_an_empty_folder_gets_the_whole_schema(tmp_path: Path) -> None:
    async with Database.open(tmp_path / "deep" / "folder") as database:
        applied = await database.all("SELECT name FROM migrations ORDER BY rowid")
    assert [name for (name,) in applied] == [step.__name__ for step in migrations.MIGRATIONS]


async def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    async with Database.open(tmp_path):
        pass
    before = _schema(tmp_path / DATABASE_NAME)
    async with Database.open(tmp_path):
        pass
    assert _schema(tmp_path / DATABASE_NAME) == before


def test_a_step_that_is_missing_is_run_and_the_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrations.apply(connection)
    ran = []

    def add_notes(connection: sqlite3.Connection) -> None:
        ran.append("add_notes")
        connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY)")

    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, add_notes))
    migrations.apply(connection)
    migrations.apply(connection)
    assert ran == ["add_notes"]


def test_a_step_that_fails_leaves_the_schema_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    migrations.apply(connection)
    before = connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall()

    def half_done(connection: sqlite3.Connection) -> None:
        connection.execute("CREATE TABLE half (id INTEGER PRIMARY KEY)")
        raise sqlite3.OperationalError("no such thing")

    monkeypatch.setattr(migrations, "MIGRATIONS", (*migrations.MIGRATIONS, half_done))
    with pytest.raises(sqlite3.OperationalError):
        migrations.apply(connection)
    assert connection.execute("SELECT name FROM sqlite_master ORDER BY name").fetchall() == before


async def test_a_newer_database_is_refused_and_its_bytes_stay(tmp_path: Path) -> None:
    path = tmp_path / DATABASE_NAME
    async with Database.open(tmp_path):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute("INSERT INTO migrations(name) VALUES ('create_the_future')")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StorageFailed, match="newer memserver"):
        async with Database.open(tmp_path):
            pass
    assert path.read_bytes() == before
    assert _names(tmp_path) == [DATABASE_NAME]


async def test_a_file_that_is_no_database_is_refused_with_words_to_act_on(tmp_path: Path) -> None:
    (tmp_path / DATABASE_NAME).write_text("these are not the bytes of a database " * 50, encoding="utf-8")
    with pytest.raises(StorageFailed, match="damaged"):
        async with Database.open(tmp_path):
            pass


def test_memories_of_an_older_store_are_found_by_their_tags(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    steps = migrations.MIGRATIONS
    monkeypatch.setattr(migrations, "MIGRATIONS", steps[: steps.index(migrations.find_memories_by_tag)])
    migrations.apply(connection)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(memories)") if row[3] and row[1] != "tags"]
    marks = ", ".join("?" * len(columns))
    values = [1 if name in {"confidence", "reference_count", "promoted"} else "x" for name in columns]
    connection.execute(
        f'INSERT INTO memories({", ".join(columns)}, tags) VALUES ({marks}, \'["api", "결제", "api"]\')', values
    )
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    migrations.apply(connection)
    assert connection.execute("SELECT tag FROM memory_tags ORDER BY tag").fetchall() == [("api",), ("결제",)]
    connection.execute("UPDATE memories SET tags = '[\"billing\"]'")
    assert connection.execute("SELECT tag FROM memory_tags").fetchall() == [("billing",)]
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("DELETE FROM memories")
    assert connection.execute("SELECT count(*) FROM memory_tags").fetchone() == (0,)


def test_threads_that_were_guessed_from_external_ids_go_and_others_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    steps = migrations.MIGRATIONS
    monkeypatch.setattr(migrations, "MIGRATIONS", steps[: steps.index(migrations.tell_structure)])
    migrations.apply(connection)
    columns = [row[1] for row in connection.execute("PRAGMA table_info(memories)") if row[3] and row[1] != "number"]
    for thread in ("external:talk", "session:s1"):
        values = [1 if name in {"confidence", "reference_count", "promoted"} else thread for name in columns]
        marks = ", ".join("?" * len(columns))
        connection.execute(
            f"INSERT INTO memories({', '.join(columns)}, thread) VALUES ({marks}, ?)",
            [*("[]" if name == "tags" else value for name, value in zip(columns, values, strict=True)), thread],
        )
        connection.execute(
            "INSERT INTO passages(memory, ordinal, thread, heading, text, tokens)"
            " SELECT max(number), 0, ?, '', 'text', 1 FROM memories",
            (thread,),
        )
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    migrations.apply(connection)
    rows = connection.execute("SELECT thread, position FROM memories ORDER BY number").fetchall()
    assert rows == [(None, None), ("session:s1", None)]
    assert connection.execute("SELECT terms_count, korean FROM passages").fetchall() == [(None, None)] * 2


def test_passages_of_an_older_store_keep_all_that_belongs_to_them(monkeypatch: pytest.MonkeyPatch) -> None:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    steps = migrations.MIGRATIONS
    monkeypatch.setattr(migrations, "MIGRATIONS", steps[: steps.index(migrations.search_records)])
    migrations.apply(connection)
    connection.execute(
        "INSERT INTO files(id, brain, path, title, size, mtime_ns, sha1, metadata, indexed_at)"
        " VALUES ('f', 'b', 'p', 't', 1, 1, 'x', '{}', 'n')"
    )
    for ordinal in range(3):
        connection.execute(
            "INSERT INTO passages(file, ordinal, heading, text, tokens) VALUES (1, ?, '', 'x', 1)", [ordinal]
        )
    connection.execute("INSERT INTO vectors(passage_id, model, vector) VALUES (1, 'm', x'00')")
    connection.execute("DELETE FROM passages WHERE id = 3")
    monkeypatch.setattr(migrations, "MIGRATIONS", steps)
    migrations.apply(connection)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    assert connection.execute("SELECT passage_id FROM vectors").fetchall() == [(1,)]
    assert connection.execute("SELECT passage_id FROM embedding_queue").fetchall() == [(2,)]
    with pytest.raises(sqlite3.IntegrityError):
        connection.execute("INSERT INTO passages(ordinal, heading, text, tokens) VALUES (0, '', 'nobody has it', 1)")
    connection.execute("INSERT INTO passages(file, ordinal, heading, text, tokens) VALUES (1, 9, '', 'x', 1)")
    # An id that was given once is not given again.
    assert connection.execute("SELECT max(id) FROM passages").fetchone() == (4,)
    connection.execute("DELETE FROM files")
    assert connection.execute("SELECT count(*) FROM vectors").fetchone() == (0,)
