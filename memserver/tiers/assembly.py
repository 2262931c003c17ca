"""Assembly: what all four tiers have to say about a task, ranked, without repetitions, within a token budget.

The budget holds for everything, the snapshot included. A chunk that is too large is left out and the next one tried.
Fitting is done by the same function as for a turn.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from memserver.errors import InvalidParams
from memserver.retrieval.budget import Limit, Offer, fit
from memserver.text.language import Language, language_of
from memserver.text.terms import index_terms
from memserver.text.token_count import count_tokens
from memserver.tiers.archive import COLLECTIONS as ARCHIVED
from memserver.tiers.archive import DEFAULT_COLLECTIONS
from memserver.tiers.kinds import SEARCHED
from memserver.tiers.records import TierRecords
from memserver.tiers.search import TierHit, TierSearch
from memserver.tiers.snapshot import SnapshotTaker, snapshot_lines
from memserver.tiers.summaries import summary_of
from memserver.tiers.working import RELEVANT

OPERATIONAL, WORKING, LONG_TERM, KNOWLEDGE = "operational", "working", "longterm", "knowledge"
TIERS = (OPERATIONAL, WORKING, LONG_TERM, KNOWLEDGE)
COLLECTIONS = {
    WORKING: tuple(kind.collection for kind in RELEVANT),
    LONG_TERM: tuple(ARCHIVED[name].collection for name in DEFAULT_COLLECTIONS),
    KNOWLEDGE: (ARCHIVED["knowledge"].collection,),
}
LIMITS = {WORKING: Limit(most=5), LONG_TERM: Limit(most=3), KNOWLEDGE: Limit(most=2)}
# More are looked at than may be taken: the next one is tried where one is too large.
LOOKED_AT = 10
# Seen with the local model: what answers a question has 0.2 to 0.8, what is about something else up to 0.25.
LEAST_RELEVANCE = 0.2
# Share of common words from which one text repeats another.
REPEATED_FROM = 0.9
SNAPSHOT_TOKENS = 500
SNAPSHOT_SHARE = 0.25
SNAPSHOT_RELEVANCE = 1.0


Said = tuple[str, str, str, float]
"""What a record says: its id, the tier, the text, the relevance."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A part of what is known; `tokens` counts `content`."""

    source: str
    content: str
    relevance: float
    tokens: int


@dataclass(frozen=True, slots=True)
class Assembled:
    """What fitted: `total_tokens` is the sum over the chunks and never more than was allowed."""

    chunks: list[Chunk]
    total_tokens: int


class Assembly:
    """Assembles what the tiers know."""

    def __init__(self, records: TierRecords, search: TierSearch, snapshots: SnapshotTaker, executor: Executor) -> None:
        self._records = records
        self._search = search
        self._snapshots = snapshots
        self._executor = executor

    async def assemble(
        self, task: str, max_tokens: int, projects: Sequence[str], tiers: Sequence[str] | None = None
    ) -> Assembled:
        """Return what matters for a task."""
        asked = TIERS if tiers is None else tuple(dict.fromkeys(tiers))
        if unknown := [name for name in asked if name not in TIERS]:
            raise InvalidParams(
                f"There is no tier {unknown[0][:40]!r}.", field="tiers", hint=f"There are {', '.join(TIERS)}."
            )
        language = language_of(task)
        lines: list[str] = []
        if OPERATIONAL in asked:
            lines = snapshot_lines(await self._snapshots.take(projects), language)
        said: list[Said] = []
        for tier in (each for each in TIERS if each in asked and each in COLLECTIONS):
            hits = await self._search.search(task, COLLECTIONS[tier], projects, LOOKED_AT, LEAST_RELEVANCE)
            said += await self._said(tier, hits, language)
        # Counting and comparing long texts takes a while.
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, _assembled, lines, said, max_tokens)

    async def _said(self, tier: str, hits: Sequence[TierHit], language: Language) -> list[Said]:
        said: list[Said] = []
        for collection in dict.fromkeys(hit.collection for hit in hits):
            own = {hit.record_id: hit for hit in hits if hit.collection == collection}
            records = await self._records.of_ids(SEARCHED[collection], list(own))
            said += [
                (record_id, tier, summary_of(collection, record, language), own[record_id].relevance)
                for record_id, record in records.items()
            ]
        return said


def _assembled(lines: Sequence[str], said: Sequence[Said], max_tokens: int) -> Assembled:
    chunks = [(key, Chunk(tier, text, relevance, count_tokens(text))) for key, tier, text, relevance in said]
    return fitted(lines, [chunk for _, chunk in without_repetitions(chunks)], max_tokens)


def without_repetitions(chunks: Sequence[tuple[str, Chunk]]) -> list[tuple[str, Chunk]]:
    """Return chunks best first, each record once, without those that say what a better one says already."""
    order = sorted(chunks, key=lambda each: (-each[1].relevance, TIERS.index(each[1].source), each[0]))
    once = list({record_id: (record_id, chunk) for record_id, chunk in reversed(order)}.values())[::-1]
    kept: list[tuple[str, Chunk]] = []
    said: list[frozenset[str]] = []
    for each in once:
        terms = frozenset(index_terms(each[1].content))
        if not any(len(terms & other) > REPEATED_FROM * len(terms | other) for other in said):
            kept.append(each)
        said.append(terms)
    return kept


def fitted(snapshot: Sequence[str], chunks: Sequence[Chunk], max_tokens: int) -> Assembled:
    """Return the snapshot, cut to its share, and the chunks that fit, in their order."""
    first = _snapshot(snapshot, max_tokens)
    offers = [Offer(str(place), chunk.source, chunk.tokens, chunk.tokens) for place, chunk in enumerate(chunks)]
    used = sum(chunk.tokens for chunk in first)
    result = fit(offers, max(0, max_tokens - used), LIMITS)
    taken = first + [chunks[int(each.key)] for each in result.taken]
    return Assembled(taken, sum(chunk.tokens for chunk in taken))


def _snapshot(lines: Sequence[str], max_tokens: int) -> list[Chunk]:
    """Return as many lines as the snapshot's share holds; the first one may take more than that if it has to."""
    share = min(SNAPSHOT_TOKENS, int(max_tokens * SNAPSHOT_SHARE))
    chosen: list[str] = []
    for line in lines:
        allowed = share if chosen else max_tokens
        if count_tokens("\n".join([*chosen, line])) <= allowed:
            chosen.append(line)
        elif not chosen:
            break
    if not chosen:
        return []
    content = "\n".join(chosen)
    return [Chunk(OPERATIONAL, content, SNAPSHOT_RELEVANCE, count_tokens(content))]
