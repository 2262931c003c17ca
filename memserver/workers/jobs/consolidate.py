"""consolidate: puts memory in order: repetitions, what was replaced, old talks, what nobody ever used, what expired.

Statements that were stored since the last run are compared once more with the older ones. A repetition is hidden
behind the one that stays and can always be read; nothing is deleted. Findings name memories by id, so that nothing of
a memory's text outlives it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from memserver.clock import from_iso, to_iso
from memserver.layers.reconcile import Verdicts
from memserver.model import Memory, Origin, Relation, Status
from memserver.storage import upkeep
from memserver.storage.memories import RelationRecord
from memserver.workers.job import Finding, JobContext, JobReport, Severity
from memserver.workers.keeping import WORKER
from memserver.workers.parts import Parts, needed_parts

REVIEWED_AT_ONCE = 300
# What memserver guessed, was never sure of, and nobody needed for a year, is in the way of the rest.
UNUSED_DAYS = 365
UNSURE_BELOW = 0.6
SAYS_THE_SAME = "says the same"
NAMED_IDS = 20


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
                Finding("expired", Severity.INFO, f"{expired} memories expired since the last run",
                        "They are no longer shown and stay on disk.", data={"count": expired})
            )  # fmt: skip
        state = {"at": to_iso(now), "reviewed": reviewed}
        if not looked and not findings:
            said = (
                "Memories wait for their vectors; they are compared later." if waiting else "Nothing to put in order."
            )
            return JobReport(said, unchanged=not waiting), state
        return JobReport(_summary(looked, findings), findings, _figures(looked, findings)), state

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
    others = [each for each in (verdicts.duplicate_of, *verdicts.supersedes, *verdicts.conflicts) if each]
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
            relations.append(RelationRecord(stays.id, goes.id, Relation.SUPERSEDES, SAYS_THE_SAME))
            found.append(_changed("repetition", Severity.LOW, "A repetition was hidden", stays, goes))
        elif other.id in verdicts.supersedes and not _only_guessed(memory, other):
            evidence = verdicts.supersedes[other.id]
            hidden.append((other.id, memory.id))
            relations.append(RelationRecord(memory.id, other.id, Relation.SUPERSEDES, evidence))
            found.append(_changed("replaced", Severity.LOW, "A later statement replaces one", memory, other))
        else:
            evidence = verdicts.supersedes.get(other.id) or verdicts.conflicts.get(other.id, "")
            relations.append(RelationRecord(memory.id, other.id, Relation.CONFLICTS_WITH, evidence))
            found.append(_changed("contradiction", Severity.MEDIUM, "Two statements disagree", memory, other))
    if relations:
        async with store.database.write() as transaction:
            await store.memories.relate(transaction, relations, now)
            for goes_id, stays_id in hidden:
                await store.memories.supersede(transaction, goes_id, stays_id, now)
    return found


def _standing(memory: Memory) -> tuple[bool, bool, int, datetime, str]:
    """Return how well a memory stands: vouched for, told by a person, used, recent."""
    vouched = memory.validation.status in {Status.VERIFIED, Status.PUBLISHED}
    return vouched, memory.origin is Origin.EXPLICIT, memory.reference_count, memory.timestamp, memory.id


def _only_guessed(new: Memory, old: Memory) -> bool:
    """What memserver concluded by itself does not replace what a person said."""
    return old.origin is Origin.EXPLICIT and new.origin is not Origin.EXPLICIT


def _changed(kind: str, severity: Severity, title: str, stays: Memory, other: Memory) -> Finding:
    detail = (
        f"{stays.id} ({stays.timestamp:%Y-%m-%d}) and {other.id} ({other.timestamp:%Y-%m-%d}), {stays.layer.value}."
    )
    return Finding(kind, severity, title, detail, data={"memory": stays.id, "other": other.id})


async def _retired(context: JobContext, parts: Parts, now: datetime) -> list[Finding]:
    """Distil what has grown old, keep the caps, archive what nobody used."""
    found = []
    report = await parts.distiller.run_if_due(parts.sessions.distillation_options())
    if report.promoted:
        found.append(
            Finding("distilled", Severity.INFO, f"{report.promoted} old talks became {len(report.digest_ids)} digests",
                    f"{report.archived} of them left recall.", data={"digests": list(report.digest_ids)[:NAMED_IDS]})
        )  # fmt: skip
    async with context.store.database.write() as transaction:
        unused = await upkeep.archive_unused(transaction, now - timedelta(days=UNUSED_DAYS), UNSURE_BELOW, now)
    for kind, ids, why in (
        ("over-the-cap", await parts.sessions.apply_caps(), "more than the caps allow"),
        ("unused", unused, f"not used for {UNUSED_DAYS} days and never sure"),
    ):
        if ids:
            found.append(
                Finding(kind, Severity.INFO, f"{len(ids)} memories of memserver's own were archived",
                        f"Because: {why}. They stay on disk.", data={"count": len(ids), "memories": ids[:NAMED_IDS]})
            )  # fmt: skip
    return found


def _summary(looked: int, findings: list[Finding]) -> str:
    counts = _figures(looked, findings)
    return (
        f"Compared {looked} new statements: {counts['repetition']:.0f} repetitions hidden, "
        f"{counts['replaced']:.0f} replaced, {counts['contradiction']:.0f} contradictions marked. "
        f"{counts['archived']:.0f} memories archived, {counts['distilled']:.0f} digests made."
    )


def _figures(looked: int, findings: list[Finding]) -> dict[str, float]:
    counts = {
        kind: float(sum(each.kind == kind for each in findings)) for kind in ("repetition", "replaced", "contradiction")
    }
    archived = sum(each.data["count"] for each in findings if each.kind in {"over-the-cap", "unused"})
    distilled = sum(len(each.data["digests"]) for each in findings if each.kind == "distilled")
    return {"compared": float(looked), **counts, "archived": float(archived), "distilled": float(distilled)}
