"""Facts and trajectories over the wire."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from memserver.protocol.base import WireModel

Unit = Annotated[float, Field(ge=0.0, le=1.0)]


class Entities(WireModel):
    """What a fact names."""

    files: list[str] = Field(default_factory=list)
    functions: list[str] = Field(default_factory=list)
    libraries: list[str] = Field(default_factory=list)
    error_codes: list[str] = Field(default_factory=list)


class FactParams(WireModel):
    """An atomic fact: one statement that can be understood alone."""

    content: str
    fact_type: Literal["error", "solution", "observation", "decision"]
    confidence: Unit = 0.5
    entities: Entities = Entities()
    metadata: dict[str, Any] = Field(default_factory=dict)
    tags: list[str] = Field(default_factory=list)
    workspace_uri: str | None = None


class ReasoningStep(WireModel):
    """What was tried and what came of it."""

    action: str
    observation: str
    reward: float = 0.0


class TimedStep(WireModel):
    """What went in and out of one step, how long it took, and how sure it was."""

    input: str
    output: str
    duration_ms: Annotated[float, Field(ge=0.0)] = 0.0
    confidence: Unit = 0.5


class TrajectoryParams(WireModel):
    """A way from a problem to its end, with what became of it."""

    steps: Annotated[list[ReasoningStep | TimedStep], Field(min_length=1, max_length=1_000)]
    final_reward: Unit | None = None
    outcome: Literal["success", "partial", "failure"] | None = None
    domain: str = "general"
    duration_ms: Annotated[float, Field(ge=0.0)] | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    workspace_uri: str | None = None

    @model_validator(mode="after")
    def _has_an_end(self) -> TrajectoryParams:
        if self.final_reward is None and self.outcome is None:
            raise ValueError("give finalReward (0 to 1) or outcome (success, partial, failure)")
        return self


class RecordedResult(WireModel):
    """The id of what was recorded."""

    id: str
