"""What one project taught about routes: its reports in order, the weights fitted to them, the proof by replay.

The state is a function of the reports alone: weights are fitted from scratch at fixed positions of the history, so it
does not matter how reports arrived or how often the server was restarted. Nothing here reads the store or embeds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from memserver.learning.classifier import Anchor, Model, Report, fit, importance
from memserver.learning.features import Features
from memserver.learning.replay import Replayed, Trust, trust_from
from memserver.learning.similar_tasks import SimilarTasks
from memserver.storage.routing import AgentRow

Floats = npt.NDArray[np.float32]

FIRST_FIT, LEAST_STEP, STEP_SHARE = 4, 4, 16
# Replayed reports are predicted by weights that are at most this much behind.
REPLAY_GROWTH = 1.25
# Similar tasks of the past, beside the weights: at once after a report, and evidence that can be named.
NEIGHBOUR_TEMPERATURE = 0.1
NEIGHBOUR_SHARE = 0.3
NEIGHBOUR_FLOOR = 0.02
# What an agent says about itself counts like this many reports.
SELF_DESCRIPTION_WEIGHT = 3.0
MOST_REPORTS = 10_000


@dataclass(frozen=True, slots=True)
class Prediction:
    """Who the learned router would send, best first; and whether a task like this was reported before."""

    ranked: tuple[tuple[str, float], ...]
    familiar: bool = True

    @property
    def agent(self) -> str:
        """Return the best agent."""
        return self.ranked[0][0]

    @property
    def confidence(self) -> float:
        """Return how sure it is."""
        return self.ranked[0][1]


@dataclass(slots=True)
class RouteMemory:
    """One project's part of the learned router."""

    dimensions: int
    familiar_from: float = -1.0
    """The cosine from which on two tasks are alike."""
    reports: list[Report] = field(default_factory=list)
    words: list[tuple[str, bool]] = field(default_factory=list)
    """For each report: the agent that the keywords named (empty: none), and whether the keyword table was right."""
    model: Model | None = None
    fitted: int = 0
    replay_model: Model | None = None
    replay_fitted: int = 0
    replayed: list[Replayed] = field(default_factory=list)
    replay_position: int = 0
    trust: Trust = field(default_factory=Trust)
    _tasks: SimilarTasks = field(init=False)
    _places: dict[str, int] = field(default_factory=dict)
    """The agents in the order of their first reports, counted from one."""
    _right: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(256, np.int64))
    """For each report the place of the agent that was right, 0 for a wrong choice."""

    def __post_init__(self) -> None:
        self._tasks = SimilarTasks(self.dimensions)

    def add(self, report: Report, said: str, keywords_right: bool) -> None:
        """Take in the next report."""
        self.reports.append(report)
        self.words.append((said, keywords_right))
        self._tasks.add(report.vector)
        count = len(self.reports)
        if count > len(self._right):
            self._right = np.concatenate([self._right, np.zeros_like(self._right)])
        place = self._places.setdefault(report.agent, len(self._places) + 1)
        self._right[count - 1] = place if report.success else 0

    def behind(self) -> bool:
        """Say whether there is something to fit or to replay, or to find again after a restart."""
        return (
            self.replay_position < len(self.reports)
            or self.fitted < fit_position(len(self.reports))
            or self._tasks.lacks_axes(self.replay_fitted)
        )

    def advance(self, descriptions: Sequence[Report], anchor: Anchor | None, *, decide: bool) -> None:
        """Replay what was not replayed yet and, to decide by, fit the weights anew; takes a while, for a thread."""
        total = len(self.reports)
        while self.replay_position < total:
            due = replay_fit_position(self.replay_position)
            if due > self.replay_fitted:
                self.replay_model = self._fit(due, descriptions, anchor)
                self.replay_fitted = due
            self._tasks.find_axes(self.replay_fitted)
            end = min(total, next_replay_fit(self.replay_position))
            for position in range(self.replay_position, end):
                self._replay(position)
            self.replay_position = end
        self._tasks.find_axes(self.replay_fitted)
        self.trust = trust_from(self.replayed)
        wanted = fit_position(total)
        if decide and wanted > self.fitted:
            same = wanted == self.replay_fitted
            self.model = self.replay_model if same else self._fit(wanted, descriptions, anchor)
            self.fitted = wanted

    def predict(self, features: Features, vector: Floats | None, names: Sequence[str]) -> Prediction | None:
        """Return who would be sent, among the agents that exist; None while nothing was learned."""
        return self._predict(self.model, features, vector, len(self.reports), names)

    def predict_by(
        self, model: Model, features: Features, vector: Floats | None, names: Sequence[str]
    ) -> Prediction | None:
        """Return who other weights would send, without this project's own past."""
        return self._predict(model, features, vector, 0, names)

    def own_anchor(self, weights: Model) -> Anchor:
        """Return how strongly this project's reports hold shared weights."""
        known = [report for report in self.reports if report.agent in weights.agents]
        held = importance(weights, known).astype(np.float16).astype(np.float32)
        return Anchor(weights.agents, weights.weights, held, weights.scale)

    def similar(self, vector: Floats, agent: str) -> int:
        """Return how many of the nearest past tasks went well with an agent."""
        nearest, _ = self._tasks.nearest(vector, len(self.reports))
        return sum(self.reports[row].agent == agent and self.reports[row].success for row in nearest.tolist())

    def _fit(self, end: int, descriptions: Sequence[Report], anchor: Anchor | None) -> Model | None:
        reports = self.reports[max(0, end - MOST_REPORTS) : end]
        agents = tuple(sorted({report.agent for report in reports if report.success}))
        if len(agents) < 2:
            return None
        kept = [report for report in reports if report.agent in agents]
        own = [report for report in descriptions if report.agent in agents]
        return rounded(fit([*own, *kept], agents, self.dimensions, anchor=anchor))

    def _replay(self, position: int) -> None:
        report, (said, keywords_right) = self.reports[position], self.words[position]
        if not report.success:
            return
        made = self._predict(self.replay_model, report.features, report.vector, position, None)
        if made is not None:
            right = made.agent == report.agent
            self.replayed.append(Replayed(report.agent, said, made.confidence, keywords_right, right))

    def _predict(
        self, model: Model | None, features: Features, vector: Floats | None, known: int, names: Sequence[str] | None
    ) -> Prediction | None:
        if model is None:
            return None
        scores = model.scores(features, vector).tolist()
        familiar = True
        if vector is not None and len(vector) == self.dimensions and known:
            nearest, cosines = self._tasks.nearest(vector, known)
            familiar = float(cosines.max()) >= self.familiar_from
            votes = self._votes(nearest, cosines, model.agents)
            scores = [
                score + NEIGHBOUR_SHARE * math.log(vote + NEIGHBOUR_FLOOR)
                for score, vote in zip(scores, votes, strict=True)
            ]
        allowed = [
            (score, agent) for score, agent in zip(scores, model.agents, strict=True) if names is None or agent in names
        ]
        if not allowed:
            return None
        highest = max(allowed)[0]
        # Negative shares sort as wanted: the largest first, equal ones by name.
        shares = sorted([(-math.exp(score - highest), agent) for score, agent in allowed])
        total = sum([share for share, _ in shares])
        return Prediction(tuple([(agent, share / total) for share, agent in shares]), familiar)

    def _votes(self, nearest: npt.NDArray[np.int64], cosines: Floats, agents: tuple[str, ...]) -> list[float]:
        """Return the share of each agent in what went well before, the more similar the more it counts."""
        closeness = np.exp(cosines / np.float32(NEIGHBOUR_TEMPERATURE))
        by_place = np.bincount(self._right[nearest], closeness, len(self._places) + 1).tolist()
        votes = [by_place[self._places[agent]] if agent in self._places else 0.0 for agent in agents]
        total = sum(votes) or 1.0
        return [vote / total for vote in votes]


def fit_position(count: int) -> int:
    """Return the last position of the history, up to a count, at which weights are fitted."""
    position = 0
    step = FIRST_FIT
    while position + step <= count:
        position += step
        step = max(LEAST_STEP, position // STEP_SHARE)
    return position


def replay_fit_position(count: int) -> int:
    """Return the last position, up to a count, at which weights for the replay are fitted."""
    position, following = 0, FIRST_FIT
    while following <= count:
        position, following = following, _after(following)
    return position


def next_replay_fit(count: int) -> int:
    """Return the first position past a count at which weights for the replay are fitted."""
    following = FIRST_FIT
    while following <= count:
        following = _after(following)
    return following


def _after(position: int) -> int:
    return fit_position(max(int(position * REPLAY_GROWTH), position + LEAST_STEP))


def descriptions_of(agents: Sequence[AgentRow], embed: Callable[[str], Features], dimensions: int) -> list[Report]:
    """Return what agents say about themselves, as reports."""
    nothing = np.zeros(dimensions, np.float32)
    return [
        Report(embed(" ".join((agent.name, *agent.keywords, *agent.domains))), nothing, agent.name, True,
               SELF_DESCRIPTION_WEIGHT)
        for agent in agents
    ]  # fmt: skip


def rounded(model: Model) -> Model:
    """Return the model as it is stored: half precision. Before and after a restart it says the same."""
    return Model(
        model.agents,
        model.scale.astype(np.float16).astype(np.float32),
        model.weights.astype(np.float16).astype(np.float32),
        model.dimensions,
    )
