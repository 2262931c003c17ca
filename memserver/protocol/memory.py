"""Memories over the wire: add, read, change, search, delete, carry in and out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel

LayerName = Literal["short-term", "long-term", "project", "procedural", "episodic"]
StatusName = Literal["hypothesis", "verified", "published", "archived"]
CategoryName = Literal[
    "preference", "rule", "decision", "goal", "episode-digest", "architecture", "bug", "requirement", "stack",
    "convention", "lesson", "fact",
]  # fmt: skip
ScopeName = Literal["global", "organisation", "project"]
VerifiedByName = Literal["test_runner", "human_approval", "compiler"]
SourceTypeName = Literal["user_interaction", "agent_execution", "test_result", "file_analysis"]
AuthorName = Literal["user", "claude-code", "system"]


class SourceRef(WireModel):
    """Where a memory comes from."""

    type: SourceTypeName = "user_interaction"
    id: str = ""
    author: AuthorName = "user"


class AddParams(WireModel):
    """Remember something."""

    layer: LayerName
    content: str
    title: str | None = None
    category: CategoryName | None = None
    tags: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] | None = None
    expires_at: Moment | None = None
    external_id: Annotated[str, Field(min_length=1, max_length=1_000)] | None = None
    """Your own id. Items with different external ids are never duplicates of each other."""
    timestamp: Moment | None = None
    """When it happened; now, if left out."""
    workspace_uri: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    scope: ScopeName | None = None
    """Who it speaks for. Default: the project for the project layer, else global."""
    source: SourceRef = SourceRef()
    related_files: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    """Files (paths or uris) it speaks about: when their content changes, the memory is marked stale."""
    failure_hash: str | None = None
    """Hash of the error that this memory is about, against fixing in circles."""


class Redaction(WireModel):
    """A kind of secret that was taken out before storing, and how often."""

    kind: str
    count: int


class AddResult(WireModel):
    """What became of it."""

    id: str
    status: StatusName
    duplicate_of: str | None = None
    supersedes: list[str] = Field(default_factory=list)
    conflicts_with: list[str] = Field(default_factory=list)
    redactions: list[Redaction] = Field(default_factory=list)


class AddManyParams(WireModel):
    """Remember many things at once; one bad item fails alone."""

    items: Annotated[list[Any], Field(max_length=10_000)]
    """Each as the params of `memserver/memory/add`."""
    work_done_token: int | str | None = None


class FailedItem(WireModel):
    """An item that was not stored."""

    index: int
    kind: str
    message: str
    field: str | None = None


class AddManyResult(WireModel):
    """What became of them; `ids` has one entry per item, in order."""

    added: int
    duplicates: int
    failed: list[FailedItem]
    ids: list[str | None]
    redactions: list[Redaction] = Field(default_factory=list)


class IdParams(WireModel):
    """Names one memory."""

    id: str


class RelatedFileView(WireModel):
    """A file that a memory speaks about, as it was then."""

    path: str
    sha1: str


class RelationView(WireModel):
    """A link to another memory."""

    kind: Literal["supersedes", "superseded-by", "conflicts-with"]
    id: str
    evidence: str


class MemoryView(WireModel):
    """A memory as a person may see it."""

    id: str
    layer: LayerName
    title: str
    content: str
    category: CategoryName | None = None
    tags: list[str]
    confidence: float
    status: StatusName
    verified_by: VerifiedByName | None = None
    verification_id: str | None = None
    scope: ScopeName
    project_id: str
    project: str | None = None
    origin: Literal["explicit", "extracted", "distilled", "imported"]
    source: SourceRef
    git_commit: str | None = None
    git_branch: str | None = None
    failure_hash: str | None = None
    related_files: list[RelatedFileView]
    timestamp: Moment
    created_at: Moment
    updated_at: Moment
    expires_at: Moment | None = None
    external_id: str | None = None
    superseded_by: str | None = None
    reference_count: int
    promoted: bool
    relations: list[RelationView] = Field(default_factory=list)
    stale: bool | None = None
    stale_reasons: list[str] = Field(default_factory=list)
    metadata: dict[str, Any]


class ListParams(WireModel):
    """List memories, newest first."""

    layer: LayerName | None = None
    tag: str | None = None
    status: StatusName | None = None
    category: CategoryName | None = None
    workspace_uri: str | None = None
    """Only what is visible in this workspace. Left out: everything."""
    limit: Annotated[int, Field(ge=1, le=1_000)] = 100
    cursor: str | None = None


class ListResult(WireModel):
    """A page of memories; `cursor` asks for the next one."""

    items: list[MemoryView]
    cursor: str | None = None


class UpdateParams(WireModel):
    """Change a memory; what is left out stays."""

    id: str
    content: str | None = None
    title: str | None = None
    category: CategoryName | None = None
    tags: Annotated[list[str], Field(max_length=100)] | None = None
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] | None = None
    expires_at: Moment | None = None
    metadata: dict[str, Any] | None = None


class SetStatusParams(WireModel):
    """Move a memory along hypothesis → verified → published, or to archived."""

    id: str
    status: StatusName
    verified_by: VerifiedByName | None = None
    """Required for `verified`."""
    verification_id: str | None = None


class SearchParams(WireModel):
    """Find memories by meaning and words."""

    query: str
    limit: Annotated[int, Field(ge=1, le=200)] = 10
    layers: list[LayerName] | None = None
    tags: list[str] | None = None
    include_stale: bool = True
    """Keep stale memories (they are marked and ranked lower)."""
    include_expired: bool = False
    include_superseded: bool = False
    workspace_uri: str | None = None


class SearchHit(WireModel):
    """A memory that was found."""

    id: str
    external_id: str | None = None
    layer: LayerName
    title: str
    content: str
    score: float
    reasons: dict[str, Any]
    stale: bool
    status: StatusName
    scope: ScopeName
    timestamp: Moment
    tags: list[str]


class SearchResult(WireModel):
    """What was found, best first."""

    results: list[SearchHit]
    mode: Literal["hybrid", "lexical"]


class DeleteResult(WireModel):
    """The memory is gone from the store, the indexes and the files."""

    id: str
    deleted: bool = True


class DeleteAllParams(WireModel):
    """Delete everything that memserver stores. The brain's own notes stay."""

    confirm: Literal["delete everything"]
    """A guard against accidents: must be this sentence."""


class DeleteAllResult(WireModel):
    """How much was deleted."""

    memories: int


class StatsResult(WireModel):
    """How much is stored."""

    memories: int
    by_layer: dict[str, int]
    by_status: dict[str, int]
    by_origin: dict[str, int]
    passages: int
    vectors: int
    pending_vectors: int
    files: int
    turns: int
    sessions: int
    trajectories: int
    database_bytes: int


class ExportParams(WireModel):
    """Write everything to a folder: JSON lines to be read back, markdown to be read."""

    path: str
    work_done_token: int | str | None = None


class ExportResult(WireModel):
    """What was written."""

    path: str
    memories: int
    files: list[str]


class ImportParams(WireModel):
    """Read memories from a file or folder."""

    path: str
    format: Literal["memserver", "instructions", "memory-bank", "mcp-memory", "auto"] = "auto"
    workspace_uri: str | None = None
    work_done_token: int | str | None = None


class ImportResult(WireModel):
    """What was read."""

    format: str
    added: int
    duplicates: int
    failed: list[FailedItem]
    ids: list[str | None]
    redactions: list[Redaction] = Field(default_factory=list)
    warnings: list[str] = Field(default_factory=list)
    """What could not be read, by file and line."""
