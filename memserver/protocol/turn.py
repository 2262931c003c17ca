"""The turn: context in, prompt out; and what happened afterwards."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel


class Message(WireModel):
    """A message of the conversation."""

    role: str
    """`user`, `assistant`, `system` or `tool`."""
    content: str
    internal: bool = False
    """True for messages that the user never saw; they are not used."""
    timestamp: Moment | None = None


class RecentSession(WireModel):
    """An earlier chat session, as the client keeps it."""

    id: str
    title: str | None = None
    history: list[Message] = Field(default_factory=list)
    summary: str | None = None
    timestamp: Any = None


class BuildParams(WireModel):
    """Ask what the agent already knows that matters for this prompt."""

    prompt: str
    session_id: str
    history: list[Message] = Field(default_factory=list)
    workspace_uri: str | None = None
    agent: str | None = None
    context_length: Annotated[int, Field(ge=1)] | None = None
    max_tokens: Annotated[int, Field(ge=0)] | None = None
    """Budget of `text` for this turn. Without it: a quarter of the context length × the Knowledge Mix ratio."""
    mode: Literal["work", "casual"] = "work"
    """`casual` leaves the dynamic blocks out."""
    active_file: str | None = None
    open_files: list[str] = Field(default_factory=list)
    recent_commands: list[str] = Field(default_factory=list)
    recent_sessions: list[RecentSession] = Field(default_factory=list)


class Block(WireModel):
    """A dynamic prompt block."""

    id: str
    text: str


class Item(WireModel):
    """Something that was put into the turn."""

    id: str
    source: str
    """`brain-memory` for files of the brain, else the layer, `medium-term` or `lesson`."""
    layer: str | None = None
    title: str
    path: str | None = None
    """Relative to the brain."""
    score: float
    tokens: int
    stale: bool | None = None
    status: str | None = None
    scope: str | None = None
    """`global`, `organisation` or `project`."""
    timestamp: Moment | None = None
    """When it happened or was last changed."""
    external_id: str | None = None
    reasons: dict[str, Any]


class Dropped(WireModel):
    """A candidate that was left out, and why."""

    id: str
    title: str
    score: float
    reason: str


class Retrieval(WireModel):
    """Where the turn looked and what it used."""

    agent: str | None
    scoped: bool
    source: str
    configured_folders: list[str]
    used_brain_files: list[str]
    used_memory_layers: list[str]
    lesson_files: list[str]
    total_chunks: int
    selected_chunk_count: int
    mode: Literal["hybrid", "lexical"]


class KnowledgeMix(WireModel):
    """How far this turn leans on stored knowledge."""

    weight: int
    source: Literal["agent", "global", "default"]
    retrieval_ratio: float
    brain_file_limit: int


class SelfCheckSource(WireModel):
    """A source that the check after the answer is given."""

    title: str
    excerpt: str


class ConfidenceSignals(WireModel):
    """What the confidence score starts from."""

    chunk_count: int
    top_score: float
    conflict_count: int
    ambiguity_detected: bool


class Usage(WireModel):
    """Tokens: `used` counts `text` and never exceeds `budget`."""

    budget: int
    used: int
    by_layer: dict[str, int]
    blocks: int
    tokeniser: str


class PartWarning(WireModel):
    """A part of the turn that was left out or is not ready, and why."""

    part: str
    message: str


class BuildResult(WireModel):
    """What a client puts in front of the model, and where each piece came from."""

    turn_id: str
    text: str
    blocks: list[Block]
    prompt: str
    items: list[Item]
    dropped: list[Dropped]
    retrieval: Retrieval | None
    knowledge_mix: KnowledgeMix | None
    lessons: list[str]
    self_check_sources: list[SelfCheckSource]
    confidence_signals: ConfidenceSignals
    fusion_log: list[str]
    usage: Usage
    timings: dict[str, float]
    warnings: list[PartWarning]


class ExplainParams(WireModel):
    """Ask for the whole story of a turn."""

    turn_id: str


class ExplainResult(WireModel):
    """Every candidate of a turn with its score by component, why it is in or out, and the settings in force."""

    turn_id: str
    created_at: Moment
    session_id: str
    prompt: str
    candidates: list[dict[str, Any]]
    settings: dict[str, Any]
    result: dict[str, Any]
    """What `context/build` answered."""
    completion: dict[str, Any] | None = None
    """What `turn/complete` found, once it was called."""


class CompleteParams(WireModel):
    """Tell what the model answered, so that it can be judged and learned from."""

    turn_id: str
    answer: str
    outcome: Literal["accepted", "edited", "rejected", "undone", "unknown"] | None = None
    feedback: Literal["up", "down"] | None = None
    used_item_ids: list[str] = Field(default_factory=list)
    high_impact: bool | None = None


class Confidence(WireModel):
    """How far the answer can be relied upon, 0–100, with its parts."""

    score: int
    band: Literal["high", "medium", "low", "very-low"]
    parts: dict[str, float]


class Coverage(WireModel):
    """Which required elements of the recognised task the answer has."""

    ran: bool
    task_id: str | None = None
    label: str | None = None
    covered: list[str] = Field(default_factory=list)
    missing: list[str] = Field(default_factory=list)


class Escalation(WireModel):
    """A request that a person looks at it."""

    reasons: list[str]
    message: str


class Gap(WireModel):
    """Something that was needed and not known."""

    element: str
    severity: Literal["low", "medium", "high"]
    reason: str


class SelfCheck(WireModel):
    """What the optional check by a chat model found, or why it did not run."""

    ran: bool
    answered: bool | None = None
    grounded: bool | None = None
    contradiction: bool | None = None
    note: str = ""
    issues: list[str] = Field(default_factory=list)
    """What the critic finds wrong or missing (only where a turn shows a problem)."""
    supplement: str = ""
    """What would complete the answer, from the sources."""


class Citations(WireModel):
    """Which of the given sources the answer cites, and what it cites that was not given."""

    cited: list[str]
    unknown: list[str]


class CompleteResult(WireModel):
    """The judgement of an answer."""

    confidence: Confidence
    escalation: Escalation | None = None
    coverage: Coverage | None = None
    gaps: list[Gap]
    weak_grounding: bool
    citations: Citations
    hedges: int
    footer: str
    self_check: SelfCheck | None = None
    reflection_id: str | None = None
    warnings: list[PartWarning] = Field(default_factory=list)


class SessionEndParams(WireModel):
    """Tell that a session is over, so that what it taught is kept."""

    session_id: str
    messages: list[Message]
    workspace_uri: str | None = None
    title: str | None = None


class Extracted(WireModel):
    """What was learned, by count and id."""

    long_term: int = 0
    project: int = 0
    duplicates: int = 0
    ids: list[str] = Field(default_factory=list)


class DistillationReport(WireModel):
    """What distillation did."""

    ran: bool
    reason: str = ""
    scanned: int = 0
    promoted: int = 0
    archived: int = 0
    digest_ids: list[str] = Field(default_factory=list)
    age_threshold_days: int
    archive_mode: str
    last_run: Moment | None = None


class SessionEndResult(WireModel):
    """What the end of a session brought."""

    extracted: Extracted
    episode_id: str | None = None
    distillation: DistillationReport | None = None
    warnings: list[PartWarning] = Field(default_factory=list)


class DistillParams(WireModel):
    """Turn old episodes into long-term digests."""

    force: bool = False
    """Run even when the interval has not passed."""
    work_done_token: int | str | None = None
