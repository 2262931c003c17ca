"""The turn: context in, prompt out, and the whole story of it later on."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel


class Message(WireModel):
    """A message of the conversation."""

    role: str
    """`user`, `assistant`, `system` or `tool`."""
    content: str
    """What was said."""
    internal: bool = False
    """True for messages that the user never saw; they are not used."""
    timestamp: Moment | None = None
    """When it was said."""


class RecentSession(WireModel):
    """An earlier chat session, as the client keeps it."""

    id: str
    """The session's own id."""
    title: str | None = None
    """A short name for it."""
    history: list[Message] = Field(default_factory=list)
    """Its messages, the oldest first."""
    summary: str | None = None
    """What it was about; used instead of the messages when given."""
    timestamp: Any = None
    """When it was last used."""


class BuildParams(WireModel):
    """Ask what the agent already knows that matters for this prompt."""

    prompt: str
    """What the user asks, as typed."""
    session_id: str
    """The chat session; turns with the same id belong together."""
    history: list[Message] = Field(default_factory=list)
    """Earlier messages of this session, the oldest first."""
    workspace_uri: str | None = None
    """The workspace of this turn. Default: the first one of `initialize`."""
    agent: str | None = None
    """Name of the agent that asks: its folders and its Knowledge Mix apply."""
    context_length: Annotated[int, Field(ge=1)] | None = None
    """Context window of the model in tokens, for this turn only."""
    max_tokens: Annotated[int, Field(ge=0)] | None = None
    """Budget of `text` for this turn. Without it: a quarter of the context length × the Knowledge Mix ratio."""
    mode: Literal["work", "casual"] = "work"
    """`casual` leaves the dynamic blocks out."""
    active_file: str | None = None
    """The file that has the focus, as path or uri."""
    open_files: list[str] = Field(default_factory=list)
    """Files that are open, as paths or uris."""
    recent_commands: list[str] = Field(default_factory=list)
    """Slash commands that were used, the latest first."""
    told: list[str] = Field(default_factory=list)
    """Ids of items that this conversation was given already and need not be told again."""
    recent_sessions: list[RecentSession] = Field(default_factory=list)
    """Earlier sessions, the latest first; used when `memoryMediumTermSessions` allows."""
    as_of: str | None = None
    """What held then: an ISO 8601 time (without a zone: the user's own), a day (to its end), or a commit of the
    workspace's git repository (a hash, a branch, a tag). What was replaced or had expired later counts; what came later
    is left out."""


class Block(WireModel):
    """A dynamic prompt block."""

    id: str
    """Which block it is."""
    text: str
    """What it says."""


class ItemRelation(WireModel):
    """Something that an item replaced, or disagrees with."""

    id: str
    """The memory, the file, or the passage of one."""
    title: str
    """A short name for it."""
    path: str | None = None
    """Relative to the brain, for files."""
    date: Moment
    """When it was said or last changed."""
    reason: str
    """Why, in the language of the turn: what changed, or on what the two differ."""


class Item(WireModel):
    """Something that was put into the turn."""

    id: str
    """The memory, the record or the passage of a file."""
    source: str
    """`brain-memory` for files of the brain, the kind for records of the tiers (`decisions`, `incidents`, `procedures`,
    `knowledge`, `goals`, `tasks`), the name for items of trackers, else the layer, `medium-term` or `lesson`."""
    layer: str | None = None
    """The memory layer, for memories."""
    title: str
    """A short name for it."""
    path: str | None = None
    """Relative to the brain."""
    score: float
    """How well it fits, higher is better."""
    tokens: int
    """What it costs in `text`."""
    stale: bool | None = None
    """True when what it speaks about has changed since."""
    status: str | None = None
    """How far it is trusted, for memories; how it stands, for records and items of trackers."""
    scope: str | None = None
    """`global`, `organisation` or `project`."""
    timestamp: Moment | None = None
    """When it happened or was last changed."""
    external_id: str | None = None
    """The id that the client gave it."""
    reasons: dict[str, Any]
    """What the score is made of; `supersededBy` and `replaces` are paths of notes, where there are such."""
    superseded_by: str | None = None
    """The id of the note that replaces this one."""
    replaces: list[ItemRelation] | None = None
    """What it put out of force; that is not told any more."""
    conflicts_with: list[ItemRelation] | None = None
    """What it disagrees with, whether or not that is in the turn: both may be in force."""


class Dropped(WireModel):
    """A candidate that was left out, and why."""

    id: str
    """The memory or the passage of a file."""
    title: str
    """A short name for it."""
    score: float
    """How well it fits, higher is better."""
    reason: str
    """Why it is not in."""


class Retrieval(WireModel):
    """Where the turn looked and what it used."""

    agent: str | None
    """The agent that asked."""
    scoped: bool
    """True when the agent may search certain folders only."""
    source: str
    """Where the items come from, in one word."""
    configured_folders: list[str]
    """The folders that the agent may search."""
    used_brain_files: list[str]
    """Files of the brain that are in."""
    used_memory_layers: list[str]
    """Memory layers that are in."""
    lesson_files: list[str]
    """Files that lessons came from."""
    total_chunks: int
    """How many candidates were looked at."""
    selected_chunk_count: int
    """How many of them are in."""
    mode: Literal["hybrid", "lexical"]
    """`lexical` when vectors were not ready or are off."""


class KnowledgeMix(WireModel):
    """How far this turn leans on stored knowledge."""

    weight: int
    """0 to 100."""
    source: Literal["agent", "global", "default"]
    """Where the weight was set."""
    retrieval_ratio: float
    """The share of the budget that retrieval may use."""
    brain_file_limit: int
    """How many brain files may be in."""


class SelfCheckSource(WireModel):
    """A source that the check after the answer is given."""

    title: str
    """A short name for it."""
    excerpt: str
    """Its beginning."""


class ConfidenceSignals(WireModel):
    """What the confidence score starts from."""

    chunk_count: int
    """How many items are in."""
    top_score: float
    """The best score."""
    conflict_count: int
    """How many contradictions were found."""
    ambiguity_detected: bool
    """True when the prompt can be read in several ways."""


class Usage(WireModel):
    """Tokens: `used` counts `text` and never exceeds `budget`."""

    budget: int
    """What `text` may cost."""
    used: int
    """What `text` costs."""
    by_layer: dict[str, int]
    """What the items of each layer cost."""
    blocks: int
    """What the blocks cost; they do not count against the budget."""
    tokeniser: str
    """What the tokens were counted with."""


class PartWarning(WireModel):
    """A part of the turn that was left out or is not ready, and why."""

    part: str
    """Which part."""
    message: str
    """What happened, for a person."""


class BuildResult(WireModel):
    """What a client puts in front of the model, and where each piece came from."""

    turn_id: str
    """Names this turn in `turn/complete` and `context/explain`."""
    text: str
    """The lessons, then the memory context; empty when there is nothing to say."""
    blocks: list[Block]
    """The dynamic blocks that have something to say, in order."""
    prompt: str
    """Blocks and text joined: what to put in front of the model."""
    items: list[Item]
    """What is in, in the order of the numbers that the text shows."""
    dropped: list[Dropped]
    """The best candidates that are not in."""
    retrieval: Retrieval | None
    """Where the turn looked."""
    knowledge_mix: KnowledgeMix | None
    """How far it leans on stored knowledge."""
    lessons: list[str]
    """Lessons from earlier turns that are in."""
    self_check_sources: list[SelfCheckSource]
    """What the check after the answer is given."""
    confidence_signals: ConfidenceSignals
    """What the confidence of the answer starts from."""
    fusion_log: list[str]
    """How the ranking was made, line by line."""
    usage: Usage
    """What it costs."""
    timings: dict[str, float]
    """Milliseconds by step; `totalMs` for all of it."""
    warnings: list[PartWarning]
    """Parts that were left out or are not ready."""


class ExplainParams(WireModel):
    """Ask for the whole story of a turn."""

    turn_id: str
    """The turn, as `context/build` named it."""


class ExplainResult(WireModel):
    """Every candidate of a turn with its score by component, why it is in or out, and the settings in force."""

    turn_id: str
    """The turn."""
    created_at: Moment
    """When it was."""
    as_of: Moment | None = None
    """The moment that it was asked for, where that was not the present."""
    session_id: str
    """The session it belongs to."""
    prompt: str
    """What was asked."""
    candidates: list[dict[str, Any]]
    """Everything that was looked at, with its score by component and why it is in or out."""
    settings: dict[str, Any]
    """The settings in force."""
    result: dict[str, Any]
    """What `context/build` answered."""
    completion: dict[str, Any] | None = None
    """What `turn/complete` found, once it was called."""
