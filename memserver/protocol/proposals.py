"""Research and its proposals over the wire: drafts that a person accepts or rejects."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from memserver.protocol.base import WireModel
from memserver.protocol.growth import QueueItem
from memserver.protocol.knowledge_checks import ValidateResult


class ResearchParams(WireModel):
    """Draft answers to questions that a person approved."""

    id: str | None = None
    """Only this question; it must be approved. Default: the most pressing ones."""
    limit: Annotated[int, Field(ge=1, le=3)] = 3
    """How many at most."""
    workspace_uri: str | None = None
    """The project whose memories are read besides those of none."""


class DraftedView(WireModel):
    """A question that was researched."""

    item: QueueItem
    """The question, now drafted."""
    path: str
    """The draft, relative to the brain."""
    made_by: Literal["local", "model"]
    """Whether local sources alone or a chat model made it."""
    findings: int
    """How many statements it has."""
    sources: list[str]
    """What it rests on: paths of notes and ids of memories."""
    verdict: Literal["accept", "duplicate", "conflict"]
    """What the validation gate says."""
    note: str = ""
    """Why the chat model had no part in it, when one was asked."""


class ResearchResult(WireModel):
    """What was drafted."""

    drafted: list[DraftedView]
    """One per question."""
    waiting: int
    """How many approved questions are left."""
    message: str = ""
    """What a person should know when nothing was drafted."""


class ProposalView(WireModel):
    """A file in the folder of proposals."""

    path: str
    """Relative to the brain."""
    title: str
    """What it is about."""
    origin: str
    """Who proposes it."""
    status: str
    """`proposed` or `rejected`."""
    created: str
    """When it was written."""
    item: QueueItem | None = None
    """The question it answers."""
    evidence: list[str]
    """What it rests on."""
    edited: bool
    """Whether a person has changed it."""
    body: str
    """Its text."""


class ProposalsResult(WireModel):
    """The proposals, by path."""

    proposals: list[ProposalView]
    """The files."""
    message: str = ""
    """What a person should know when there is nothing to show."""


class DecideProposalParams(WireModel):
    """A person's decision about a proposal, named by its path or by the question it answers."""

    path: str | None = None
    """The proposal, relative to the brain."""
    id: str | None = None
    """The question of the learning queue."""
    by: str
    """Who decides. Must not be empty, and is recorded."""
    note: str = ""
    """Why, for later readers."""
    workspace_uri: str | None = None
    """The project against whose memories the text is checked once more."""


class AcceptResult(WireModel):
    """A proposal that became a note."""

    note_path: str
    """The note, relative to the brain; it is indexed like every other."""
    item: QueueItem | None = None
    """The question, now done."""
    validation: ValidateResult
    """What the gate says about the text as it was accepted."""
    proposal_removed: bool
    """False when somebody changed the proposal meanwhile: then it was left."""


class RejectResult(WireModel):
    """A proposal that was rejected; the file stays and says so."""

    path: str
    """The proposal."""
    item: QueueItem | None = None
    """The question, now rejected."""
