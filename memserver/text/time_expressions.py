"""Finds the period that a question speaks of: "last week", "지난주", "in May", "2023년 5월", "3 days ago".

Gives a half-open interval in the time zone of `now`, and nothing when no period is named. Only looks at text: what is
done with the period is decided elsewhere. A month or a day without a year is the latest one that has begun.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from memserver.text.hints import Hints

_MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sept sep", "october oct", "november nov", "december dec"), 1
    )
    for name in names.split()
}  # fmt: skip
_WEEKDAYS = {
    name: number
    for number, name in enumerate(("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"))
}
_KOREAN_WEEKDAYS = {name: number for number, name in enumerate("월화수목금토일")}
_NUMBERS = {
    name: number
    for number, name in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"), 1)
}
_NUMBERS |= {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 3}
_KOREAN_NUMBERS = {"하루": 1, "이틀": 2, "사흘": 3, "나흘": 4, "한": 1, "두": 2, "세": 3, "네": 4, "몇": 3}
_MONTH = "(?P<month>" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + ")"
_COUNT = r"(?P<count>\d{1,3}|" + "|".join(_NUMBERS) + r")(?: of)?"
_UNIT = r"(?P<unit>day|week|month|year)s?"
_KOREAN_UNIT = r"(?P<unit>일|주일|주|개월|달|년|해)"
_UNITS = {
    "day": "day", "week": "week", "month": "month", "year": "year",
    "일": "day", "주": "week", "주일": "week", "개월": "month", "달": "month", "년": "year", "해": "year",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` up to but not including `end`; `phrase` is what the question said."""

    start: datetime
    end: datetime
    phrase: str

    def holds(self, moment: datetime) -> bool:
        """Say whether a moment lies in the period."""
        return self.start <= moment < self.end


Reader = Callable[[re.Match[str], datetime], tuple[datetime, datetime] | None]

# Every English rule without a digit holds one of these.
_HINTS = Hints(
    ("day", "night", "morning", "afternoon", "evening", "tomorrow", "ago", "week", "month", "year",
     *(name[:3] for name in _MONTHS))
)  # fmt: skip
_DIGIT = re.compile(r"\d")


def may_name_period(text: str) -> bool:
    """Say whether a rule may find anything; False is certain, and most questions name no time."""
    return not text.isascii() or bool(_DIGIT.search(text)) or _HINTS.stand_in(text.lower())


def find_period(text: str, now: datetime) -> Period | None:
    """Return the first and most exact period that the text names, seen from `now` (which carries its zone)."""
    if not may_name_period(text):
        return None
    for pattern, read in _RULES:
        for match in pattern.finditer(text):
            try:
                span = read(match, now)
            except (ValueError, OverflowError):
                span = None
            if span is not None:
                return Period(span[0], span[1], match[0].strip())
    return None


def _midnight(moment: datetime) -> datetime:
    return moment.replace(hour=0, minute=0, second=0, microsecond=0)


def _day(moment: datetime, days: int = 0) -> tuple[datetime, datetime]:
    start = _midnight(moment) + timedelta(days=days)
    return start, start + timedelta(days=1)


def _unit_span(unit: str, offset: int, now: datetime) -> tuple[datetime, datetime]:
    """The whole day, week, month or year that lies `offset` of them from now."""
    today = _midnight(now)
    if unit == "day":
        return _day(now, offset)
    if unit == "week":
        start = today - timedelta(days=today.weekday()) + timedelta(weeks=offset)
        return start, start + timedelta(weeks=1)
    if unit == "month":
        return _month_span(now, now.year, now.month, offset)
    start = today.replace(year=now.year + offset, month=1, day=1)
    return start, start.replace(year=start.year + 1)


def _month_span(now: datetime, year: int, month: int, offset: int = 0) -> tuple[datetime, datetime]:
    count = year * 12 + month - 1 + offset
    start = _midnight(now).replace(year=count // 12, month=count % 12 + 1, day=1)
    count += 1
    return start, start.replace(year=count // 12, month=count % 12 + 1)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else _NUMBERS.get(text.lower(), _KOREAN_NUMBERS.get(text, 1))


def _full_date(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    named = match.groupdict()
    month = named["month"].lower()
    number = int(month) if month.isdigit() else _MONTHS[month]
    start = _midnight(now).replace(month=number, day=int(named["day"]), year=int(named.get("year") or now.year))
    if not named.get("year") and start > now:
        start = start.replace(year=now.year - 1)
    return start, start + timedelta(days=1)


def _named_month(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    named = match.groupdict()
    month = named["month"].lower()
    number = int(month) if month.isdigit() else _MONTHS[month]
    if named.get("year"):
        return _month_span(now, int(named["year"]), number)
    year = now.year if number <= now.month else now.year - 1
    if named.get("which") in ("last", "지난") and number >= now.month and year == now.year:
        year -= 1
    return _month_span(now, year, number)


def _quarter(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    first = 3 * int(match["quarter"]) - 2
    year = int(match["year"]) if match["year"] else (now.year if first <= now.month else now.year - 1)
    return _month_span(now, year, first)[0], _month_span(now, year, first + 2)[1]


def _whole_year(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    start = _midnight(now).replace(year=int(match["year"]), month=1, day=1)
    return start, start.replace(year=start.year + 1)


def _ago(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    unit, count = _UNITS[match["unit"].lower()], _number(match["count"])
    if unit == "day":
        return _day(now, -count)
    # "Two weeks ago" is seldom meant to the day: the whole week, month or year.
    return _unit_span(unit, -count, now)


def _recent(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    unit, count = _UNITS[match["unit"].lower()], _number(match["count"])
    days = {"day": 1, "week": 7, "month": 30, "year": 365}[unit] * count
    return _midnight(now) - timedelta(days=days), _midnight(now) + timedelta(days=1)


def _relative_unit(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    which = match["which"].lower()
    offset = {"last": -1, "previous": -1, "past": -1, "this": 0, "current": 0, "next": 1, "coming": 1}[which]
    return _unit_span(match["unit"].lower(), offset, now)


def _weekday(match: re.Match[str], now: datetime) -> tuple[datetime, datetime]:
    name = match["weekday"].lower()
    wanted = _WEEKDAYS[name] if name in _WEEKDAYS else _KOREAN_WEEKDAYS[name]
    return _day(now, -((now.weekday() - wanted - 1) % 7 + 1))


def _fixed(offset: int, unit: str = "day") -> Reader:
    return lambda _match, now: _unit_span(unit, offset, now)


def _rule(pattern: str, read: Reader) -> tuple[re.Pattern[str], Reader]:
    return re.compile(pattern, re.IGNORECASE), read


_YEAR = r"(?P<year>(?:19|20)\d{2})"
_RULES: tuple[tuple[re.Pattern[str], Reader], ...] = (
    _rule(rf"\b{_YEAR}[-./](?P<month>\d{{1,2}})[-./](?P<day>\d{{1,2}})\b", _full_date),
    _rule(rf"{_YEAR}년\s*(?P<month>\d{{1,2}})월\s*(?P<day>\d{{1,2}})일", _full_date),
    _rule(rf"\b{_MONTH}\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?,? ?{_YEAR}\b", _full_date),
    _rule(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\.?,? {_YEAR}\b", _full_date),
    _rule(r"(?<!\d)(?P<month>\d{1,2})월\s*(?P<day>\d{1,2})일", _full_date),
    _rule(rf"\b{_MONTH}\.? (?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?! ?(?:%|percent|people|of them))", _full_date),
    _rule(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}\b", _full_date),
    _rule(rf"\b{_YEAR}[-./](?P<month>0?[1-9]|1[0-2])\b(?![-./\d])", _named_month),
    _rule(rf"{_YEAR}년\s*(?P<month>\d{{1,2}})월", _named_month),
    _rule(rf"\b{_MONTH}\.?,? (?:of )?{_YEAR}\b", _named_month),
    _rule(
        rf"\b{_MONTH}(?: of)? last year\b",
        lambda match, now: _month_span(now, now.year - 1, _MONTHS[match["month"].lower()]),
    ),
    _rule(rf"\bQ(?P<quarter>[1-4])(?:[ /-]{_YEAR})?\b", _quarter),
    _rule(rf"(?:{_YEAR}년\s*)?(?P<quarter>[1-4])분기", _quarter),
    _rule(r"\bday before yesterday\b|그저께|그제(?![가-힣])|엊그제", _fixed(-2)),
    _rule(r"\byesterday\b|어제(?![가-힣]{2})", _fixed(-1)),
    _rule(r"\b(?:today|tonight|this (?:morning|afternoon|evening))\b|오늘", _fixed(0)),
    _rule(r"\btomorrow\b|내일(?!모레)", _fixed(1)),
    _rule(rf"\b(?:a )?{_COUNT} {_UNIT} ago\b", _ago),
    _rule(rf"(?P<count>\d{{1,3}}|한|두|세|네|몇)\s*{_KOREAN_UNIT}\s*전", _ago),
    _rule(r"(?P<count>하루|이틀|사흘|나흘)(?P<unit>)\s*전", lambda match, now: _day(now, -_number(match["count"]))),
    _rule(rf"\b(?:in|over|during|within) the (?:last|past) {_COUNT} {_UNIT}\b", _recent),
    _rule(rf"\b(?:last|past) {_COUNT} {_UNIT}\b", _recent),
    _rule(rf"(?:지난|최근)\s*(?P<count>\d{{1,3}}|한|두|세|네|몇)\s*{_KOREAN_UNIT}(?:간|\s*동안)?", _recent),
    _rule(r"\b(?P<which>last|previous|past|this|current|next|coming) (?P<unit>week|month|year)\b", _relative_unit),
    _rule(r"지지난\s*주", _fixed(-2, "week")),
    _rule(r"지난\s*주|저번\s*주", _fixed(-1, "week")),
    _rule(r"이번\s*주|금주", _fixed(0, "week")),
    _rule(r"다음\s*주|차주", _fixed(1, "week")),
    _rule(r"지지난\s*달", _fixed(-2, "month")),
    _rule(r"지난\s*달|저번\s*달|전월", _fixed(-1, "month")),
    _rule(r"이번\s*달|금월", _fixed(0, "month")),
    _rule(r"다음\s*달", _fixed(1, "month")),
    _rule(
        r"(?P<which>작년)\s*(?P<month>\d{1,2})월",
        lambda match, now: _month_span(now, now.year - 1, int(match["month"])),
    ),
    _rule(r"재작년", _fixed(-2, "year")),
    _rule(r"작년|지난\s*해", _fixed(-1, "year")),
    _rule(r"올해|금년", _fixed(0, "year")),
    _rule(rf"\b(?:last|on|this past) (?P<weekday>{'|'.join(_WEEKDAYS)})\b", _weekday),
    _rule(r"지난\s*(?P<weekday>[월화수목금토일])요일", _weekday),
    # A bare "may" is a verb: a month needs a preposition, a capital letter being lost to ignoring case.
    _rule(
        rf"\b(?:in|during|since|until|by|(?P<which>last)|(?:early|mid|late)[ -]) ?{_MONTH}\b(?! (?:not|be|have)\b)",
        _named_month,
    ),
    _rule(r"(?P<which>지난)?\s*(?<!\d)(?P<month>1[0-2]|[1-9])월(?!\s*\d)(?!급|요일)", _named_month),
    _rule(rf"\b(?:in|during|since|of|from|year) {_YEAR}\b", _whole_year),
    _rule(rf"{_YEAR}년(?!\s*\d)", _whole_year),
)


_BEFORE_PHRASE = re.compile(
    r"(?:\b(?:as (?:of|mentioned on)|in|on|at|of|by|from|between|during|since|until|before|after|around|the)\s+)+$",
    re.IGNORECASE,
)
_AFTER_PHRASE = re.compile(r"^(?:에는|에도|에서|에|의|은|는|부터|까지|도)(?![가-힣])")


def without_periods(text: str) -> str:
    """Return the text without the times it names and the prepositions before them; itself when nothing is left."""
    if not may_name_period(text):
        return text
    left = text
    for pattern, _ in _RULES:
        while match := pattern.search(left):
            before = _BEFORE_PHRASE.sub("", left[: match.start()])
            after = _AFTER_PHRASE.sub("", left[match.end() :])
            left = f"{before.rstrip()} {after.lstrip()}"
    left = re.sub(r"\s+([?.,!])", r"\1", re.sub(r"\s{2,}", " ", left)).strip(" ,")
    return left if re.search(r"\w{2,}", left) else text
