"""The report of a turn: what the client is answered, and what is kept to explain it later."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from memserver.config import Settings
from memserver.growth.requirements import TaskType
from memserver.knowledge.scope import AgentScope
from memserver.retrieval.search import Found
from memserver.turn.blocks.inputs import Block
from memserver.turn.candidates import Candidate
from memserver.turn.knowledge_mix import Mix
from memserver.turn.request import TurnRequest
from memserver.turn.result import (
    DroppedItem,
    PartWarning,
    RetrievalSummary,
    SelfCheckSource,
    ShownItem,
    Signals,
    TurnResult,
    TurnTrace,
    Usage,
)
from memserver.turn.select import Selection

MOST_DROPPED = 20
SELF_CHECK_SOURCES = 5
SELF_CHECK_CHARS = 200
UNTITLED = "(untitled)"
REASONS = {
    "budget": "did not fit into the token budget",
    "limit": "enough brain files are in already",
    "unrelated": "too little to do with the prompt",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """Everything that a turn came to."""

    turn_id: str
    request: TurnRequest
    settings: Settings
    language: str
    mix: Mix
    budget: int
    scope: AgentScope
    project_id: str
    task: TaskType | None
    ambiguous: bool
    found: Found | None
    candidates: Sequence[Candidate]
    unrelated: Sequence[Candidate]
    selection: Selection
    blocks: list[Block]
    block_tokens: int
    conflicts: int
    conflict_severities: list[str]
    warnings: list[PartWarning]
    timings: Mapping[str, float]
    log: Sequence[str]
    tokeniser: str
    brain_source: str


def report(outcome: Outcome, now: datetime) -> tuple[TurnResult, TurnTrace]:
    """Return the answer of a turn and its trace."""
    taken = outcome.selection.taken
    signals = Signals(
        chunk_count=len(taken),
        top_score=round(max((each.score for each in taken), default=0.0), 4),
        conflict_count=outcome.conflicts,
        ambiguity_detected=outcome.ambiguous,
    )
    left_out = [*outcome.selection.left_out, *((each, "unrelated") for each in outcome.unrelated)]
    result = TurnResult(
        turn_id=outcome.turn_id,
        text=outcome.selection.text,
        blocks=outcome.blocks,
        prompt="\n\n".join([*(block.text for block in outcome.blocks), outcome.selection.text.strip()]).strip(),
        items=[_shown(each, tokens) for each, tokens in zip(taken, outcome.selection.tokens, strict=True)],
        dropped=[
            DroppedItem(each.id, each.title, round(each.score, 4), REASONS[reason])
            for each, reason in left_out[:MOST_DROPPED]
        ],
        retrieval=_summary(outcome),
        knowledge_mix=outcome.mix,
        lessons=[each.text for each in taken if each.lesson],
        self_check_sources=[
            SelfCheckSource(each.title or UNTITLED, each.text[:SELF_CHECK_CHARS]) for each in taken[:SELF_CHECK_SOURCES]
        ],
        confidence_signals=signals,
        fusion_log=_fusion_log(outcome),
        usage=_usage(outcome),
        timings=outcome.timings,
        warnings=outcome.warnings,
    )
    return result, _trace(outcome, signals, left_out, now)


def _shown(each: Candidate, tokens: int) -> ShownItem:
    return ShownItem(
        id=each.id,
        source=each.source,
        layer=each.layer,
        title=each.title,
        path=each.path,
        score=round(each.score, 4),
        tokens=tokens,
        stale=bool(each.stale),
        status=each.status,
        scope=each.scope,
        timestamp=each.moment,
        external_id=each.external_id,
        reasons={**each.reasons, **({"stale": each.stale} if each.stale else {})},
    )


def _summary(outcome: Outcome) -> RetrievalSummary | None:
    if outcome.found is None:
        return None
    taken, brain = outcome.selection.taken, outcome.brain_source
    mode: Literal["hybrid", "lexical"] = "hybrid" if outcome.found.mode == "hybrid" else "lexical"
    return RetrievalSummary(
        agent=outcome.request.agent,
        scoped=outcome.scope.scoped,
        source=outcome.scope.source,
        configured_folders=list(outcome.scope.folders),
        used_brain_files=list(dict.fromkeys(each.path for each in taken if each.source == brain and each.path)),
        used_memory_layers=list(dict.fromkeys(each.source for each in taken if each.source != brain)),
        lesson_files=list(dict.fromkeys(each.path for each in taken if each.lesson and each.path)),
        total_chunks=len(outcome.candidates) + len(outcome.unrelated),
        selected_chunk_count=len(taken),
        mode=mode,
    )


def _usage(outcome: Outcome) -> Usage:
    by_layer: dict[str, int] = {}
    for each, tokens in zip(outcome.selection.taken, outcome.selection.tokens, strict=True):
        by_layer[each.source] = by_layer.get(each.source, 0) + tokens
    return Usage(outcome.budget, outcome.selection.used, by_layer, outcome.block_tokens, outcome.tokeniser)


def _fusion_log(outcome: Outcome) -> list[str]:
    if outcome.found is None:
        return []
    lines = [
        f"{outcome.found.mode}: {len(outcome.found.ranked)} candidates, {len(outcome.selection.taken)} in,"
        f" {outcome.selection.used} of {outcome.budget} tokens",
        *outcome.log,
    ]
    for number, each in enumerate(outcome.selection.taken[:10], 1):
        match = each.reasons.get("match", {})
        parts = ", ".join(f"{name} {match[name]}" for name in ("words", "nearness") if name in match)
        factors = ", ".join(f"{name} ×{value}" for name, value in each.reasons.get("factors", {}).items())
        lines.append(f"[{number}] {each.score:.3f} {each.title[:60]} ({'; '.join(filter(None, (parts, factors)))})")
    return lines


def _trace(outcome: Outcome, signals: Signals, left_out: Sequence[tuple[Candidate, str]], now: datetime) -> TurnTrace:
    decided = [*((each, "in") for each in outcome.selection.taken), *left_out]
    secrets = {"embedding_api_key"}
    return TurnTrace(
        turn_id=outcome.turn_id,
        created_at=now,
        session_id=outcome.request.session_id,
        project_id=outcome.project_id,
        prompt=outcome.request.prompt,
        language=outcome.language,
        candidates=[_explained(each, reason) for each, reason in decided],
        settings=outcome.settings.model_dump(mode="json", by_alias=True, exclude=secrets),
        task_id=outcome.task.id if outcome.task else None,
        sources=[
            {"id": each.id, "title": each.title, "path": each.path, "excerpt": each.text[:SELF_CHECK_CHARS]}
            for each in outcome.selection.taken
        ],
        signals=signals,
        conflict_severities=outcome.conflict_severities,
        model_only=outcome.mix.weight == 0,
    )


def _explained(each: Candidate, reason: str) -> dict[str, Any]:
    return {
        "id": each.id,
        "title": each.title,
        "source": each.source,
        "path": each.path,
        "score": round(each.score, 4),
        "selected": reason == "in",
        "why": "selected" if reason == "in" else REASONS[reason],
        "stale": each.stale or None,
        "reasons": dict(each.reasons),
    }
