"""The report of a turn: what the client is answered."""

from __future__ import annotations

from typing import Literal

from memserver.clock import from_iso
from memserver.retrieval.budget import BRAIN_CHUNKS
from memserver.rules.service import ChosenRule
from memserver.text.fencing import quote_line
from memserver.text.token_count import TOKENISER_NAME
from memserver.turn.candidates import Candidate
from memserver.turn.result import (
    DroppedItem,
    RetrievalSummary,
    SelfCheckSource,
    ShownItem,
    ShownRelation,
    Signals,
    TurnResult,
    Usage,
)
from memserver.turn.value import Turn

MOST_DROPPED = 20
LOGGED = 10
SELF_CHECK_SOURCES = 5
SELF_CHECK_CHARS = 200
TITLE_CHARS = 60
UNTITLED = "(untitled)"
REASONS = {
    "budget": "did not fit into the token budget",
    "limit": "enough brain files are in already",
    "repeated": "something that is in says the same",
    "told": "this conversation was given it already",
    "superseded": "another note replaces it",
    "unrelated": "too little to do with the prompt",
}


def report(turn: Turn) -> TurnResult:
    """Return the answer of a turn."""
    taken = turn.selection.taken
    return TurnResult(
        turn_id=turn.id,
        text=turn.selection.text,
        blocks=turn.blocks,
        prompt="\n\n".join([*(block.text for block in turn.blocks), turn.selection.text.strip()]).strip(),
        items=[*(_shown(each, turn.language) for each in taken), *map(_shown_rule, turn.rules)],
        dropped=[
            DroppedItem(each.id, each.title, round(each.chance, 4), REASONS[reason])
            for each, reason in left_out(turn)[:MOST_DROPPED]
        ],
        retrieval=_summary(turn),
        knowledge_mix=turn.mix,
        lessons=[each.text for each in taken if each.lesson],
        self_check_sources=[
            SelfCheckSource(each.title or UNTITLED, each.text[:SELF_CHECK_CHARS]) for each in taken[:SELF_CHECK_SOURCES]
        ],
        confidence_signals=signals_of(turn),
        fusion_log=_fusion_log(turn),
        usage=_usage(turn),
        timings=turn.timings,
        warnings=turn.warnings,
    )


def signals_of(turn: Turn) -> Signals:
    """Return what the confidence in an answer to this turn starts from."""
    taken = turn.selection.taken
    return Signals(
        chunk_count=len(taken),
        top_score=round(max((each.chance for each in taken), default=0.0), 4),
        conflict_count=turn.conflicts,
        ambiguity_detected=turn.ambiguity.ambiguous,
    )


def left_out(turn: Turn) -> list[tuple[Candidate, str]]:
    """Return what is not in the turn, best first, with the key of the reason."""
    return [
        *turn.selection.left_out,
        *((each, "told") for each in turn.told),
        *((each, "superseded") for each in turn.superseded),
        *((each, "unrelated") for each in turn.unrelated),
    ]


def _shown(each: Candidate, language: str) -> ShownItem:
    reasons = each.reasons
    if each.stale:
        reasons["stale"] = each.stale
    return ShownItem(
        id=each.id,
        source=each.source,
        layer=each.layer,
        title=each.title,
        path=each.path,
        score=round(each.chance, 4),
        tokens=each.tokens,
        stale=bool(each.stale),
        status=each.status,
        scope=each.scope,
        timestamp=each.moment,
        external_id=each.external_id,
        reasons=reasons,
        superseded_by=each.superseded_by.id if each.superseded_by is not None else None,
        replaces=_related(each, True, language) if each.told else None,
        conflicts_with=_related(each, False, language) if each.told else None,
    )


def _related(each: Candidate, replaced: bool, language: str) -> list[ShownRelation] | None:
    """Return what an item replaced, or what it disagrees with; None without any."""
    return [
        ShownRelation(told.id, told.title, told.path or None, told.moment, told.spoken_reason(language))
        for told in each.told_here
        if told.replaces == replaced
    ] or None


def _shown_rule(each: ChosenRule) -> ShownItem:
    row = each.row
    return ShownItem(
        id=row.id,
        source=row.layer,
        layer=row.layer,
        title=row.title,
        path=None,
        score=each.chance,
        tokens=each.tokens,
        stale=bool(each.stale),
        status=row.status,
        scope=row.scope,
        timestamp=from_iso(row.timestamp),
        external_id=row.external_id,
        reasons={"rule": {"chance": each.chance, "why": each.why}} | ({"stale": each.stale} if each.stale else {}),
    )


def _summary(turn: Turn) -> RetrievalSummary | None:
    if turn.found is None:
        return None
    taken, brain = turn.selection.taken, BRAIN_CHUNKS
    mode: Literal["hybrid", "lexical"] = "hybrid" if turn.found.mode == "hybrid" else "lexical"
    return RetrievalSummary(
        agent=turn.request.agent,
        scoped=turn.scope.scoped,
        source=turn.scope.source,
        configured_folders=list(turn.scope.folders),
        used_brain_files=list(dict.fromkeys(each.path for each in taken if each.source == brain and each.path)),
        used_memory_layers=list(dict.fromkeys(each.source for each in taken if each.source != brain)),
        lesson_files=list(dict.fromkeys(each.path for each in taken if each.lesson and each.path)),
        total_chunks=len(turn.candidates) + len(turn.unrelated),
        selected_chunk_count=len(taken),
        mode=mode,
    )


def _usage(turn: Turn) -> Usage:
    by_layer: dict[str, int] = {}
    for each in turn.selection.taken:
        by_layer[each.source] = by_layer.get(each.source, 0) + each.tokens
    for rule in turn.rules:
        by_layer[rule.row.layer] = by_layer.get(rule.row.layer, 0) + rule.tokens
    return Usage(turn.budget, turn.selection.used, by_layer, turn.block_tokens, TOKENISER_NAME)


def _fusion_log(turn: Turn) -> list[str]:
    if turn.found is None:
        return []
    lines = [
        f"{turn.found.mode}: {len(turn.found.ranked)} candidates, {len(turn.selection.taken)} in,"
        f" {turn.selection.used} of {turn.budget} tokens",
        *turn.log,
    ]
    for number, each in enumerate(turn.selection.taken[:LOGGED], 1):
        parts = ", ".join(f"{name} {part}" for name, part in each.match.reasons().items()) if each.match else ""
        factors = ", ".join(f"{name} ×{value}" for name, value in each.factors.items())
        title, why = quote_line(each.title, TITLE_CHARS), "; ".join(filter(None, (parts, factors)))
        lines.append(f"[{number}] {each.chance:.3f} {title} ({why})")
    return lines
