"""Distilled patterns: what successful trajectories share, put into the bank. How they are grouped is said in `sona`."""

from __future__ import annotations

from dataclasses import replace

from memserver.embedding.protocol import Kind
from memserver.learning.bank import ReasoningBank, Stored
from memserver.learning.embeddings import LearningEmbeddings
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.patterns import DISTILLED
from memserver.learning.sona import LIMITS, SonaMode, distill, inputs_of, kept
from memserver.storage.store import Store

MOST_CHARS = 2_000


async def distill_patterns(
    store: Store, embeddings: LearningEmbeddings, bank: ReasoningBank, index: PatternIndex, mode: SonaMode
) -> list[Stored]:
    """Turn what successful trajectories share into patterns; those that are known already are left alone."""
    newest = await store.trajectories.newest(LIMITS[mode].trajectories * 2)
    working = [each for each in kept(newest[::-1], mode) if each["outcome"] == "success" and inputs_of(each)]
    texts = [" ".join(inputs_of(each))[:MOST_CHARS] for each in working]
    made = await embeddings.embed_passages(texts) if working else None
    if made is None:
        return []
    space, vectors = made
    stored = []
    for found in distill(working, vectors, mode, embeddings.calibration()):
        known = {source for each in index.patterns.values() for source in each.sources}
        if known.issuperset(found.sources):
            continue
        vector = await embeddings.embed(found.strategy, Kind.PASSAGE)
        result = await bank.store(
            found.strategy, found.domain, vector, space, kind=DISTILLED, quality=max(found.confidence, 0.5),
            sources=found.sources,
        )  # fmt: skip
        if not result.strengthened:
            pattern = replace(
                result.pattern, metadata={"confidence": found.confidence, "support": found.support},
                success_count=found.support, usage_count=found.support,
            )  # fmt: skip
            async with store.database.write() as transaction:
                await store.patterns.put(transaction, pattern)
            result = Stored(pattern, False)
        stored.append(result)
    return stored
