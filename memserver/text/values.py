"""The values in a statement: numbers with units, versions, dates, times, weekdays, switches.

Owns recognising a value and writing it in one form, so that "30 seconds", "30s" and "30초" are the same and "30 days"
is another. It says nothing about what the value belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from memserver.text.hints import Hints
from memserver.text.stems import english_stem
from memserver.text.verbs import AUXILIARIES, VERB_STEMS, VERBS
from memserver.text.words import words

# A clause is asked for its values before it is taken apart, and again when it is.
REMEMBERED_TEXTS = 512


_YEAR = re.compile(r"19[5-9]\d|20(?!00)[0-3]\d")
_MAGNITUDES = {
    "k": 1e3, "천": 1e3, "만": 1e4, "thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12,
}  # fmt: skip
_CENTURIES = frozenset(str(century) for century in range(15, 22))


class Value(NamedTuple):
    """One value: its kind (number, version, date, time, weekday, quarter, switch), unit, normal form, and the words."""

    kind: str
    unit: str
    normal: str
    words: str
    start: int = 0
    end: int = 0

    @property
    def is_bare(self) -> bool:
        """Whether it is a number that may count anything."""
        return self.kind == "number" and not self.unit

    @property
    def is_year(self) -> bool:
        """Whether it is a year, or a number that is most likely one."""
        return self.kind == "year" or (self.is_bare and len(self.normal) == 4 and self.normal[:2] in _CENTURIES)


def _ordered(text: str) -> list[str]:
    return text.split()


_MONTHS = {name: index for index, name in enumerate(_ordered("jan feb mar apr may jun jul aug sep oct nov dec"), 1)}
_WEEKDAYS = {name: index for index, name in enumerate(_ordered("mon tue wed thu fri sat sun"))}
_KOREAN_WEEKDAYS = {name: index for index, name in enumerate("월화수목금토일")}
_SMALL = _ordered("zero one two three four five six seven eight nine ten eleven twelve")
_SPELLED = {name: index for index, name in enumerate(_SMALL)} | {
    "twenty": 20,
    "thirty": 30,
    "fifty": 50,
    "hundred": 100,
}
_KOREAN_SPELLED = {"한": 1, "두": 2, "세": 3, "네": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8, "아홉": 9, "열": 10}

# Units that measure the same thing, with their size in the first one: 90 seconds and 1.5 minutes agree.
_SCALES: dict[str, tuple[str, float]] = {
    **dict.fromkeys(("ms", "millisecond", "milliseconds", "밀리초"), ("second", 0.001)),
    **dict.fromkeys(("s", "sec", "secs", "second", "seconds", "초"), ("second", 1)),
    **dict.fromkeys(("min", "mins", "minute", "minutes", "분"), ("second", 60)),
    **dict.fromkeys(("h", "hr", "hrs", "hour", "hours", "시간"), ("second", 3_600)),
    **dict.fromkeys(("day", "days", "일"), ("day", 1)),
    **dict.fromkeys(("week", "weeks", "주", "주일"), ("day", 7)),
    **dict.fromkeys(("month", "months", "개월", "달"), ("month", 1)),
    **dict.fromkeys(("year", "years", "년"), ("month", 12)),
    **dict.fromkeys(("kb", "kib"), ("byte", 1e3)),
    **dict.fromkeys(("mb", "mib", "메가"), ("byte", 1e6)),
    **dict.fromkeys(("gb", "gib", "기가"), ("byte", 1e9)),
    **dict.fromkeys(("tb", "tib"), ("byte", 1e12)),
    **dict.fromkeys(("%", "percent", "퍼센트"), ("%", 1)),
}
_NOT_UNITS = words(
    "and or to in on at of for from by with per is are was were the a an that which but so as than then if when "
    "because due while only each every right last this next again i we it not no now instead over under after before "
    "since until through"
)

# A Korean particle follows without a space: "v1.2.3으로", "2026-03-01부터".
_END = r"(?![^\W가-힣])"
_DATE_ISO = rf"(?P<iso>\b\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}{_END})"
_DATE_EN = (
    r"(?P<month>\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?"
    r"|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?))\.?\s(?P<day>\d{1,2})(?:st|nd|rd|th)?"
    r"(?![\d:])(?:\s?-\s?(?P<day_end>\d{1,2}))?(?:,?\s(?P<year>\d{4}))?"
)
_DATE_KO = r"(?:(?P<kyear>\d{4})년\s?)?(?P<kmonth>\d{1,2})월(?:\s?(?P<kday>\d{1,2})일)?"
_TIME = (
    rf"(?P<clock>\b\d{{1,2}}:\d{{2}}(?:\s?(?:am|pm){_END})?|\b\d{{1,2}}\s?(?:am|pm){_END}"
    r"|(?:(?:오전|오후|새벽|아침|저녁|밤)\s?)?\d{1,2}시(?!간)(?:\s?(?:\d{1,2}분|반))?)"
)
_WEEKDAY = (
    rf"(?P<weekday>\b(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)days?{_END})"
    r"|(?P<kweekday>[월화수목금토일])요일"
)
_QUARTER = rf"(?P<quarter>\bq[1-4]{_END})|(?P<kquarter>[1-4])분기"
_VERSION = rf"(?P<version>\bv\d+(?:\.\d+)*{_END}|(?<![\d.])\d+(?:\.\d+){{2,}}(?:[-+][A-Za-z0-9_.]+)?)"
_NUMBER = (
    r"(?P<money>[$€£₩])?(?P<number>(?<![\w.])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![A-Za-z_\d.#/-])\d+(?:\.\d+)?)"
    rf"(?P<kilo>[kK]{_END}|만|천)?(?:\s?(?P<unit>%|[A-Za-z]+"
    r"|(?:밀리초|시간|퍼센트|개월|주일|메가|기가|[초분일주년달개명회번건줄자원대배]))(?![A-Za-z]))?"
)
_SPELLED_NUMBER = (
    r"\b(?P<spelled>zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|fifty|hundred)"
    r"\s(?P<spelled_unit>[a-z]+)"
)
_KOREAN_NUMBER = (
    r"(?<![가-힣])(?P<kspelled>한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?"
    r"(?P<kunit>명|개|번|주|회|달|시간|가지|대|건)(?![가-힣]{3})"
)
_BE = r"(?:(?:is|are|was|were|be|stays?)(?:\snow)?|turned|switched)"
_SWITCH = (
    rf"(?P<on>\b(?:enabled|activated|{_BE}\s(?:turned\s|switched\s)?on(?=\s(?:by|in|for|again|now)\b|[.,;!]|$))"
    r"|켜져|켜\s?둔|켰|(?<!비)활성화)"
    rf"|(?P<off>\b(?:disabled|deactivated|{_BE}\s(?:turned\s|switched\s)?off\b)|꺼져|꺼\s?둔|껐|비활성화)"
)
_WITH_DIGITS = (_DATE_ISO, _DATE_EN, _DATE_KO, _QUARTER, _TIME, _VERSION, _NUMBER)
_WORDS_ONLY = (_WEEKDAY, _SWITCH, _SPELLED_NUMBER, _KOREAN_NUMBER)
# Text without a digit or without such a word skips the patterns that need one; most of the cost lies there.
_NUMERIC = re.compile("|".join(_WITH_DIGITS), re.IGNORECASE)
_WORDED = re.compile("|".join(_WORDS_ONLY), re.IGNORECASE)
_BOTH = re.compile("|".join((*_WITH_DIGITS[:5], *_WORDS_ONLY[:2], *_WITH_DIGITS[5:], *_WORDS_ONLY[2:])), re.IGNORECASE)
_DIGIT = re.compile(r"\d")
# No value with a digit begins further before its first one: the longest name of a month, a full stop, a space.
_BEFORE_DIGIT = 14
_WORD = re.compile(r"[a-z]+")
_LONGEST_NAME = 4
_WORD_HINT = re.compile(
    rf"days?{_END}|\bon(?=\s(?:by|in|for|again|now)\b|[.,;!]|$)|\boff\b|abled|activ|요일|켜|켰|꺼|껐|활성|\b(?:zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
    r"|twenty|thirty|fifty|hundred)\b|(?<![가-힣])(?:한|두|세|네|다섯|여섯|일곱|여덟|아홉|열)\s?[명개번주회달시가대건]",
    re.IGNORECASE,
)


# Each alternative of `_WORD_HINT` holds one of these; "on" is looked for by its own pattern.
_WORD_HINTS = Hints(
    ("day", "off", "abled", "activ", *_SPELLED, "요일", "켜", "켰", "꺼", "껐", "활성", *_KOREAN_SPELLED)
)  # fmt: skip
_ON = re.compile(r"on(?:\s|[.,;!]|$)")


def _may_be_worded(text: str) -> bool:
    """Say whether a value may stand in it that is written without a digit."""
    lowered = text.lower()
    return bool((_WORD_HINTS.stand_in(lowered) or _ON.search(lowered)) and _WORD_HINT.search(text))


@lru_cache(maxsize=REMEMBERED_TEXTS)
def find_values(text: str) -> tuple[Value, ...]:
    """Return the values in a sentence, in order; a date with its year gives two."""
    digit = _DIGIT.search(text)
    if _may_be_worded(text):
        matches = (_BOTH if digit else _WORDED).finditer(text)
    elif digit:
        matches = _around_digits(text, digit)
    else:
        return ()
    return tuple(value for match in matches for value in _read(match))


def _around_digits(text: str, digit: re.Match[str] | None) -> Iterator[re.Match[str]]:
    """Yield what `_NUMERIC` finds from the given digit on, without trying it where no digit is near."""
    end = 0
    while digit:
        match = _NUMERIC.search(text, max(end, digit.start() - _BEFORE_DIGIT))
        if not match:
            return
        yield match
        end = match.end()
        digit = _DIGIT.search(text, end)


def _read(match: re.Match[str]) -> Iterator[Value]:
    group = {name: found for name, found in match.groupdict().items() if found is not None}
    for name, (kind, normal) in _READERS.items():
        if name in group:
            yield Value(kind, "", normal(group), match.group().strip(), match.start(), match.end())
            break
    else:
        number = _number(match, group)
        if number is not None:
            yield number
    year = group.get("year") or group.get("kyear") or group.get("iso", "")[:4]
    if year:
        # An empty stretch, so that the year is not taken out of the sentence a second time.
        yield Value("year", "", year, match.group().strip(), match.end(), match.end())


def _iso_day(group: dict[str, str]) -> str:
    _, month, day = (int(part) for part in re.split(r"[-./]", group["iso"]))
    return f"{month:02d}-{day:02d}"


_READERS: dict[str, tuple[str, Callable[[dict[str, str]], str]]] = {
    "iso": ("date", _iso_day),
    "month": ("date", lambda group: f"{_MONTHS[group['month'][:3].lower()]:02d}-{int(group['day']):02d}"),
    "kmonth": ("date", lambda group: f"{int(group['kmonth']):02d}-{int(group.get('kday', 0)):02d}"),
    "quarter": ("quarter", lambda group: group["quarter"][-1]),
    "kquarter": ("quarter", lambda group: group["kquarter"]),
    "clock": ("time", lambda group: _clock(group["clock"].lower())),
    "weekday": ("weekday", lambda group: str(_WEEKDAYS[group["weekday"][:3].lower()])),
    "kweekday": ("weekday", lambda group: str(_KOREAN_WEEKDAYS[group["kweekday"]])),
    "version": ("version", lambda group: group["version"].lower().lstrip("v")),
    "on": ("switch", lambda _: "on"),
    "off": ("switch", lambda _: "off"),
}


def _number(match: re.Match[str], group: dict[str, str]) -> Value | None:
    if "number" in group:
        unit = group.get("unit", "").lower()
        scale = _MAGNITUDES.get(group.get("kilo", "").lower(), 1.0)
        if "money" in group:
            scale *= _MAGNITUDES.get(unit, 1.0)
        amount = float(group["number"].replace(",", "")) * scale
    elif "spelled" in group:
        amount, unit = float(_SPELLED[group["spelled"].lower()]), group["spelled_unit"].lower()
        if unit in _NOT_UNITS or (amount == 1 and unit in ("thing", "day")):
            return None
    else:
        amount, unit = float(_KOREAN_SPELLED[group["kspelled"]]), group["kunit"]
    end = match.end()
    if unit and _is_no_unit(unit, match, group):
        # The unit is in another group for numbers that are spelled out.
        end = match.start(next(name for name in ("unit", "spelled_unit", "kunit") if name in group))
        unit = ""
    unit = group.get("money", unit)
    canonical, factor = _SCALES.get(unit, (unit.rstrip("s") if len(unit) > 3 else unit, 1.0))
    words = match.string[match.start() : end].strip()
    return Value("number", canonical, _plain(amount * factor), words, match.start(), end)


def _is_no_unit(following: str, match: re.Match[str], group: dict[str, str]) -> bool:
    """Say whether the word behind a number only happens to stand there."""
    if following in _NOT_UNITS or (following.endswith("s") and _is_label(match.string[: match.start()], following)):
        return True
    # "The 2021 notes", "2012 compared with 2011": nobody counts so many of anything but in round numbers.
    return following not in _SCALES and "money" not in group and _YEAR.fullmatch(group.get("number", "")) is not None


def _is_label(before: str, following: str) -> bool:
    """Say whether a number names what a sentence is about ("room 12 holds"), so that a verb follows and no unit."""
    if english_stem(following) not in VERB_STEMS:
        return False
    leading = _WORD.findall(before.lower())
    return 0 < len(leading) <= _LONGEST_NAME and not any(word in AUXILIARIES or word in VERBS for word in leading)


def _plain(amount: float) -> str:
    return str(int(amount)) if amount.is_integer() else repr(round(amount, 6))


def _clock(text: str) -> str:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    hour, minute = numbers[0], numbers[1] if len(numbers) > 1 else (30 if "반" in text else 0)
    if ("pm" in text or "오후" in text or "저녁" in text) and hour < 12:
        hour += 12
    return f"{hour:02d}:{minute:02d}"
