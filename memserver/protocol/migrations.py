"""Moving and deleting over the wire: between the tiers, out of them, and in from a legacy TF-IDF store."""

from __future__ import annotations

from typing import Literal

from memserver.protocol.base import WireModel
from memserver.protocol.working import Identifier


class MigrateTiersParams(WireModel):
    """Move what is finished and old to the archive."""

    dry_run: bool = False
    """Only say what would move."""
    work_done_token: int | str | None = None
    """Progress is reported under this token."""


class MovedUnit(WireModel):
    """What moves together."""

    kind: str
    """What it is: `goals`, `tasks`, `toolCalls`, `events` or `workingPatterns`."""
    id: str
    """Its id; for events the incident they become."""
    to: str
    """Where it goes; `nowhere`: it is dropped."""
    count: int
    """How many records of that kind."""


class MigrationError(WireModel):
    """What did not move, and why."""

    id: str
    """Its id."""
    message: str
    """Why."""


class MigrateTiersResult(WireModel):
    """What moved, or (in a dry run) would move."""

    dry_run: bool
    """Nothing was changed."""
    moved: dict[str, int]
    """How many records of which kind."""
    units: list[MovedUnit]
    """Each of them."""
    errors: list[MigrationError]
    """What stays where it is, and why."""
    duration_ms: float
    """How long it took."""


class DeleteRecordParams(WireModel):
    """A record of the tiers that is to go."""

    collection: Literal[
        "goals", "tasks", "toolCalls", "decisions", "workingPatterns", "agentStates", "events", "procedures",
        "incidents", "configHistory", "knowledge",
    ]  # fmt: skip
    """What kind of record it is."""
    id: Identifier
    """Its id."""


class MigrateTfidfParams(WireModel):
    """Take over a legacy TF-IDF store."""

    source: str | None = None
    """The file (SQLite, JSON or JSON lines). Default: `tfidf.json`, `tfidf.jsonl` or `tfidf.db` in the data folder."""
    work_done_token: int | str | None = None
    """Progress is reported under this token."""


class MigrateTfidfResult(WireModel):
    """What became of the entries; the legacy store is left as it is."""

    source: str
    """The file that was read."""
    total: int
    """Entries in it."""
    migrated: int
    """New memories."""
    failed: int
    """Entries that could not be taken over."""
    skipped: int
    """Entries that were known already."""
    embedded: int
    """Passages that are in the vector index already; the others follow in the background."""
    errors: list[MigrationError]
    """Each failed entry, and why."""
    duration_ms: float
    """How long it took."""
    success_rate: float
    """The share of entries that are memories now; 1 for an empty store."""
