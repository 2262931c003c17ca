"""After the answer: judge it against what the turn gave, and keep what was learned. Deterministic but for the optional
check by a chat model, which gets one call and a time-out, and whose failure is mentioned and otherwise silent.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypedDict

from memserver.config import Settings
from memserver.growth.answer_check import AnswerCheck, check_answer
from memserver.growth.answer_substance import is_empty
from memserver.growth.answer_use import sources_used
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
    shown: str = ""
    """What the model was shown of it."""
    chance: float | None = None
    """How likely it was to help; None in records of an earlier version."""


# A source that is as likely to help counts as evidence beside those that the answer uses.
RELATED = 0.5


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
    signals: ConfidenceSignals = field(default_factory=ConfidenceSignals)
    """What the confidence was counted from."""
    check: AnswerCheck = field(default_factory=AnswerCheck)
    source_ids: tuple[str, ...] = ()
    """The ids of the sources, by their numbers."""
    language: str = "en"
    judgement: Judgement | None = None
    supplement: Supplement | None = None
    reflection_id: str | None = None
    warnings: list[str] = field(default_factory=list)


def judge(answered: Answered) -> Completion:
    """Judge an answer by what can be counted in it, and by what its sources say."""
    covered = coverage(answered.task, answered.answer, answered.language)
    hedges = find_hedges(answered.answer)
    citations = check_citations(answered.answer, answered.sources)
    texts = [source.shown or source.excerpt for source in answered.sources]
    check = check_answer(answered.answer, texts, answered.prompt)
    signals = ConfidenceSignals(
        conflict_count=int(answered.signals.get("conflict_count", 0)),
        ambiguity_detected=bool(answered.signals.get("ambiguity_detected", False)),
        hedge_count=len(hedges),
        unknown_citations=len(citations.unknown),
        model_knowledge_only=answered.model_only,
        missing_coverage=len(covered.missing),
        contradictions=len(check.contradictions),
        empty=is_empty(answered.answer, answered.prompt),
        **_evidence(answered, citations, texts),
    )
    labels = answered.task.element_labels(covered.missing, answered.language) if answered.task else ()
    completion = Completion(
        confidence=judge_confidence(signals),
        escalation=None,
        coverage=covered,
        missing_labels=labels,
        gaps=detect_gaps(covered, signals.chunk_count),
        citations=citations,
        hedges=hedges,
        footer="",
        signals=signals,
        check=check,
        source_ids=tuple(source.id for source in answered.sources),
        language=answered.language,
    )
    return _concluded(answered, completion)


def with_judgement(answered: Answered, completion: Completion, judgement: Judgement) -> Completion:
    """Return a judgement with the verdict of the chat model: what it finds wrong decides score and footer."""
    signals = replace(
        completion.signals,
        refuted=judgement.ran and judgement.contradiction is True,
        ungrounded=judgement.ran and judgement.grounded is False,
    )
    return _concluded(
        answered,
        replace(completion, signals=signals, confidence=judge_confidence(signals), judgement=judgement),
    )


def _concluded(answered: Answered, completion: Completion) -> Completion:
    """Return a judgement with what follows from its score: whether a person should look at it, and the footer."""
    escalation = decide_escalation(completion.confidence, completion.coverage, answered.conflict_severities)
    signals, judgement = completion.signals, completion.judgement
    footer = footer_line(
        completion.confidence,
        answered.language,
        given=len(answered.sources),
        cited=len(completion.citations.cited),
        missing_labels=completion.missing_labels,
        unknown_citations=completion.citations.unknown,
        escalation=escalation,
        remark=self_check_remark(judgement, answered.language) if judgement is not None else "",
        remark_first=signals.refuted or signals.ungrounded,
        contradictions=completion.check.contradictions,
        empty=signals.empty,
    )
    return replace(completion, escalation=escalation, footer=footer)


class _Evidence(TypedDict):
    chunk_count: int
    top_score: float
    has_citation: bool


def _evidence(answered: Answered, citations: CitationCheck, texts: Sequence[str]) -> _Evidence:
    """Return what speaks for an answer: sources that it uses, and those that were likely to help."""
    given = int(answered.signals.get("chunk_count", 0))
    top = float(answered.signals.get("top_score", 0.0))
    cited = [number for number, source in enumerate(answered.sources, 1) if source.id in citations.cited]
    use = sources_used(answered.answer, texts, cited)
    counted = [
        source
        for number, source in enumerate(answered.sources, 1)
        if number in use.used or (use.used and number <= given and (source.chance or 0.0) >= RELATED)
    ]
    chances = [source.chance for source in counted if source.chance is not None]
    return _Evidence(
        chunk_count=min(given, len(counted)),
        top_score=(max(chances) if chances else top) if counted else 0.0,
        has_citation=bool(use.cited),
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
        contradictions=[each.source for each in completion.check.contradictions],
        empty=completion.signals.empty,
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
