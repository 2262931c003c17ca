"""learning: brings the learned routes up to date, proves them by replay, prunes patterns, writes the portable file.

Says what learning is worth before and after: how often keywords alone were right over the user's own history, and how
often the router as it decides now. Reports that contradict each other are named, since they teach nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from memserver.learning.consolidation import Consolidation
from memserver.learning.service import Learning
from memserver.storage.routing import ExampleRow
from memserver.workers.job import Finding, JobContext, JobReport, Json, Severity
from memserver.workers.parts import needed_parts

PATIENCE_SECONDS = 120.0
LOOKED_BACK = 3_000
MOST_CONTRADICTIONS = 10
TASK_CHARS = 80


class LearningJob:
    """Trains and validates the router, prunes, persists."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Learn from what is new; nothing is done when nothing is."""
        learning = needed_parts(context).learning
        await learning.open()
        store = context.store
        mark = [await store.routing.last_example(), await store.patterns.last_change()]
        if context.state.get("mark") == mark:
            return JobReport("No report and no pattern changed since the last run.", unchanged=True), context.state
        before = context.state.get("lift", {})
        context.progress(1, 3, "training")
        learning.learner.told(mark[0])
        settled = await learning.learner.settled(PATIENCE_SECONDS) if mark[0] else True
        context.progress(2, 3, "pruning")
        pruned = await learning.consolidate()
        written = await learning.file.persist()
        after = _lift(learning)
        names = await store.projects.names()
        findings = [_worth(names.get(project, project), before.get(project), lift) for project, lift in after.items()]
        findings += _contradictions(await store.routing.newest_examples(LOOKED_BACK))
        if learning.file.problem:
            findings.append(Finding("file-problem", Severity.MEDIUM, "The portable file was not written",
                                    learning.file.problem))  # fmt: skip
        output = " ".join(_said(mark[0] - context.state.get("mark", [0])[0], after, pruned, written, settled))
        # Pruning changes patterns itself: that is not news for the next run.
        state = {"mark": [mark[0] if settled else 0, await store.patterns.last_change()], "lift": after}
        return JobReport(output, findings, _figures(after)), state


def _lift(learning: Learning) -> dict[str, Json]:
    return {
        project: dict(memory.trust.lift())
        for project, memory in sorted(learning.learner.memories.items())
        if memory.trust.replayed
    }


def _worth(project: str, before: Json | None, after: Json) -> Finding:
    name = project or "no project"
    earlier = f" (before: {before['routedAccuracy']:.0%})" if before else ""
    keywords, routed = after["keywordAccuracy"], after["routedAccuracy"]
    worse = routed < keywords
    return Finding(
        "routing-worse" if worse else "routing-worth",
        Severity.MEDIUM if worse else Severity.INFO,
        f"{name}: keywords alone right {keywords:.0%}, as routed now {routed:.0%}{earlier}",
        f"Over the last {after['replayed']} reports, each predicted by what was known before it.",
        data={"before": before or {}, "after": after},
    )


def _contradictions(examples: Sequence[ExampleRow]) -> list[Finding]:
    """Name tasks that were reported right for several agents, or right and wrong for the same one."""
    right: dict[tuple[str, str], set[str]] = {}
    wrong: dict[tuple[str, str], set[str]] = {}
    for each in examples:
        key = (each.project_id, " ".join(each.task.casefold().split()))
        (right if each.success else wrong).setdefault(key, set()).add(each.agent)
    found = []
    for key, agents in sorted(right.items()):
        both = agents & wrong.get(key, set())
        if len(agents) > 1 or both:
            said = f"right for {', '.join(sorted(agents))}" + (
                f"; also wrong for {', '.join(sorted(both))}" if both else ""
            )
            found.append(
                Finding("contradictory-reports", Severity.LOW, f"Reports disagree about: {key[1][:TASK_CHARS]}", said,
                        data={"agents": sorted(agents)})
            )  # fmt: skip
    return found[:MOST_CONTRADICTIONS]


def _said(
    reports: int, after: Mapping[str, Json], pruned: Consolidation, written: bool, settled: bool
) -> list[str]:  # fmt: skip
    said = [f"{reports} new reports about routes."] if reports else []
    for lift in after.values():
        said.append(f"Lift over keywords {lift['lift']:+.1%} on {lift['replayed']} replayed reports.")
    if not settled:
        said.append("Training goes on in the background.")
    said.append(
        f"Patterns: {len(pruned.promoted)} promoted, {len(pruned.merged)} merged, {len(pruned.dropped)} dropped."
    )
    if written:
        said.append("The portable file was written.")
    return said


def _figures(after: Mapping[str, Json]) -> dict[str, float]:
    replayed = sum(each["replayed"] for each in after.values())
    if not replayed:
        return {}
    return {
        "replayed": float(replayed),
        "keywordAccuracy": round(
            sum(each["keywordAccuracy"] * each["replayed"] for each in after.values()) / replayed, 4
        ),
        "routedAccuracy": round(
            sum(each["routedAccuracy"] * each["replayed"] for each in after.values()) / replayed, 4
        ),
    }
