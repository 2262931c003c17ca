"""optimize: reads the server's own timings and the condition of its database, tidies what is worth it, says the rest.

Findings carry the figures they rest on. What it changes is derived (segments of the text index, free pages, the
planner's statistics); what a person told is not touched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from statistics import median
from typing import Any

from memserver.errors import StorageFailed
from memserver.retrieval.text_index import ensure_text_index
from memserver.storage.condition import Condition, condition, merge_text_index, tidy
from memserver.workers.job import Finding, JobContext, JobReport, Json, Severity
from memserver.workers.jobs import optimize_words as words
from memserver.workers.parts import Parts, needed_parts
from memserver.workers.words import Text, fill, joined

LOOKED_BACK = 200
# Fewer turns than this say nothing about the others.
LEAST_TURNS = 5
# A person notices a tenth of a second and waits from half a second on.
SLOW_MS = 250.0
VERY_SLOW_MS = 1_000.0
SLOW_QUANTILE = 0.95
# Turns without vectors, or without another part, are worth a word from this share on.
DEGRADED_SHARE = 0.2
# New passages leave segments behind; merging them pays from about here on.
MERGE_FROM_PASSAGES = 1_000
COMPACT_SHARE = 0.25
COMPACT_BYTES = 8 * 1024 * 1024
# Compacting writes everything anew and holds writers up meanwhile: beyond this a person should choose the moment.
LARGEST_COMPACTED = 512 * 1024 * 1024
LARGE_LOG = 64 * 1024 * 1024
MEGABYTE = 1024 * 1024
TURN_PARTS = {
    "id": "$.trace.turn_id", "prompt": "$.trace.prompt", "timings": "$.result.timings",
    "warnings": "$.result.warnings",
}  # fmt: skip


class OptimizeJob:
    """Looks after speed."""

    async def run(self, context: JobContext) -> tuple[JobReport, Mapping[str, Any]]:
        """Look, tidy, report."""
        parts = needed_parts(context)
        await parts.flush_turns()
        turns = await context.store.turns.newest_parts(LOOKED_BACK, TURN_PARTS)
        state = await condition(context.store.database)
        mark = [turns[0]["id"] if turns else "", state.last_passage, state.queued, state.vectors]
        if context.state.get("mark") == mark:
            return JobReport(words.NOTHING_NEW, unchanged=True), context.state
        findings = slow_turns(turns) + degraded_turns(turns) + _index_health(state, parts, context.state)
        context.progress(1, 2, "tidying")
        merged_at = int(context.state.get("mergedAt", 0))
        tidied, merged_at = await self._tidied(context, state, merged_at, findings)
        done = [*await _mended(context, state, parts), *tidied]
        after = await condition(context.store.database) if done else state
        figures = _figures(turns, after)
        output = joined([_summary(figures, after), *done])
        mark = [mark[0], after.last_passage, after.queued, after.vectors]
        return JobReport(output, findings, figures), {"mark": mark, "mergedAt": merged_at, "queued": state.queued}

    async def _tidied(
        self, context: JobContext, state: Condition, merged_at: int, findings: list[Finding]
    ) -> tuple[list[Text], int]:
        """Do what is worth it; returns sentences about it, and the last passage that was merged."""
        done: list[Text] = []
        database = context.store.database
        try:
            if state.last_passage - merged_at >= MERGE_FROM_PASSAGES:
                steps = await merge_text_index(database)
                merged_at = state.last_passage
                done += [fill(words.MERGED, steps=steps)] if steps else []
            worth = state.free_bytes > max(COMPACT_BYTES, COMPACT_SHARE * state.database_bytes)
            small = state.database_bytes <= LARGEST_COMPACTED
            tidied = await tidy(database, compact=worth and small)
            if worth and small:
                freed = fill(words.GAVE_BACK, megabytes=state.free_bytes / MEGABYTE)
                done.append(freed if tidied else words.PUT_OFF)
            elif worth:
                findings.append(_too_large(state))
        except StorageFailed as failure:
            findings.append(Finding("tidying-failed", Severity.MEDIUM, words.TIDYING_FAILED, failure.message))
        return done, merged_at


async def _mended(context: JobContext, state: Condition, parts: Parts) -> list[Text]:
    """Mend derived parts that do not agree with the rows; returns sentences about it."""
    done: list[Text] = []
    if state.indexed != state.passages:
        with ThreadPoolExecutor(1, thread_name_prefix="memserver-optimize") as executor:
            written = await ensure_text_index(context.store, executor)
        done.append(fill(words.WRITTEN_ANEW, entries=written))
    embedder = parts.embedder.embedder
    if state.without_vector and embedder is not None:
        async with context.store.database.write() as transaction:
            queued = await context.store.vectors.enqueue_other_models(transaction, embedder.fingerprint)
        parts.writer.tell()
        done.append(fill(words.QUEUED, passages=queued))
    return done


def slow_turns(turns: Sequence[Json]) -> list[Finding]:
    """Say whether turns are slow, and which step makes the slow ones slow."""
    timed = timings_of(turns)
    if len(timed) < LEAST_TURNS:
        return []
    totals = sorted(each["totalMs"] for each in timed)
    late = _late(totals)
    if late < SLOW_MS:
        return []
    slow = [each for each in timed if each["totalMs"] >= SLOW_MS]
    phases = Counter[str]()
    for each in slow:
        phases.update(phases_of(each))
    phase, spent = phases.most_common(1)[0]
    share = spent / max(1.0, sum(phases.values()))
    return [
        Finding(
            "slow-turns",
            Severity.HIGH if late >= VERY_SLOW_MS else Severity.MEDIUM,
            fill(words.SLOW_TURNS, slow=len(slow), turns=len(timed), limit=SLOW_MS),
            joined([fill(words.SLOW_STEP, phase=phase, share=share), words.ADVICE.get(phase, "")]),
            data={"p95Ms": round(late, 1), "medianMs": round(median(totals), 1), "phase": phase, "slow": len(slow)},
        )
    ]


def timings_of(turns: Sequence[Json]) -> list[dict[str, float]]:
    """Return the timings of the turns that have some."""
    return [each["timings"] for each in turns if "totalMs" in (each["timings"] or {})]


def _late(totals: Sequence[float]) -> float:
    return totals[min(len(totals) - 1, int(len(totals) * SLOW_QUANTILE))]


def phases_of(timings: Mapping[str, float]) -> dict[str, float]:
    """Turn marks on a stop-watch into the time that each step took."""
    marks = sorted((value, name) for name, value in timings.items() if name != "totalMs")
    return {
        name: value - (marks[place - 1][0] if place else 0.0) for place, (value, name) in enumerate(marks)
    }  # fmt: skip


def degraded_turns(turns: Sequence[Json]) -> list[Finding]:
    """Name the parts that turns often had to go without."""
    recent = turns[:LOOKED_BACK]
    missing = Counter(part for each in recent for part in {one["part"] for one in each["warnings"] or ()})
    return [
        Finding(
            "degraded-turns",
            Severity.MEDIUM,
            fill(words.DEGRADED, count=count, turns=len(recent), part=part),
            words.EXPLAIN,
            data={"part": part, "turns": count},
        )
        for part, count in sorted(missing.items())
        if len(recent) >= LEAST_TURNS and count >= DEGRADED_SHARE * len(recent)
    ]


def _index_health(state: Condition, parts: Parts, before: Mapping[str, Any]) -> list[Finding]:
    found = []
    if state.indexed != state.passages:
        gap = abs(state.passages - state.indexed)
        found.append(
            Finding("text-index-gap", Severity.HIGH, fill(words.INDEX_GAP, gap=gap), words.MENDED,
                    data={"passages": state.passages, "indexed": state.indexed})
        )  # fmt: skip
    if state.without_vector:
        found.append(
            Finding("vectors-forgotten", Severity.HIGH, fill(words.NO_VECTORS, passages=state.without_vector),
                    words.WORDS_ONLY, data={"passages": state.without_vector})
        )  # fmt: skip
    if state.memories_without_passage:
        found.append(
            Finding("memories-unsearchable", Severity.HIGH,
                    fill(words.UNSEARCHABLE, memories=state.memories_without_passage), words.IMPORT_AGAIN,
                    data={"memories": state.memories_without_passage})
        )  # fmt: skip
    if state.queued and state.queued == before.get("queued") and parts.embedder.state == "ready":
        found.append(
            Finding("queue-stuck", Severity.MEDIUM, fill(words.QUEUE_STUCK, passages=state.queued),
                    words.SEE_STATUS, data={"queued": state.queued})
        )  # fmt: skip
    if state.log_bytes > LARGE_LOG:
        found.append(
            Finding("large-log", Severity.LOW, fill(words.LARGE_LOG, megabytes=state.log_bytes / MEGABYTE),
                    words.CLOSE_WINDOWS, data={"bytes": state.log_bytes})
        )  # fmt: skip
    return found


def _too_large(state: Condition) -> Finding:
    return Finding(
        "compact-by-hand", Severity.LOW,
        fill(words.UNUSED_SPACE, free=state.free_bytes / MEGABYTE, whole=state.database_bytes / MEGABYTE),
        words.COMPACT_BY_HAND,
        data={"freeBytes": state.free_bytes},
    )  # fmt: skip


def _figures(turns: Sequence[Json], state: Condition) -> dict[str, float]:
    totals = sorted(each["totalMs"] for each in timings_of(turns))
    timed = {"medianMs": round(median(totals), 1), "p95Ms": round(_late(totals), 1)} if totals else {}
    return {
        "turns": len(turns),
        **timed,
        "askedAgain": len(turns) - len({each["prompt"] for each in turns}),
        "passages": state.passages,
        "queued": state.queued,
        "databaseMb": round(state.database_bytes / MEGABYTE, 1),
        "freeMb": round(state.free_bytes / MEGABYTE, 1),
    }


def _summary(figures: Mapping[str, float], state: Condition) -> Text:
    turns = (
        fill(words.TIMED, turns=figures["turns"], median=figures["medianMs"], late=figures["p95Ms"])
        if "medianMs" in figures
        else words.NO_TURNS
    )
    agree = state.passages == state.indexed and not state.without_vector and not state.memories_without_passage
    store = fill(
        words.STORE, passages=state.passages, queued=state.queued, index=words.AGREE if agree else words.DISAGREE,
        size=figures["databaseMb"], free=figures["freeMb"],
    )  # fmt: skip
    return joined([turns, store])
