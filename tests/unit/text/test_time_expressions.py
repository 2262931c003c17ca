"""Periods that a question names, in English and Korean."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.time_expressions import _RULES, find_period, may_name_period, without_periods

NOW = datetime(2024, 5, 15, 14, 30, tzinfo=UTC)  # a Wednesday
TIME_WORDS = (
    "in during since until by of from on the a an last past previous this current next coming few couple several ten "
    "day days week weeks month months year years ago today tonight yesterday tomorrow before morning evening Monday "
    "Sunday May March september Sept dec early late Q3 5th 12 2025 2025-05 지난주 어제 5월 so we may plan it"
)


def day(year: int, month: int, number: int) -> datetime:
    return datetime(year, month, number, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("What did we decide yesterday?", day(2024, 5, 14), day(2024, 5, 15)),
        ("어제 뭘 고쳤지?", day(2024, 5, 14), day(2024, 5, 15)),
        ("What happened last week?", day(2024, 5, 6), day(2024, 5, 13)),
        ("지난주 회의에서 정한 것", day(2024, 5, 6), day(2024, 5, 13)),
        ("이번 주 할 일", day(2024, 5, 13), day(2024, 5, 20)),
        ("지난달 배포 목록", day(2024, 4, 1), day(2024, 5, 1)),
        ("who joined last month", day(2024, 4, 1), day(2024, 5, 1)),
        ("Which bugs did we fix in May?", day(2024, 5, 1), day(2024, 6, 1)),
        ("5월에 배포한 버전은?", day(2024, 5, 1), day(2024, 6, 1)),
        ("outages in November", day(2023, 11, 1), day(2023, 12, 1)),
        ("the outage in December last year", day(2023, 12, 1), day(2024, 1, 1)),
        ("작년 12월 장애", day(2023, 12, 1), day(2024, 1, 1)),
        ("the plan of 2023", day(2023, 1, 1), day(2024, 1, 1)),
        ("2023년 목표", day(2023, 1, 1), day(2024, 1, 1)),
        ("2023년 3월 7일 회의록", day(2023, 3, 7), day(2023, 3, 8)),
        ("on March 7, 2023", day(2023, 3, 7), day(2023, 3, 8)),
        ("on 7 March 2023", day(2023, 3, 7), day(2023, 3, 8)),
        ("log of 2023-03-07", day(2023, 3, 7), day(2023, 3, 8)),
        ("3 days ago", day(2024, 5, 12), day(2024, 5, 13)),
        ("사흘 전에 바꾼 설정", day(2024, 5, 12), day(2024, 5, 13)),
        ("two weeks ago", day(2024, 4, 29), day(2024, 5, 6)),
        ("in the last 3 days", day(2024, 5, 12), day(2024, 5, 16)),
        ("최근 3일간 오류", day(2024, 5, 12), day(2024, 5, 16)),
        ("last Monday", day(2024, 5, 13), day(2024, 5, 14)),
        ("지난 금요일 배포", day(2024, 5, 10), day(2024, 5, 11)),
        ("revenue in Q1 2024", day(2024, 1, 1), day(2024, 4, 1)),
        ("2023년 4분기 실적", day(2023, 10, 1), day(2024, 1, 1)),
        ("작년에 정한 규칙", day(2023, 1, 1), day(2024, 1, 1)),
    ],
)
def test_a_named_period_is_found(text: str, start: datetime, end: datetime) -> None:
    period = find_period(text, NOW)

    assert period is not None
    assert (period.start, period.end) == (start, end)


@pytest.mark.parametrize(
    "text",
    ["May I ask something?", "It may be a bug", "How does the march of time work?", "월급은 언제?", "v2.1.3 설치", ""],
)
def test_no_period_is_made_up(text: str) -> None:
    assert find_period(text, NOW) is None


def test_days_are_those_of_the_zone_of_now() -> None:
    seoul = timezone(timedelta(hours=9))
    period = find_period("어제", datetime(2024, 5, 15, 1, 0, tzinfo=seoul))

    assert period is not None
    assert period.start == datetime(2024, 5, 14, tzinfo=seoul)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("What dish did Nate make on 9 November, 2022?", "What dish did Nate make?"),
        ("지난주에 회의에서 뭘 결정했지?", "회의에서 뭘 결정했지?"),
        ("yesterday", "yesterday"),
        ("Which cache do we use?", "Which cache do we use?"),
    ],
)
def test_the_time_can_be_taken_out_of_a_question(text: str, left: str) -> None:
    assert without_periods(text) == left


@given(st.text(max_size=120), st.datetimes(min_value=datetime(1990, 1, 1), max_value=datetime(2090, 1, 1)))  # noqa: DTZ001
def test_any_text_at_any_time_gives_a_real_period_or_none(text: str, naive: datetime) -> None:
    period = find_period(text, naive.replace(tzinfo=UTC))

    assert period is None or period.start < period.end
    assert without_periods(text) is not None


@given(
    st.lists(
        st.sampled_from(
            ["last", "week", "5월", "2023년", "2월", "30일", "ago", "3", "in", "May", "지난", "주", "일", "전"]
        ),
        max_size=8,
    )
)
def test_any_mixture_of_time_words_is_survived(words: list[str]) -> None:
    text = " ".join(words)
    period = find_period(text, NOW)

    assert period is None or period.start < period.end
    assert without_periods(text) or not text


@given(st.lists(st.sampled_from(TIME_WORDS.split()), max_size=8).map(" ".join))
def test_what_may_name_no_period_is_known_by_a_glance(text: str) -> None:
    assert may_name_period(text) or not any(pattern.search(text) for pattern, _ in _RULES)
