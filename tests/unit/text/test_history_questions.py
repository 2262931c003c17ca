"""Questions about what held before, and those that only sound like it."""

from __future__ import annotations

import pytest

from memserver.text.history_questions import asks_for_history


@pytest.mark.parametrize(
    "question",
    [
        "What did we use before?",
        "What was the previous decision on queues?",
        "Why did we switch to Postgres?",
        "Where did invoices live before we moved them?",
        "How did logins originally work?",
        "What does the old policy say about leave?",
        "Show me the history of this decision",
        "예전에는 어떻게 배포했어?",
        "이전 결정은 뭐였지?",
        "왜 바꿨어?",
        "결제 설계 변경 이력 알려줘",
        "폐기된 규칙이 뭐야?",
    ],
)
def test_what_held_before_is_asked_for(question: str) -> None:
    assert asks_for_history(question)


@pytest.mark.parametrize(
    "question",
    [
        "What did we decide about queues?",
        "Where do invoices live?",
        "What do we have on language evolution?",
        "How do I run the tests before a commit?",
        "Replace the queue with a stream",
        "배포는 언제 해?",
        "휴가 규정이 어떻게 돼?",
        "",
    ],
)
def test_what_holds_is_asked_for(question: str) -> None:
    assert not asks_for_history(question)
