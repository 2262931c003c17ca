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
from memserver.workers.words import Text, fill, joined

LOOKED_BACK = 1_000
# Three of five is bad luck at worst; more than that in one domain is a place where help is needed.
LEAST_FAILURES = 3
FAILING_SHARE = 0.6
STRATEGY_CHARS = 160
ERROR_CHARS = 120

NOTHING_NEW: Text = {
    "en": "No way of solving a problem was recorded since the last run.",
    "ko": "지난 실행 이후 기록된 문제 해결 과정이 없습니다.",
}
SUMMARY: Text = {
    "en": "{ways:new recorded way|new recorded ways}; {learned:strategy|strategies} learned, {confirmed} confirmed.",
    "ko": "새로 기록된 과정 {ways}개에서 전략 {learned}개를 배우고 {confirmed}개를 확인했습니다.",
}
NO_MODEL: Text = {
    "en": "Without an embedding model nothing can be distilled.",
    "ko": "임베딩 모델이 없어 전략을 뽑을 수 없습니다.",
}
PROVED: Text = {"en": "Proved itself: {strategy}", "ko": "효과가 입증됨: {strategy}"}
WENT_WELL: Text = {
    "en": "{good} of {uses} uses went well.",
    "ko": "{uses}번 쓰여 {good}번 잘되었습니다.",
}
LEARNED: Text = {"en": "Learned ({domain}): {strategy}", "ko": "배움({domain}): {strategy}"}
CONFIRMED: Text = {"en": "Confirmed ({domain}): {strategy}", "ko": "확인됨({domain}): {strategy}"}
RESTS_ON: Text = {
    "en": "Rests on {ways} ways that went well; quality {quality:.2f}.",
    "ko": "잘된 과정 {ways}개에 근거합니다. 품질 {quality:.2f}.",
}
FAILING: Text = {
    "en": "{failed} of {tried} attempts at {domain} failed",
    "ko": "{domain}: 시도 {tried}번 중 {failed}번 실패했습니다",
}
MISSING: Text = {
    "en": "Something is missing here: a procedure, a tool or a fact.",
    "ko": "절차나 도구, 사실 가운데 빠진 것이 있습니다.",
}
MOST_OFTEN: Text = {"en": "Most often: {error}", "ko": "가장 흔한 오류: {error}"}


class UltralearnJob:
    """Learns from trajectories."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Distil what is new."""
        learning = needed_parts(context).learning
        newest = await context.store.trajectories.newest(1)
        mark = newest[0]["id"] if newest else ""
        if mark == context.state.get("seen", ""):
            return JobReport(NOTHING_NEW, unchanged=True), context.state
        await needed_parts(context).embedder.wait_ready()
        fresh = await _since(context.store, str(context.state.get("seen", "")))
        context.progress(1, 3, "distilling")
        stored = await learning.distill()
        context.progress(2, 3, "merging")
        merged = await learning.consolidate() if stored else None
        findings = [_learned(each) for each in stored]
        findings += [
            Finding("strategy-proved", Severity.INFO, fill(PROVED, strategy=each.strategy[:STRATEGY_CHARS]),
                    fill(WENT_WELL, good=each.success_count, uses=each.usage_count), data={"pattern": each.id})
            for each in (merged.promoted if merged else ())
        ]  # fmt: skip
        findings += _failing(fresh)
        confirmed = sum(each.strengthened for each in stored)
        told = fill(SUMMARY, ways=len(fresh), learned=len(stored) - confirmed, confirmed=confirmed)
        output = joined([told, "" if learning.space else NO_MODEL])
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
    title = CONFIRMED if stored.strengthened else LEARNED
    return Finding(
        "strategy-confirmed" if stored.strengthened else "strategy-learned",
        Severity.INFO,
        fill(title, domain=pattern.domain, strategy=pattern.strategy[:STRATEGY_CHARS]),
        fill(RESTS_ON, ways=len(pattern.sources), quality=pattern.quality),
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
        common = fill(MOST_OFTEN, error=errors.most_common(1)[0][0]) if errors else ""
        found.append(
            Finding(
                "domain-failing",
                Severity.MEDIUM,
                fill(FAILING, failed=len(failed), tried=len(tried), domain=domain),
                joined([MISSING, common]),
                data={"domain": domain, "trajectories": [each["id"] for each in failed]},
            )
        )
    return found
