"""Questions of nothing but a time are told from those that have a subject."""

from __future__ import annotations

import pytest

from memserver.text.time_expressions import without_periods
from memserver.text.time_questions import names_no_subject


@pytest.mark.parametrize(
    "question",
    [
        "What did we discuss last week?", "What happened yesterday?", "summary of last week",
        "what was decided in May?", "Remind me what we talked about 3 days ago", "What was done in December last year?",
        "지난주에 무엇을 논의했지?", "어제 뭐 했지?", "작년 12월에 결정한 것은?", "지난주 요약해줘",
        "3일 전에 무슨 회의가 있었지?", "지난달에 우리가 나눈 이야기 알려줘", "지난주에 한 일은?",
    ],
)  # fmt: skip
def test_a_question_of_a_time_alone_names_no_subject(question: str) -> None:
    assert names_no_subject(without_periods(question))


@pytest.mark.parametrize(
    "question",
    [
        "What did Mina decide in May?", "Which logo did we choose last December?", "fix the bug from yesterday",
        "Let us do this today", "What will I do tomorrow?", "", "What did we decide about PostgreSQL in May?",
        "오늘 점심 뭐 먹지?", "배포는 지난주에 했나요?", "어제 한국 회의에서 뭐라고 했지?", "지난주 일본 출장 정리해줘",
    ],
)  # fmt: skip
def test_a_question_with_a_subject_is_left_to_the_search(question: str) -> None:
    assert not names_no_subject(without_periods(question))
