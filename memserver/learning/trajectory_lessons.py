"""What a recorded trajectory teaches: outcomes are reports about routes, failures become warnings and circles."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from memserver.clock import Clock, to_iso
from memserver.embedding.protocol import Kind
from memserver.learning.bank import ReasoningBank
from memserver.learning.embeddings import LearningEmbeddings
from memserver.learning.failures import CIRCLE_FROM, failed_steps, failure_hash, same_error, same_fix
from memserver.learning.patterns import PART, WARNING
from memserver.learning.routes import Routes
from memserver.learning.sona import inputs_of
from memserver.storage.learned import FailedFix
from memserver.storage.store import Store

REMEMBERED_FIXES = 300
WARNING_CHARS = 500


@dataclass(frozen=True, slots=True)
class Recorded:
    """What became of a trajectory; `circular_fix` counts a fix that failed before for the same error."""

    id: str
    outcome: str
    circular_fix: int | None = None


class TrajectoryLessons:
    """Takes recorded trajectories in."""

    def __init__(
        self, store: Store, clock: Clock, embeddings: LearningEmbeddings, bank: ReasoningBank, routes: Routes
    ) -> None:
        self._store = store
        self._clock = clock
        self._embeddings = embeddings
        self._bank = bank
        self._routes = routes

    async def learn(self, record: Mapping[str, Any], project_id: str) -> Recorded:
        """Learn from one trajectory."""
        metadata = record["metadata"]
        task = str(metadata.get("task") or next(iter(inputs_of(record)), ""))
        agent = metadata.get("agent")
        if record["outcome"] != "partial" and task and await self._routes.knows(agent):
            await self._routes.feedback(task, str(agent), record["outcome"] == "success", project_id, "trajectory")
        times = await self._learn_failure(record, task, project_id) if record["outcome"] == "failure" else 0
        return Recorded(record["id"], record["outcome"], times if times >= CIRCLE_FROM else None)

    async def _learn_failure(self, record: Mapping[str, Any], task: str, project_id: str) -> int:
        """Keep the fixes that failed and a warning; returns how often the same fix met the same error."""
        pairs = failed_steps(dict(record))
        recent = await self._store.learned.newest_fixes(REMEMBERED_FIXES)
        known = [each for each in recent if each.project_id == project_id]
        times = 0
        for error, fix in pairs:
            given = record["metadata"].get("failureHash")
            failed = FailedFix(
                str(given) if given else failure_hash(error), error, fix, record["id"], project_id,
                to_iso(self._clock()),
            )  # fmt: skip
            async with self._store.database.write() as transaction:
                await self._store.learned.add_fix(transaction, failed)
            known.append(failed)
            times = max(times, sum(same_error(each, failed) and same_fix(each, failed) for each in known))
        error, fix = pairs[-1] if pairs else ("", next(iter(reversed(inputs_of(record))), ""))
        parts = [part for part in dict.fromkeys((task, fix)) if part]
        text = PART.join([*parts, error] if error else parts)[:WARNING_CHARS]
        if text:
            vector = await self._embeddings.embed(text, Kind.PASSAGE)
            await self._bank.store(
                text, record["domain"], vector, self._embeddings.space, kind=WARNING, project_id=project_id,
                sources=(record["id"],),
            )  # fmt: skip
        return times
