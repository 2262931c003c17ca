"""Health: what works, what does not, and how much there is."""

from __future__ import annotations

from typing import Literal

from memserver.protocol.base import WireModel


class Ready(WireModel):
    """Which parts can be used now."""

    store: bool
    lexical: bool
    vectors: bool
    """True when every passage has its vector (or none can be had)."""
    embedder: bool


class EmbedderStatus(WireModel):
    """The embedding model."""

    name: str
    dimensions: int
    state: Literal["off", "loading", "ready", "failed"]
    message: str | None = None


class IndexStatus(WireModel):
    """The vector index."""

    kind: Literal["exact", "hnsw", "none"]
    size: int
    message: str | None = None


class StatusResult(WireModel):
    """The state of the server."""

    version: str
    ready: Ready
    counts: dict[str, int]
    embedder: EmbedderStatus
    index: IndexStatus
    data_dir: str
    brain_path: str
    project: str | None
    uptime_ms: int
    rss_bytes: int
    warnings: list[str]
