"""The table of evaluations: what a set of golden cases made of some answers, and when."""

EVALUATION_SCHEMA = """
CREATE TABLE evaluations (
    id TEXT PRIMARY KEY,
    set_id TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX evaluations_by_set ON evaluations(set_id, created_at);
"""
