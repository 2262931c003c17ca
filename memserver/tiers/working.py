"""The working tier: goals, their tasks and tool calls, decisions with their reasons, patterns, and agents' states.

Records have the keys of the wire. What is finished moves on to the archive (see `migration`); decisions and successful
patterns stay. Finding goes through `search`; no SQL and no wire here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from memserver.clock import from_iso
from memserver.storage.records import Json
from memserver.storage.tier_records import Wanted
from memserver.text.terms import index_terms
from memserver.tiers.kinds import AGENT_STATE, DECISION, GOAL, PATTERN, TASK, TOOL_CALL, Kind
from memserver.tiers.records import TierRecords
from memserver.tiers.search import TierHit, TierSearch

FINISHED = ("completed", "failed", "cancelled")
DEFAULT_PRIORITY = 2
# A pattern that nobody has used yet is as likely to help as not.
UNPROVEN_RATE = 0.5
LOOKED_AT = 1_000
RELEVANT = (GOAL, TASK, DECISION, PATTERN)


@dataclass(frozen=True, slots=True)
class Similar:
    """A record that was found, and how well it fits, 0 to 1."""

    record: Json
    relevance: float


class WorkingTier:
    """Work in progress, and what was decided on the way."""

    def __init__(self, records: TierRecords, search: TierSearch) -> None:
        self._records = records
        self._search = search

    async def store_goal(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep a goal; one of the same id is replaced."""
        record = self._records.new(GOAL, {"status": "active", "priority": DEFAULT_PRIORITY, **_present(given)})
        return await self._records.put(GOAL, self._settled(record), project_id)

    async def update_goal(self, goal_id: str, changes: Mapping[str, Any]) -> Json:
        """Change a goal; a finished one gets the moment of its end."""
        return await self._records.change(GOAL, goal_id, lambda before: self._settled({**before, **_present(changes)}))

    async def active_goals(self, projects: Sequence[str] | None, limit: int = 100) -> list[Json]:
        """Return the goals that are neither completed, failed nor cancelled: most urgent first, then oldest."""
        found = await self._records.find(
            GOAL, Wanted(projects, outside={"status": FINISHED}, limit=LOOKED_AT, oldest_first=True)
        )
        return sorted(found, key=lambda goal: (goal["priority"], goal["createdAt"], goal["id"]))[:limit]

    async def store_task(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep a task of a goal; one of the same id is replaced."""
        record = self._records.new(TASK, {"status": "pending", **_present(given)})
        return await self._records.put(TASK, self._settled(record), project_id)

    async def update_task(self, task_id: str, changes: Mapping[str, Any]) -> Json:
        """Change a task."""
        return await self._records.change(TASK, task_id, lambda before: self._settled({**before, **_present(changes)}))

    async def tasks_for_goal(self, goal_id: str) -> list[Json]:
        """Return the tasks of a goal in the order in which they began."""
        found = await self._records.find(TASK, Wanted(equals={"goal_id": goal_id}, limit=LOOKED_AT, oldest_first=True))
        return sorted(found, key=lambda task: (task.get("startedAt") or task["createdAt"], task["id"]))

    async def active_tasks(self, projects: Sequence[str] | None, limit: int = 100) -> list[Json]:
        """Return the tasks that are not finished, oldest first."""
        return await self._records.find(
            TASK, Wanted(projects, outside={"status": FINISHED}, limit=limit, oldest_first=True)
        )

    async def store_tool_call(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep what a tool was asked and how that ended."""
        record = self._records.new(TOOL_CALL, {"success": True, **_present(given)})
        return await self._records.put(TOOL_CALL, record, project_id)

    async def log_decision(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep who decided what (`context`, `options`, `chosen`) and why (`reasoning`); the outcome may come later."""
        record = self._records.new(DECISION, {"who": "", "options": [], "reasoning": "", **_present(given)})
        if record.get("outcome"):
            record["outcomeAt"] = self._records.now()
        return await self._records.put(DECISION, record, project_id)

    async def set_outcome(self, decision_id: str, outcome: str, success: bool | None = None) -> Json:
        """Say how a decision turned out."""
        told = {"outcome": outcome, "outcomeAt": self._records.now(), "outcomeSuccess": success}
        return await self._records.change(DECISION, decision_id, lambda before: {**before, **told})

    async def decisions(self, projects: Sequence[str] | None, limit: int = 50) -> list[Json]:
        """Return decisions, newest first."""
        return await self._records.find(DECISION, Wanted(projects, limit=limit))

    async def similar_decisions(self, context: str, projects: Sequence[str], limit: int = 5) -> list[Similar]:
        """Return decisions that were about something like this, by meaning and words, best first."""
        return await self._with_records(DECISION, await self._search.search(context, ["decisions"], projects, limit))

    async def store_pattern(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep what to do (`action`) when something happens (`trigger`)."""
        record = self._records.new(PATTERN, {"successRate": UNPROVEN_RATE, "uses": 0, **_present(given)})
        record["successRate"] = float(record["successRate"])
        return await self._records.put(PATTERN, record, project_id)

    async def find_pattern(
        self, trigger: str, projects: Sequence[str], least_rate: float = 0.5, limit: int = 10
    ) -> list[Json]:
        """Return the patterns for a trigger: best success rate first, then most used.

        Whole words decide: one of the two, what is asked or what the pattern waits for, is contained in the other.
        """
        asked = set(index_terms(trigger))
        hits = await self._search.search(trigger, [PATTERN.collection], projects, LOOKED_AT)
        found = [hit.record for hit in await self._with_records(PATTERN, hits)]
        fitting = [each for each in found if each["successRate"] >= least_rate and _contains(asked, each["trigger"])]
        return sorted(fitting, key=lambda each: (-each["successRate"], -each["uses"], each["id"]))[:limit]

    async def pattern_feedback(self, pattern_id: str, success: bool) -> Json:
        """Count a use of a pattern: its success rate is the running mean."""

        def counted(before: Json) -> Json:
            uses = before["uses"]
            rate = (before["successRate"] * uses + float(success)) / (uses + 1)
            return {**before, "successRate": rate, "uses": uses + 1, "lastUsed": self._records.now()}

        return await self._records.change(PATTERN, pattern_id, counted)

    async def store_agent_state(self, given: Mapping[str, Any], project_id: str) -> Json:
        """Keep the present state of an agent in a project, in place of the last one."""
        record = self._records.new(AGENT_STATE, {**_present(given), "updatedAt": self._records.now()})
        if (known := await self.agent_state(record["name"], [project_id])) is not None:
            record["id"], record["createdAt"] = known["id"], known["createdAt"]
        return await self._records.put(AGENT_STATE, record, project_id)

    async def agent_state(self, name: str, projects: Sequence[str]) -> Json | None:
        """Return the newest state of an agent, or None."""
        found = await self._records.find(AGENT_STATE, Wanted(projects, equals={"name": name}, limit=1))
        return found[0] if found else None

    async def agent_states(self, projects: Sequence[str] | None, limit: int = 100) -> list[Json]:
        """Return the states of agents, newest first."""
        return await self._records.find(AGENT_STATE, Wanted(projects, limit=limit))

    async def _with_records(self, kind: Kind, hits: Sequence[TierHit]) -> list[Similar]:
        found = await self._records.of_ids(kind, [hit.record_id for hit in hits])
        return [Similar(found[hit.record_id], hit.relevance) for hit in hits if hit.record_id in found]

    def _settled(self, record: Json) -> Json:
        """Return a goal or task with the moment of its end if it is finished, and without one if it is not."""
        if record["status"] not in FINISHED:
            return {**record, "finishedAt": None}
        ended = record.get("finishedAt") or self._records.now()
        record = {**record, "finishedAt": ended}
        if record.get("startedAt") and record.get("durationMs") is None:
            span = from_iso(ended) - from_iso(record["startedAt"])
            record["durationMs"] = max(0, int(span.total_seconds() * 1000))
        return record


def _present(given: Mapping[str, Any]) -> Json:
    return {key: value for key, value in given.items() if value is not None}


def _contains(asked: set[str], trigger: str) -> bool:
    waited_for = set(index_terms(trigger))
    return bool(asked and waited_for) and (asked <= waited_for or waited_for <= asked)
