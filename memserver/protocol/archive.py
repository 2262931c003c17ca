"""The archive over the wire: procedures, incidents, configuration history, knowledge, and searching them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel
from memserver.protocol.working import Identifier, Placed, Text, TierListParams

Count = Annotated[int, Field(ge=0)]
Words = Annotated[list[Annotated[str, Field(min_length=1)]], Field(max_length=1_000)]
Collection = Literal["decisions", "incidents", "procedures", "knowledge"]


class ProcedureFields(WireModel):
    """What a procedure may say."""

    description: str = ""
    """What it is for."""
    steps: Words = Field(default_factory=list)
    """What to do, in order."""
    success_count: Count = 0
    """How often it worked."""
    fail_count: Count = 0
    """How often it did not."""
    mean_duration_ms: Count | None = None
    """How long it takes."""
    tags: Words = Field(default_factory=list)
    """Words to find it by."""
    last_used: Moment | None = None
    """When it was last used."""


class StoreProcedureParams(ProcedureFields, Placed):
    """How something is done; one of the same id is replaced."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    name: Annotated[str, Field(min_length=1, max_length=500)]
    """What it is called."""
    created_at: Moment | None = None
    """When it was found. Default: now."""


class ProcedureView(ProcedureFields):
    """How something is done."""

    id: str
    """Its id."""
    name: str
    """What it is called."""
    pitfalls: list[str] = Field(default_factory=list)
    """What went wrong on the way."""
    sources: list[str] = Field(default_factory=list)
    """The goals it was learned from."""
    created_at: Moment
    """When it was found."""


class ProceduresResult(WireModel):
    """Procedures, newest first."""

    procedures: list[ProcedureView]
    """The procedures."""


class IncidentFields(WireModel):
    """What an incident may say."""

    symptoms: Words = Field(default_factory=list)
    """What was seen."""
    root_cause: str = ""
    """Why it happened."""
    resolution: str = ""
    """What resolved it."""
    resolved_by: str | None = None
    """Who resolved it."""
    prevention: str | None = None
    """What keeps it from happening again."""
    tags: Words = Field(default_factory=list)
    """Words to find it by."""


class StoreIncidentParams(IncidentFields, Placed):
    """What went wrong; one of the same id is replaced."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    description: Text
    """What went wrong."""
    created_at: Moment | None = None
    """When it happened. Default: now."""


class IncidentView(IncidentFields):
    """What went wrong."""

    id: str
    """Its id."""
    description: str
    """What went wrong."""
    steps: list[str] = Field(default_factory=list)
    """What was done."""
    occurrences: int = 1
    """How often it happened."""
    last_seen: Moment | None = None
    """When it happened last."""
    sources: list[str] = Field(default_factory=list)
    """The goals it comes from."""
    created_at: Moment
    """When it happened first."""


class IncidentsResult(WireModel):
    """Incidents, newest first."""

    incidents: list[IncidentView]
    """The incidents."""


class StoreConfigChangeParams(Placed):
    """A configuration file changed."""

    path: Annotated[str, Field(min_length=1, max_length=4_000)]
    """The file."""
    content: str = ""
    """What it holds now, or the change. Secrets are taken out."""
    changed_by: str = ""
    """Who changed it."""
    reason: str = ""
    """Why."""
    created_at: Moment | None = None
    """When. Default: now."""


class ConfigChangeView(WireModel):
    """A change of a configuration file."""

    id: str
    """Its id."""
    path: str
    """The file."""
    content: str
    """What it held then."""
    changed_by: str
    """Who changed it."""
    reason: str
    """Why."""
    created_at: Moment
    """When."""


class ListConfigHistoryParams(TierListParams):
    """Changes of configuration, newest first."""

    path: str | None = None
    """Only those of this file."""


class ConfigHistoryResult(WireModel):
    """Changes of configuration, newest first."""

    changes: list[ConfigChangeView]
    """The changes."""


class AddKnowledgeParams(Placed):
    """Something worth knowing; one of the same id is replaced."""

    id: Identifier | None = None
    """Its id. Default: a new one."""
    title: Annotated[str, Field(min_length=1, max_length=500)]
    """What it is about."""
    content: Text
    """What is known."""
    source: str = ""
    """Where it comes from."""
    tags: Words = Field(default_factory=list)
    """Words to find it by."""


class KnowledgeView(WireModel):
    """Something worth knowing."""

    id: str
    """Its id."""
    title: str
    """What it is about."""
    content: str
    """What is known."""
    source: str
    """Where it comes from."""
    tags: list[str]
    """Words to find it by."""
    created_at: Moment
    """When it was added."""


class KnowledgeListResult(WireModel):
    """Knowledge, newest first."""

    entries: list[KnowledgeView]
    """The entries."""


class SearchKnowledgeParams(Placed):
    """Find knowledge by meaning and words."""

    query: Text
    """What is asked."""
    limit: Annotated[int, Field(ge=1, le=100)] = 5
    """How many at most."""


class KnowledgeHit(WireModel):
    """Knowledge that was found."""

    entry: KnowledgeView
    """The entry."""
    relevance: float
    """How well it fits, 0 to 1."""


class SearchKnowledgeResult(WireModel):
    """Knowledge, best first."""

    results: list[KnowledgeHit]
    """What was found."""


class ArchiveSearchParams(Placed):
    """Find in the archive by meaning and words."""

    query: Text
    """What is asked."""
    collections: Annotated[list[Collection], Field(min_length=1)] | None = None
    """Where to look. Default: decisions, incidents and procedures."""
    limit: Annotated[int, Field(ge=1, le=100)] = 5
    """How many at most."""


class ArchiveHitView(WireModel):
    """What was found."""

    content: str
    """What it says."""
    metadata: dict[str, Any]
    """The whole record."""
    relevance: float
    """How well it fits, 0 to 1."""
    collection: Collection
    """Where it stands."""


class ArchiveSearchResult(WireModel):
    """What was found, best first."""

    results: list[ArchiveHitView]
    """The hits."""
