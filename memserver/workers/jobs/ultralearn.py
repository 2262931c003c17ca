"""ultralearn: distils strategies from recorded ways of solving problems, and names where work keeps failing.

Looks only at what was recorded since its last run. What it learns goes to the reasoning bank, where every turn finds
it; here it says what was learned and on what evidence.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from memserver.learning.bank import Stored
from memserver.learning.failures import failed_steps
from memserver.storage.store import Store
from memserver.workers.job import Finding, JobContext, JobReport, Json, Severity
from memserver.workers.parts import needed_parts

LOOKED_BACK = 1_000
# Three of five is bad luck at worst; more than that in one domain is a place where help is needed.
LEAST_FAILURES = 3
FAILING_SHARE = 0.6
STRATEGY_CHARS = 160
ERROR_CHARS = 120


class UltralearnJob:
    """Learns from trajectories."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Distil what is new."""
        learning = needed_parts(context).learning
        newest = await context.store.trajectories.newest(1)
        mark = newest[0]["id"] if newest else ""
        if mark == context.state.get("seen", ""):
            return JobReport(
                "No way of solving a problem was recorded since the last run.", unchanged=True
            ), context.state
        await needed_parts(context).embedder.wait_ready()
        fresh = await _since(context.store, str(context.state.get("seen", "")))
        context.progress(1, 3, "distilling")
        stored = await learning.distill()
        context.progress(2, 3, "merging")
        merged = await learning.consolidate() if stored else None
        findings = [_learned(each) for each in stored]
        findings += [
            Finding("strategy-proved", Severity.INFO, f"Proved itself: {each.strategy[:STRATEGY_CHARS]}",
                    f"{each.success_count} of {each.usage_count} uses went well.", data={"pattern": each.id})
            for each in (merged.promoted if merged else ())
        ]  # fmt: skip
        findings += _failing(fresh)
        wordless = "" if learning.space else " Without an embedding model nothing can be distilled."
        output = (
            f"{len(fresh)} new recorded ways; {sum(not each.strengthened for each in stored)} strategies learned, "
            f"{sum(each.strengthened for each in stored)} confirmed.{wordless}"
        )
        figures = {"trajectories": len(fresh), "learned": len(stored)}
        # Without vectors these are looked at again once there are some.
        return JobReport(output, findings, figures), {"seen": mark} if learning.space else context.state


async def _since(store: Store, seen: str) -> list[Json]:
    """Return what was recorded after a trajectory, oldest first."""
    fresh = []
    for each in await store.trajectories.newest(LOOKED_BACK):
        if each["id"] == seen:
            break
        fresh.append(each)
    return fresh[::-1]


def _learned(stored: Stored) -> Finding:
    pattern = stored.pattern
    verb = "Confirmed" if stored.strengthened else "Learned"
    return Finding(
        "strategy-confirmed" if stored.strengthened else "strategy-learned",
        Severity.INFO,
        f"{verb} ({pattern.domain}): {pattern.strategy[:STRATEGY_CHARS]}",
        f"Rests on {len(pattern.sources)} ways that went well; quality {pattern.quality:.2f}.",
        data={"pattern": pattern.id, "sources": list(pattern.sources)},
    )


def _failing(fresh: Sequence[Json]) -> list[Finding]:
    """Name the domains in which most of what was tried failed."""
    domains: dict[str, list[Json]] = {}
    for each in fresh:
        domains.setdefault(str(each["domain"]), []).append(each)
    found = []
    for domain, tried in sorted(domains.items()):
        failed = [each for each in tried if each["outcome"] == "failure"]
        if len(failed) < LEAST_FAILURES or len(failed) < FAILING_SHARE * len(tried):
            continue
        errors = Counter(error[:ERROR_CHARS] for each in failed for error, _ in failed_steps(each) if error)
        common = f" Most often: {errors.most_common(1)[0][0]}" if errors else ""
        found.append(
            Finding(
                "domain-failing",
                Severity.MEDIUM,
                f"{len(failed)} of {len(tried)} attempts at {domain} failed",
                f"Something is missing here: a procedure, a tool or a fact.{common}",
                data={"domain": domain, "trajectories": [each["id"] for each in failed]},
            )
        )
    return found
