"""What finds the standing rules among the memories, and numbers their changes, whoever makes them."""

from __future__ import annotations

CATEGORIES = "('rule', 'preference', 'convention')"
# What a rule says or whether it holds: that it was used is no change.
WATCHED = "category, layer, title, content, tags, scope, project_id, status, expires_at, superseded_by, external_id"

STANDING_RULES = f"""
CREATE INDEX memories_that_are_rules ON memories(number) WHERE category IN {CATEGORIES};
CREATE TABLE rule_version (number INTEGER NOT NULL) STRICT;
INSERT INTO rule_version(number) VALUES (1);
CREATE TRIGGER rule_inserted AFTER INSERT ON memories WHEN new.category IN {CATEGORIES} BEGIN
    UPDATE rule_version SET number = number + 1;
END;
CREATE TRIGGER rule_changed AFTER UPDATE OF {WATCHED} ON memories
WHEN old.category IN {CATEGORIES} OR new.category IN {CATEGORIES} BEGIN
    UPDATE rule_version SET number = number + 1;
END;
CREATE TRIGGER rule_deleted AFTER DELETE ON memories WHEN old.category IN {CATEGORIES} BEGIN
    UPDATE rule_version SET number = number + 1;
END;
"""
