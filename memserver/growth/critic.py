"""The critic's card: what is wrong with an answer that shows a problem, and what to do about it (SPEC 275).

Where the user's chat model reviewed the answer, the card carries its findings; else it is made of the signals that were
counted: what is missing, which sources disagree, what is cited without having been given, how unsure the answer sounds.
An answer without a problem gets no card.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from memserver.growth.confidence import Band
from memserver.growth.judge import Judgement
from memserver.text.fencing import quote_line

# One "probably" is careful speech; more of it is an answer that does not know.
HEDGES_FROM = 2
MOST_NAMED = 4
NAME_CHARACTERS = 60

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "contradicts": "The answer contradicts its sources: {names}.",
        "empty": "The answer states nothing.",
        "missing": "Missing: {names}.",
        "disagree": "Two sources disagree: {first} / {second} ({evidence}).",
        "conflicts": "Sources that speak of a dispute: {count}.",
        "unknown": "Cited, but not among the sources: {names}.",
        "hedges": "The answer hedges {count} times ({names}).",
        "very-low": "The confidence is very low ({score}/100).",
        "ungrounded": "Nothing stored speaks to the question.",
        "do-contradicts": "Correct it by the source, or say why the source does not hold.",
        "do-empty": "Answer the question, or say what is not known and who may know it.",
        "do-missing": "Add {names}, or say that it is not known.",
        "do-disagree": "Check which of the two holds before the answer is used.",
        "do-unknown": "Remove the citation or name a source that was given.",
        "do-hedges": "Check the unsure statements against a source.",
        "do-ungrounded": "Have it checked by somebody who knows, and store what turns out to be true.",
    },
    "ko": {
        "contradicts": "답변이 출처와 다릅니다: {names}.",
        "empty": "답변에 내용이 없습니다.",
        "missing": "빠진 항목: {names}.",
        "disagree": "두 출처가 서로 다릅니다: {first} / {second} ({evidence}).",
        "conflicts": "출처 중 {count}건이 이견을 언급합니다.",
        "unknown": "주어지지 않은 출처를 인용했습니다: {names}.",
        "hedges": "답변에 불확실한 표현이 {count}번 나옵니다 ({names}).",
        "very-low": "신뢰도가 매우 낮습니다 ({score}/100).",
        "ungrounded": "질문에 대해 저장된 내용이 없습니다.",
        "do-contradicts": "출처에 맞게 고치거나 출처가 맞지 않는 이유를 밝히십시오.",
        "do-empty": "질문에 답하거나 무엇을 모르는지, 누가 알 수 있는지 밝히십시오.",
        "do-missing": "{names} 항목을 채우거나 알 수 없다고 밝히십시오.",
        "do-disagree": "답변을 쓰기 전에 어느 쪽이 맞는지 확인하십시오.",
        "do-unknown": "인용을 지우거나 주어진 출처를 쓰십시오.",
        "do-hedges": "불확실한 내용을 출처와 대조하십시오.",
        "do-ungrounded": "아는 사람에게 확인받고 사실로 밝혀진 내용을 저장하십시오.",
    },
}


@dataclass(frozen=True, slots=True)
class Disagreeing:
    """Two sources of a turn that disagree, by their titles, and on what."""

    first: str
    second: str
    evidence: str


@dataclass(frozen=True, slots=True)
class ProblemSignals:
    """What was counted in an answer and its turn."""

    band: Band
    score: int
    missing: Sequence[str] = ()
    conflicts: int = 0
    disagreeing: Sequence[Disagreeing] = ()
    unknown_citations: Sequence[str] = ()
    hedges: Sequence[str] = ()
    weak_grounding: bool = False
    contradictions: Sequence[int] = ()
    """The numbers of the sources that the answer contradicts."""
    empty: bool = False

    @property
    def show_a_problem(self) -> bool:
        """Say whether a critic should look at the answer."""
        return (
            self.band is Band.VERY_LOW
            or bool(self.contradictions)
            or bool(self.missing)
            or self.conflicts > 0
            or bool(self.unknown_citations)
            or len(self.hedges) >= HEDGES_FROM
        )


@dataclass(frozen=True, slots=True)
class Supplement:
    """The card: what is wrong, and what would mend it. `by` says whether a chat model or counting found it."""

    issues: tuple[str, ...]
    text: str
    by: Literal["model", "signals"]


def card_of_review(judgement: Judgement | None) -> Supplement | None:
    """Return the card of a review by the chat model; None when it did not run or found nothing."""
    if judgement is None or not judgement.ran or not (judgement.issues or judgement.supplement):
        return None
    return Supplement(judgement.issues, judgement.supplement, "model")


def card_of_signals(signals: ProblemSignals, language: str) -> Supplement | None:
    """Return the card that the signals alone warrant; None when they show no problem."""
    if not signals.show_a_problem:
        return None
    words = _WORDS.get(language, _WORDS["en"])
    issues: list[str] = []
    advice: list[str] = []

    def add(issue: str, remedy: str, **values: object) -> None:
        issues.append(words[issue].format(**values))
        if remedy and words[remedy].format(**values) not in advice:
            advice.append(words[remedy].format(**values))

    if signals.contradictions:
        # By number: the card is kept, and a memory may be deleted later with its words.
        numbers = dict.fromkeys(f"[{number}]" for number in signals.contradictions)
        add("contradicts", "do-contradicts", names=_names(tuple(numbers)))
    if signals.empty:
        add("empty", "do-empty")
    if signals.missing:
        add("missing", "do-missing", names=_names(signals.missing))
    for pair in signals.disagreeing[:MOST_NAMED]:
        first, second = _name(pair.first), _name(pair.second)
        add("disagree", "do-disagree", first=first, second=second, evidence=_name(pair.evidence))
    if signals.conflicts > len(signals.disagreeing):
        add("conflicts", "do-disagree", count=signals.conflicts - len(signals.disagreeing))
    if signals.unknown_citations:
        add("unknown", "do-unknown", names=_names(signals.unknown_citations))
    if len(signals.hedges) >= HEDGES_FROM:
        add("hedges", "do-hedges", count=len(signals.hedges), names=_names(tuple(dict.fromkeys(signals.hedges))))
    if signals.band is Band.VERY_LOW:
        add("very-low", "", score=signals.score)
        if signals.weak_grounding:
            add("ungrounded", "do-ungrounded")
    return Supplement(tuple(issues), " ".join(advice), "signals")


def _names(names: Sequence[str]) -> str:
    shown = ", ".join(_name(name) for name in names[:MOST_NAMED])
    return f"{shown}, …" if len(names) > MOST_NAMED else shown


def _name(text: str) -> str:
    return quote_line(text, NAME_CHARACTERS)
