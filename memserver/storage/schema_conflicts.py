"""Passages that contradict each other, as found in the background. A row goes when either of its passages goes.

Which of two passages is the later one is told by their dates, which may be learned after they were compared: the rows
only say in which order they were judged.
"""

from __future__ import annotations

CONFLICTS = """
CREATE TABLE passage_conflicts (
    older INTEGER NOT NULL REFERENCES passages(id) ON DELETE CASCADE,
    newer INTEGER NOT NULL REFERENCES passages(id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    chance REAL NOT NULL,
    reason TEXT NOT NULL,
    older_says TEXT NOT NULL,
    newer_says TEXT NOT NULL,
    PRIMARY KEY (older, newer)
) STRICT, WITHOUT ROWID;
CREATE INDEX passage_conflicts_by_newer ON passage_conflicts(newer);
"""
