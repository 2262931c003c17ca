"""Whether a statement speaks of a time in which the rule of a source does not hold. Months and days only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memserver.growth.answer_values import MONTH_NAME, MONTHS, Quantity, quantities

_MONTH = re.compile(rf"\b({MONTH_NAME})\b|(?<!\d)(1[0-2]|[1-9])월", re.IGNORECASE)
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
    if first <= last:
        return not all(first <= day <= last for day in spoken)
    return not all(day >= first or day <= last for day in spoken)


def _months(text: str) -> list[int]:
    # "may" is a verb far more often than a month.
    return [
        MONTHS.index(match[1][:3].lower()) + 1 if match[1] else int(match[2])
        for match in _MONTH.finditer(text)
        if match.group() != "may"
    ]


def in_other_periods(stated: Sequence[Quantity], given: Sequence[Quantity], kind: str) -> bool:
    """Say whether two statements name different quarters, years or months, so that their other values may differ."""
    for period in ("quarter", "year", "month"):
        mine, theirs = ({each.amount for each in some if _period(each) == period} for some in (stated, given))
        if mine and theirs and not mine & theirs and kind != period:
            return True
    return False


def _period(value: Quantity) -> str:
    return "month" if value.kind == "date" and not value.amount % 100 else value.kind
