"""The one line under an answer: how far to trust it, what it stands on, what is missing, whether to review it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memserver.growth.answer_comparison import Finding
from memserver.growth.confidence import Confidence
from memserver.growth.escalation import Escalation
from memserver.growth.judge import Judgement
from memserver.text.fencing import quote_line

MOST_NAMED = 3
VALUE_CHARACTERS, SENTENCE_CHARACTERS = 60, 90
WHOLE_SENTENCES = frozenset({"permission", "negation"})
"""Kinds of contradiction that no single word shows."""

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "confidence": "Confidence {score}/100 ({band})",
        "high": "high",
        "medium": "medium",
        "low": "low",
        "very-low": "very low",
        "sources": "{cited} of {given} sources cited",
        "no-sources": "no stored sources",
        "unknown": "cites sources that were not given: {names}",
        "missing": "missing: {names}",
        "more": "{names} and {count} more",
        "review": "please have it reviewed ({reasons})",
        "very-low-confidence": "very low confidence",
        "high-impact-incomplete": "high-impact task, incomplete",
        "high-conflict": "a source is in dispute",
        "self-check": "self-check: {verdict}",
        "answered": "answers the question",
        "not-answered": "does not answer the question",
        "grounded": "supported by the sources",
        "not-grounded": "not supported by the sources",
        "contradiction": "contradicts a source",
        "says": "[{source}] says “{says}”, the answer “{answer}”",
        "says-otherwise": "[{source}] says otherwise: “{says}”",
        "empty": "the answer states nothing",
    },
    "ko": {
        "confidence": "신뢰도 {score}/100 ({band})",
        "high": "높음",
        "medium": "보통",
        "low": "낮음",
        "very-low": "매우 낮음",
        "sources": "출처 {given}개 중 {cited}개 인용",
        "no-sources": "저장된 출처 없음",
        "unknown": "주어지지 않은 출처 인용: {names}",
        "missing": "빠진 항목: {names}",
        "more": "{names} 외 {count}개",
        "review": "검토 필요 ({reasons})",
        "very-low-confidence": "신뢰도 매우 낮음",
        "high-impact-incomplete": "영향이 큰 작업인데 항목이 빠짐",
        "high-conflict": "출처에 다툼이 있음",
        "self-check": "자체 점검: {verdict}",
        "answered": "질문에 답함",
        "not-answered": "질문에 답하지 않음",
        "grounded": "출처가 뒷받침함",
        "not-grounded": "출처가 뒷받침하지 않음",
        "contradiction": "출처와 모순됨",
        "says": "[{source}]에는 “{says}”, 답변은 “{answer}”",
        "says-otherwise": "[{source}]의 내용과 다름: “{says}”",
        "empty": "답변에 내용이 없음",
    },
}


def footer_line(
    confidence: Confidence,
    language: str,
    *,
    given: int,
    cited: int,
    missing_labels: Sequence[str] = (),
    unknown_citations: Sequence[str] = (),
    escalation: Escalation | None = None,
    remark: str = "",
    remark_first: bool = False,
    contradictions: Sequence[Finding] = (),
    empty: bool = False,
) -> str:
    """Return the footer in the user's language; `remark` is the verdict of the optional self-check.

    What decided the score stands right behind it: `remark_first` says that the self-check did.
    """
    words = _WORDS.get(language, _WORDS["en"])
    parts = [words["confidence"].format(score=confidence.score, band=words[confidence.band.value])]
    if remark_first and remark.strip():
        parts.append(quote_line(remark, 160))
    parts.extend(contradiction_line(each, language) for each in contradictions[:MOST_NAMED])
    if empty:
        parts.append(words["empty"])
    parts.append(words["sources"].format(cited=cited, given=given) if given else words["no-sources"])
    if unknown_citations:
        parts.append(words["unknown"].format(names=_names(unknown_citations, words)))
    if missing_labels:
        parts.append(words["missing"].format(names=_names(missing_labels, words)))
    if escalation is not None:
        parts.append(words["review"].format(reasons=", ".join(words[reason.value] for reason in escalation.reasons)))
    if remark.strip() and not remark_first:
        parts.append(quote_line(remark, 160))
    return " · ".join(parts)


def contradiction_line(finding: Finding, language: str) -> str:
    """Return what a source says and the answer does not, in a few words."""
    words = _WORDS.get(language, _WORDS["en"])
    if finding.code in WHOLE_SENTENCES:
        return words["says-otherwise"].format(source=finding.source, says=quote_line(finding.says, SENTENCE_CHARACTERS))
    says, answer = (quote_line(finding.values[key], VALUE_CHARACTERS) for key in ("source", "answer"))
    return words["says"].format(source=finding.source, says=says, answer=answer)


def self_check_remark(judgement: Judgement, language: str) -> str:
    """Return the verdict of the self-check for the footer; "" when there is none, since its failure is silent."""
    if not judgement.ran or judgement.answered is None:
        return ""
    words = _WORDS.get(language, _WORDS["en"])
    verdict = [
        words["answered" if judgement.answered else "not-answered"],
        words["grounded" if judgement.grounded else "not-grounded"],
    ]
    if judgement.contradiction:
        verdict.append(words["contradiction"])
    return words["self-check"].format(verdict=", ".join(verdict))


def _names(names: Sequence[str], words: Mapping[str, str]) -> str:
    shown = ", ".join(quote_line(name, 60) for name in names[:MOST_NAMED])
    rest = len(names) - MOST_NAMED
    return words["more"].format(names=shown, count=rest) if rest > 0 else shown
