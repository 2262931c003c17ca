"""The value that the steps of one turn pass along and fill in."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import datetime

from memserver.config import Settings
from memserver.growth.ambiguity import Ambiguity
from memserver.growth.requirements import TaskType
from memserver.knowledge.scope import AgentScope
from memserver.layers.layer import Language
from memserver.retrieval.search import Found
from memserver.rules.service import ChosenRule
from memserver.turn.as_of import AsOf
from memserver.turn.blocks.inputs import Block
from memserver.turn.candidates import Candidate, StaleCheck
from memserver.turn.errands import A_TASK, PromptReading
from memserver.turn.fit import Selection, Warrant
from memserver.turn.knowledge_mix import Mix
from memserver.turn.request import TurnRequest
from memserver.turn.result import PartWarning


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a turn takes place: the project, if any, and how to tell that something no longer holds."""

    project_id: str
    is_stale: StaleCheck
    as_of: AsOf | None = None
    """The moment that the turn is asked for; None for the present."""


@dataclass(slots=True)
class Turn:
    """The value that the steps of one turn pass along and fill in."""

    id: str
    created_at: datetime
    """The moment that all steps take for the present (that of `asOf`, if given), as the user's own clock shows it."""
    asked_at: datetime
    """When it was asked in truth: what its record is kept by."""
    request: TurnRequest
    settings: Settings
    surroundings: Surroundings
    started: float
    language: Language
    mix: Mix
    budget: int
    scope: AgentScope
    ambiguity: Ambiguity = field(default_factory=lambda: Ambiguity(ambiguous=False))
    task: TaskType | None = None
    reading: PromptReading = A_TASK
    candidates: list[Candidate] = field(default_factory=list)
    warrant: Warrant = field(default_factory=Warrant)
    unrelated: list[Candidate] = field(default_factory=list)
    told: list[Candidate] = field(default_factory=list)
    """What the conversation was given already."""
    superseded: list[Candidate] = field(default_factory=list)
    """Notes that gave way to those which replace them."""
    found: Found | None = None
    rules: list[ChosenRule] = field(default_factory=list)
    """The standing rules that apply, the likeliest first."""
    selection: Selection = field(default_factory=Selection)
    blocks: list[Block] = field(default_factory=list)
    block_tokens: int = 0
    conflicts: int = 0
    conflict_severities: list[str] = field(default_factory=list)
    disagreeing: list[tuple[str, str, str]] = field(default_factory=list)
    """Sources that disagree: the titles of both, and on what."""
    warnings: list[PartWarning] = field(default_factory=list)
    timings: dict[str, float] = field(default_factory=dict)
    log: list[str] = field(default_factory=list)

    @property
    def as_of(self) -> AsOf | None:
        """The moment that the turn is asked for; None for the present."""
        return self.surroundings.as_of

    def warn(self, part: str, message: str) -> None:
        """Name a part that was left out or is not ready."""
        self.warnings.append(PartWarning(part, message))

    def lap(self, name: str) -> None:
        """Note how much time had passed when a step ended."""
        self.timings[name] = round((time.perf_counter() - self.started) * 1000, 2)
