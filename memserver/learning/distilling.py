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
    """Turn what successful trajectories share into patterns; those that are known already are left alone.

    What trajectories of one project share belongs to that project; what several share holds everywhere.
    """
    # Failures are the first to leave the working set: they never take the place of anything else.
    newest = [
        each
        for outcome in ("success", "partial")
        for each in await store.trajectories.newest(LIMITS[mode].trajectories, outcome=outcome)
    ]
    newest.sort(key=lambda each: (each["createdAt"], each["id"]))
    working = [each for each in kept(newest, mode) if each["outcome"] == "success" and inputs_of(each)]
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
        projects = {str(each["metadata"].get("projectId", "")) for each in working if each["id"] in found.sources}
        vector = await embeddings.embed(found.strategy, Kind.PASSAGE)
        result = await bank.store(
            found.strategy, found.domain, vector, space, kind=DISTILLED, quality=max(found.confidence, 0.5),
            sources=found.sources, project_id=projects.pop() if len(projects) == 1 else "",
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
