"""`memserver/context/…` and `memserver/turn/complete`."""

from __future__ import annotations

from memserver.clock import from_iso
from memserver.growth.judge import Judgement
from memserver.layers.short_term import VisibleMessage
from memserver.protocol import turn as wire
from memserver.server.dispatch import Call
from memserver.text.sanitise import clean_text
from memserver.turn.complete import Completion
from memserver.turn.request import TurnRequest

MAX_PROMPT_CHARS = 1_000_000


async def build(call: Call, params: wire.BuildParams) -> wire.BuildResult:
    """Answer what the agent already knows that matters here."""
    request = TurnRequest(
        prompt=clean_text(params.prompt, "prompt", MAX_PROMPT_CHARS),
        session_id=params.session_id,
        history=tuple(VisibleMessage(each.role, each.content) for each in params.history if not each.internal),
        workspace_uri=params.workspace_uri,
        agent=params.agent,
        context_length=params.context_length,
        max_tokens=params.max_tokens,
        mode=params.mode,
        active_file=params.active_file,
        open_files=tuple(params.open_files),
        recent_commands=tuple(params.recent_commands),
        recent_sessions=tuple(each.model_dump(by_alias=True) for each in params.recent_sessions),
    )
    result, turn = await call.engine.build_turn(request)
    answer = wire.BuildResult.model_validate(result, from_attributes=True)
    call.engine.recorder.keep(turn, lambda: answer.model_dump(mode="json", by_alias=True, exclude_none=True))
    return answer


async def explain(call: Call, params: wire.ExplainParams) -> wire.ExplainResult:
    """Tell the whole story of an earlier turn."""
    record = await call.engine.recorder.get(params.turn_id)
    trace = record["trace"]
    return wire.ExplainResult(
        turn_id=params.turn_id,
        created_at=from_iso(trace["created_at"]),
        session_id=trace["session_id"],
        prompt=trace["prompt"],
        candidates=trace["candidates"],
        settings=trace["settings"],
        result=record["result"],
        completion=record["completion"],
    )


async def complete(call: Call, params: wire.CompleteParams) -> wire.CompleteResult:
    """Judge the answer and learn from it."""
    completion = await call.engine.complete_turn(
        params.turn_id, params.answer, outcome=params.outcome, feedback=params.feedback, used=params.used_item_ids
    )
    result = completion_view(completion)
    await call.engine.recorder.complete(
        params.turn_id, result.model_dump(mode="json", by_alias=True, exclude_none=True)
    )
    return result


def completion_view(completion: Completion) -> wire.CompleteResult:
    """Return a judgement as the wire shows it."""
    confidence, gaps, covered = completion.confidence, completion.gaps, completion.coverage
    gap_items = [
        wire.Gap(element=label, severity=_severity(gaps.severity.value), reason="required and not in the answer")
        for label in completion.missing_labels
    ]
    if gaps.weak_grounding:
        gap_items.append(wire.Gap(element="evidence", severity="low", reason="nothing stored spoke to the question"))
    return wire.CompleteResult(
        confidence=wire.Confidence(score=confidence.score, band=confidence.band.value, parts=dict(confidence.parts)),
        escalation=wire.Escalation(
            reasons=[reason.value for reason in completion.escalation.reasons], message=completion.footer
        )
        if completion.escalation
        else None,
        coverage=wire.Coverage(
            ran=covered.ran,
            task_id=covered.task_id,
            label=covered.label or None,
            covered=list(covered.covered),
            missing=list(covered.missing),
        ),
        gaps=gap_items,
        weak_grounding=gaps.weak_grounding,
        citations=wire.Citations(cited=list(completion.citations.cited), unknown=list(completion.citations.unknown)),
        hedges=len(completion.hedges),
        footer=completion.footer,
        self_check=_self_check(completion.judgement) if completion.judgement else None,
        reflection_id=completion.reflection_id,
        warnings=[wire.PartWarning(part="turn/complete", message=message) for message in completion.warnings],
    )


def _self_check(judgement: Judgement) -> wire.SelfCheck:
    return wire.SelfCheck(
        ran=judgement.ran,
        answered=judgement.answered,
        grounded=judgement.grounded,
        contradiction=judgement.contradiction,
        note=judgement.error or judgement.note,
        issues=list(judgement.issues),
        supplement=judgement.supplement,
    )


def _severity(value: str) -> str:
    return "low" if value == "none" else value
