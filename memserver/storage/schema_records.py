"""Records that are searched like memories and notes: records of the tiers, and the items of trackers.

A row of `records` is what a passage belongs to when it belongs to neither a memory nor a note alone. It is derived: a
record of a tier takes its row along whatever the way out, and the items of a tracker go with the file.
"""

from __future__ import annotations

import re
import sqlite3

SEARCHED_IN_A_TURN = {
    "decisions": "decisions",
    "incidents": "incidents",
    "procedures": "procedures",
    "knowledge_entries": "knowledge",
    "goals": "goals",
    "tasks": "tasks",
}
"""The tables whose records are candidates of a turn, each with the name that people and the wire know it by."""

RECORDS = """
CREATE TABLE records (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    record_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    file INTEGER REFERENCES files(number) ON DELETE CASCADE,
    title TEXT NOT NULL,
    moment TEXT NOT NULL,
    status TEXT,
    words TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX records_of_tiers ON records(kind, record_id) WHERE file IS NULL;
CREATE UNIQUE INDEX records_of_files ON records(file, record_id) WHERE file IS NOT NULL;
"""

DELETED = "".join(
    f"""
CREATE TRIGGER {table}_no_longer_searched AFTER DELETE ON {table} BEGIN
    DELETE FROM records WHERE kind = '{kind}' AND record_id = old.id AND file IS NULL;
END;
"""
    for table, kind in SEARCHED_IN_A_TURN.items()
)

# The rule of the table as it was made first: the new one stands in its place, behind the new column.
OLD_RULE = "CHECK ((memory IS NULL) <> (file IS NULL))"
NEW_RULE = """record INTEGER REFERENCES records(number) ON DELETE CASCADE,
    CHECK ((memory IS NULL) <> (file IS NULL AND record IS NULL))"""


def let_passages_belong_to_records(connection: sqlite3.Connection) -> None:
    """Make the passages anew with a third owner; a rule of a table can't be changed in place.

    Ids, and with them the text index, the vectors and the queue, stay as they are. Needs foreign keys to be off: with
    them, whatever refers to a passage would go with the old table.
    """
    table = _sql(connection, "type = 'table' AND name = 'passages'")[0]
    around = _sql(connection, "type IN ('index', 'trigger') AND tbl_name = 'passages' AND sql IS NOT NULL")
    columns = ", ".join(row[1] for row in connection.execute("PRAGMA table_info(passages)"))
    newest = connection.execute("SELECT seq FROM sqlite_sequence WHERE name = 'passages'").fetchone()
    made = re.sub(r"^CREATE TABLE \"?passages\"?", "CREATE TABLE passages_made_anew", table)
    if OLD_RULE not in made:
        raise sqlite3.DatabaseError("the passages are not as this step knows them")
    connection.execute(made.replace(OLD_RULE, NEW_RULE))
    connection.execute(f"INSERT INTO passages_made_anew({columns}) SELECT {columns} FROM passages ORDER BY id")
    connection.execute("DROP TABLE passages")
    connection.execute("ALTER TABLE passages_made_anew RENAME TO passages")
    if newest is not None:
        # Ids are never used twice: the highest one that was ever given may belong to no passage any more.
        connection.execute("DELETE FROM sqlite_sequence WHERE name = 'passages'")
        connection.execute("INSERT INTO sqlite_sequence(name, seq) VALUES ('passages', ?)", newest)
    for each in around:
        connection.execute(each)
    connection.execute("CREATE INDEX passages_by_record ON passages(record) WHERE record IS NOT NULL")


def _sql(connection: sqlite3.Connection, condition: str) -> list[str]:
    return [sql for (sql,) in connection.execute(f"SELECT sql FROM sqlite_master WHERE {condition} ORDER BY rowid")]
