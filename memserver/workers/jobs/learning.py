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
from memserver.workers.words import Text, fill, joined

PATIENCE_SECONDS = 120.0
LOOKED_BACK = 3_000
MOST_CONTRADICTIONS = 10
TASK_CHARS = 80

NOTHING_NEW: Text = {
    "en": "No report and no pattern changed since the last run.",
    "ko": "지난 실행 이후 바뀐 보고와 패턴이 없습니다.",
}
NO_PROJECT: Text = {"en": "no project", "ko": "프로젝트 없음"}
WORTH: Text = {
    "en": "{project}: keywords alone right {keywords:.0%}, as routed now {routed:.0%}",
    "ko": "{project}: 키워드만으로 {keywords:.0%}, 지금의 라우팅으로 {routed:.0%} 맞습니다",
}
WORTH_BEFORE: Text = {
    "en": "{project}: keywords alone right {keywords:.0%}, as routed now {routed:.0%} (before: {before:.0%})",
    "ko": "{project}: 키워드만으로 {keywords:.0%}, 지금의 라우팅으로 {routed:.0%} 맞습니다(이전: {before:.0%})",
}
REPLAYED: Text = {
    "en": "Over the last {replayed:report|reports}, each predicted by what was known before it.",
    "ko": "최근 보고 {replayed}건을 저마다 그 이전의 지식만으로 예측한 결과입니다.",
}
DISAGREE: Text = {"en": "Reports disagree about: {task}", "ko": "보고가 서로 다릅니다: {task}"}
RIGHT_FOR: Text = {"en": "right for {right}", "ko": "맞음: {right}"}
RIGHT_AND_WRONG: Text = {
    "en": "right for {right}; also wrong for {wrong}",
    "ko": "맞음: {right}; 틀림으로도 보고됨: {wrong}",
}
NOT_WRITTEN: Text = {"en": "The portable file was not written", "ko": "이동용 파일을 쓰지 못했습니다"}
NEW_REPORTS: Text = {
    "en": "{reports:new report|new reports} about routes.",
    "ko": "라우팅 보고가 {reports}건 새로 들어왔습니다.",
}
LIFT: Text = {
    "en": "Lift over keywords {lift:+.1%} on {replayed:replayed report|replayed reports}.",
    "ko": "재현한 보고 {replayed}건에서 키워드 대비 {lift:+.1%}입니다.",
}
GOES_ON: Text = {"en": "Training goes on in the background.", "ko": "학습은 배경에서 계속됩니다."}
PATTERNS: Text = {
    "en": "Patterns: {promoted} promoted, {merged} merged, {dropped} dropped.",
    "ko": "패턴: {promoted}개 승격, {merged}개 병합, {dropped}개 삭제.",
}
WRITTEN: Text = {"en": "The portable file was written.", "ko": "이동용 파일을 썼습니다."}


class LearningJob:
    """Trains and validates the router, prunes, persists."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Learn from what is new; nothing is done when nothing is."""
        learning = needed_parts(context).learning
        await learning.open()
        store = context.store
        mark = [await store.routing.last_example(), await store.patterns.last_change()]
        if context.state.get("mark") == mark:
            return JobReport(NOTHING_NEW, unchanged=True), context.state
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
            findings.append(Finding("file-problem", Severity.MEDIUM, NOT_WRITTEN, learning.file.problem))
        output = joined(_said(mark[0] - context.state.get("mark", [0])[0], after, pruned, written, settled))
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
    keywords, routed = after["keywordAccuracy"], after["routedAccuracy"]
    worse = routed < keywords
    return Finding(
        "routing-worse" if worse else "routing-worth",
        Severity.MEDIUM if worse else Severity.INFO,
        fill(
            WORTH_BEFORE if before else WORTH, project=project or NO_PROJECT, keywords=keywords, routed=routed,
            before=before["routedAccuracy"] if before else 0.0,
        ),
        fill(REPLAYED, replayed=after["replayed"]),
        data={"before": before or {}, "after": after},
    )  # fmt: skip


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
            said = RIGHT_AND_WRONG if both else RIGHT_FOR
            found.append(
                Finding("contradictory-reports", Severity.LOW, fill(DISAGREE, task=key[1][:TASK_CHARS]),
                        fill(said, right=", ".join(sorted(agents)), wrong=", ".join(sorted(both))),
                        data={"agents": sorted(agents)})
            )  # fmt: skip
    return found[:MOST_CONTRADICTIONS]


def _said(
    reports: int, after: Mapping[str, Json], pruned: Consolidation, written: bool, settled: bool
) -> list[Text]:  # fmt: skip
    said = [fill(NEW_REPORTS, reports=reports)] if reports else []
    said += [fill(LIFT, lift=each["lift"], replayed=each["replayed"]) for each in after.values()]
    if not settled:
        said.append(GOES_ON)
    counts = {"promoted": len(pruned.promoted), "merged": len(pruned.merged), "dropped": len(pruned.dropped)}
    said.append(fill(PATTERNS, **counts))
    if written:
        said.append(WRITTEN)
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
