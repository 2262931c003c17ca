"""Canonical storage: SQLite. Nobody else writes SQL."""
