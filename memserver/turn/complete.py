"""After the answer: judge it against what the turn gave, and keep what was learned. Deterministic but for the optional
check by a chat model, which gets one call and a time-out, and whose failure is mentioned and otherwise silent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from memserver.config import Settings
from memserver.growth.citations import CitationCheck, check_citations
from memserver.growth.confidence import Confidence, ConfidenceSignals, judge_confidence
from memserver.growth.critic import Disagreeing, ProblemSignals, Supplement
from memserver.growth.escalation import Escalation, decide_escalation
from memserver.growth.footer import footer_line, self_check_remark
from memserver.growth.gaps import GapReport, detect_gaps
from memserver.growth.hedges import find_hedges
from memserver.growth.judge import Chat, Judgement, JudgeSource, judge_answer
from memserver.growth.reflection import Reflection, reflect
from memserver.growth.requirements import Coverage, TaskType, coverage


@dataclass(frozen=True, slots=True)
class Source:
    """A source that the turn gave."""

    id: str
    title: str
    path: str | None
    excerpt: str


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with the turn that it answers."""

    turn_id: str
    answer: str
    prompt: str
    language: str
    task: TaskType | None
    sources: Sequence[Source]
    signals: Mapping[str, Any]
    conflict_severities: Sequence[str] = ()
    disagreeing: Sequence[Disagreeing] = ()
    feedback: str | None = None
    outcome: str | None = None
    project_id: str = ""
    model_only: bool = False
    """The turn was told to use no stored knowledge at all (Knowledge Mix 0)."""


@dataclass(frozen=True, slots=True)
class Completion:
    """The judgement of an answer."""

    confidence: Confidence
    escalation: Escalation | None
    coverage: Coverage
    missing_labels: tuple[str, ...]
    gaps: GapReport
    citations: CitationCheck
    hedges: tuple[str, ...]
    footer: str
    language: str = "en"
    judgement: Judgement | None = None
    supplement: Supplement | None = None
    reflection_id: str | None = None
    warnings: list[str] = field(default_factory=list)


def judge(answered: Answered) -> Completion:
    """Judge an answer by what can be counted in it."""
    covered = coverage(answered.task, answered.answer, answered.language)
    hedges = find_hedges(answered.answer)
    citations = check_citations(answered.answer, answered.sources)
    given = int(answered.signals.get("chunk_count", 0))
    confidence = judge_confidence(
        ConfidenceSignals(
            chunk_count=given,
            top_score=float(answered.signals.get("top_score", 0.0)),
            conflict_count=int(answered.signals.get("conflict_count", 0)),
            ambiguity_detected=bool(answered.signals.get("ambiguity_detected", False)),
            hedge_count=len(hedges),
            has_citation=citations.has_citation,
            unknown_citations=len(citations.unknown),
            model_knowledge_only=answered.model_only,
            missing_coverage=len(covered.missing),
        )
    )
    escalation = decide_escalation(confidence, covered, answered.conflict_severities)
    labels = answered.task.element_labels(covered.missing, answered.language) if answered.task else ()
    return Completion(
        confidence=confidence,
        escalation=escalation,
        coverage=covered,
        missing_labels=labels,
        gaps=detect_gaps(covered, given),
        citations=citations,
        hedges=hedges,
        footer=_footer(answered, confidence, citations, labels, escalation, ""),
        language=answered.language,
    )


async def check_with_model(
    answered: Answered, completion: Completion, settings: Settings, chat: Chat
) -> Judgement | None:
    """Ask the chat model what the settings want of it, in one call; None when they want nothing."""
    critic = settings.critic_enabled and problem_signals(answered, completion).show_a_problem
    if not settings.self_check_enabled and not critic:
        return None
    sources = [JudgeSource(source.title, source.excerpt) for source in answered.sources]
    return await judge_answer(
        chat,
        answered.prompt,
        answered.answer,
        sources,
        language=answered.language,
        self_check=settings.self_check_enabled,
        critic=critic,
    )


def problem_signals(answered: Answered, completion: Completion) -> ProblemSignals:
    """Return what was counted that may show a problem."""
    return ProblemSignals(
        band=completion.confidence.band,
        score=completion.confidence.score,
        missing=completion.missing_labels,
        conflicts=int(answered.signals.get("conflict_count", 0)),
        disagreeing=answered.disagreeing,
        unknown_citations=completion.citations.unknown,
        hedges=completion.hedges,
        weak_grounding=completion.gaps.weak_grounding,
    )


def footer_with(answered: Answered, completion: Completion, judgement: Judgement) -> str:
    """Return the footer with the verdict of the chat model."""
    remark = self_check_remark(judgement, answered.language)
    return _footer(
        answered, completion.confidence, completion.citations, completion.missing_labels, completion.escalation, remark
    )


def reflection_on(answered: Answered, completion: Completion, now: datetime) -> Reflection:
    """Return the record of a turn."""
    return reflect(
        time=now,
        prompt=answered.prompt,
        confidence=completion.confidence,
        coverage=completion.coverage,
        gaps=completion.gaps,
        escalated=completion.escalation is not None,
        retrieval_count=int(answered.signals.get("chunk_count", 0)),
        top_score=float(answered.signals.get("top_score", 0.0)),
        critic_issues=completion.supplement.issues if completion.supplement else (),
        conflicts=int(answered.signals.get("conflict_count", 0)),
        hedges=len(completion.hedges),
        language=answered.language,
        project_id=answered.project_id,
        feedback=answered.feedback,
        outcome=answered.outcome,
        turn_id=answered.turn_id,
    )


def _footer(
    answered: Answered,
    confidence: Confidence,
    citations: CitationCheck,
    labels: Sequence[str],
    escalation: Escalation | None,
    remark: str,
) -> str:
    return footer_line(
        confidence,
        answered.language,
        given=len(answered.sources),
        cited=len(citations.cited),
        missing_labels=labels,
        unknown_citations=citations.unknown,
        escalation=escalation,
        remark=remark,
    )
