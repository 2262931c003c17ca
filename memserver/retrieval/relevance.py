"""Knows when to say nothing: how far the best candidates speak to the question at all."""

from __future__ import annotations

from collections.abc import Sequence

from memserver.retrieval.ranking import Ranked


def evidence(ranked: Sequence[Ranked]) -> float:
    """Return how related the best candidate is."""
    return max((each.similarity or 0.0) + 0.3 * each.coverage for each in ranked) if ranked else 0.0


def allowed_tokens(found: float, budget: int) -> int:
    """Return how much of the budget the evidence warrants."""
    return budget if found > 0.4 else 0
