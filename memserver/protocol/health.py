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
    brain: bool
    """The folder of notes was walked through once since the start; later changes are followed as they are seen."""


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


class ProjectCount(WireModel):
    """The memories of one project."""

    id: str
    """The project; empty for what belongs to none."""
    name: str
    """Its name."""
    memories: int
    """How many."""


class StatsResult(WireModel):
    """How much is stored."""

    memories: int
    """How many memories."""
    by_layer: dict[str, int]
    """By layer."""
    by_status: dict[str, int]
    """By status."""
    by_origin: dict[str, int]
    """By how they came to be."""
    by_project: list[ProjectCount]
    """By project, the largest first."""
    passages: int
    """How many searchable pieces."""
    vectors: int
    """How many of them have a vector of the present model."""
    pending_vectors: int
    """How many wait for one."""
    files: int
    """How many files of the brain."""
    turns: int
    """How many turns are on record."""
    sessions: int
    """How many sessions."""
    trajectories: int
    """How many solved problems."""
    tiers: dict[str, int]
    """How many goals, decisions, procedures and other records of the tiers, by table."""
    database_bytes: int
    """The size of the database file."""
