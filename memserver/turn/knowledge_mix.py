"""Knowledge Mix: one weight from 0 to 100 says how far a turn leans on stored knowledge; 50 is the ordinary way."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from memserver.config import Settings

DEFAULT_WEIGHT = 50
ORDINARY_RATIO = 0.4

MixSource = Literal["agent", "global", "default"]


@dataclass(frozen=True, slots=True)
class Mix:
    """The weight of a turn, who set it, and what follows from it."""

    weight: int
    source: MixSource
    retrieval_ratio: float
    brain_file_limit: int


def resolve_mix(settings: Settings, agent: str | None) -> Mix:
    """Return the mix of a turn: the agent's own, else the user's, else the default."""
    weight, source = _weight(settings, agent)
    return Mix(
        weight,
        source,
        retrieval_ratio_of(weight),
        brain_file_limit_of(weight, settings.memory_long_term_files),
    )


def _weight(settings: Settings, agent: str | None) -> tuple[int, MixSource]:
    if agent is not None and agent in settings.knowledge_mix_by_agent:
        return settings.knowledge_mix_by_agent[agent], "agent"
    if settings.knowledge_mix != DEFAULT_WEIGHT:
        return settings.knowledge_mix, "global"
    return DEFAULT_WEIGHT, "default"


def retrieval_ratio_of(weight: int) -> float:
    """Return the share of the retrieval budget: 0 → 0, 50 → 0.4, 100 → 0.8, straight lines between."""
    return ORDINARY_RATIO * weight / DEFAULT_WEIGHT


def brain_file_limit_of(weight: int, base: int) -> int:
    """Return how many brain files may contribute: 0 → none, 50 → `base`, 100 → twice that."""
    return round(base * weight / DEFAULT_WEIGHT)
