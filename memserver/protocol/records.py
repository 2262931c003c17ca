"""Facts and trajectories over the wire."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from memserver.protocol.base import Details, WireModel

EVIDENCE = frozenset({"testExitCode", "exitCode", "diagnosticsAfter", "accepted", "undone", "committed", "reverted"})
Unit = Annotated[float, Field(ge=0.0, le=1.0)]


class Entities(WireModel):
    """What a fact names."""

    files: list[str] = Field(default_factory=list)
    """Files."""
    functions: list[str] = Field(default_factory=list)
    """Functions."""
    libraries: list[str] = Field(default_factory=list)
    """Libraries."""
    error_codes: list[str] = Field(default_factory=list)
    """Error codes."""


class FactParams(WireModel):
    """An atomic fact: one statement that can be understood alone."""

    content: str
    """The statement."""
    fact_type: Literal["error", "solution", "observation", "decision"]
    """What kind of fact."""
    confidence: Unit = 0.5
    """How sure it is, 0 to 1."""
    entities: Entities = Entities()
    """What it names."""
    metadata: Details = Field(default_factory=dict)
    """Anything else to keep with it."""
    tags: list[str] = Field(default_factory=list)
    """Words to find it by."""
    workspace_uri: str | None = None
    """The project it belongs to."""


class ReasoningStep(WireModel):
    """What was tried and what came of it."""

    action: str
    """What was tried."""
    observation: str
    """What came of it."""
    reward: float = 0.0
    """How good that was."""


class TimedStep(WireModel):
    """What went in and out of one step, how long it took, and how sure it was."""

    input: str
    """What went in."""
    output: str
    """What came out."""
    duration_ms: Annotated[float, Field(ge=0.0)] = 0.0
    """How long it took."""
    confidence: Unit = 0.5
    """How sure it was, 0 to 1."""


class TrajectoryParams(WireModel):
    """A way from a problem to its end, with what became of it."""

    steps: Annotated[list[ReasoningStep | TimedStep], Field(min_length=1, max_length=1_000)]
    """The steps, in order."""
    final_reward: Unit | None = None
    """How well it ended, 0 to 1."""
    outcome: Literal["success", "partial", "failure"] | None = None
    """How it ended, in words."""
    domain: str = "general"
    """What it was about."""
    duration_ms: Annotated[float, Field(ge=0.0)] | None = None
    """How long it took."""
    metadata: Details = Field(default_factory=dict)
    """Anything else to keep with it. What really happened outweighs `finalReward` and `outcome`: `testExitCode`,
    `diagnosticsBefore` and `diagnosticsAfter` (counts or lists), and, true or false, `accepted`, `undone`, `committed`,
    `reverted`. `task` and `agent` make it a report about that route; `error` and `failureHash` name the error that a
    fix was tried for.
    """
    workspace_uri: str | None = None
    """The project it belongs to."""

    @model_validator(mode="after")
    def _has_an_end(self) -> TrajectoryParams:
        if self.final_reward is None and self.outcome is None and EVIDENCE.isdisjoint(self.metadata):
            raise ValueError(
                "give finalReward (0 to 1), outcome (success, partial, failure) or evidence in metadata "
                "(testExitCode, diagnosticsAfter, accepted, undone, committed, reverted)"
            )
        return self


class RecordedResult(WireModel):
    """The id of what was recorded."""

    id: str
    """Its id."""
    outcome: Literal["success", "partial", "failure"] | None = None
    """How it ended, by what really happened."""
    circular_fix: int | None = None
    """How often the same fix was now tried for the same error in vain, from the second time on."""
