"""The reasoning bank: strategies that worked and warnings about what did not, found by meaning, proved by use.

A near-duplicate strengthens the pattern that is there instead of standing beside it. Short-term patterns become
long-term on proof only.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from memserver.claims.texts import judge_texts
from memserver.clock import Clock
from memserver.errors import NotFound
from memserver.events import Event
from memserver.ids import new_id
from memserver.learning.pattern_index import PatternIndex
from memserver.learning.pattern_search import PatternMatch, PatternSearch
from memserver.learning.patterns import (
    NEW_QUALITY,
    STRATEGY,
    WARNING,
    missing_proof,
    quality_after,
    used,
)
from memserver.storage.patterns import PatternRow
from memserver.storage.store import Store

Floats = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Stored:
    """What became of a pattern that was to be stored."""

    pattern: PatternRow
    strengthened: bool


class ReasoningBank:
    """The patterns of one user. Vectors are handed in: nothing here embeds."""

    def __init__(
        self, store: Store, clock: Clock, index: PatternIndex, search: PatternSearch, publish: Callable[[Event], None]
    ) -> None:  # fmt: skip
        self._store = store
        self._clock = clock
        self._index = index
        self._search = search
        self._publish = publish

    async def store(
        self, strategy: str, domain: str, vector: Floats | None, space: str, *,
        kind: str = STRATEGY, project_id: str = "", quality: float | None = None, sources: Sequence[str] = (),
    ) -> Stored:  # fmt: skip
        """Keep a pattern, or strengthen the one that says the same."""
        await self._index.refresh(space)
        now = self._clock()
        async with self._store.database.write() as transaction:
            twin = self._twin(strategy, domain, kind, project_id, vector)
            present = await self._store.patterns.current(transaction, twin.id) if twin else None
            if present is not None:
                # Meeting a failure again makes its warning no success.
                failed = kind == WARNING
                uses, successes = present.usage_count + 1, present.success_count + (not failed)
                shown = present.quality if failed else quality_after(successes, uses)
                pattern = replace(
                    present,
                    usage_count=uses,
                    success_count=successes,
                    quality=round(max(shown, quality or 0.0), 4),
                    sources=tuple(dict.fromkeys((*present.sources, *sources))),
                    updated_at=now,
                    last_used=now,
                )
            else:
                pattern = PatternRow(
                    id=new_id("pat", now), strategy=strategy, domain=domain, kind=kind, project_id=project_id,
                    quality=NEW_QUALITY if quality is None else quality, usage_count=1, success_count=0,
                    long_term=False, created_at=now, updated_at=now, sources=tuple(sources),
                    model=space if vector is not None else None,
                    vector=vector.astype(np.float16).tobytes() if vector is not None else None,
                )  # fmt: skip
            await self._store.patterns.put(transaction, pattern)
        await self._index.refresh(space)
        self._publish(Event("PatternLearned", {"patternId": pattern.id, "quality": pattern.quality}))
        return Stored(pattern, present is not None)

    async def feedback(self, pattern_id: str, success: bool) -> PatternRow:
        """Count a use that went well or not; a pattern that proved itself becomes long-term."""
        now = self._clock()
        async with self._store.database.write() as transaction:
            present = await self._store.patterns.current(transaction, pattern_id)
            if present is None:
                raise NotFound("There is no such pattern.", field="id")
            pattern = used(present, success, now)
            promoted = not pattern.long_term and missing_proof(pattern) is None
            pattern = replace(pattern, long_term=pattern.long_term or promoted)
            await self._store.patterns.put(transaction, pattern)
        if promoted:
            self._publish(Event("PatternPromoted", {"patternId": pattern.id}))
        return pattern

    async def promote(self, pattern_id: str) -> tuple[bool, str | None]:
        """Make a pattern long-term if it has proved itself; else say what it lacks."""
        async with self._store.database.write() as transaction:
            pattern = await self._store.patterns.current(transaction, pattern_id)
            if pattern is None:
                raise NotFound("There is no such pattern.", field="id")
            if pattern.long_term:
                return True, None
            if (lacking := missing_proof(pattern)) is not None:
                return False, lacking
            await self._store.patterns.put(transaction, replace(pattern, long_term=True, updated_at=self._clock()))
        self._publish(Event("PatternPromoted", {"patternId": pattern_id}))
        return True, None

    def _twin(self, strategy: str, domain: str, kind: str, project_id: str, vector: Floats | None) -> PatternRow | None:
        """Return the pattern that says the same, if any: of the same kind, domain and project."""
        best: PatternMatch | None = None
        for match in self._search.nearly_same(strategy, vector):
            pattern = match.pattern
            alike = (pattern.domain, pattern.kind, pattern.project_id) == (domain, kind, project_id)
            if not alike or (best is not None and match.similarity <= best.similarity):
                continue
            # Two failures that differ in a number are one warning; two strategies that do are not one strategy.
            if kind == WARNING or not differs(strategy, pattern.strategy):
                best = match
        return best.pattern if best else None


def differs(new: str, old: str) -> bool:
    """Say whether two similar strategies disagree: "retry" and "do not retry" are close, and not the same."""
    return new != old and judge_texts(old, new).disagrees
