"""The schema, as a list of named steps. A step that has been released is never changed: add a new one.

`apply` runs what is missing inside one transaction. A database that knows a step which this list does not is newer
than this program and is refused before anything is written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from memserver.errors import StorageFailed
from memserver.storage.schema_calendar import CALENDAR_SCHEMA
from memserver.storage.schema_conflicts import CONFLICTS
from memserver.storage.schema_evaluation import EVALUATION_SCHEMA
from memserver.storage.schema_growth import LEARNING_QUEUE
from memserver.storage.schema_named import FILE_NAMES
from memserver.storage.schema_records import DELETED, RECORDS, let_passages_belong_to_records
from memserver.storage.schema_rules import STANDING_RULES
from memserver.storage.schema_succession import SUCCESSION
from memserver.storage.schema_tiers import TIERS
from memserver.storage.schema_workers import WORKERS

MEMORIES = """
CREATE TABLE projects (
    id TEXT PRIMARY KEY,
    number INTEGER NOT NULL UNIQUE,
    name TEXT NOT NULL
) STRICT;
CREATE TABLE project_keys (
    key TEXT NOT NULL,
    project_id TEXT NOT NULL REFERENCES projects(id) ON DELETE CASCADE,
    PRIMARY KEY (key, project_id)
) STRICT;
CREATE INDEX project_keys_by_project ON project_keys(project_id);
CREATE TABLE memories (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    layer TEXT NOT NULL,
    category TEXT,
    title TEXT NOT NULL,
    content TEXT NOT NULL,
    content_hash TEXT NOT NULL,
    tags TEXT NOT NULL,
    scope TEXT NOT NULL,
    project_id TEXT NOT NULL,
    confidence REAL NOT NULL,
    origin TEXT NOT NULL,
    status TEXT NOT NULL,
    verified_by TEXT,
    verification_id TEXT,
    failure_hash TEXT,
    source_type TEXT NOT NULL,
    source_id TEXT NOT NULL,
    author TEXT NOT NULL,
    git_commit TEXT,
    git_branch TEXT,
    timestamp TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    expires_at TEXT,
    external_id TEXT,
    thread TEXT,
    superseded_by TEXT,
    reference_count INTEGER NOT NULL DEFAULT 0,
    promoted INTEGER NOT NULL DEFAULT 0,
    related_files TEXT NOT NULL,
    metadata TEXT NOT NULL
) STRICT;
CREATE INDEX memories_by_layer ON memories(layer, status, number);
CREATE INDEX memories_by_hash ON memories(content_hash);
CREATE INDEX memories_by_session ON memories(source_id) WHERE origin = 'extracted';
CREATE INDEX memories_by_external_id ON memories(external_id) WHERE external_id IS NOT NULL;
CREATE TABLE relations (
    source_id TEXT NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
    target_id TEXT NOT NULL REFERENCES memories(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    evidence TEXT NOT NULL,
    created_at TEXT NOT NULL,
    PRIMARY KEY (source_id, target_id, kind)
) STRICT;
CREATE INDEX relations_by_target ON relations(target_id);
"""

# AUTOINCREMENT: the id of a deleted passage must never come back, or an index that still knew the old vector would
# answer with the wrong text. The triggers keep the derived tables in step whatever the way in or out.
PASSAGES = """
CREATE TABLE files (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    brain TEXT NOT NULL,
    path TEXT NOT NULL,
    title TEXT NOT NULL,
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    sha1 TEXT NOT NULL,
    metadata TEXT NOT NULL,
    indexed_at TEXT NOT NULL,
    UNIQUE (brain, path)
) STRICT;
CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    memory INTEGER REFERENCES memories(number) ON DELETE CASCADE,
    file INTEGER REFERENCES files(number) ON DELETE CASCADE,
    ordinal INTEGER NOT NULL,
    thread TEXT,
    heading TEXT NOT NULL,
    text TEXT NOT NULL,
    tokens INTEGER NOT NULL,
    start_line INTEGER,
    end_line INTEGER,
    CHECK ((memory IS NULL) <> (file IS NULL))
) STRICT;
CREATE INDEX passages_by_memory ON passages(memory) WHERE memory IS NOT NULL;
CREATE INDEX passages_by_file ON passages(file) WHERE file IS NOT NULL;
CREATE VIRTUAL TABLE passage_terms USING fts5(terms, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE passage_postings USING fts5vocab(passage_terms, instance);
CREATE TABLE vectors (
    passage_id INTEGER PRIMARY KEY REFERENCES passages(id) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL
) STRICT;
CREATE TABLE vector_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    passage_id INTEGER NOT NULL
) STRICT;
CREATE TABLE embedding_queue (
    passage_id INTEGER PRIMARY KEY REFERENCES passages(id) ON DELETE CASCADE,
    claimed_until REAL NOT NULL DEFAULT 0
) STRICT;
CREATE TRIGGER passage_inserted AFTER INSERT ON passages BEGIN
    INSERT INTO embedding_queue(passage_id) VALUES (new.id);
END;
CREATE TRIGGER passage_deleted AFTER DELETE ON passages BEGIN
    DELETE FROM passage_terms WHERE rowid = old.id;
END;
CREATE TRIGGER vector_inserted AFTER INSERT ON vectors BEGIN
    DELETE FROM embedding_queue WHERE passage_id = new.passage_id;
    INSERT INTO vector_changes(passage_id) VALUES (new.passage_id);
END;
CREATE TRIGGER vector_deleted AFTER DELETE ON vectors BEGIN
    INSERT INTO vector_changes(passage_id) VALUES (old.passage_id);
END;
"""

TURNS = """
CREATE TABLE turns (
    id TEXT PRIMARY KEY,
    session_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX turns_by_time ON turns(created_at);
CREATE TABLE reflections (
    id TEXT PRIMARY KEY,
    turn_id TEXT NOT NULL,
    task_id TEXT,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX reflections_by_time ON reflections(created_at);
CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_time ON sessions(ended_at);
CREATE TABLE trajectories (
    id TEXT PRIMARY KEY,
    domain TEXT NOT NULL,
    outcome TEXT NOT NULL,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE TABLE properties (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
"""

# Vectors are half precision and belong to the model beside them; a row without one waits for it. The log numbers the
# changes of patterns, so that every window notices those of the others.
LEARNING = """
CREATE TABLE patterns (
    id TEXT PRIMARY KEY,
    strategy TEXT NOT NULL,
    domain TEXT NOT NULL,
    kind TEXT NOT NULL,
    project_id TEXT NOT NULL,
    quality REAL NOT NULL,
    usage_count INTEGER NOT NULL,
    success_count INTEGER NOT NULL,
    long_term INTEGER NOT NULL,
    sources TEXT NOT NULL,
    metadata TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    last_used TEXT,
    model TEXT,
    vector BLOB
) STRICT;
CREATE TABLE pattern_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    pattern_id TEXT NOT NULL
) STRICT;
CREATE TRIGGER pattern_inserted AFTER INSERT ON patterns BEGIN
    INSERT INTO pattern_changes(pattern_id) VALUES (new.id);
END;
CREATE TRIGGER pattern_updated AFTER UPDATE ON patterns BEGIN
    INSERT INTO pattern_changes(pattern_id) VALUES (new.id);
END;
CREATE TRIGGER pattern_deleted AFTER DELETE ON patterns BEGIN
    INSERT INTO pattern_changes(pattern_id) VALUES (old.id);
END;
CREATE TABLE failed_fixes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    failure_hash TEXT NOT NULL,
    error TEXT NOT NULL,
    fix TEXT NOT NULL,
    trajectory_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE TABLE agents (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE,
    keywords TEXT NOT NULL,
    domains TEXT NOT NULL,
    description TEXT NOT NULL,
    initial INTEGER NOT NULL
) STRICT;
CREATE TABLE route_examples (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    task TEXT NOT NULL,
    agent TEXT NOT NULL,
    success INTEGER NOT NULL,
    source TEXT NOT NULL,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    model TEXT,
    vector BLOB
) STRICT;
CREATE INDEX route_examples_by_project ON route_examples(project_id, number);
CREATE TABLE learned_routes (
    project_id TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    examples INTEGER NOT NULL,
    updated_at TEXT NOT NULL,
    report TEXT NOT NULL,
    state BLOB NOT NULL
) STRICT;
CREATE TABLE portable_records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT;
"""


def create_memories(connection: sqlite3.Connection) -> None:
    """Memories, their relations, and the projects they belong to."""
    _run(connection, MEMORIES)


def create_passages(connection: sqlite3.Connection) -> None:
    """What is searched: passages, the text index, vectors and the queue of passages that lack one."""
    _run(connection, PASSAGES)


def create_turns(connection: sqlite3.Connection) -> None:
    """What happened: turns, reflections, sessions, trajectories; and single properties of the store."""
    _run(connection, TURNS)


def create_learning(connection: sqlite3.Connection) -> None:
    """What was learned: patterns, fixes that failed, agents, routes and what they taught."""
    _run(connection, LEARNING)


def create_workers(connection: sqlite3.Connection) -> None:
    """The workers: how each is configured, who runs it now, and what its last run came to."""
    _run(connection, WORKERS)


def create_learning_queue(connection: sqlite3.Connection) -> None:
    """What is to be learned and who decided so; reflections are found by their turn."""
    _run(connection, LEARNING_QUEUE)


def create_tiers(connection: sqlite3.Connection) -> None:
    """The tiers: work in progress, its archive, what both are found by, and measurements."""
    _run(connection, TIERS)


def create_calendar(connection: sqlite3.Connection) -> None:
    """Calendar events."""
    _run(connection, CALENDAR_SCHEMA)


def create_evaluations(connection: sqlite3.Connection) -> None:
    """How answers fared against golden cases."""
    _run(connection, EVALUATION_SCHEMA)


def find_memories_by_time(connection: sqlite3.Connection) -> None:
    """A turn that asks for nothing but a time looks its memories up by it."""
    connection.execute("CREATE INDEX memories_by_time ON memories(timestamp)")


def keep_levels(connection: sqlite3.Connection) -> None:
    """How abstract a passage is, read once when it is written instead of in every turn; NULL until then."""
    connection.execute("ALTER TABLE passages ADD COLUMN level INTEGER")


TAGS = """
CREATE TABLE memory_tags (
    tag TEXT NOT NULL,
    memory INTEGER NOT NULL REFERENCES memories(number) ON DELETE CASCADE,
    PRIMARY KEY (tag, memory)
) STRICT, WITHOUT ROWID;
CREATE INDEX memory_tags_by_memory ON memory_tags(memory);
INSERT OR IGNORE INTO memory_tags(tag, memory) SELECT t.value, m.number FROM memories m, json_each(m.tags) t;
CREATE TRIGGER tags_inserted AFTER INSERT ON memories WHEN new.tags <> '[]' BEGIN
    INSERT OR IGNORE INTO memory_tags(tag, memory) SELECT value, new.number FROM json_each(new.tags);
END;
CREATE TRIGGER tags_changed AFTER UPDATE OF tags ON memories WHEN new.tags <> old.tags BEGIN
    DELETE FROM memory_tags WHERE memory = new.number;
    INSERT OR IGNORE INTO memory_tags(tag, memory) SELECT value, new.number FROM json_each(new.tags);
END;
"""


def find_memories_by_tag(connection: sqlite3.Connection) -> None:
    """What has a tag is looked up: before, all memories were read for it."""
    _run(connection, TAGS)


STRUCTURE = """
ALTER TABLE memories ADD COLUMN position INTEGER;
ALTER TABLE passages ADD COLUMN terms_count INTEGER;
ALTER TABLE passages ADD COLUMN korean INTEGER;
ALTER TABLE passages DROP COLUMN thread;
UPDATE memories SET thread = NULL WHERE thread LIKE 'external:%';
"""


def tell_structure(connection: sqlite3.Connection) -> None:
    """Which conversation a memory is a part of is told by whoever adds it: threads guessed from external ids go.

    How many terms a passage has and whether it is Korean is NULL until it is read with the text index.
    """
    _run(connection, STRUCTURE)


def search_records(connection: sqlite3.Connection) -> None:
    """Records of the tiers and items of trackers are found in the one search; what is there is filled in later."""
    _run(connection, RECORDS)
    let_passages_belong_to_records(connection)
    _run(connection, DELETED)


def date_files_by_commit(connection: sqlite3.Connection) -> None:
    """When the author of a file last committed it, in nanoseconds; NULL for what no commit has as it is."""
    connection.execute("ALTER TABLE files ADD COLUMN authored_ns INTEGER")


def find_by_exact_names(connection: sqlite3.Connection) -> None:
    """What a prompt names is looked up: notes and memories by the name of a file, memories by their commit."""
    _run(connection, FILE_NAMES)


def find_standing_rules(connection: sqlite3.Connection) -> None:
    """Rules are kept in memory by every window: each notices at once when another changed one."""
    _run(connection, STANDING_RULES)


def know_settled_pairs(connection: sqlite3.Connection) -> None:
    """Links of the kind `settled`: no table changes, but what is older cannot read them and must not try."""


def keep_note_successions(connection: sqlite3.Connection) -> None:
    """Notes are known by their names, and which of them replaces which is derived from what they say."""
    _run(connection, SUCCESSION)


def keep_conflicts_of_passages(connection: sqlite3.Connection) -> None:
    """Passages that contradict each other are found once, in the background: before, every turn looked for them."""
    _run(connection, CONFLICTS)


MIGRATIONS: tuple[Callable[[sqlite3.Connection], None], ...] = (
    create_memories,
    create_passages,
    create_turns,
    create_learning,
    create_workers,
    create_learning_queue,
    create_tiers,
    create_calendar,
    create_evaluations,
    find_memories_by_time,
    keep_levels,
    find_memories_by_tag,
    tell_structure,
    search_records,
    date_files_by_commit,
    find_by_exact_names,
    find_standing_rules,
    know_settled_pairs,
    keep_note_successions,
    keep_conflicts_of_passages,
)


def apply(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date. Refuses, untouched, a database that a newer memserver has written."""
    known = [step.__name__ for step in MIGRATIONS]
    if unknown := sorted(_applied(connection) - set(known)):
        raise StorageFailed(
            f"The database was written by a newer memserver (it has the change '{unknown[0]}'). "
            "Update memserver, or choose another dataDir. The file was left as it is."
        )
    if _applied(connection) == set(known):
        return
    # A table that is made anew must not take along what refers to it; this can't be said inside the transaction.
    keys = connection.execute("PRAGMA foreign_keys").fetchone()[0]
    connection.execute("PRAGMA foreign_keys = OFF")
    try:
        _apply_missing(connection)
    finally:
        connection.execute(f"PRAGMA foreign_keys = {keys}")


def _apply_missing(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Looked up again under the write lock: another window may have migrated in the meantime.
        connection.execute("CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) STRICT")
        done = _applied(connection)
        for step in MIGRATIONS:
            if step.__name__ not in done:
                step(connection)
                connection.execute("INSERT INTO migrations(name) VALUES (?)", (step.__name__,))
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise


def _applied(connection: sqlite3.Connection) -> set[str]:
    exists = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'migrations'").fetchone()
    return {name for (name,) in connection.execute("SELECT name FROM migrations")} if exists else set()


def _run(connection: sqlite3.Connection, script: str) -> None:
    """Run the statements of a script one by one: `executescript` would commit the transaction around it."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            connection.execute(statement)
            statement = ""
