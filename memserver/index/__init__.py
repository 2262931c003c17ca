"""Derived vector indexes: exact and approximate. They may be deleted at any time and rebuilt from the store."""
