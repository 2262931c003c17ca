"""Which notes replace which: what a note is called and says of others, and what follows from it."""

from __future__ import annotations

SUCCESSION = """
ALTER TABLE files ADD COLUMN succession TEXT;
ALTER TABLE files ADD COLUMN superseded_by TEXT;
ALTER TABLE files ADD COLUMN replaces TEXT;
CREATE TABLE note_names (
    file INTEGER NOT NULL REFERENCES files(number) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    PRIMARY KEY (kind, name, file)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_names_by_file ON note_names(file);
CREATE INDEX files_that_say_what_they_replace ON files(brain) WHERE succession IS NOT NULL;
CREATE INDEX files_in_succession ON files(brain) WHERE superseded_by IS NOT NULL OR replaces IS NOT NULL;
"""
