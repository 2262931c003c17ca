"""The tables of the tiers: work in progress, its archive, what both are found by, and measurements over time.

A record is a JSON object beside the columns it is found by (see `records`). `tier_texts` is derived: one row per record
that can be searched for, gone with its record whatever the way out; a row without a vector waits for one. The log
numbers the changes of vectors, so that every window notices those of the others.
"""

from __future__ import annotations

RECORDS = """
CREATE TABLE goals (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    finished_at TEXT,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX goals_by_status ON goals(status, finished_at);
CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    goal_id TEXT,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL,
    finished_at TEXT,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX tasks_by_goal ON tasks(goal_id, created_at);
CREATE INDEX tasks_by_status ON tasks(status, finished_at);
CREATE TABLE tool_calls (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    task_id TEXT,
    tool TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX tool_calls_by_task ON tool_calls(task_id, created_at);
CREATE INDEX tool_calls_by_time ON tool_calls(created_at);
CREATE TABLE decisions (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX decisions_by_time ON decisions(created_at);
CREATE TABLE working_patterns (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE TABLE agent_states (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX agent_states_by_name ON agent_states(name, updated_at);
CREATE TABLE kept_events (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    category TEXT NOT NULL,
    source TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX kept_events_by_time ON kept_events(created_at);
CREATE TABLE procedures (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX procedures_by_name ON procedures(name);
CREATE TABLE incidents (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE TABLE config_history (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    path TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX config_history_by_path ON config_history(path, created_at);
CREATE TABLE knowledge_entries (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
"""

TEXTS = """
CREATE TABLE tier_texts (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    record_id TEXT NOT NULL,
    project_id TEXT NOT NULL,
    text TEXT NOT NULL,
    model TEXT,
    vector BLOB,
    UNIQUE (collection, record_id)
) STRICT;
CREATE INDEX tier_texts_by_owner ON tier_texts(collection, project_id);
CREATE INDEX tier_texts_by_model ON tier_texts(model);
CREATE VIRTUAL TABLE tier_terms USING fts5(terms, tokenize = "unicode61 remove_diacritics 0 tokenchars '_'");
CREATE VIRTUAL TABLE tier_postings USING fts5vocab(tier_terms, instance);
CREATE TABLE tier_vector_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL
) STRICT;
CREATE TRIGGER tier_text_inserted AFTER INSERT ON tier_texts WHEN new.vector IS NOT NULL BEGIN
    INSERT INTO tier_vector_changes(number) VALUES (new.number);
END;
CREATE TRIGGER tier_text_embedded AFTER UPDATE OF vector ON tier_texts BEGIN
    INSERT INTO tier_vector_changes(number) VALUES (new.number);
END;
CREATE TRIGGER tier_text_deleted AFTER DELETE ON tier_texts BEGIN
    DELETE FROM tier_terms WHERE rowid = old.number;
    INSERT INTO tier_vector_changes(number) VALUES (old.number);
END;
"""

SEARCHED = ("goals", "tasks", "decisions", "working_patterns", "procedures", "incidents", "knowledge_entries")
"""The tables whose records have a text that is searched; its `collection` is the name of the table."""

DELETED = "".join(
    f"""
CREATE TRIGGER {table}_deleted AFTER DELETE ON {table} BEGIN
    DELETE FROM tier_texts WHERE collection = '{table}' AND record_id = old.id;
END;
"""
    for table in SEARCHED
)

METRICS = """
CREATE TABLE metric_samples (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL,
    at TEXT NOT NULL,
    value REAL NOT NULL
) STRICT;
CREATE INDEX metric_samples_by_time ON metric_samples(at);
CREATE TABLE metric_hours (
    key TEXT NOT NULL,
    hour TEXT NOT NULL,
    count INTEGER NOT NULL,
    total REAL NOT NULL,
    least REAL NOT NULL,
    most REAL NOT NULL,
    PRIMARY KEY (key, hour)
) STRICT;
"""

TIERS = RECORDS + TEXTS + DELETED + METRICS
