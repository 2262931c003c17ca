"""Searching memories on their own: the ranking of a turn without its budget, for whoever looks something up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import log
from typing import Any

from memserver.clock import from_iso
from memserver.retrieval.fusion import EVEN
from memserver.retrieval.plan import QueryPlan
from memserver.retrieval.ranking import Ranked
from memserver.retrieval.relevance import chance_beside
from memserver.retrieval.rescoring import period_factor
from memserver.retrieval.search import MAX_RESULTS, Effort, Found, Searcher
from memserver.storage.passages import PassageFacts, Visibility
from memserver.storage.store import Store
from memserver.text.time_expressions import Period
from memserver.workspace.staleness import StaleReason

# What may no longer hold is still found, behind what holds.
STALE_FACTOR = 0.7
# As strong as in a turn (`turn.tuning`).
TIME_STRENGTH = 3.0

# Twice as many as are asked for are described, for those that turn out to be stale.
SPARE = 2

StaleReasons = Callable[[PassageFacts], Sequence[StaleReason]]


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
    as_of: str | None = None
    """A time or a commit, as it was given."""


@dataclass(frozen=True, slots=True)
class Hit:
    """A memory that was found: what is known of it with its best passage, and all of its text."""

    facts: PassageFacts
    content: str
    score: float
    stale: Sequence[StaleReason]
    reasons: Mapping[str, Any]


async def search_memories(
    store: Store,
    searcher: Searcher,
    plan: QueryPlan,
    visibility: Visibility,
    query: MemoryQuery,
    timeout_ms: int,
    stale_reasons: StaleReasons,
    balance: float = EVEN,
) -> tuple[list[Hit], str]:
    """Return the best memories for a question, and whether meaning was used."""
    limit = query.limit
    # Some of the best may be stale and give way; where the question names a time, any may come forward.
    results = MAX_RESULTS if plan.period is not None else SPARE * limit
    effort = Effort(timeout_ms, query.by_words_only, results, balance=balance, waits=True)
    found = await searcher.search(plan, visibility, effort)
    best = _timed(found.ranked, found, plan.period)[: SPARE * limit]
    # Only what names files or a commit can be stale and give way to what stands further down.
    if not any(found.facts[each.passage].may_be_stale for each in best[:limit]):
        best = best[:limit]
    top = best[0].score if best else 0.0
    contents = await store.memories.contents(found.facts[each.passage].owner_id() for each in best)
    sureness = found.named.sureness()
    hits = []
    for each in best:
        facts, content = found.facts[each.passage], contents.get(found.facts[each.passage].owner_id())
        if content is None:
            continue
        stale = stale_reasons(facts) if facts.may_be_stale else ()
        if stale and not query.include_stale:
            continue
        reasons: dict[str, Any] = dict(each.reasons())
        if stale:
            reasons["stale"] = [f"{reason.kind}: {reason.told}" for reason in stale]
        chance = chance_beside(found.chance, top, each.score, sureness.get(each.passage, 0.0))
        hits.append(Hit(facts, content, chance * (STALE_FACTOR if stale else 1.0), stale, reasons))
    hits.sort(key=lambda hit: (-hit.score, hit.facts.memory_id))
    return hits[:limit], found.mode


def _moment(found: Found, ranked: Ranked) -> datetime:
    return from_iso(found.facts[ranked.passage].timestamp)


def _timed(ranked: list[Ranked], found: Found, period: Period | None) -> list[Ranked]:
    """Let what happened in the time that the question names come forward, as in a turn."""
    if period is None:
        return ranked
    lifted = [
        each._replace(score=each.score + TIME_STRENGTH * log(period_factor(period, _moment(found, each))))
        for each in ranked
    ]
    return sorted(lifted, key=lambda each: (-each.score, each.passage))
