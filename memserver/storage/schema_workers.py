"""The tables of the workers: how each is configured, who runs it now, and what its last run came to."""

from __future__ import annotations

# `claimed_until` is in seconds of the epoch: a window that dies leaves a claim that lapses by itself.
WORKERS = """
CREATE TABLE workers (
    name TEXT PRIMARY KEY,
    enabled INTEGER,
    priority TEXT,
    interval_ms INTEGER,
    claimed_by TEXT NOT NULL DEFAULT '',
    claimed_until REAL NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE worker_runs (
    worker TEXT NOT NULL,
    project_id TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    failures INTEGER NOT NULL,
    result TEXT NOT NULL,
    findings TEXT NOT NULL,
    state TEXT NOT NULL,
    memory_id TEXT,
    PRIMARY KEY (worker, project_id)
) STRICT;
"""
