"""After the turn: what the model answered, how far it can be relied upon, and what was missing."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from memserver.protocol.base import WireModel
from memserver.protocol.turn import PartWarning


class CompleteParams(WireModel):
    """Tell what the model answered, so that it can be judged and learned from."""

    turn_id: str
    """The turn, as `context/build` named it."""
    answer: str
    """What the model answered."""
    outcome: Literal["accepted", "edited", "rejected", "undone", "unknown"] | None = None
    """What the user did with it."""
    feedback: Literal["up", "down"] | None = None
    """What the user thought of it."""
    used_item_ids: list[str] = Field(default_factory=list)
    """Items that the answer visibly used, when the client knows."""
    high_impact: bool | None = None
    """True when a wrong answer would do harm, false when it would not. Default: what the kind of task says."""


class Confidence(WireModel):
    """How far the answer can be relied upon, 0–100, with its parts."""

    score: int
    """0 to 100."""
    band: Literal["high", "medium", "low", "very-low"]
    """The score in words."""
    parts: dict[str, float]
    """What the score is made of."""


class Coverage(WireModel):
    """Which required elements of the recognised task the answer has."""

    ran: bool
    """False when no task was recognised."""
    task_id: str | None = None
    """The recognised task."""
    label: str | None = None
    """Its name."""
    covered: list[str] = Field(default_factory=list)
    """Required elements that the answer has."""
    missing: list[str] = Field(default_factory=list)
    """Required elements that it lacks."""


class Escalation(WireModel):
    """A request that a person looks at it."""

    reasons: list[str]
    """Why."""
    message: str
    """What to tell the person."""


class Gap(WireModel):
    """Something that was needed and not known."""

    element: str
    """What was missing."""
    severity: Literal["low", "medium", "high"]
    """How much it matters."""
    reason: str
    """How that shows."""


class SelfCheck(WireModel):
    """What the optional check by a chat model found, or why it did not run."""

    ran: bool
    """Whether a chat model was asked."""
    answered: bool | None = None
    """Whether the answer answers the prompt."""
    grounded: bool | None = None
    """Whether it rests on the sources."""
    contradiction: bool | None = None
    """Whether it contradicts them."""
    note: str = ""
    """What was found, or why it did not run."""
    issues: list[str] = Field(default_factory=list)
    """What the critic finds wrong or missing (only where a turn shows a problem)."""
    supplement: str = ""
    """What would complete the answer, from the sources."""


class Supplement(WireModel):
    """The critic's card, on turns that show a problem: what is wrong, and what would mend it."""

    issues: list[str]
    """What is wrong or missing."""
    text: str
    """What to add or to check; may be empty."""
    by: Literal["model", "signals"]
    """Whether a chat model reviewed the answer, or what could be counted says so."""


class Citations(WireModel):
    """Which of the given sources the answer cites, and what it cites that was not given."""

    cited: list[str]
    """Sources that the answer names."""
    unknown: list[str]
    """Names in the answer that are no source of this turn."""


class Contradiction(WireModel):
    """A statement of the answer that cannot stand beside what one of its sources says."""

    source: int
    """The number of the source, as it was shown."""
    source_id: str
    """The id of that source."""
    answer: str
    """The sentence of the answer."""
    says: str
    """The sentence of the source."""
    code: Literal["value", "name", "choice", "permission", "negation"]
    """What differs."""
    values: dict[str, str] = Field(default_factory=dict)
    """The words that differ: `answer` and `source`, with their `kind` where it is known."""


class CompleteResult(WireModel):
    """The judgement of an answer."""

    confidence: Confidence
    """How far the answer can be relied upon."""
    escalation: Escalation | None = None
    """Set when a person should look at it."""
    coverage: Coverage | None = None
    """Which required elements it has, when a task was recognised."""
    gaps: list[Gap]
    """What was needed and not known."""
    weak_grounding: bool
    """True when the answer rests on little."""
    citations: Citations
    """Which sources it names."""
    contradictions: list[Contradiction] = Field(default_factory=list)
    """Where the answer contradicts a source; the score is low then."""
    hedges: int
    """How often it hedges."""
    footer: str
    """One line to show below the answer; may be empty."""
    self_check: SelfCheck | None = None
    """What the check by a chat model found, when it is on."""
    supplement: Supplement | None = None
    """The critic's card, when the turn shows a problem."""
    reflection_id: str | None = None
    """The record of this turn, when reflection is on."""
    warnings: list[PartWarning] = Field(default_factory=list)
    """Parts that did not run."""
