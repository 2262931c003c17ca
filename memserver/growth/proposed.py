"""What the records suggest learning about: proposals for the learning queue out of needs, gaps and knowledge debt.

Only suggests. What becomes of a suggestion is decided in the queue, and there by a person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memserver.growth.debt import DebtItem
from memserver.growth.need import NeedItem
from memserver.growth.queue import Suggestion

# A task below this score, or done less often, has no need that its records could show.
NEED_FROM = 40.0
LEAST_SAMPLES = 3
# A gap that was met once may be chance.
LEAST_BLOCKED = 2
# Debts have no upper end, needs do: this brings a debt onto the scale of the needs.
PRIORITY_PER_DEBT = 5.0

_NEED: Mapping[str, str] = {
    "en": "{label}: what would make the answers better? Most often missing: {names}.",
    "ko": "{label}: 답변을 더 좋게 하려면 무엇이 필요한가요? 자주 빠진 항목: {names}.",
}
_NEED_WITHOUT_MISSES: Mapping[str, str] = {
    "en": "{label}: what would make the answers better?",
    "ko": "{label}: 답변을 더 좋게 하려면 무엇이 필요한가요?",
}
_REASON: Mapping[str, Mapping[str, str]] = {
    "en": {"debt": "{blocked} turns lacked it; impact {impact} of 3.", "gap": "Asked {blocked} times, nothing stored."},
    "ko": {"debt": "{blocked}턴에서 빠짐, 영향도 3 중 {impact}.", "gap": "{blocked}번 질문되었으나 저장된 것이 없음."},
}


def suggestions(needs: Sequence[NeedItem], debts: Sequence[DebtItem], language: str) -> list[Suggestion]:
    """Return what is worth learning, the most pressing first."""
    language = language if language in _NEED else "en"
    found = [_of_need(need, language) for need in needs if need.score >= NEED_FROM and need.samples >= LEAST_SAMPLES]
    found += [_of_debt(debt, language) for debt in debts if debt.blocked >= LEAST_BLOCKED]
    return sorted(found, key=lambda each: (-each.priority, each.subject))


def _of_need(need: NeedItem, language: str) -> Suggestion:
    names = ", ".join(miss.label for miss in need.top_misses)
    words = _NEED if names else _NEED_WITHOUT_MISSES
    return Suggestion(
        subject=f"need:{need.task_id}",
        question=words[language].format(label=need.label, names=names),
        origin="need",
        priority=need.score,
        reason=need.reason,
        task_id=need.task_id,
        topic=f"{need.label} {names}".strip(),
    )


def _of_debt(debt: DebtItem, language: str) -> Suggestion:
    origin = "gap" if debt.kind == "question" else "debt"
    return Suggestion(
        subject=debt.key,
        question=debt.question,
        origin=origin,
        priority=min(100.0, PRIORITY_PER_DEBT * debt.debt),
        reason=_REASON[language][origin].format(blocked=debt.blocked, impact=debt.impact),
        task_id=debt.task_id,
        element=debt.element or None,
        topic=f"{debt.label} {debt.element_label}".strip(),
    )
