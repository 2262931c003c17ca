"""Elastic weight consolidation: what was learned before is held as far as it mattered.

For the router, the weights that all projects of a user share are anchored at what each other project needs. For
patterns, an embedding that proved itself moves little when a near-duplicate is merged into it. The formula is the
usual one: λ/2 · Σ importance · (new − old)².
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from memserver.learning.classifier import Anchor

Floats = npt.NDArray[np.float32]

# On the shared weights: the least strength that kept the old project's F1 within 0.02 (docs/benchmarks.md).
SHARED_STRENGTH = 100.0
# On a project's own weights: a starting point, not a restraint.
OWN_STRENGTH = 1.0
# Of patterns (SPEC 133).
PATTERN_STRENGTH = 0.4
PROTECTED_FROM = 0.3
FORGETTING_HOURS = 168.0
# Near-duplicates are at most 0.6 apart; half of that squared is a change that nobody would notice.
CHEAP_CHANGE = 0.02


def combined(anchors: Sequence[Anchor], strength: float) -> Anchor | None:
    """Return one anchor that pulls like all of them together; None without any."""
    if not anchors:
        return None
    agents = tuple(sorted({agent for anchor in anchors for agent in anchor.agents}))
    shape = (len(anchors[0].weights), len(agents))
    pull, total = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    for anchor in anchors:
        columns = [agents.index(agent) for agent in anchor.agents]
        total[:, columns] += anchor.importance
        pull[:, columns] += anchor.importance * anchor.weights
    home = np.divide(pull, total, out=np.zeros_like(pull), where=total > 0)
    scale = anchors[0].scale
    for anchor in anchors[1:]:
        scale = np.where(scale > 0, scale, anchor.scale)
    return Anchor(agents, home, np.float32(strength) * total, scale)


def penalty(new: Floats, old: Floats, importance: Floats, strength: float) -> float:
    """Return what a change costs."""
    away = new - old
    return 0.5 * strength * float((importance * away * away).sum())


def pattern_importance(successes: int, uses: int, hours_since_use: float) -> float:
    """Return how much a pattern has proved itself, 0 to 1."""
    return 0.7 * (successes + 1) / (uses + 2) + 0.3 * math.exp(-max(hours_since_use, 0.0) / FORGETTING_HOURS)


def merged_embedding(kept: Floats, other: Floats, importance: float, fisher: Floats) -> Floats:
    """Return the embedding of a merged pattern: one that proved itself moves only by what it has not proved.

    `fisher` is the mean of the squared embeddings of patterns that worked. A costly change is blended by what the kept
    one has not proved; a cheap one goes half the way.
    """
    # The Fisher mean of unit vectors sums to one: times their number it is on the scale of the vectors themselves.
    cost = penalty(other, kept, fisher * np.float32(len(fisher)), 1.0)
    protected = importance > PROTECTED_FROM and cost > PATTERN_STRENGTH * CHEAP_CHANGE
    share = 0.5 * (1 - importance) if protected else 0.5
    moved = kept + np.float32(share) * (other - kept)
    length = float(np.linalg.norm(moved)) or 1.0
    result: Floats = (moved / np.float32(length)).astype(np.float32)
    return result
