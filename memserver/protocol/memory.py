"""Memories over the wire: add, read, change, delete."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Details, Moment, WireModel

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

Thread = Annotated[str, Field(min_length=1, max_length=1_000)]
# Whole numbers beyond these are not the same after a round trip through JSON in every language.
Position = Annotated[int, Field(strict=True, ge=-9_007_199_254_740_991, le=9_007_199_254_740_991)]


class SourceRef(WireModel):
    """Where a memory comes from."""

    type: SourceTypeName = "user_interaction"
    """What kind of event it came from."""
    id: str = ""
    """Names the event, such as a file with its line."""
    author: AuthorName = "user"
    """Who wrote it."""


class AddParams(WireModel):
    """Remember something."""

    layer: LayerName
    """Where it belongs."""
    content: str
    """What to remember, so that it can be understood alone."""
    title: str | None = None
    """A short name. Default: the beginning of the content."""
    category: CategoryName | None = None
    """What kind of statement it is."""
    tags: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    """Words to find it by."""
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] | None = None
    """How sure it is, 0 to 1."""
    expires_at: Moment | None = None
    """After this time it is no longer used."""
    external_id: Annotated[str, Field(min_length=1, max_length=1_000)] | None = None
    """Your own id, which means nothing but identity. Items with different external ids are never duplicates of each
    other."""
    thread: Thread | None = None
    """What it is a part of, such as a conversation or a page. What has the same thread in the same project belongs
    together."""
    position: Position | None = None
    """Its place in the thread, a whole number: turns that follow each other help each other to be found."""
    timestamp: Moment | None = None
    """When it happened; now, if left out."""
    workspace_uri: str | None = None
    """The project it belongs to. Default: the first workspace of `initialize`."""
    metadata: Details = Field(default_factory=dict)
    """Anything else to keep with it."""
    scope: ScopeName | None = None
    """Who it speaks for. Default: the project for the project layer, else global."""
    source: SourceRef = SourceRef()
    """Where it comes from."""
    related_files: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    """Files (paths or uris) it speaks about: when what it says of them changes, the memory is marked stale."""
    failure_hash: str | None = None
    """Hash of the error that this memory is about, against fixing in circles."""
    supersedes: Annotated[list[str], Field(max_length=100)] = Field(default_factory=list)
    """Memories of the same project that it takes the place of: you declare it, whatever the texts say."""


class Redaction(WireModel):
    """A kind of secret that was taken out before storing, and how often."""

    kind: str
    """What was found, such as an API key."""
    count: int
    """How often."""


class AddResult(WireModel):
    """What became of it."""

    id: str
    """Its id; that of the one it repeats, for a duplicate."""
    status: StatusName
    """How far it is trusted."""
    duplicate_of: str | None = None
    """The memory that says the same."""
    supersedes: list[str] = Field(default_factory=list)
    """Older memories that it takes the place of."""
    conflicts_with: list[str] = Field(default_factory=list)
    """Memories that it contradicts."""
    superseded_by: str | None = None
    """A stored memory of a later date that took its place already."""
    redactions: list[Redaction] = Field(default_factory=list)
    """Secrets that were taken out."""


class AddManyParams(WireModel):
    """Remember many things at once; one bad item fails alone."""

    items: Annotated[list[Any], Field(max_length=10_000)]
    """Each as the params of `memserver/memory/add`."""
    work_done_token: int | str | None = None
    """Progress is reported under this token."""


class FailedItem(WireModel):
    """An item that was not stored."""

    index: int
    """Which item, from 0."""
    kind: str
    """The kind of error."""
    message: str
    """What is wrong, for a person."""
    field: str | None = None
    """The field that is wrong."""


class AddManyResult(WireModel):
    """What became of them; `ids` has one entry per item, in order."""

    added: int
    """How many are new."""
    duplicates: int
    """How many were known already."""
    failed: list[FailedItem]
    """Those that were not stored, and why."""
    ids: list[str | None]
    """One entry for each item, in order: null for a failed one, the kept id for a duplicate."""
    redactions: list[Redaction] = Field(default_factory=list)
    """Secrets that were taken out, over all items."""


class IdParams(WireModel):
    """Names one memory."""

    id: str
    """The memory."""


class RelatedFileView(WireModel):
    """A file that a memory speaks about, as it was then."""

    path: str
    """The file, as an absolute path."""
    sha1: str
    """The hash of its content at that time."""


class RelationView(WireModel):
    """A link to another memory."""

    kind: Literal["supersedes", "superseded-by", "conflicts-with", "settled"]
    """What kind of link; `settled`: a person said that both hold."""
    id: str
    """The other memory."""
    evidence: str
    """What shows it, in words."""
    code: str | None = None
    """The same as a code, such as `told`, `value`, `declared`, `header` or `settled`; absent for links of earlier
    versions."""
    values: dict[str, str] = Field(default_factory=dict)
    """What fills the words."""
    chance: float | None = None
    """How sure a guess was, 0 to 1; absent where nothing was guessed."""


class MemoryView(WireModel):
    """A memory as a person may see it."""

    id: str
    """Its id."""
    layer: LayerName
    """Where it belongs."""
    title: str
    """A short name."""
    content: str
    """What is remembered."""
    category: CategoryName | None = None
    """What kind of statement it is."""
    tags: list[str]
    """Words to find it by."""
    confidence: float
    """How sure it is, 0 to 1."""
    status: StatusName
    """How far it is trusted."""
    verified_by: VerifiedByName | None = None
    """Who verified it."""
    verification_id: str | None = None
    """What shows the verification, such as a test run."""
    scope: ScopeName
    """Who it speaks for."""
    project_id: str
    """The project it belongs to; empty for none."""
    project: str | None = None
    """The project's name."""
    origin: Literal["explicit", "extracted", "distilled", "imported"]
    """How it came to be."""
    source: SourceRef
    """Where it comes from."""
    git_commit: str | None = None
    """The commit at that time."""
    git_branch: str | None = None
    """The branch at that time."""
    failure_hash: str | None = None
    """Hash of the error that it is about."""
    related_files: list[RelatedFileView]
    """Files that it speaks about."""
    timestamp: Moment
    """When it happened."""
    created_at: Moment
    """When it was stored."""
    updated_at: Moment
    """When it was last changed."""
    expires_at: Moment | None = None
    """After this time it is no longer used."""
    external_id: str | None = None
    """The id that the client gave it."""
    thread: str | None = None
    """What it is a part of, as the client said. What memserver keeps of a session has `session:<id>`, parts of an
    imported file `file:<path>`."""
    position: int | None = None
    """Its place in the thread."""
    superseded_by: str | None = None
    """The memory that took its place."""
    reference_count: int
    """How often it was used in turns."""
    promoted: bool
    """True when it was kept beyond its layer."""
    relations: list[RelationView] = Field(default_factory=list)
    """Links to other memories."""
    stale: bool | None = None
    """True when what it speaks about has changed since."""
    stale_reasons: list[str] = Field(default_factory=list)
    """What has changed, as "code: what": file-changed, symbol-changed, symbol-missing, value-changed, file-missing or
    commit-not-in-history."""
    metadata: dict[str, Any]
    """What else was given."""


class ListParams(WireModel):
    """List memories, newest first."""

    layer: LayerName | None = None
    """Only this layer."""
    tag: str | None = None
    """Only with this tag."""
    status: StatusName | None = None
    """Only with this status."""
    category: CategoryName | None = None
    """Only of this category."""
    workspace_uri: str | None = None
    """Only what is visible in this workspace. Left out: everything."""
    project_id: Annotated[str, Field(max_length=200)] | None = None
    """Only of this project, by its id; empty: only what belongs to none."""
    limit: Annotated[int, Field(ge=1, le=1_000)] = 100
    """How many for this page."""
    cursor: str | None = None
    """Where to go on, as the page before said."""


class ListResult(WireModel):
    """A page of memories; `cursor` asks for the next one."""

    items: list[MemoryView]
    """The memories."""
    cursor: str | None = None
    """Ask for the next page with it; absent on the last one."""


class UpdateParams(WireModel):
    """Change a memory; what is left out stays."""

    id: str
    """The memory."""
    content: str | None = None
    """The new content; it is indexed anew."""
    title: str | None = None
    """The new title."""
    category: CategoryName | None = None
    """The new category."""
    tags: Annotated[list[str], Field(max_length=100)] | None = None
    """The new tags, all of them."""
    confidence: Annotated[float, Field(ge=0.0, le=1.0)] | None = None
    """The new confidence, 0 to 1."""
    expires_at: Moment | None = None
    """The new time of expiry; null takes it away."""
    thread: Thread | None = None
    """The new thread; null takes it away."""
    position: Position | None = None
    """The new place in the thread; null takes it away."""
    metadata: Details | None = None
    """The new metadata, all of it."""


class SetStatusParams(WireModel):
    """Move a memory along hypothesis → verified → published, or to archived.

    With `verifiedBy` somebody vouches for it: it holds for its related files as they are now, and saying so again of a
    memory that has this status already confirms it.
    """

    id: str
    """The memory."""
    status: StatusName
    """Where it moves."""
    verified_by: VerifiedByName | None = None
    """Required for `verified`."""
    verification_id: str | None = None
    """What shows the verification, such as a test run."""


class RestoreParams(WireModel):
    """Bring a replaced memory back into force. What replaced it stays as well, and will not replace it again."""

    id: str
    """The memory that was replaced."""
    by: Annotated[str, Field(max_length=200)] | None = None
    """The name of the person who decided so."""


class SettleParams(WireModel):
    """Say how two memories stand to each other. A person decides; no later review links the two again."""

    id: str
    """The memory that stays."""
    other: str
    """The other one."""
    verdict: Literal["replaces", "both", "same"]
    """`replaces`: `id` holds and `other` no longer does. `both`: both hold. `same`: `other` repeats `id` and is hidden
    behind it."""
    by: Annotated[str, Field(max_length=200)]
    """The name of the person who decided so."""


class DeleteResult(WireModel):
    """The memory is gone from the store, the indexes and the files."""

    id: str
    """The memory that was deleted."""
    deleted: bool = True
    """Always true: a failure is an error."""


class DeleteAllParams(WireModel):
    """Delete everything that memserver stores. The brain's own notes stay."""

    confirm: Literal["delete everything"]
    """A guard against accidents: must be this sentence."""


class DeleteAllResult(WireModel):
    """How much was deleted."""

    memories: int
    """How many there were."""
