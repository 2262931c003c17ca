"""Searching memories on their own: the ranking of a turn without its budget, for whoever looks something up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memserver.clock import from_iso
from memserver.model import Memory
from memserver.retrieval.plan import QueryPlan
from memserver.retrieval.ranking import Ranked
from memserver.retrieval.rescoring import period_factor
from memserver.retrieval.search import Effort, Found, Searcher
from memserver.storage.passages import Visibility
from memserver.storage.store import Store
from memserver.text.time_expressions import Period
from memserver.workspace.staleness import StaleReason

# What may no longer hold is still found, behind what holds.
STALE_FACTOR = 0.7

StaleReasons = Callable[[Memory], Sequence[StaleReason]]


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """What `memory/search` asks for."""

    text: str
    limit: int = 10
    layers: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None
    include_stale: bool = True
    include_expired: bool = False
    include_superseded: bool = False
    workspace_uri: str | None = None
    by_words_only: bool = False


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found."""

    memory: Memory
    score: float
    stale: Sequence[StaleReason]
    reasons: Mapping[str, Any]


async def search_memories(
    store: Store,
    searcher: Searcher,
    plan: QueryPlan,
    visibility: Visibility,
    limit: int,
    effort: Effort,
    stale_reasons: StaleReasons,
    include_stale: bool,
) -> tuple[list[Hit], str]:
    """Return the best memories for a question, and whether meaning was used."""
    found = await searcher.search(plan, visibility, effort)
    best = _timed([each for each in found.ranked if found.facts[each.passage].memory_id], found, plan.period)[
        : 2 * limit
    ]
    # Only what names files or a commit can be stale and give way to what stands further down.
    if not any(found.facts[each.passage].may_be_stale for each in best[:limit]):
        best = best[:limit]
    memories = await store.memories.get_many(each.owner for each in best)
    hits = []
    for each in best:
        memory = memories.get(each.owner)
        if memory is None:
            continue
        stale = stale_reasons(memory)
        if stale and not include_stale:
            continue
        reasons: dict[str, Any] = dict(each.reasons())
        if stale:
            reasons["stale"] = [f"{reason.kind}: {reason.subject}" for reason in stale]
        hits.append(Hit(memory, each.score * (STALE_FACTOR if stale else 1.0), stale, reasons))
    hits.sort(key=lambda hit: (-hit.score, hit.memory.id))
    return hits[:limit], found.mode


def _timed(ranked: list[Ranked], found: Found, period: Period | None) -> list[Ranked]:
    """Let what happened in the time that the question names come forward, as in a turn."""
    if period is None:
        return ranked
    lifted = [
        each._replace(score=each.score * period_factor(period, from_iso(found.facts[each.passage].timestamp)))
        for each in ranked
    ]
    return sorted(lifted, key=lambda each: (-each.score, each.owner))
