"""The table of calendar events: found by the time between which everything of an event lies."""

CALENDAR_SCHEMA = """
CREATE TABLE calendar_events (
    id TEXT PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    starts TEXT NOT NULL,
    ends TEXT,
    record TEXT NOT NULL
) STRICT;
CREATE INDEX calendar_events_by_time ON calendar_events(starts, ends);
"""
