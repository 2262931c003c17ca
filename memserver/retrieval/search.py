"""One search: from a question to ranked owners with all that is known of them. The only place that fetches rows.

Words are looked up, then the question is embedded; what is not ready or fails is left out and named. Two
reads of the store: postings, and what is known of the best; where the passages stand is known before.
"""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Literal

import numpy as np

from memserver.embedding.loading import EmbedderHandle
from memserver.embedding.protocol import Kind, Vector, embed_within
from memserver.errors import EmbeddingFailed
from memserver.index.protocol import Vectors
from memserver.model import Layer
from memserver.retrieval.dense import MARGIN, SMALL_SHARE, DenseQuery
from memserver.retrieval.lexical import Ids, Posting, Scores, WordMatch, match_words
from memserver.retrieval.neighbours import REACH, Layout
from memserver.retrieval.passage_map import PassageMap, View
from memserver.retrieval.plan import QueryPlan, text_to_embed
from memserver.retrieval.postings import PostingKeeper
from memserver.retrieval.ranking import (
    DENSE_HITS,
    LEXICAL_HITS,
    RANKED,
    Ranked,
    Ranking,
    lexical_hits,
    score_passages,
    wanted_passages,
)
from memserver.retrieval.relevance import USUAL_CLOSENESS, budget_share
from memserver.retrieval.vector_keeper import VectorKeeper
from memserver.storage.passages import PassageFacts, Visibility, holder_of_memories
from memserver.storage.store import Store

READ_OF_UNRELATED = 20
"""As many as a turn names of what it left out."""


@dataclass(frozen=True, slots=True)
class WithoutMeaning:
    """Why a question has no vector; `detail` is what the embedding engine says, or how long it was waited for."""

    kind: Literal["loading", "other-model", "timeout", "failed"]
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search found, best first, with the facts of each best passage."""

    ranked: list[Ranked]
    facts: Mapping[int, PassageFacts]
    vectors: Vectors | None
    mode: str
    passages: int = 0
    """How many passages there are to choose from."""
    without_meaning: WithoutMeaning | None = None
    """Why words alone were used although nobody asked for that."""
    timings: dict[str, float] = field(default_factory=dict)
    vector: Vector | None = None
    """The question's own vector."""
    closeness: float = USUAL_CLOSENESS
    """How near the question is to the store as a whole."""
    by_section: bool = False
    """Whether each section of a file stands for itself."""

    def owner_id(self, ranked: Ranked) -> str:
        """Return the id of a memory, a file or a section that was found."""
        return self.facts[ranked.passage].owner_id(self.by_section)


@dataclass(frozen=True, slots=True)
class Effort:
    """What a search may cost."""

    timeout_ms: int
    """How long the question's vector is waited for."""
    passages: int = RANKED
    """How many passages are ranked, about."""
    by_words_only: bool = False
    """Leave the question's vector out, which is most of what a search costs."""
    results: int = RANKED
    """How many of the best are returned at most."""
    tokens: float = math.inf
    """How much text is enough: what ranks beyond it is left out."""


class Searcher:
    """Searches the passages of the store."""

    def __init__(self, store: Store, embedder: EmbedderHandle, keeper: VectorKeeper, passages: PassageMap) -> None:
        self._store = store
        self._embedder = embedder
        self._keeper = keeper
        self._passages = passages
        self._postings = PostingKeeper(store.passages)

    async def search(self, plan: QueryPlan, visibility: Visibility, effort: Effort, by_section: bool = False) -> Found:
        """Rank everything that may be seen by how well it answers the question; files whole, or by section."""
        timings: dict[str, float] = {}
        started = time.perf_counter()
        # All about the words comes first: they tell whether the times in a question are worth embedding, and what was
        # read for them is out of the processor's caches after the model has run.
        postings, reached = await self._postings.of(plan.terms)
        await self._passages.refresh(reached.passage)
        view = await self._view(visibility)
        match, by_words = self._match(plan, postings, view)
        timings["wordsMs"] = _since(started)
        embedded = await self._embed(text_to_embed(plan, postings, self._passages.count), effort)
        timings["embedMs"] = _since(started)
        await self._keeper.refresh(reached.vector_change)
        vector, reason = (None, embedded) if isinstance(embedded, WithoutMeaning) else (embedded, None)
        dense = self._dense(vector, view)
        wanted = await self._wanted(match, by_words, dense, effort.passages)
        in_view = round(view.share * self._passages.count)
        closeness = dense.closeness if dense is not None else USUAL_CLOSENESS
        speaker = self._passages.speakers.named_among([term for word in plan.words for term in word.terms])
        place = partial(self._passages.layout, by_section=by_section, speaker=speaker)
        best = await self._rank(match, dense, place(wanted), effort)
        if effort.tokens < math.inf and not budget_share(best.owners, in_view, closeness):
            # Nothing will be shown: what is named as left out suffices.
            best = best.first(READ_OF_UNRELATED)
        timings["rankMs"] = _since(started)
        facts = await self._facts(best, visibility)
        if len(facts) < len(best.owners):
            # Some may not be seen (replaced, expired) or are gone: nothing of them may stand in the way of others.
            seen = np.array(await self._store.passages.seen(wanted.tolist(), visibility), np.int64)
            best = await self._rank(match, dense, place(seen), effort)
            facts = await self._facts(best, visibility)
            best = best.among(facts)
        timings["factsMs"] = _since(started)
        mode = "hybrid" if dense is not None else "lexical"
        return Found(
            best.owners, facts, best.vectors, mode, in_view, reason, timings, vector, closeness, by_section
        )  # fmt: skip

    async def _rank(self, match: WordMatch, dense: DenseQuery | None, layout: Layout, effort: Effort) -> Ranking:
        """Rank the passages of a layout, and return as many of the best as are worth reading."""
        if dense is None:
            scoring = score_passages(match, None, layout)
            return Ranking(scoring.ranked(scoring.best(effort.results, effort.tokens), None), None)
        scoring = score_passages(match, await self._centred(dense, layout.ids), layout)
        rows = scoring.best(effort.results, effort.tokens)
        vectors = await self._keeper.vectors(layout.ids[rows])
        return Ranking(scoring.ranked(rows, dense.plain(vectors)), vectors)

    async def _centred(self, dense: DenseQuery, passages: Ids) -> Scores:
        """Return how near passages are to a question, without what the store has in common."""
        index = self._keeper.index
        if index is not None and index.kind == "exact":
            # It has compared the question with every passage when it was asked for the nearest.
            return index.similarities(dense.direction, passages).astype(np.float64)
        unknown = dense.unknown(passages)
        if len(unknown):
            dense.learn(unknown, await self._keeper.similarities(dense.direction, unknown))
        return dense.centred(passages)

    async def _facts(self, ranking: Ranking, visibility: Visibility) -> dict[int, PassageFacts]:
        return await self._store.passages.facts([each.passage for each in ranking.owners], visibility)

    async def _view(self, visibility: Visibility) -> View:
        """Return what may be seen; looked up one by one where a tag or some folders are asked for."""
        if visibility.tags is not None:
            return self._passages.view((), await self._store.passages.of_memories(visibility))
        folders = None
        if visibility.brain is not None and visibility.folders:
            folders = await self._store.passages.in_folders(visibility.brain, visibility.folders)
        return self._passages.view(holders_in(visibility), folders)

    def _match(self, plan: QueryPlan, postings: Mapping[str, Posting], view: View) -> tuple[WordMatch, Ids]:
        """Return where the words stand, and the best passages by words that may be seen, best first."""
        match = match_words(plan.words, postings, self._passages.count)
        if view.share >= 1:
            return match, lexical_hits(match)
        # Sifting a few more than are wanted costs a fraction of sifting all, and nearly always suffices.
        hits = lexical_hits(match, int(LEXICAL_HITS * MARGIN / max(view.share, SMALL_SHARE)))
        seen = hits[view.mask(hits)]
        if len(seen) < LEXICAL_HITS and len(hits) < len(match.ids):
            match = match.only(view.mask(match.ids))
            return match, lexical_hits(match)
        return match.led_by(seen), seen[:LEXICAL_HITS]

    async def _wanted(self, match: WordMatch, by_words: Ids, dense: DenseQuery | None, most: int) -> Ids:
        """Return the ids of the passages to rank."""
        pool, centred = by_words, None
        if dense is not None:
            pool = np.union1d(by_words, dense.nearest(DENSE_HITS))
            centred = await self._centred(dense, pool)
        return wanted_passages(match, pool, centred, lambda ids: self._passages.with_surroundings(ids, REACH), most)

    async def _embed(self, question: str, effort: Effort) -> Vector | WithoutMeaning | None:
        """Return the question's vector, or why there is none; None where nobody asks for it."""
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

    def _dense(self, vector: Vector | None, view: View) -> DenseQuery | None:
        index = self._keeper.index
        if vector is None or index is None or not len(index) or vector.shape[0] != index.dimensions:
            return None
        return DenseQuery(index, vector, self._keeper.mean, view)


def holders_in(visibility: Visibility) -> list[str]:
    """Return the holders all of whose passages may be seen."""
    whole = visibility.brain is not None and not visibility.folders
    layers = visibility.layers if visibility.layers is not None else tuple(Layer)
    memories = [holder_of_memories(layer, project) for project in visibility.projects for layer in layers]
    return [*memories, *([f"brain:{visibility.brain}"] if whole else [])]


def _since(started: float) -> float:
    return round((time.perf_counter() - started) * 1000, 2)
