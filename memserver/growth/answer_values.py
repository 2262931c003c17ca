"""The values of a statement as an answer is held to them: amounts with units, times, days, weekdays, versions, labels.

Builds on `text.values` and adds what people write in answers: "half an hour", "12 December", "noon", "100 per minute",
"하루". Owns reading them into one measure; `answer_arithmetic` compares them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from memserver.growth.answer_units import DAY, DIMENSIONS, MEASURES, MONTH
from memserver.text.values import Value, find_values

MOST_VALUES = 24
HALF_DAY = 720
MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")
_ORDINALS = frozenset({"th", "st", "nd", "rd", "번째", "차", "호", "층"})
_UNIT = r"(?P<{0}>seconds?|minutes?|hours?|days?|weeks?|fortnights?|months?|years?)"
_SECONDS = {"second": 1.0, "minute": 60.0, "hour": 3_600.0, "day": DAY, "week": 7 * DAY, "fortnight": 14 * DAY,
            "month": MONTH, "year": 12 * MONTH}  # fmt: skip
_KOREAN_SPANS = {"하루": DAY, "이틀": 2 * DAY, "사흘": 3 * DAY, "나흘": 4 * DAY, "열흘": 10 * DAY, "보름": 15 * DAY,
                 "일주일": 7 * DAY, "한나절": DAY / 2, "반나절": DAY / 4}  # fmt: skip
_NUMBER_WORD = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_COUNTS = {word: index for index, word in enumerate(
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
)}  # fmt: skip
MONTH_NAME = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_DAY_NAME = r"(?:mon|tue(?:s)?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)"
# What `text.values` does not read, or reads as something else; each alternative begins with a word or a digit.
_OWN = re.compile(
    rf"(?P<day>\b\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<month>{MONTH_NAME})\b\.?(?!\s(?:be|not|have)\b)"
    rf"|\b(?P<part>half|quarter|three quarters)\s(?:of\s)?an?\s{_UNIT.format('part_unit')}\b"
    rf"|\b(?P<count>an?|{_NUMBER_WORD})\s(?:(?P<count_unit>seconds?|minutes?|hours?|days?|weeks?|months?"
    rf"|years?)\sand\sa"
    r"\shalf\b|and\sa\shalf\s(?P<half_unit>seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b)"
    r"|\bthe\s(?P<monthday>\d{1,2})(?:st|nd|rd|th)\b(?=\s*(?:[.,;:)]|$|of\s(?:the|each|every)|each\b|every\b))"
    r"|(?P<man>(?<![\d.,])\d{1,4})만\s?(?:(?P<cheon>\d)천|(?P<below>\d,?\d{3}))\s?(?P<man_unit>원|명|건|개|회)?"
    r"|\ban?\s(?P<single>minute|hour|day|week|fortnight|month|year)\b(?!\s(?:ago|later|before|after))"
    rf"|\bhalf\spast\s(?P<half_past>{_NUMBER_WORD})\b|\b(?P<noon>noon|midday|midnight)\b|(?P<knoon>정오|자정)"
    rf"|(?<![가-힣])(?P<kspan>{'|'.join(_KOREAN_SPANS)})(?![가-힣]*요일)"
    rf"|\b(?P<weekday>{_DAY_NAME})(?:days?)?\b(?!-)|(?P<kdays>[월화수목금토일](?:[·,/]\s?[월화수목금토일])+)(?:요일)?",
    re.IGNORECASE,
)
_RATE = re.compile(
    r"\s?(?:per|/|an?|each|every)\s?(?P<unit>seconds?|secs?|s|minutes?|mins?|min|hours?|hrs?|h|days?|weeks?|months?)\b",
    re.IGNORECASE,
)
_RATE_UNITS = {"s": 1.0, "sec": 1.0, "min": 60.0, "h": 3_600.0, "hr": 3_600.0}
_KOREAN_RATE = re.compile(r"(?P<unit>초|분|시간|일|하루|주|월)\s?당\s?(?:최대\s)?$")
_KOREAN_RATES = {"초": 1.0, "분": 60.0, "시간": 3_600.0, "일": DAY, "하루": DAY, "주": 7 * DAY, "월": MONTH}
_ROUGH = re.compile(
    r"(?:\babout|\baround|\broughly|\bapprox\w*|\bnearly|\balmost|\bsome|\bover|\bunder|\bclose to|~|약|대략|거의|얼추"
    r"|\bless than|\bmore than)[\s\w]{0,8}$",
    re.IGNORECASE,
)
_ROUGH_AFTER = re.compile(r"\s?(?:정도|쯤|가량|안팎|남짓|or so\b)", re.IGNORECASE)
_LOW_BOUND = re.compile(
    r"(?:\bat least|\bmore than|\bover|\bfrom|\bminimum(?: of)?|\babove|>=?|최소)\s*$", re.IGNORECASE
)
_HIGH_BOUND = re.compile(
    r"(?:\bat most|\blimited to|\blimit(?: is| of)?|\bcapped at|\bcap of|한도는?|상한은?|\bup to|\bless than"
    r"|\bunder|\bwithin|\bno more than|\bmaximum(?: of)?|\bbelow|<=?|최대)\s*$",
    re.IGNORECASE,
)
_LOW_BOUND_AFTER = re.compile(r"\s?(?:이상|초과|넘|or (?:more|newer|later|higher)\b|\+)", re.IGNORECASE)
_HIGH_BOUND_AFTER = re.compile(r"\s?(?:이하|미만|이내|안에|내에|or (?:less|fewer|lower|older)\b)", re.IGNORECASE)
# A number with such a word before it counts or points; it states nothing that a source could hold.
_POINTER = re.compile(
    r"(?:\blines?|\brows?|\bsteps?|\bpages?|\bsections?|\bchapters?|\bfigures?|\bitems?|\boptions?|\bexamples?|\bnote|#"
    r"|\bno\.|줄|행|단계|쪽|항목|그림|예시)\s?$",
    re.IGNORECASE,
)
_POINTER_AFTER = re.compile(r"\s?(?:번\s)?(?:줄|행|번째|단계|쪽|페이지|\)|[~–-]\d)")
_WORD_BEFORE = re.compile(r"([A-Za-z][\w+#.-]*|[가-힣]+)[\s:=]{1,2}(?:v|version\s|버전\s)?$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A value: its kind, measure or unit, amount, how it was written, and the wording that widens or bounds it."""

    kind: str
    """amount, time (minutes of the day), date (month × 100 + day), monthday, weekday, quarter, year, version or label
    (a bare number)"""
    unit: str
    amount: float
    words: str
    start: int
    end: int
    text: str = ""
    """Of a version or a label: its digits as written."""
    label: str = ""
    """Of a version or a label: the word before it."""
    rough: bool = False
    bound: int = 0
    """1 from it upwards, -1 up to it."""
    half_day: bool = False
    """Of a time: whether nothing says which half of the day is meant."""
    pointer: bool = False

    @property
    def measured(self) -> bool:
        """Say whether its unit can be converted."""
        return self.kind == "amount" and self.unit in DIMENSIONS

    def measures_as(self, other: Quantity) -> bool:
        """Say whether two values could stand in one place of one statement."""
        # A quarter or a year is what a statement is about, far more often than what it states.
        if self.kind != other.kind or self.kind in {"quarter", "year"}:
            return False
        if self.kind in {"version", "label"}:
            return bool(self.label) and self.label == other.label
        return self.unit == other.unit


@lru_cache(maxsize=1_024)
def quantities(text: str) -> tuple[Quantity, ...]:
    """Return the values of a sentence, in order."""
    own = [(match.start(), match.end(), list(_own(match))) for match in _OWN.finditer(text)]
    taken = [(start, end) for start, end, found in own if found]
    found = [each for *_, some in own for each in some]
    for value in find_values(text):
        if value.end > value.start and not any(start < value.end and value.start < end for start, end in taken):
            found.extend(_of_value(value))
    found.sort(key=lambda each: each.start)
    placed: list[Quantity] = []
    for each in _joined(text, found)[:MOST_VALUES]:
        # The "a day" of "four times a day" is no value of its own.
        if not placed or each.start >= placed[-1].end or each.kind == "weekday":
            placed.append(_in_place(text, each))
    return tuple(placed)


def _own(match: re.Match[str]) -> Iterator[Quantity]:
    group = {name: text.lower() for name, text in match.groupdict().items() if text}
    at = (match.group().strip(), match.start(), match.end())
    yield from _spans(group, at)
    yield from _moments(group, at)
    if "man" in group:
        amount = int(group["man"]) * 10_000.0 + int(group.get("cheon", 0)) * 1_000
        amount += int(group.get("below", "0").replace(",", ""))
        unit = group.get("man_unit", "")
        yield Quantity("amount", MEASURES.get(unit, (unit, 1.0))[0], amount, *at)
    # "sat", "sun" and "mon" are words or names as well, so short ones need their capital.
    if "weekday" in group and (match.group()[0].isupper() or len(group["weekday"]) + 2 < len(match.group())):
        days = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
        yield Quantity("weekday", "", days.index(group["weekday"][:3]), *at)
    for sign in re.findall("[월화수목금토일]", match.group()) if "kdays" in group else ():
        yield Quantity("weekday", "", "월화수목금토일".index(sign), *at)


def _spans(group: Mapping[str, str], at: tuple[str, int, int]) -> Iterator[Quantity]:
    if "part" in group:
        share = {"half": 0.5, "quarter": 0.25}.get(group["part"], 0.75)
        yield Quantity("amount", "span", share * _seconds(group["part_unit"]), *at)
    elif "count" in group:
        amount = _count(group["count"]) + 0.5
        yield Quantity("amount", "span", amount * _seconds(group.get("count_unit") or group["half_unit"]), *at)
    elif "single" in group:
        yield Quantity("amount", "span", _seconds(group["single"]), *at)
    elif "kspan" in group:
        yield Quantity("amount", "span", _KOREAN_SPANS[group["kspan"]], *at)


def _moments(group: Mapping[str, str], at: tuple[str, int, int]) -> Iterator[Quantity]:
    if "month" in group:
        yield Quantity("date", "", MONTHS.index(group["month"][:3]) * 100 + 100 + int(group["day"]), *at)
    elif "monthday" in group:
        yield Quantity("monthday", "", int(group["monthday"]), *at)
    elif "half_past" in group:
        yield Quantity("time", "", _count(group["half_past"]) % 24 * 60 + 30, *at, half_day=True)
    elif "noon" in group or "knoon" in group:
        midnight = group.get("noon") == "midnight" or group.get("knoon") == "자정"
        yield Quantity("time", "", 0 if midnight else HALF_DAY, *at)


def _of_value(value: Value) -> Iterator[Quantity]:
    at = (value.words, value.start, value.end)
    if value.kind == "number" and value.unit not in _ORDINALS:
        measure, factor = MEASURES.get(value.unit, (value.unit, 1.0))
        amount = float(value.normal) * factor
        counts = measure and (value.unit in MEASURES or _counts(value))
        digits = _DIGITS.match(value.words)
        if counts:
            yield Quantity("amount", measure, amount, *at)
        elif digits:
            kind = "version" if "." in digits.group() else "year" if value.is_year else "label"
            end = value.start + digits.end()
            yield Quantity(kind, "", amount, digits.group(), value.start, end, text=digits.group().replace(",", ""))
    elif value.kind == "time":
        hour, minute = map(int, value.normal.split(":"))
        told = re.search(r"[apAP]\.?[mM]|오전|오후|새벽|아침|저녁|밤|^\d\d:", value.words)
        yield Quantity("time", "", hour % 24 * 60 + minute, *at, half_day=not told and 0 < hour <= 12)
    elif value.kind == "date":
        month, day = map(int, value.normal.split("-"))
        yield Quantity("date", "", month * 100 + day, *at)
    elif value.kind == "quarter":
        yield Quantity("quarter", "", int(value.normal), *at)
    elif value.kind == "weekday":
        yield Quantity("weekday", "", int(value.normal), *at)
    elif value.kind == "version":
        yield Quantity("version", "", 0, *at, text=value.normal)


def _counts(value: Value) -> bool:
    """Say whether the word behind a number is what it counts: a plural, a single thing, or Korean."""
    return not value.words.isascii() or value.words.endswith("s") or value.normal == "1"


def _joined(text: str, found: Sequence[Quantity]) -> list[Quantity]:
    """Return the values with "2 hours 30 minutes" as one."""
    joined: list[Quantity] = []
    for each in found:
        last = joined[-1] if joined else None
        if last and last.kind == each.kind == "amount" and last.unit == each.unit == "span":
            between = text[last.end : each.start].strip().lower()
            if between in {"", "and", "and a"} and each.amount < last.amount:
                words = text[last.start : each.end]
                joined[-1] = replace(last, amount=last.amount + each.amount, words=words, end=each.end)
                continue
        joined.append(each)
    return joined


def _in_place(text: str, each: Quantity) -> Quantity:
    """Return a value with what the words around it make of it."""
    before, after = text[max(0, each.start - 24) : each.start], text[each.end : each.end + 16]
    rate = _RATE.match(after) if each.kind in {"amount", "label"} else None
    korean_rate = _KOREAN_RATE.search(before)
    if rate and each.unit != "span":
        unit = rate["unit"].lower().rstrip("s") or "s"
        seconds = _RATE_UNITS.get(unit) or _seconds(unit)
        end = each.end + rate.end()
        unit, amount = f"{each.unit} a second", each.amount / seconds
        each = replace(each, kind="amount", unit=unit, amount=amount, words=text[each.start : end], end=end)
    elif korean_rate and each.unit != "span":
        amount = each.amount / _KOREAN_RATES[korean_rate["unit"]]
        words = f"{korean_rate.group().strip()} {each.words}"
        each = replace(each, kind="amount", unit=f"{each.unit} a second", amount=amount, words=words)
    bound = bool(_LOW_BOUND.search(before) or _LOW_BOUND_AFTER.match(after)) - bool(
        _HIGH_BOUND.search(before) or _HIGH_BOUND_AFTER.match(after)
    )
    word = _WORD_BEFORE.search(before)
    return replace(
        each,
        rough=bool(_ROUGH.search(before) or _ROUGH_AFTER.match(after)),
        bound=bound,
        label=word[1].lower() if word and each.kind in {"version", "label"} else "",
        pointer=bool(_POINTER.search(before) or _POINTER_AFTER.match(after)),
    )


def _seconds(unit: str) -> float:
    return _SECONDS[unit.rstrip("s")]


def _count(word: str) -> int:
    return 1 if word in {"a", "an"} else int(word) if word.isdigit() else _COUNTS[word]
