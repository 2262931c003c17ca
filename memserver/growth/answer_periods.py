"""Whether a statement speaks of a time in which the rule of a source does not hold. Months and days only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memserver.growth.answer_values import Quantity, quantities

_MONTH = re.compile(
    r"\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:[a-z]{2,6})?\b|(?<!\d)(1[0-2]|[1-9])월", re.IGNORECASE
)
_MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
_LAST_DAY = 31


def outside_period(stated: Sequence[Quantity], source: str, statement: str) -> bool:
    """Say whether a source's rule is for a stretch of the year and the statement for another, or for no time at all."""
    ends = [int(value.amount) for value in quantities(source) if value.kind == "date"]
    if len(ends) != 2:
        return False
    first, last = ends
    spoken = [int(value.amount) for value in stated if value.kind == "date"]
    spoken += [month * 100 + 15 for month in _months(statement)] if not spoken else []
    if not spoken:
        return True
    last = last if last % 100 else last + _LAST_DAY
    inside = (lambda day: first <= day <= last) if first <= last else (lambda day: day >= first or day <= last)
    return not all(inside(day) for day in spoken)


def _months(text: str) -> list[int]:
    # "may" is a verb far more often than a month.
    return [
        _MONTHS.index(match[1].lower()) + 1 if match[1] else int(match[2])
        for match in _MONTH.finditer(text)
        if match.group() != "may"
    ]
