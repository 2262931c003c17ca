"""The snapshot: what the machine, the agents and this server are doing now, as an object and as a few lines."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from memserver.clock import Clock, to_iso
from memserver.storage.records import Json
from memserver.text.language import Language
from memserver.tiers.operational import OperationalTier
from memserver.tiers.summaries import WORDS
from memserver.tiers.working import WorkingTier

RESOURCES = ("cpu", "memory", "disk", "gpu")
LISTED = 10
SHOWN_CHARS = 120


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What is known of the present moment; resources in per cent, None where nobody knows."""

    taken_at: str
    resources: Mapping[str, float | None]
    metrics: Mapping[str, float]
    active_tasks: Sequence[Json]
    active_goals: Sequence[Json]
    agents: Sequence[Json]
    events: Mapping[str, int]
    errors: Sequence[Json]
    server: Mapping[str, float]


class SnapshotTaker:
    """Takes snapshots."""

    def __init__(
        self, operational: OperationalTier, working: WorkingTier, clock: Clock,
        server: Callable[[], dict[str, float]], running: Callable[[], Awaitable[Sequence[str]]],
    ) -> None:  # fmt: skip
        self._operational = operational
        self._working = working
        self._clock = clock
        self._server = server
        self._running = running

    async def take(self, projects: Sequence[str]) -> Snapshot:
        """Return what is so now: reported values first, what the server sees itself where there are none."""
        errors = await self._operational.recent(3, category="error", projects=projects)
        server = await asyncio.to_thread(self._server)
        metrics = {key: measured.value for key, measured in sorted(self._operational.metrics.items())}
        tasks = [
            {key: task.get(key) for key in ("id", "description", "status", "goalId", "agent")}
            for task in await self._working.active_tasks(projects, LISTED)
        ]
        own = [{"id": f"worker:{name}", "status": "running"} for name in await self._running()]
        return Snapshot(
            taken_at=to_iso(self._clock()),
            resources={name: _reported(name, metrics, server.get(name)) for name in RESOURCES},
            metrics=metrics,
            active_tasks=[*own, *tasks],
            active_goals=await self._working.active_goals(projects, LISTED),
            agents=await self._working.agent_states(projects, LISTED),
            events=self._operational.counts(),
            errors=errors,
            server={key: value for key, value in server.items() if key not in RESOURCES},
        )


def snapshot_lines(snapshot: Snapshot, language: Language) -> list[str]:
    """Return a snapshot as lines, what matters most first: a tight budget cuts from the end."""
    words = WORDS[language]
    resources = ", ".join(f"{name} {value:g} %" for name, value in snapshot.resources.items() if value is not None)
    lines = [f"{words['system']} ({snapshot.taken_at}): {resources}".rstrip(": ")]
    lines += _listed(words["goals"], [goal["description"] for goal in snapshot.active_goals])
    lines += _listed(words["tasks"], [task.get("description") or task["id"] for task in snapshot.active_tasks])
    lines += _listed(words["errors"], [event["message"] for event in snapshot.errors])
    lines += _listed(words["agents"], [agent["name"] for agent in snapshot.agents])
    lines += _listed(words["events"], [f"{name} {count}" for name, count in snapshot.events.items()])
    lines += _listed(words["metrics"], [f"{key} {value:g}" for key, value in snapshot.metrics.items()])
    return lines


def _listed(label: str, values: Sequence[str]) -> list[str]:
    shown = [_short(value) for value in values[:LISTED]]
    return [f"{label}: {'; '.join(shown)}"] if shown else []


def _short(value: str) -> str:
    line = " ".join(value.split())
    return line if len(line) <= SHOWN_CHARS else line[: SHOWN_CHARS - 1].rstrip() + "…"


def _reported(name: str, metrics: Mapping[str, float], seen: float | None) -> float | None:
    """Return the measurement that speaks of a resource (`cpu`, `cpu.percent`, `system.cpu`), else what was seen."""
    for key in sorted(metrics, key=lambda key: (len(key), key)):
        if name in re.split(r"[^a-z0-9]+", key.lower())[:2]:
            return metrics[key]
    return seen
