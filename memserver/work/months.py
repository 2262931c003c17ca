"""Months as texts such as `2026-11`: they sort as time does."""

from __future__ import annotations

from datetime import date, timedelta


def month_of(day: str) -> str:
    """Return the month of an ISO day or moment."""
    return day[:7]


def shifted(month: str, by: int) -> str:
    """Return the month so many months later."""
    index = int(month[:4]) * 12 + int(month[5:7]) - 1 + by
    return f"{index // 12:04d}-{index % 12 + 1:02d}"


def months_until(last: str, count: int) -> list[str]:
    """Return so many months in order, ending with `last`."""
    return [shifted(last, step) for step in range(1 - count, 1)]


def months_between(first: str, last: str) -> list[str]:
    """Return the months from first to last, both counted."""
    months = []
    while first <= last:
        months.append(first)
        first = shifted(first, 1)
    return months


def last_day(month: str) -> str:
    """Return the last day of a month."""
    following = shifted(month, 1)
    return (date(int(following[:4]), int(following[5:7]), 1) - timedelta(days=1)).isoformat()
