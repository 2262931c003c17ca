"""The tables of the growth loop. `question_hash` is unique: a question stands in the learning queue once."""

LEARNING_QUEUE = """
CREATE TABLE learning_queue (
    id TEXT PRIMARY KEY,
    question_hash TEXT NOT NULL UNIQUE,
    state TEXT NOT NULL,
    created_at TEXT NOT NULL,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX learning_queue_by_state ON learning_queue(state);
CREATE INDEX reflections_by_turn ON reflections(turn_id);
"""
