"""Days as people write them in a command: `2026-03-02`, `3월 2일`, `3/2`, `tomorrow`, `내일`, `next friday`, `금요일`.

Finding expressions in running text is done in `memserver.text`; here a few words must be a day as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta

from memserver.text.relative_dates import make_dates_absolute
from memserver.text.time_expressions import find_period

MOST_WORDS = 4
"""No day takes more words than "on the 2nd of March" after its preposition."""

_ISO = re.compile(r"(?:on )?(\d{4})-(\d{2})-(\d{2})")
_WEEK = re.compile(r"(?:the week of )?(\d{4}-\d{2}-\d{2})(?: 주)?")
_MONTH_DAY = re.compile(r"(\d{1,2})/(\d{1,2})")
_WEEKDAY = re.compile(r"(mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?|([월화수목금토일])요일", re.I)
_ENGLISH = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MARKS = frozenset(("on", "by", "due", "until", "마감", "기한"))
_LEAD = re.compile(r"^(?:--)?(?:on|by|due|at|until|the|마감|기한)\s+", re.I)
# A word that can only be a day: nobody ends a note on an invoice with it otherwise.
_PLAIN = re.compile(
    r"^(?:\d{4}[-./]\d|\d{1,2}/\d|\d{4}년|\d{1,2}월|today|yesterday|tomorrow|오늘|어제|그저께|내일|모레)", re.I
)
_PARTICLE = re.compile(r"(?:까지|부터|에|자|날짜|기준)$")
_YEAR = re.compile(r"(?:19|20)\d{2}")
_WRITTEN = re.compile(r"(?:(\d{4})-(\d{1,2})-(\d{1,2})|(?:(\d{4})년 )?(\d{1,2})월 (\d{1,2})일)(?:까지|부터|에|자)?$")
_LEAP_YEAR = 2_024


class NoSuchDay(ValueError):
    """A line ends in a day that no calendar has, such as 2026-02-30."""


def read_day(text: str, now: datetime, *, ahead: bool) -> date | None:
    """Return the day that a text names as a whole; without a year the next one (`ahead`) or the latest is meant."""
    words = _PARTICLE.sub("", _LEAD.sub("", text.strip().strip(",."))).strip()
    if not words:
        return None
    try:
        if relative := _relative(words, now, ahead):
            return relative
        if match := _WEEKDAY.fullmatch(words):
            return _weekday(match, now.date(), ahead)
        if match := _MONTH_DAY.fullmatch(words):
            return _nearest(date(now.year, int(match[1]), int(match[2])), now.date(), ahead)
        return _named(words, now, ahead)
    except (ValueError, OverflowError):
        return None


def _relative(words: str, now: datetime, ahead: bool) -> date | None:
    absolute = make_dates_absolute(words, now)
    if match := _ISO.fullmatch(absolute):
        return date(int(match[1]), int(match[2]), int(match[3]))
    if absolute != words and (match := _WEEK.fullmatch(absolute)):
        # "Next week" as a deadline is its last working day, as a day that has been its first.
        return date.fromisoformat(match[1]) + timedelta(days=4 if ahead else 0)
    return None


def _weekday(match: re.Match[str], today: date, ahead: bool) -> date:
    wanted = _ENGLISH.index(match[1][:3].lower()) if match[1] else "월화수목금토일".index(match[2])
    step = (wanted - today.weekday()) % 7
    return today + timedelta(days=step if ahead or step == 0 else step - 7)


def _nearest(day: date, today: date, ahead: bool) -> date:
    if ahead and day < today:
        return day.replace(year=day.year + 1)
    if not ahead and day > today:
        return day.replace(year=day.year - 1)
    return day


def _named(words: str, now: datetime, ahead: bool) -> date | None:
    period = find_period(words, now)
    if period is None or period.phrase != words or period.end - period.start != timedelta(days=1):
        return None
    day = period.start.date()
    return day if _YEAR.search(words) else _nearest(day, now.date(), ahead)


def take_day(words: Sequence[str], now: datetime, *, ahead: bool, marked: bool) -> tuple[date | None, list[str]]:
    """Split a day off the end of a line; returns it and the words before it.

    `marked`: only after a word such as "due" or before a particle such as "까지", because a title may end in a day.
    Raises NoSuchDay when it ends in a day that there is not.
    """
    for count in range(min(MOST_WORDS, len(words)), 0, -1):
        last = list(words[-count:])
        if (marked or not _PLAIN.search(last[0])) and not _is_marked(last):
            continue
        day = read_day(" ".join(last), now, ahead=ahead)
        if day is not None:
            return day, list(words[:-count])
    _refuse_impossible(" ".join(words[-MOST_WORDS:]))
    return None, list(words)


def _refuse_impossible(text: str) -> None:
    """Raise NoSuchDay rather than let a mistyped day pass as a part of a title or a note."""
    match = _WRITTEN.search(text)
    if match is None:
        return
    year, month, day = match[1] or match[4] or _LEAP_YEAR, match[2] or match[5], match[3] or match[6]
    try:
        date(int(year), int(month), int(day))
    except ValueError:
        raise NoSuchDay(match[0]) from None


def _is_marked(words: Sequence[str]) -> bool:
    return words[0].casefold().removeprefix("--") in _MARKS or words[-1].endswith("까지")
