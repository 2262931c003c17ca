"""Evaluations over the wire: golden sets, runs over answers, and how scores moved."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from memserver.protocol.base import Moment, WireModel

Answer = Annotated[str, Field(max_length=200_000)]


class GoldenSetView(WireModel):
    """A golden set."""

    id: str
    """Its id."""
    title: str
    """Its title."""
    task: str
    """The task type whose elements are required."""
    language: Literal["en", "ko"]
    """The language of its cases."""
    cases: list[str]
    """The ids of its cases: answers are given by these."""
    source: Literal["built-in", "own"]
    """Whether it comes with memserver or from the brain."""
    path: str | None = None
    """Its file, if it is the user's own."""


class GoldenSetsResult(WireModel):
    """The golden sets."""

    sets: list[GoldenSetView]
    """The user's own first; one with the id of a built-in set replaces it."""
    problems: list[str]
    """Files that could not be used, and why."""


class EvaluateParams(WireModel):
    """Which answers to score against which cases."""

    set: str | None = None
    """A set, or a task whose sets are meant. Default: all."""
    language: Literal["en", "ko"] | None = None
    """Only sets of this language."""
    answers: dict[str, Answer] | None = Field(None, max_length=2_000)
    """Answers by case id."""
    path: str | None = None
    """A folder with one `<case id>.md` per answer, or a YAML, JSON or JSON-lines file of answers."""
    source: Literal["given", "files", "model", "self-check"] | None = None
    """Where answers come from. Default: `answers`, else `path`, else the configured chat model, else a self-check."""
    work_done_token: int | str | None = None
    """Token for `$/progress`."""


class FlawedScoreView(WireModel):
    """The score of an answer that is known to be flawed."""

    name: str
    """What is wrong with it."""
    score: float
    """What it scores."""


class CaseScoreView(WireModel):
    """How one answer fared."""

    id: str
    """The case."""
    score: float
    """0 to 100."""
    missing_elements: list[str]
    """Required elements of the task that are not there."""
    found_facts: int
    """How many facts are stated."""
    missed_facts: list[str]
    """Facts that are not."""
    partial_facts: list[str]
    """Facts of which only a part is stated, or not in one place."""
    invented: list[str]
    """What the material does not say."""
    structure: list[str]
    """Demands on the form that are not met."""
    flawed: list[FlawedScoreView] = Field(default_factory=list)
    """In a self-check: the scores of the case's flawed answers."""


class EvaluationRunView(WireModel):
    """One set, scored."""

    id: str
    """The run."""
    set: str
    """The set."""
    title: str
    """Its title."""
    language: Literal["en", "ko"]
    """Its language."""
    source: Literal["given", "files", "model", "self-check"]
    """Where the answers came from."""
    model: str | None = None
    """The chat model that was asked."""
    created_at: Moment
    """When."""
    score: float
    """Mean of the cases, 0 to 100."""
    change: float | None = None
    """Against the run before."""
    cases: list[CaseScoreView]
    """Each case."""
    unanswered: list[str] = Field(default_factory=list)
    """Cases without an answer; they do not count."""
    problems: list[str] = Field(default_factory=list)
    """In a self-check: where the set does not tell good from bad."""


class EvaluateResult(WireModel):
    """The sets that were scored."""

    runs: list[EvaluationRunView]
    """One per set."""
    markdown: str
    """The same to be read."""
    problems: list[str]
    """Files of sets that could not be used."""


class EvaluationHistoryParams(WireModel):
    """Which runs to show."""

    set: str | None = None
    """Only this set."""
    limit: int = Field(50, ge=1, le=1_000)
    """How many runs at most."""


class TrendView(WireModel):
    """How the score of a set moved over the runs shown."""

    set: str
    """The set."""
    scores: list[float]
    """Oldest first."""
    change: float
    """The last against the first."""
    best: float
    """The best of them."""


class EvaluationHistoryResult(WireModel):
    """Earlier runs; self-checks are not kept."""

    runs: list[EvaluationRunView]
    """Newest first."""
    trends: list[TrendView]
    """By set."""
