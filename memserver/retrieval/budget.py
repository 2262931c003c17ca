"""Fits candidates into a token budget, in their order. The one place where `used <= budget` is made true.

Counts only: the caller says how many tokens a candidate takes when rendered and how short it may be cut. Kinds with a
limit (chunks of brain files) get room for their least number before anything else may fill it, and never more than
their most. Nothing is read, cut or rendered here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

SMALLEST_BUDGET = 8_000
LARGEST_BUDGET = 80_000
CONTEXT_SHARE = 0.25

BRAIN_CHUNKS = "brain-memory"

OVER_BUDGET = "budget"
OVER_LIMIT = "limit"


@dataclass(frozen=True, slots=True)
class Limit:
    """How many of a kind must (when there are so many and they fit) and may be taken."""

    least: int = 0
    most: int | None = None


DEFAULT_LIMITS: Mapping[str, Limit] = MappingProxyType({BRAIN_CHUNKS: Limit(least=2, most=12)})


class Offer(NamedTuple):
    """A candidate: its tokens when rendered whole, and the fewest to which it may be cut (all of them: it may not)."""

    key: str
    kind: str
    tokens: int
    shortest: int


class Taken(NamedTuple):
    """A candidate that is in, with the tokens it may take; fewer than offered means: cut it."""

    key: str
    tokens: int
    cut: bool


@dataclass(frozen=True, slots=True)
class Fit:
    """What is in, in the order offered; what is out and why; the tokens given out (never more than the budget)."""

    taken: list[Taken]
    left_out: list[tuple[str, str]]
    used: int


def retrieval_budget(context_length: int) -> int:
    """Return the budget for a model's context length (SPEC 43)."""
    return min(LARGEST_BUDGET, max(SMALLEST_BUDGET, int(context_length * CONTEXT_SHARE)))


def fit(
    offers: Sequence[Offer],
    budget: int,
    limits: Mapping[str, Limit] = DEFAULT_LIMITS,
    largest_share: float = 1.0,
) -> Fit:
    """Take offers in order while they fit; one that is too large is cut if it may be, else the next one is tried.

    `largest_share` is the part of the budget beyond which a candidate that may be cut is cut, so that one long text
    does not keep out everything else.
    """
    ceiling = int(budget * largest_share)
    held = _hold_places(offers, budget, limits, ceiling)
    reserved = sum(held.values())
    granted: dict[int, int] = {}
    left_out: list[tuple[str, str]] = []
    counts: dict[str, int] = {}
    used = 0
    for place, offer in enumerate(offers):
        reserved -= held.get(place, 0)
        limit = limits.get(offer.kind)
        if limit is not None and limit.most is not None and counts.get(offer.kind, 0) >= limit.most:
            left_out.append((offer.key, OVER_LIMIT))
            continue
        tokens = _granted(offer, budget - used - reserved, ceiling)
        if tokens is None:
            left_out.append((offer.key, OVER_BUDGET))
            continue
        granted[place] = tokens
        counts[offer.kind] = counts.get(offer.kind, 0) + 1
        used += tokens
    taken = [Taken(offers[place].key, tokens, tokens < offers[place].tokens) for place, tokens in granted.items()]
    return Fit(taken, left_out, used)


def _granted(offer: Offer, remaining: int, ceiling: int) -> int | None:
    """Return the tokens an offer gets out of what remains, None when it can't have enough."""
    wanted = min(offer.tokens, max(ceiling, offer.shortest))
    if wanted <= remaining:
        return wanted
    return remaining if 0 < offer.shortest <= remaining else None


def _hold_places(offers: Sequence[Offer], budget: int, limits: Mapping[str, Limit], ceiling: int) -> dict[int, int]:
    """Reserve room, cut if need be, for the first offers of each kind that has a least number."""
    held: dict[int, int] = {}
    counts: dict[str, int] = {}
    free = budget
    for place, offer in enumerate(offers):
        limit = limits.get(offer.kind)
        if limit is None or counts.get(offer.kind, 0) >= limit.least:
            continue
        room = min(offer.tokens, max(ceiling, offer.shortest))
        need = room if room <= free else offer.shortest
        if 0 < need <= free:
            held[place] = need
            counts[offer.kind] = counts.get(offer.kind, 0) + 1
            free -= need
    return held
