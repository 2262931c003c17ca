"""`memserver/turn/complete`."""

from __future__ import annotations

from memserver.growth.gaps import WORDS
from memserver.growth.judge import Judgement
from memserver.protocol import answers as wire
from memserver.protocol.turn import PartWarning
from memserver.server.dispatch import Call
from memserver.turn.complete import Completion


async def complete(call: Call, params: wire.CompleteParams) -> wire.CompleteResult:
    """Judge the answer and learn from it."""
    completion = await call.engine.complete_turn(
        params.turn_id,
        params.answer,
        outcome=params.outcome,
        feedback=params.feedback,
        used=params.used_item_ids,
        high_impact=params.high_impact,
    )
    result = completion_view(completion)
    await call.engine.recorder.complete(
        params.turn_id, result.model_dump(mode="json", by_alias=True, exclude_none=True)
    )
    return result


def completion_view(completion: Completion) -> wire.CompleteResult:
    """Return a judgement as the wire shows it."""
    confidence, gaps, covered = completion.confidence, completion.gaps, completion.coverage
    words = WORDS[completion.language]
    gap_items = [
        wire.Gap(element=label, severity=_severity(gaps.severity.value), reason=words["missing"])
        for label in completion.missing_labels
    ]
    if gaps.weak_grounding:
        gap_items.append(wire.Gap(element=words["evidence"], severity="low", reason=words["ungrounded"]))
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
        contradictions=[
            wire.Contradiction(
                source=each.source,
                source_id=completion.source_ids[each.source - 1],
                answer=each.answer,
                says=each.says,
                code=each.code,
                values=dict(each.values),
            )
            for each in completion.check.contradictions
        ],
        hedges=len(completion.hedges),
        footer=completion.footer,
        self_check=_self_check(completion.judgement) if completion.judgement else None,
        supplement=wire.Supplement(
            issues=list(completion.supplement.issues), text=completion.supplement.text, by=completion.supplement.by
        )
        if completion.supplement
        else None,
        reflection_id=completion.reflection_id,
        warnings=[PartWarning(part="turn/complete", message=message) for message in completion.warnings],
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
