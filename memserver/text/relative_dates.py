"""Makes relative dates absolute: "tomorrow" → "2026-11-17", "다음 주 금요일" → "2026-11-27".

Owns the expressions in Korean and English. A date is counted from the moment at which it was said, in that moment's own
time zone; text without such expressions is returned unchanged.
"""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

_DAYS = {"monday": 0, "tuesday": 1, "wednesday": 2, "thursday": 3, "friday": 4, "saturday": 5, "sunday": 6}
_KOREAN_DAYS = {day: number for number, day in enumerate("월화수목금토일")}
_OFFSETS = {
    "the day after tomorrow": 2, "day before yesterday": -2, "today": 0, "tonight": 0, "tomorrow": 1, "yesterday": -1,
    "오늘": 0, "내일": 1, "모레": 2, "어제": -1, "그저께": -2, "그제": -2, "글피": 3,
}  # fmt: skip
_EXPRESSION = re.compile(
    r"\b(?P<plain>the day after tomorrow|day before yesterday|today|tonight|tomorrow|yesterday)\b(?!'s standup)"
    r"|\b(?P<which>next|this|last|coming) (?P<day>monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b"
    r"|\b(?P<week>next|this|last) (?P<unit>week|month|quarter|year)\b"
    r"|\bin (?P<ahead>\d{1,3}) (?P<ahead_unit>day|week)s?\b|\b(?P<ago>\d{1,3}) (?P<ago_unit>day|week)s? ago\b"
    r"|(?<![가-힣])(?P<kplain>오늘|내일|모레|어제|그저께|그제|글피)(?!의집)"
    r"|(?P<kwhich>다음\s?주|이번\s?주|지난\s?주|다다음\s?주)\s?(?P<kday>[월화수목금토일])요일"
    r"|(?P<kweek>다음|이번|지난)\s?(?P<kunit>주|달|분기|해)(?![가-힣]*요일)"
    r"|(?P<kahead>\d{1,3})(?P<kahead_unit>일|주)\s?(?P<kway>뒤|후|전)",
    re.IGNORECASE,
)
_STEPS = {"next": 1, "coming": 0, "this": 0, "last": -1, "다음": 1, "이번": 0, "지난": -1, "다다음": 2}
# Without the moment of speaking these say nothing; "this quarter" at least says that it is a goal of some quarter.
_EMPTY_WITHOUT_MOMENT = re.compile(
    r"\b(?:today|tonight|tomorrow|yesterday|(?:next|this|last|coming) (?:mon|tues|wednes|thurs|fri"
    r"|satur|sun)day"
    r"|(?:next|last) week|\d+ (?:day|week)s? ago|in \d+ (?:day|week)s?)\b"
    r"|(?<![가-힣])(?:오늘|내일|모레|어제|그저께)|(?:다음|이번|지난)\s?주|\d+(?:일|주)\s?(?:뒤|후|전)",
    re.IGNORECASE,
)


def has_unanchored_date(text: str) -> bool:
    """Say whether the text speaks of a day that only its moment of speaking can tell."""
    return bool(_EMPTY_WITHOUT_MOMENT.search(text))


def make_dates_absolute(text: str, spoken_at: datetime) -> str:
    """Return the text with every relative date written as a date, counted from `spoken_at`."""
    today = spoken_at.date()
    return _EXPRESSION.sub(lambda match: _absolute(match, today), text)


def _absolute(match: re.Match[str], today: date) -> str:
    group = {name: found for name, found in match.groupdict().items() if found}
    monday = today - timedelta(days=today.weekday())
    if plain := group.get("plain") or group.get("kplain"):
        return (today + timedelta(days=_OFFSETS[plain.lower()])).isoformat()
    if "day" in group:
        return (monday + timedelta(weeks=_STEPS[group["which"].lower()], days=_DAYS[group["day"].lower()])).isoformat()
    if "kday" in group:
        step = _STEPS[re.sub(r"\s?주$", "", group["kwhich"])]
        return (monday + timedelta(weeks=step, days=_KOREAN_DAYS[group["kday"]])).isoformat()
    if "unit" in group:
        return _period(group["unit"].lower(), _STEPS[group["week"].lower()], today)
    if "kunit" in group:
        unit = {"주": "week", "달": "month", "분기": "quarter", "해": "year"}[group["kunit"]]
        return _period(unit, _STEPS[group["kweek"]], today, korean=True)
    amount = int(group.get("ahead") or group.get("ago") or group["kahead"])
    weeks = (group.get("ahead_unit") or group.get("ago_unit") or group["kahead_unit"]).lower() in ("week", "주")
    backwards = "ago" in group or group.get("kway") == "전"
    days = amount * (7 if weeks else 1) * (-1 if backwards else 1)
    return ("" if backwards or "kahead" in group else "on ") + (today + timedelta(days=days)).isoformat()


def _period(unit: str, step: int, today: date, *, korean: bool = False) -> str:
    if unit == "week":
        monday = (today - timedelta(days=today.weekday()) + timedelta(weeks=step)).isoformat()
        return f"{monday} 주" if korean else f"the week of {monday}"
    if unit == "year":
        return f"{today.year + step}년" if korean else str(today.year + step)
    length = 1 if unit == "month" else 3
    index = today.year * (12 // length) + (today.month - 1) // length + step
    year, place = divmod(index, 12 // length)
    if unit == "month":
        return f"{year:04d}-{place + 1:02d}"
    return f"{year}년 {place + 1}분기" if korean else f"Q{place + 1} {year}"
