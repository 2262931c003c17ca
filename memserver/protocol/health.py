"""Health: what works, what does not, and how much there is."""

from __future__ import annotations

from typing import Literal

from memserver.protocol.base import WireModel


class Ready(WireModel):
    """Which parts can be used now."""

    store: bool
    """The database."""
    lexical: bool
    """Search by words."""
    vectors: bool
    """True when every passage has its vector (or none can be had)."""
    embedder: bool
    """The embedding model."""


class EmbedderStatus(WireModel):
    """The embedding model."""

    name: str
    """Which model."""
    dimensions: int
    """The length of its vectors."""
    state: Literal["off", "loading", "ready", "failed"]
    """Whether it can be used."""
    message: str | None = None
    """Why not, for a person."""


class IndexStatus(WireModel):
    """The vector index."""

    kind: Literal["exact", "hnsw", "none"]
    """Which index serves."""
    size: int
    """How many vectors are in it."""
    message: str | None = None
    """What a person should know about it."""


class StatusResult(WireModel):
    """The state of the server."""

    version: str
    """The version of the server."""
    ready: Ready
    """Which parts can be used now."""
    counts: dict[str, int]
    """How much there is."""
    embedder: EmbedderStatus
    """The embedding model."""
    index: IndexStatus
    """The vector index."""
    data_dir: str
    """Where the database is."""
    brain_path: str
    """Where the user's own notes are."""
    project: str | None
    """The workspace's project."""
    uptime_ms: int
    """How long it has run."""
    rss_bytes: int
    """How much memory it uses."""
    warnings: list[str]
    """What a person should know."""
