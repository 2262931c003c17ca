from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memserver.text.relative_dates import has_unanchored_date, make_dates_absolute

MONDAY = datetime(2026, 11, 16, 9, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("due tomorrow", "due 2026-11-17"),
        ("since yesterday", "since 2026-11-15"),
        ("the day after tomorrow", "2026-11-18"),
        ("this Friday", "2026-11-20"),
        ("next Friday", "2026-11-27"),
        ("last Monday", "2026-11-09"),
        ("next week", "the week of 2026-11-23"),
        ("this quarter", "Q4 2026"),
        ("next quarter", "Q1 2027"),
        ("next month", "2026-12"),
        ("in 3 days", "on 2026-11-19"),
        ("2 weeks ago", "2026-11-02"),
        ("내일 배포", "2026-11-17 배포"),
        ("모레까지", "2026-11-18까지"),
        ("다음 주 금요일부터", "2026-11-27부터"),
        ("이번 주 금요일", "2026-11-20"),
        ("이번 분기", "2026년 4분기"),
        ("지난달에", "2026-10에"),
        ("3일 뒤", "2026-11-19"),
        ("2주 전", "2026-11-02"),
    ],
)
def test_relative_dates_are_counted_from_the_moment_of_speaking(text: str, expected: str) -> None:
    assert make_dates_absolute(text, MONDAY) == expected


@pytest.mark.parametrize("text", ["We deploy on Fridays.", "금요일에 배포한다.", "from now on"])
def test_text_without_relative_dates_is_left_alone(text: str) -> None:
    assert make_dates_absolute(text, MONDAY) == text
    assert not has_unanchored_date(text)


@given(st.text(max_size=60), st.datetimes(min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1)))  # noqa: DTZ001
def test_nothing_raises_and_nothing_relative_is_left(text: str, moment: datetime) -> None:
    once = make_dates_absolute(f"tomorrow {text} 다음 주 월요일", moment)
    assert "tomorrow" not in once.split(" ")[0]
