"""One search: from a query to ranked passages with all that is known of them. The only place that fetches rows.

Words are looked up, then the query is embedded; what is not ready or fails is left out and named. Two reads of the
store: postings, and what is known of the best; where the passages stand is known before.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Kind, Vector, embed_within
from memserver.errors import EmbeddingFailed
from memserver.index.protocol import Vectors
from memserver.model import Layer
from memserver.retrieval.common import Common, common_of
from memserver.retrieval.dense import DenseQuery
from memserver.retrieval.fusion import EVEN
from memserver.retrieval.lexical import Ids, Mask, Places, Scores, match_words
from memserver.retrieval.named import NOTHING_NAMED, Named, find_named
from memserver.retrieval.neighbours import Links, links_of
from memserver.retrieval.order import AddedOrder
from memserver.retrieval.passage_map import PassageMap
from memserver.retrieval.passage_table import PassageTable, View
from memserver.retrieval.plan import QueryPlan, text_to_embed, without_names
from memserver.retrieval.postings import PostingKeeper
from memserver.retrieval.ranking import (
    MAX_HEAD,
    MAX_SOURCES,
    Query,
    Ranked,
    Ranker,
    Scored,
    best_of_owners,
    best_rows,
    with_source,
)
from memserver.retrieval.reach import Reach, reach_of
from memserver.retrieval.relevance import LOOKED_AT, Asked, chance_of_help
from memserver.retrieval.succession import (
    Successor,
    heirs_of,
    in_their_places,
    is_named,
    replaced_files,
)
from memserver.retrieval.tuning import RANKING
from memserver.retrieval.vector_keeper import VectorKeeper
from memserver.storage.passages import PassageFacts, Visibility, holder_of_items, holder_of_memories, holder_of_records
from memserver.storage.store import Store
from memserver.text.language import has_korean

MAX_RESULTS = 120
"""Candidates with their text: no turn holds so many."""
MIN_READ = 24
"""However long the best are, so many are read."""
MAX_RERANKS = 3
"""Times that a ranking is made again without what may not be seen."""


VectorReader = Callable[[Ids], Awaitable[Vectors]]


@dataclass(frozen=True, slots=True)
class WithoutMeaning:
    """Why a query has no vector; `detail` is what the embedding engine says, or how long it was waited for."""

    kind: Literal["loading", "other-model", "timeout", "failed"]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """The passages that a search found, best first, with the facts of each."""

    ranked: list[Ranked]
    facts: Mapping[int, PassageFacts]
    mode: str
    chance: float = 0.0
    """How likely it is that the best of them help."""
    passages: int = 0
    """How many passages there are to choose from."""
    without_meaning: WithoutMeaning | None = None
    """Why words alone were used although nobody asked for that."""
    timings: dict[str, float] = field(default_factory=dict)
    vector: Vector | None = None
    """The query's own vector."""
    space: str = ""
    """The name of the space that it is in."""
    vectors: VectorReader | None = None
    """Reads the vectors of some passages, row by row, NaN where there is none; None where the query has none."""
    named: Named = NOTHING_NAMED
    """What the query names, and what of it is not there."""
    complete: bool = True
    """Whether all passages were known; where their table is still being read some are missing."""
    successors: Mapping[int, Successor] = field(default_factory=dict)
    """What replaces the notes that were found although they are replaced, by the numbers of these."""
    superseded: Sequence[Ranked] = ()
    """The passages that gave way to a note which replaces theirs."""


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may cost, and what it is for."""

    timeout_ms: int
    """How long the query's vector is waited for."""
    by_words_only: bool = False
    """Leave the query's vector out, which is most of what a search costs."""
    results: int = MAX_RESULTS
    """How many candidates are returned at most."""
    tokens: float = math.inf
    """How much text is enough: what ranks beyond it is left out."""
    balance: float = EVEN
    """From 0, words alone, to 1, vectors alone."""
    waits: bool = False
    """Wait until all passages are known: for what is no turn."""
    source_weight: float | None = None
    """Rank single passages, each with this share of its source's best score; None: the best passage of each source."""


class Searcher:
    """Searches the passages of the store."""

    def __init__(self, store: Store, embedder: EmbedderHandle, keeper: VectorKeeper, passages: PassageMap) -> None:
        self._store = store
        self._embedder = embedder
        self._keeper = keeper
        self._passages = passages
        self._postings = PostingKeeper(store.passages)
        self._order = AddedOrder()
        self._reach: Reach | None = None
        self._common: Common | None = None
        self._last_view: tuple[PassageTable, list[str], View] | None = None
        self._last_links: tuple[PassageTable, Scores, Links] | None = None

    async def search(self, plan: QueryPlan, visibility: Visibility, effort: Effort) -> Found:
        """Rank everything that may be seen by how well it answers the query; what it names is among what is found."""
        timings: dict[str, float] = {}
        started = time.perf_counter()
        # All about the words comes first: they tell whether the times in a query are worth embedding, and what was
        # read for them is out of the processor's caches after the model has run.
        postings, reached = await self._postings.of(plan.terms)
        complete = await self._passages.refresh(reached.passage)
        if not complete and effort.waits:
            await self._passages.catch_up()
            complete = True
        table = self._passages.table
        reach = self._reach = reach_of(table, visibility.projects, self._reach)
        counting = reach.within(postings)
        named = await find_named(self._store, plan.prompt, visibility, postings)
        if named.missing:
            plan = without_names(plan, named.missing)
        match = match_words(plan.words, counting, reach)
        view = await self._view(table, visibility)
        timings["wordsMs"] = _since(started)
        embedded = await self._embed(text_to_embed(plan, counting, reach.count), effort)
        timings["embedMs"] = _since(started)
        await self._keeper.refresh(reached.vector_change)
        vector, reason = (None, embedded) if isinstance(embedded, WithoutMeaning) else (embedded, None)
        dense = self._dense(vector, reach)
        terms = [term for word in plan.words for term in word.terms]
        query = Query(has_korean(plan.asked), table.speakers.named_among(terms), effort.balance)
        for _ in range(MAX_RERANKS):
            ranker = Ranker(table, match, view, query)
            scored = await self._scored(ranker, table, view, dense)
            rows = _best(scored, table, effort, _lift(scored, table, named))
            ranked = scored.ranked(table, rows)
            facts = await self._store.passages.facts([each.passage for each in ranked], visibility)
            if len(facts) == len(ranked):
                break
            # Some may not be seen (replaced, expired) or are gone: nothing of them may stand in the way of others.
            view = await self._seen(scored, table, view, visibility)
        ranked = [each for each in ranked if each.passage in facts]
        superseded = ranked
        successors: Mapping[int, Successor] = {}
        if any(each.superseded_by for each in facts.values()):
            ranked, facts, successors = await self._with_successors(plan, visibility, ranked, facts, scored, table)
        shown = {each.passage for each in ranked} if successors else set()
        timings["rankMs"] = _since(started)
        by_score = scored.ranked(table, best_rows(scored.score, scored.places, LOOKED_AT))
        asked = Asked(
            query.korean,
            bool(named.missing) or names_a_stranger(plan, ranker.is_mentioned),
            by_words=effort.balance == 0,
        )
        return Found(
            ranked=ranked,
            facts=facts,
            mode="hybrid" if dense is not None else "lexical",
            chance=chance_of_help(by_score, view.count, asked),
            passages=view.count,
            without_meaning=reason,
            timings=timings,
            vector=vector,
            space=self._keeper.model,
            vectors=self._keeper.vectors if dense is not None else None,
            named=named,
            complete=complete,
            successors=successors,
            superseded=[each for each in superseded if each.passage not in shown] if successors else (),
        )

    async def _with_successors(
        self,
        plan: QueryPlan,
        visibility: Visibility,
        ranked: list[Ranked],
        facts: dict[int, PassageFacts],
        scored: Scored,
        table: PassageTable,
    ) -> tuple[list[Ranked], dict[int, PassageFacts], Mapping[int, Successor]]:
        """Let notes take the places of those that they replace; returns what is replaced and shown all the same."""
        replaced = replaced_files(facts.values(), ranked)
        rows = await self._store.succession.successors(
            {each for after in replaced.values() for each in after}, visibility
        )
        heirs = heirs_of(replaced, rows, plan)
        of_owner = {each.owner: facts[each.passage] for each in ranked}
        kept = [
            number
            for number in heirs.ends
            if is_named(plan.prompt, of_owner[number].path or "", of_owner[number].title)
        ]
        ranked = in_their_places(ranked, scored, table, heirs.ends, kept)
        new = [each.passage for each in ranked if each.passage not in facts]
        if new:
            facts = facts | await self._store.passages.facts(new, visibility)
            # Their lengths are counted from the rows: what was not scored is in no table.
            ranked = [each._replace(tokens=facts[each.passage].tokens) for each in ranked if each.passage in facts]
        return ranked, facts, heirs.told

    async def _scored(self, ranker: Ranker, table: PassageTable, view: View, dense: DenseQuery | None) -> Scored:
        """Score what may be seen: all of it; without vectors what words find; of a large store with a graph what words
        and vectors find."""
        index = self._keeper.index
        if dense is None or index is None:
            return ranker.score(ranker.mentioning(), None)
        if index.kind == "exact":
            common, mean = dense.common.of_all.astype(np.float64), dense.common.mean
            trust = self._order.trust(table.columns, index, self._keeper.change, common, float(mean @ mean))
            if self._last_links is None or self._last_links[0] is not table or self._last_links[1] is not trust:
                self._last_links = table, trust, links_of(table.columns, trust)
            pool = np.flatnonzero(view.mask)
            return ranker.score(pool, dense.of_all(pool), self._last_links[2])
        near = np.union1d(dense.nearest(view), ranker.by_words(MAX_HEAD))
        nearness = await dense.of_some(near, view)
        first = ranker.score(near, nearness)
        pool = _surroundings(first, table, view)
        return ranker.score(pool, await dense.of_some(pool, view))

    async def _seen(self, scored: Scored, table: PassageTable, view: View, visibility: Visibility) -> View:
        """Return a view without those of the best passages that may not be seen."""
        best = scored.places[best_rows(scored.score, scored.places, 2 * MAX_HEAD)]
        ids = table.columns.ids[best]
        seen = await self._store.passages.seen(ids.tolist(), visibility)
        mask: Mask = view.mask.copy()
        mask[best[~np.isin(ids, np.array(seen, np.int64))]] = False
        return View(mask, int(np.count_nonzero(mask)))

    async def _view(self, table: PassageTable, visibility: Visibility) -> View:
        """Return what may be seen; looked up one by one where a tag or some folders are asked for."""
        if visibility.tags is not None:
            return table.view((), await self._store.passages.of_memories(visibility))
        if visibility.as_of is not None:
            # Most of a store may be younger: ranked first, it would leave no room for what held then.
            return table.view((), await self._store.passages.all_seen(visibility))
        folders = None
        if visibility.brain is not None and visibility.folders:
            folders = await self._store.passages.in_folders(visibility.brain, visibility.folders)
        holders = holders_in(visibility)
        if folders is not None:
            return table.view(holders, folders)
        # The next turn mostly asks from the same place.
        if self._last_view is None or self._last_view[0] is not table or self._last_view[1] != holders:
            self._last_view = table, holders, table.view(holders)
        return self._last_view[2]

    async def _embed(self, question: str, effort: Effort) -> Vector | WithoutMeaning | None:
        """Return the query's vector, or why there is none; None where nobody asks for it."""
        if effort.by_words_only:
            return None
        embedder = self._embedder.embedder
        if embedder is None or self._keeper.index is None:
            if self._embedder.state == "off":
                return None
            error = self._embedder.error
            return WithoutMeaning("failed", error) if error else WithoutMeaning("loading")
        try:
            async with asyncio.timeout(effort.timeout_ms / 1000):
                vector = await embed_within(embedder, self._keeper.model, question, Kind.QUERY)
            return WithoutMeaning("other-model") if vector is None else vector
        except TimeoutError:
            return WithoutMeaning("timeout", f"{effort.timeout_ms} ms")
        except EmbeddingFailed as failure:
            return WithoutMeaning("failed", failure.message)

    def _dense(self, vector: Vector | None, reach: Reach) -> DenseQuery | None:
        index = self._keeper.index
        if vector is None or index is None or not len(index) or vector.shape[0] != index.dimensions:
            return None
        self._common = common_of(self._keeper, index, reach, self._common)
        return DenseQuery(self._keeper, index, reach.table, vector, self._common)


def _surroundings(scored: Scored, table: PassageTable, view: View) -> Places:
    """Return the pool with what stands around its best, and all of the best sources."""
    columns = table.columns
    best = scored.places[best_rows(scored.score, scored.places, 2 * MAX_SOURCES)]
    around = np.concatenate([columns.before[best], columns.after[best]]).astype(np.intp)
    same = table.of_owners(best[:MAX_SOURCES])
    together = np.concatenate([scored.places, around[around >= 0], same])
    return np.unique(together[view.mask[together]])


def _lift(scored: Scored, table: PassageTable, named: Named) -> Places:
    """Give what the query names its due, and return its rows."""
    if not named.passages or not len(scored.places):
        return np.empty(0, np.intp)
    places, known = table.places(np.array(named.passages, np.int64))
    rows = np.minimum(np.searchsorted(scored.places, places), len(scored.places) - 1)
    there = known & (scored.places[rows] == places)
    scored.score[rows[there]] += RANKING.named * np.array(named.scores)[there]
    lifted: Places = rows[there]
    return lifted


def _best(scored: Scored, table: PassageTable, effort: Effort, named: Places) -> Places:
    """Return the rows to show, best first, as many as hold enough text, and what the query names in any case."""
    owners = table.owner_codes.take(scored.places, mode="clip")
    if effort.source_weight is None:
        rows = best_of_owners(scored, owners, effort.results)
    else:
        rows = best_rows(with_source(scored, owners, table.owners, effort.source_weight), scored.places, effort.results)
    tokens = table.columns.tokens[scored.places[rows]]
    enough = int(np.searchsorted(np.cumsum(tokens), effort.tokens, side="right")) + 1
    rows = rows[: max(enough, MIN_READ)]
    if not len(named):
        return rows
    if effort.source_weight is None:
        _, firsts = np.unique(owners[named], return_index=True)
        named = named[np.sort(firsts)]
        return np.concatenate([rows, named[~np.isin(owners[named], owners[rows])]])
    return np.concatenate([rows, named[~np.isin(named, rows)]])


def names_a_stranger(plan: QueryPlan, is_mentioned: Callable[[int], bool]) -> bool:
    """Say whether the query names something that no passage mentions; words are given by their row."""
    rows = [row for row, word in enumerate(plan.words) if word.terms in plan.names]
    return not all(map(is_mentioned, rows))


def holders_in(visibility: Visibility) -> list[str]:
    """Return the holders all of whose passages may be seen."""
    whole = visibility.brain is not None and not visibility.folders
    layers = visibility.layers if visibility.layers is not None else tuple(Layer)
    memories = [holder_of_memories(layer, project) for project in visibility.projects for layer in layers]
    records = [holder_of_records(kind, project) for project in visibility.projects for kind in visibility.records]
    if whole:
        # Trackers lie in the brain: who may see parts of it only does not see them.
        records += [holder_of_items(kind, f"{visibility.brain}") for kind in visibility.records]
    return [*memories, *records, *([f"brain:{visibility.brain}"] if whole else [])]


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)
