"""SONA: keeps recent trajectories, distils what worked into patterns, and adapts to a query by the nearest of them.

Four modes trade memory for eagerness. Trajectories stay in the store; the engine's working set is what counts for
distillation, and when it is full the oldest failures leave it first, then the oldest. Vectors are handed in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from memserver.embedding.calibration import Calibration
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.patterns import PART
from memserver.learning.sketch import NearRows
from memserver.storage.patterns import PatternRow

Floats = npt.NDArray[np.float32]


class SonaMode(StrEnum):
    """How SONA trades memory for eagerness."""

    REALTIME = "realtime"
    BALANCED = "balanced"
    RESEARCH = "research"
    EDGE = "edge"


@dataclass(frozen=True, slots=True)
class ModeLimits:
    """How many trajectories a mode keeps, how similar they must be to be distilled together, how often."""

    trajectories: int
    similarity: float
    minutes: int


LIMITS: Mapping[SonaMode, ModeLimits] = {
    SonaMode.REALTIME: ModeLimits(100, 0.8, 30),
    SonaMode.BALANCED: ModeLimits(500, 0.7, 60),
    SonaMode.RESEARCH: ModeLimits(5_000, 0.6, 120),
    SonaMode.EDGE: ModeLimits(50, 0.85, 15),
}
ADAPT_FROM = 0.3
LEAST_SUPPORT = 2
CONFIDENCE_PER_SUPPORT = 0.2
INPUTS_PER_TRAJECTORY = 3
STRATEGY_CHARS = 500


@dataclass(frozen=True, slots=True)
class Distilled:
    """A strategy that several trajectories share."""

    strategy: str
    domain: str
    confidence: float
    support: int
    sources: tuple[str, ...]
    vector: Floats


@dataclass(frozen=True, slots=True)
class Adaptation:
    """The pattern nearest to a query; `confidence` is the pattern's times the similarity."""

    pattern: PatternRow
    similarity: float
    confidence: float


def kept(trajectories: Sequence[Mapping[str, Any]], mode: SonaMode) -> list[Mapping[str, Any]]:
    """Return the working set of trajectories given oldest first."""
    capacity = LIMITS[mode].trajectories
    surplus = len(trajectories) - capacity
    if surplus <= 0:
        return list(trajectories)
    failures = [place for place, each in enumerate(trajectories) if each["outcome"] == "failure"]
    leaving = set(failures[:surplus])
    for place in range(len(trajectories)):
        if len(leaving) >= surplus:
            break
        leaving.add(place)
    return [each for place, each in enumerate(trajectories) if place not in leaving]


def inputs_of(trajectory: Mapping[str, Any]) -> list[str]:
    """Return what was done in each step, in order."""
    steps = [str(step.get("input") or step.get("action") or "").strip() for step in trajectory["steps"]]
    return [step for step in steps if step]


def distill(
    trajectories: Sequence[Mapping[str, Any]], vectors: Floats, mode: SonaMode, calibration: Calibration
) -> list[Distilled]:
    """Return what successful trajectories have in common: clusters inside a domain, each one strategy.

    `vectors` has one row per trajectory: the embedding of its joined step inputs.
    """
    found: list[Distilled] = []
    limit = calibration.cosine(LIMITS[mode].similarity)
    domains: dict[str, list[int]] = {}
    for row, each in enumerate(trajectories):
        if each["outcome"] == "success" and inputs_of(each):
            domains.setdefault(str(each["domain"]), []).append(row)
    for domain in sorted(domains):
        for members in clusters(vectors, domains[domain], limit):
            if len(members) < LEAST_SUPPORT:
                continue
            centre = vectors[members].mean(axis=0)
            centre = (centre / (np.linalg.norm(centre) or 1.0)).astype(np.float32)
            found.append(
                Distilled(
                    _strategy([trajectories[row] for row in members]),
                    domain,
                    round(min(1.0, CONFIDENCE_PER_SUPPORT * len(members)), 4),
                    len(members),
                    tuple(str(trajectories[row]["id"]) for row in members),
                    centre,
                )
            )
    return found


def clusters(vectors: Floats, rows: Sequence[int], limit: float) -> list[list[int]]:
    """Group rows whose cosine with the mean of a group is at least the limit; in order, so the same each time."""
    groups: list[list[int]] = []
    centres: list[Floats] = []
    for row in rows:
        cosines = [float(vectors[row] @ centre) / (float(np.linalg.norm(centre)) or 1.0) for centre in centres]
        best = int(np.argmax(cosines)) if cosines else -1
        if best >= 0 and cosines[best] >= limit:
            groups[best].append(row)
            centres[best] = centres[best] + vectors[row]
        else:
            groups.append([row])
            centres.append(vectors[row].copy())
    return groups


def adapt(
    index: PatternIndex, vector: Floats, calibration: Calibration, projects: Sequence[str] | None = None
) -> Adaptation | None:
    """Return the most similar pattern that is not a warning, of these projects, if it is similar enough."""
    if not index.fits(vector) or not index.useful:
        return None
    row, cosine = index.near.best(vector)
    if projects is not None and index.rows[row].project_id not in projects:
        own = [place for place in range(index.useful) if index.rows[place].project_id in projects]
        if not own:
            return None
        place, cosine = NearRows(index.vectors[own]).best(vector)
        row = own[place]
    similarity = calibration.similarity(cosine)
    if similarity <= ADAPT_FROM:
        return None
    pattern = index.rows[row]
    given = pattern.metadata.get("confidence")
    confidence = given if isinstance(given, int | float) else pattern.quality
    return Adaptation(pattern, similarity, confidence * similarity)


def _strategy(trajectories: Sequence[Mapping[str, Any]]) -> str:
    """Join the first inputs of each, said once, and cut by characters."""
    said = dict.fromkeys(step for each in trajectories for step in inputs_of(each)[:INPUTS_PER_TRAJECTORY])
    return PART.join(said)[:STRATEGY_CHARS]
