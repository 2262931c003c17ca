"""The learned router's model: multinomial logistic regression over words, topics and the embedding of a task.

A report that a choice was wrong spreads its target over the other agents; targets are softened a little, so that a
wrong label cannot pull without bound. `fit` may be held by an `Anchor` (elastic weight consolidation): what other
projects taught keeps its weights as far as it mattered to them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from memserver.learning.features import BUCKETS, TOPIC_FEATURES, Features, Rows, bucket_scale
from memserver.learning.minimise import minimise

Floats = npt.NDArray[np.float32]

# Measured on commit subjects (docs/benchmarks.md). Words may weigh more than directions of the embedding. The penalties
# grow with the number of reports: with many of them there is enough to learn from without believing each single one.
WORD_PENALTY, WORD_PENALTY_GROWTH = 0.15, 1 / 4_000
DENSE_PENALTY, DENSE_PENALTY_GROWTH = 1.0, 1 / 3_000
MOST_GROWTH_REPORTS = 8_000
BIAS_PENALTY = 0.01
SOFTENING = 0.05
# A rejected choice says less than a confirmed one: it names none of the others.
REJECTION_WEIGHT = 0.5
# Between counting every report once and every agent once.
BALANCE = 0.75
# With this many reports a word that was seen once is noise.
MANY_REPORTS = 500
ITERATIONS = 60
TOLERANCE = 1e-5


@dataclass(frozen=True, slots=True)
class Report:
    """One task with the agent it went to, whether that was right, and how much it weighs."""

    features: Features
    vector: Floats
    agent: str
    success: bool = True
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Model:
    """Weights for `agents`, one column each: the buckets of words, the embedding, the topics, the bias."""

    agents: tuple[str, ...]
    scale: Floats
    weights: Floats
    dimensions: int

    def scores(self, features: Features, vector: Floats | None) -> Floats:
        """Return how much speaks for each agent; without a vector the words decide alone."""
        scores: Floats = features.topics.dot(self.weights[BUCKETS + self.dimensions : -1])
        scores += self.weights[-1]
        if features.buckets:
            buckets = np.array(features.buckets)
            values = self.scale[buckets]
            length = float(values.dot(values)) ** 0.5 or 1.0
            scores += values.dot(self.weights[buckets]) / np.float32(length)
        if vector is not None and len(vector) == self.dimensions:
            scores += vector.dot(self.weights[BUCKETS : BUCKETS + self.dimensions])
        return scores


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where weights are held, and how strongly: both shaped like the weights of a model for `agents`.

    `scale` is the one that the weights belong to: buckets that it knows keep theirs.
    """

    agents: tuple[str, ...]
    weights: Floats
    importance: Floats
    scale: Floats


def fit(
    reports: Sequence[Report],
    agents: tuple[str, ...],
    dimensions: int,
    *,
    start: Model | None = None,
    anchor: Anchor | None = None,
) -> Model:
    """Learn from reports; `start` saves time and does not change what is aimed at."""
    scale = bucket_scale([report.features for report in reports], 2 if len(reports) > MANY_REPORTS else 1)
    if anchor is not None:
        scale = np.where(anchor.scale > 0, anchor.scale, scale).astype(np.float32)
    rows = Rows([report.features for report in reports], scale)
    dense = _dense(reports, dimensions)
    targets, emphasis = _targets(reports, agents)
    penalty = _penalty(len(rows.active), dense.shape[1], len(reports))
    weights = _columns(anchor.weights, anchor.agents, agents) if anchor else _zeros(agents, dimensions)
    kept = np.concatenate([rows.active, np.arange(BUCKETS, len(weights))])
    held = _columns(anchor.importance, anchor.agents, agents)[kept] if anchor else None
    home = weights[kept]
    size = len(rows.active)

    def objective(point: Floats) -> tuple[float, Floats]:
        scores = rows.times(point[:size]) + dense @ point[size:-1] + point[-1]
        scores -= scores.max(axis=1, keepdims=True)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        residuals = ((np.exp(logs) - targets) * emphasis).astype(np.float32)
        gradient = np.concatenate(
            [rows.transposed_times(residuals), dense.T @ residuals, residuals.sum(axis=0, keepdims=True)]
        )
        value = -float((emphasis * targets * logs).sum()) + 0.5 * float((penalty * point * point).sum())
        gradient += penalty * point
        if held is not None:
            away = point - home
            value += 0.5 * float((held * away * away).sum())
            gradient += held * away
        return value, gradient

    first = _columns(start.weights, start.agents, agents)[kept] if start else home
    weights[kept] = minimise(objective, first, ITERATIONS, TOLERANCE)
    return Model(agents, scale, weights, dimensions)


def importance(model: Model, reports: Sequence[Report]) -> Floats:
    """Return how much each weight matters to these reports: the diagonal of the Fisher information."""
    rows = Rows([report.features for report in reports], model.scale)
    dense = _dense(reports, model.dimensions)
    kept = np.concatenate([rows.active, np.arange(BUCKETS, len(model.weights))])
    point, size = model.weights[kept], len(rows.active)
    scores = rows.times(point[:size]) + dense @ point[size:-1] + point[-1]
    scores -= scores.max(axis=1, keepdims=True)
    shares = np.exp(scores)
    shares /= shares.sum(axis=1, keepdims=True)
    spread = (shares * (1 - shares)).astype(np.float32)
    found = np.zeros_like(model.weights)
    found[kept] = np.concatenate(
        [rows.squared().transposed_times(spread), (dense * dense).T @ spread, spread.sum(axis=0, keepdims=True)]
    )
    return found


def _zeros(agents: tuple[str, ...], dimensions: int) -> Floats:
    return np.zeros((BUCKETS + dimensions + TOPIC_FEATURES + 1, len(agents)), np.float32)


def _columns(matrix: Floats, present: tuple[str, ...], wanted: tuple[str, ...]) -> Floats:
    """Return the matrix with one column per wanted agent; those that it does not know get zeros."""
    result = np.zeros((len(matrix), len(wanted)), np.float32)
    for column, agent in enumerate(wanted):
        if agent in present:
            result[:, column] = matrix[:, present.index(agent)]
    return result


def _dense(reports: Sequence[Report], dimensions: int) -> Floats:
    dense = np.zeros((len(reports), dimensions + TOPIC_FEATURES), np.float32)
    for row, report in enumerate(reports):
        if len(report.vector) == dimensions:
            dense[row, :dimensions] = report.vector
        dense[row, dimensions:] = report.features.topics
    return dense


def _targets(reports: Sequence[Report], agents: tuple[str, ...]) -> tuple[Floats, Floats]:
    """Return the softened target of each report, and its weight as a column."""
    count = len(agents)
    targets = np.full((len(reports), count), SOFTENING / count, np.float32)
    columns = np.array([agents.index(report.agent) for report in reports])
    right = np.array([report.success for report in reports])
    per_agent = np.bincount(columns[right], minlength=count)
    balance = (right.sum() / (count * np.maximum(per_agent, 1))) ** BALANCE
    emphasis = np.where(right, balance[columns], REJECTION_WEIGHT) * np.array([report.weight for report in reports])
    for row, column in enumerate(columns):
        if right[row]:
            targets[row, column] += 1 - SOFTENING
        elif count > 1:
            targets[row] = 1 / (count - 1)
            targets[row, column] = 0
    return targets, emphasis.astype(np.float32)[:, None]


def _penalty(words: int, dense: int, reports: int) -> Floats:
    reports = min(reports, MOST_GROWTH_REPORTS)
    on_words = WORD_PENALTY + reports * WORD_PENALTY_GROWTH
    on_dense = DENSE_PENALTY + reports * DENSE_PENALTY_GROWTH
    parts = [np.full(words, on_words), np.full(dense, on_dense), np.array([BIAS_PENALTY])]
    return np.concatenate(parts).astype(np.float32)[:, None]
