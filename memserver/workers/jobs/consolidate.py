"""consolidate: puts memory in order: repetitions, what was replaced, old talks, what nobody ever used, what expired.

Statements that were stored since the last run are compared once more with the older ones. A repetition is hidden
behind the one that stays and can always be read; nothing is deleted. Findings name memories by id, so that nothing of
a memory's text outlives it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from memserver.claims.evidence import written
from memserver.claims.verdict import Reason
from memserver.clock import from_iso, to_iso
from memserver.layers.precedence import is_vouched_for
from memserver.layers.reconcile import Verdicts
from memserver.model import Memory, Origin, Relation
from memserver.storage import upkeep
from memserver.storage.memories import RelationRecord
from memserver.workers.job import Finding, JobContext, JobReport, Severity
from memserver.workers.keeping import WORKER
from memserver.workers.parts import Parts, needed_parts
from memserver.workers.words import Text, fill

REVIEWED_AT_ONCE = 300
# What memserver guessed, was never sure of, and nobody needed for a year, is in the way of the rest.
UNUSED_DAYS = 365
UNSURE_BELOW = 0.6
NAMED_IDS = 20

WAITING: Text = {
    "en": "Memories wait for their vectors; they are compared later.",
    "ko": "기억이 벡터를 기다리고 있어 나중에 비교합니다.",
}
NOTHING_TO_DO: Text = {"en": "Nothing to put in order.", "ko": "정리할 것이 없습니다."}
EXPIRED: Text = {
    "en": "{count:memory|memories} expired since the last run",
    "ko": "지난 실행 이후 기억 {count}개가 만료되었습니다",
}
NOT_SHOWN: Text = {
    "en": "They are no longer shown and stay on disk.",
    "ko": "더는 보이지 않지만 디스크에 남아 있습니다.",
}
REPETITION: Text = {"en": "A repetition was hidden", "ko": "반복된 기억을 숨겼습니다"}
REPLACED: Text = {"en": "A later statement replaces one", "ko": "나중 내용이 이전 내용을 대신합니다"}
CONTRADICTION: Text = {"en": "Two statements disagree", "ko": "두 내용이 서로 어긋납니다"}
WHICH: Text = {
    "en": "{one} ({one_day}) and {other} ({other_day}), {layer}.",
    "ko": "{one}({one_day}) ↔ {other}({other_day}), {layer}.",
}
DIGESTS: Text = {
    "en": "{talks:old talk|old talks} became {digests:digest|digests}",
    "ko": "오래된 대화 {talks}개를 요약 {digests}개로 만들었습니다",
}
LEFT_RECALL: Text = {
    "en": "{archived} of them left recall.",
    "ko": "그중 {archived}개는 더 이상 회상되지 않습니다.",
}
ARCHIVED: Text = {
    "en": "{count:memory of memserver's own was|memories of memserver's own were} archived",
    "ko": "memserver가 스스로 만든 기억 {count}개를 보관했습니다",
}
BECAUSE: Text = {
    "en": "Because: {why}. They stay on disk.",
    "ko": "이유: {why}. 디스크에 남아 있습니다.",
}
OVER_THE_CAPS: Text = {"en": "more than the caps allow", "ko": "한도를 넘음"}
UNUSED: Text = {
    "en": "not used for {days} days and never sure",
    "ko": "{days}일 동안 쓰이지 않았고 확실하지도 않음",
}
SUMMARY: Text = {
    "en": "Compared {compared:new statement|new statements}: {repetition:repetition|repetitions} hidden,"
    " {replaced:.0f} replaced, {contradiction:contradiction|contradictions} marked."
    " {archived:memory|memories} archived, {distilled:digest|digests} made.",
    "ko": "새 내용 {compared:.0f}개를 비교해 반복 {repetition:.0f}개를 숨기고 {replaced:.0f}개를 대체했으며 모순"
    " {contradiction:.0f}건을 표시했습니다. 기억 {archived:.0f}개를 보관하고 요약 {distilled:.0f}개를 만들었습니다.",
}


class ConsolidateJob:
    """Puts memory in order."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Review what is new, retire what is old, and say exactly what changed."""
        parts = needed_parts(context)
        now = context.clock()
        last = from_iso(context.state["at"]) if "at" in context.state else now - timedelta(days=1)
        waiting = parts.embedder.state in {"ready", "loading"} and await context.store.vectors.pending() > 0
        reviewed = int(context.state.get("reviewed", 0))
        findings: list[Finding] = []
        looked = 0
        if not waiting:
            looked, reviewed = await self._review(context, parts, reviewed, findings)
        findings += await _retired(context, parts, now)
        expired = await upkeep.count_expired(context.store.database, last, now)
        if expired:
            findings.append(
                Finding("expired", Severity.INFO, fill(EXPIRED, count=expired), NOT_SHOWN, data={"count": expired})
            )  # fmt: skip
        state = {"at": to_iso(now), "reviewed": reviewed}
        if not looked and not findings:
            return JobReport(WAITING if waiting else NOTHING_TO_DO, unchanged=not waiting), state
        figures = _figures(looked, findings)
        return JobReport(fill(SUMMARY, **figures), findings, figures), state

    async def _review(
        self, context: JobContext, parts: Parts, reviewed: int, findings: list[Finding]
    ) -> tuple[int, int]:
        """Compare statements that are new with older ones; returns how many, and the number of the last one."""
        fresh = await upkeep.statements_after(context.store.database, reviewed, REVIEWED_AT_ONCE)
        looked = 0
        for number, memory in fresh:
            await context.breathe()
            if context.stop.is_set():
                break
            if WORKER not in memory.metadata:
                looked += 1
                present = await context.store.memories.get(memory.id)
                if present is not None and present.superseded_by is None:
                    verdicts = await parts.reconciler.review(present, context.clock())
                    findings += await _settle(context, present, verdicts)
            reviewed = number
            context.progress(looked, len(fresh), "comparing")
        return looked, reviewed


async def _settle(context: JobContext, memory: Memory, verdicts: Verdicts) -> list[Finding]:
    """Write down what a review found, in one transaction; returns what changed.

    The evidence quotes words of both: it stays with the link, which goes away with either of them.
    """
    store, now = context.store, context.clock()
    linked = (verdicts.duplicate_of, *verdicts.supersedes, *verdicts.conflicts, *verdicts.superseded_by)
    others = [each for each in linked if each]
    if not others:
        return []
    known = {(each.source_id, each.target_id) for each in await store.memories.relations_of([memory.id])}
    old = await store.memories.get_many(others)
    found, relations, hidden = [], [], []
    for other in old.values():
        pair = {(memory.id, other.id), (other.id, memory.id)}
        if WORKER in other.metadata or pair & known:
            continue
        if other.id == verdicts.duplicate_of:
            stays, goes = sorted((memory, other), key=_standing, reverse=True)
            hidden.append((goes.id, stays.id))
            evidence = written(Reason("repeated"))
            relations.append(RelationRecord(stays.id, goes.id, Relation.SUPERSEDES, evidence))
            found.append(_changed("repetition", Severity.LOW, REPETITION, stays, goes))
        elif other.id in verdicts.supersedes:
            evidence = verdicts.supersedes[other.id]
            hidden.append((other.id, memory.id))
            relations.append(RelationRecord(memory.id, other.id, Relation.SUPERSEDES, evidence))
            found.append(_changed("replaced", Severity.LOW, REPLACED, memory, other))
        elif other.id in verdicts.superseded_by:
            evidence = verdicts.superseded_by[other.id]
            hidden.append((memory.id, other.id))
            relations.append(RelationRecord(other.id, memory.id, Relation.SUPERSEDES, evidence))
            found.append(_changed("replaced", Severity.LOW, REPLACED, other, memory))
        else:
            evidence = verdicts.conflicts[other.id]
            relations.append(RelationRecord(memory.id, other.id, Relation.CONFLICTS_WITH, evidence))
            found.append(_changed("contradiction", Severity.MEDIUM, CONTRADICTION, memory, other))
    if relations:
        async with store.database.write() as transaction:
            await store.memories.relate(transaction, relations, now)
            for goes_id, stays_id in hidden:
                await store.memories.supersede(transaction, goes_id, stays_id, now)
    return found


def _standing(memory: Memory) -> tuple[bool, bool, int, datetime, str]:
    """Return how well a memory stands: vouched for, told by a person, used, recent."""
    return is_vouched_for(memory), memory.origin is Origin.EXPLICIT, memory.reference_count, memory.timestamp, memory.id


def _changed(kind: str, severity: Severity, title: Text, stays: Memory, other: Memory) -> Finding:
    detail = fill(
        WHICH, one=stays.id, one_day=f"{stays.timestamp:%Y-%m-%d}", other=other.id,
        other_day=f"{other.timestamp:%Y-%m-%d}", layer=stays.layer.value,
    )  # fmt: skip
    return Finding(kind, severity, title, detail, data={"memory": stays.id, "other": other.id})


async def _retired(context: JobContext, parts: Parts, now: datetime) -> list[Finding]:
    """Distil what has grown old, keep the caps, archive what nobody used."""
    found = []
    report = await parts.distiller.run_if_due(parts.sessions.distillation_options())
    if report.promoted:
        found.append(
            Finding("distilled", Severity.INFO, fill(DIGESTS, talks=report.promoted, digests=len(report.digest_ids)),
                    fill(LEFT_RECALL, archived=report.archived), data={"digests": list(report.digest_ids)[:NAMED_IDS]})
        )  # fmt: skip
    async with context.store.database.write() as transaction:
        unused = await upkeep.archive_unused(transaction, now - timedelta(days=UNUSED_DAYS), UNSURE_BELOW, now)
    for kind, ids, why in (
        ("over-the-cap", await parts.sessions.apply_caps(), OVER_THE_CAPS),
        ("unused", unused, fill(UNUSED, days=UNUSED_DAYS)),
    ):
        if ids:
            found.append(
                Finding(kind, Severity.INFO, fill(ARCHIVED, count=len(ids)), fill(BECAUSE, why=why),
                        data={"count": len(ids), "memories": ids[:NAMED_IDS]})
            )  # fmt: skip
    return found


def _figures(looked: int, findings: list[Finding]) -> dict[str, float]:
    counts = {
        kind: float(sum(each.kind == kind for each in findings)) for kind in ("repetition", "replaced", "contradiction")
    }
    archived = sum(each.data["count"] for each in findings if each.kind in {"over-the-cap", "unused"})
    distilled = sum(len(each.data["digests"]) for each in findings if each.kind == "distilled")
    return {"compared": float(looked), **counts, "archived": float(archived), "distilled": float(distilled)}
