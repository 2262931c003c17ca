"""Growth over the wire: needs, skills, debts, the learning queue, feedback, and what a report shows of them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel

Language = Literal["en", "ko"]
QueueState = Literal["proposed", "approved", "drafted", "done", "rejected"]
Share = Annotated[float, Field(ge=0.0, le=1.0)]


class GrowthParams(WireModel):
    """Which records to look at, and in which language to answer."""

    language: Language | None = None
    """Language of labels and sentences. Default: that of the last turn, else the editor's."""
    workspace_uri: str | None = None
    """Only what belongs to this workspace's project. Default: everything."""


class Miss(WireModel):
    """A required element that answers left out."""

    element: str
    """Its id."""
    label: str
    """Its name."""
    count: int
    """In how many turns."""


class NeedBreakdown(WireModel):
    """The five parts of a need, each between 0 and 1; they weigh 30, 25, 20, 15 and 10."""

    information_lack: Share
    """Share of turns that rested on nothing stored."""
    failure_rate: Share
    """Share of turns in which a required element was missing."""
    frequency: Share
    """Share of this task among all task turns."""
    confidence_lack: Share
    """How far the mean confidence is from 100."""
    user_feedback: Share
    """Share of thumbs-down among the rated turns."""


class Need(WireModel):
    """How much a kind of task would gain from being learned about."""

    task_id: str
    """The kind of task."""
    label: str
    """Its name."""
    score: float
    """0 to 100."""
    breakdown: NeedBreakdown
    """What it is made of."""
    samples: int
    """How many turns it rests on."""
    top_misses: list[Miss]
    """What was missing most often, at most three."""
    reason: str
    """Why, in one sentence."""


class NeedsResult(WireModel):
    """The needs, the greatest first."""

    needs: list[Need]
    """One per kind of task that was done."""
    turns: int
    """How many turns were looked at."""
    message: str = ""
    """What a person should know when there is nothing to show."""


class Skill(WireModel):
    """How well a kind of task is done, and whether that gets better."""

    task_id: str
    """The kind of task."""
    label: str
    """Its name."""
    score: float
    """Mean of confidence × coverage, 0 to 100."""
    samples: int
    """How many turns it rests on."""
    first_half: float | None = None
    """Mean of the earlier half of the turns."""
    second_half: float | None = None
    """Mean of the later half."""
    trend: float | None = None
    """Later minus earlier half; missing with fewer than six turns."""


class SkillsResult(WireModel):
    """The skills, the strongest first."""

    skills: list[Skill]
    """One per kind of task that was done."""
    message: str = ""
    """What a person should know when there is nothing to show."""


class DebtItem(WireModel):
    """A gap and what it cost."""

    key: str
    """What makes it the same gap again."""
    kind: Literal["element", "evidence", "question"]
    """A missing element, a task without any evidence, or a question without an answer in store."""
    question: str
    """What would have to be known."""
    task_id: str | None = None
    """The kind of task."""
    label: str
    """Its name."""
    element: str
    """The element, by id."""
    element_label: str
    """Its name."""
    blocked: int
    """How many turns it spoilt since knowledge about it was last accepted."""
    impact: int
    """1 low, 2 normal, 3 high."""
    debt: int
    """Turns × impact."""
    last_seen: Moment
    """When it was met last."""
    example: str
    """The beginning of a prompt that met it."""


class DebtResult(WireModel):
    """The knowledge debt, the costliest gap first."""

    items: list[DebtItem]
    """The gaps."""
    total: int
    """Sum of all debts."""
    message: str = ""
    """What a person should know when there is nothing to show."""


class QueueDecision(WireModel):
    """What was decided about a question, by whom and when."""

    action: Literal["propose", "approve", "reject", "reopen", "draft", "accept"]
    """What was done."""
    by: str
    """Who did it. Only `draft` is done by memserver."""
    at: Moment
    """When."""
    note: str = ""
    """Why."""


class QueueItem(WireModel):
    """A question in the learning queue."""

    id: str
    """Its id."""
    question: str
    """What is to be learned."""
    origin: Literal["need", "gap", "debt", "person"]
    """What proposed it."""
    state: QueueState
    """Where it stands. Only a person moves it from `proposed` to `approved` and from `drafted` to `done`."""
    priority: float
    """How pressing, 0 to 100."""
    reason: str
    """Why it was proposed."""
    task_id: str | None = None
    """The kind of task it would help."""
    element: str | None = None
    """The element it would help."""
    proposal_path: str | None = None
    """The draft, relative to the brain."""
    note_path: str | None = None
    """The knowledge it became, relative to the brain."""
    decisions: list[QueueDecision]
    """Every decision, in order."""
    created_at: Moment
    """When it was proposed."""
    updated_at: Moment
    """When it changed last."""


class QueueParams(GrowthParams):
    """List the learning queue."""

    state: QueueState | None = None
    """Only questions in this state."""


class QueueResult(WireModel):
    """The learning queue: what waits for a decision first, the most pressing first."""

    items: list[QueueItem]
    """The questions."""
    counts: dict[str, int]
    """How many there are in each state."""
    message: str = ""
    """What a person should know when there is nothing to show."""


class ProposeParams(WireModel):
    """Put a question of your own into the queue."""

    question: str
    """What should be learned."""
    by: str
    """Who asks. Must not be empty."""
    task_id: str | None = None
    """The kind of task it would help."""


class ProposeResult(WireModel):
    """The question as it stands in the queue."""

    item: QueueItem
    """The question, or the one that asked the same before."""
    added: bool
    """False when it was there already."""


class DecideParams(WireModel):
    """A person's decision about a question or a draft."""

    id: str
    """The question."""
    by: str
    """Who decides. Must not be empty, and is recorded."""
    note: str = ""
    """Why, for later readers."""


class FeedbackParams(WireModel):
    """What the user thinks of an answer; may come at any time after it, and may be changed."""

    turn_id: str
    """The turn that was answered."""
    feedback: Literal["up", "down"]
    """Thumbs up or down."""
    note: str = ""
    """Why."""


class FeedbackResult(WireModel):
    """What was kept."""

    reflection_id: str
    """The record of the turn."""
    task_id: str | None = None
    """The kind of task, when one was recognised."""
    feedback: Literal["up", "down"]
    """What is recorded now."""


class PlotView(WireModel):
    """A plot as self-contained SVG; it takes the colour of the text around it."""

    id: str
    """`memories`, `confidence`, `needs`, `skills` or `debt`."""
    title: str
    """What it shows."""
    description: str
    """The same in words, for whoever cannot see it."""
    svg: str
    """The picture."""


class RouteLift(WireModel):
    """What learned routing is worth in a project."""

    project: str
    """The project; empty for none."""
    reports: int
    """How many reports there are."""
    replayed: int = 0
    """On how many of them it was tried out."""
    keyword_accuracy: float | None = None
    """How often keywords alone were right."""
    routed_accuracy: float | None = None
    """How often routing as it decides now was right."""
