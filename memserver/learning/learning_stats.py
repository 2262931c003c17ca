"""What was learned, in numbers that a person can read and in sentences that say what they mean."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from memserver.learning.agents import DEFAULT_AGENT
from memserver.learning.ewc import SHARED_STRENGTH
from memserver.learning.features import BUCKETS
from memserver.learning.patterns import DISTILLED, WARNING
from memserver.learning.sona import LIMITS, SonaMode
from memserver.storage.store import Store

if TYPE_CHECKING:
    from memserver.learning.route_learner import RouteLearner
    from memserver.learning.service import Learning

COUNTED_TRAJECTORIES = 5_000


async def learning_stats(store: Store, learning: Learning, mode: SonaMode) -> dict[str, Any]:
    """Return the answer to `memserver/learning/stats`."""
    patterns = list(learning.index.patterns.values())
    trajectories = await store.trajectories.newest(COUNTED_TRAJECTORIES)
    outcomes = {"success": 0, "partial": 0, "failure": 0}
    for each in trajectories:
        outcomes[each["outcome"]] = outcomes.get(each["outcome"], 0) + 1
    routing = await _routing(store, learning)
    counts = {
        "shortTerm": sum(not each.long_term for each in patterns),
        "longTerm": sum(each.long_term for each in patterns),
        "warnings": sum(each.kind == WARNING for each in patterns),
        "distilled": sum(each.kind == DISTILLED for each in patterns),
    }
    return {
        "patterns": counts,
        "trajectories": {"recorded": await store.trajectories.count(), **outcomes},
        "sona": {
            "mode": mode.value,
            "capacity": LIMITS[mode].trajectories,
            "similarity": LIMITS[mode].similarity,
            "lastAdaptationMs": learning.last_adaptation_ms,
        },
        "routing": routing,
        "file": {
            "path": str(learning.file.path),
            "problem": learning.file.problem,
            "skippedLines": learning.file.skipped_lines,
            "dirty": await learning.file.dirty(),
        },
        "summary": _summary(counts, outcomes, routing),
    }


async def _routing(store: Store, learning: Learning) -> dict[str, Any]:
    learner = learning.learner
    names = await store.projects.names()
    projects = []
    for project, memory in sorted(learner.memories.items()):
        regions = [
            {
                "keywordsSay": region.said or None,
                "confidenceBand": region.band,
                "replayed": region.reports,
                "keywordsRight": region.keywords_right,
                "learnedRight": region.learned_right,
                "decidedBy": "patterns" if region.learned_wins else "keywords",
            }
            for region in memory.trust.regions.values()
            if region.enough
        ]
        projects.append(
            {
                "project": names.get(project, project),
                "reports": len(memory.reports),
                "fitted": memory.fitted,
                "agents": list(memory.model.agents) if memory.model else [],
                **memory.trust.lift(),
                "regions": regions,
            }
        )
    return {
        "agents": len(learning.router.agents),
        "defaultAgent": DEFAULT_AGENT,
        "pending": learner.behind,
        "protectionStrength": SHARED_STRENGTH,
        "projects": projects,
    }


def _summary(counts: dict[str, int], outcomes: dict[str, int], routing: dict[str, Any]) -> list[str]:
    said = [
        f"{counts['longTerm']} proven and {counts['shortTerm']} unproven patterns, "
        f"{counts['warnings']} of them warnings about what did not work.",
        f"{sum(outcomes.values())} recorded ways: {outcomes['success']} succeeded, {outcomes['failure']} failed.",
    ]
    for project in routing["projects"]:
        if not project["replayed"]:
            said.append(
                f"{project['project'] or 'No project'}: {project['reports']} reports, too few to prove anything."
            )
            continue
        said.append(
            f"{project['project'] or 'No project'}: on the last {project['replayed']} reports keywords alone were "
            f"right {project['keywordAccuracy']:.0%} of the time, routing as it decides now "
            f"{project['routedAccuracy']:.0%}."
        )
    if not routing["projects"]:
        said.append("No reports about routes yet: keywords decide.")
    return said


def task_weights(learner: RouteLearner) -> dict[str, Any]:
    """Return the state of consolidation as a record: what each project's weights on meaning and topics are held at.

    Empty while no project has any.
    """
    if not learner.anchors:
        return {}
    weights = {
        project or "none": [round(float(value), 4) for value in anchor.weights[BUCKETS:].ravel()]
        for project, anchor in sorted(learner.anchors.items())
    }
    agents = {project or "none": list(anchor.agents) for project, anchor in sorted(learner.anchors.items())}
    return {
        "tasks_learned": len(weights),
        "protection_strength": SHARED_STRENGTH,
        "task_weights": weights,
        "task_agents": agents,
    }
