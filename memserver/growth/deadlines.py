"""Whether a line of work says by when: "by Friday", "(11/19까지)", a column "Due". A day alone is not enough.

A day is a deadline when a word says so ("by", "until", "due", "까지", "내"), when it stands alone at the end of an item
("… , 3 Dec"), or when something is to be done on it. What happened on a day, a version and a ratio are none.
"""

from __future__ import annotations

import re

from memserver.growth.item_lines import item_lines, says_nothing

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?"
_DAY = (
    rf"(?:\d{{4}}[-./]\d{{1,2}}[-./]\d{{1,2}}|\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{_MONTH}\b|{_MONTH}\s\d{{1,2}}\b"
    r"|(?:(?:next|this|coming)\s)?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\b"
    r"|today\b|tonight\b|eob\b|tomorrow\b|eod\b|eow\b|cob\b|noon\b|midnight\b"
    r"|(?:the\s)?end of (?:the\s|this\s|next\s)?\w+\b)"
)
# With a word that says so, what could be a ratio or a version is a day.
_LOOSE_DAY = (
    rf"(?:{_DAY}|\d{{1,2}}[./]\d{{1,2}}\b|\d{{1,2}}(?:st|nd|rd|th)\b|(?:next|this) (?:week|month"
    rf"|quarter)\b|\d{{1,2}}(?::\d\d)?\s?[ap]m\b)"
)
_SAID = re.compile(
    rf"\b(?:by|until|till|before|no later than|not later than|latest|due(?:\s(?:on|by|date))?|deadline(?:\sis)?|eta)"
    rf"\s?[:=]?\s?(?:on\s)?(?:the\s)?{_LOOSE_DAY}"
    r"|\b(?:within|in)\s(?:the next\s)?(?:\d{1,2}|a|an|one|two|three|four|five|six|seven|ten)\s(?:hours?"
    r"|(?:working |business )?days?|weeks?|months?)\b",
    re.IGNORECASE,
)
# A day that something is to be done on stands free: nothing follows it but a time or the end of a clause.
_FREE = re.compile(
    rf"(?<![\w/.-])(?P<day>{_DAY})(?=\s*(?:$|[,.;:!)\]|/(–—-]|(?:at|by|or|and|to|latest|the latest|before"
    rf"|around|noon|morning"
    r"|afternoon|evening|night|midday|\d{1,2}(?::\d\d)?\s?(?:[ap]m)?)\b))",
    re.IGNORECASE,
)
_ORIGIN = re.compile(
    r"(?:\b(?:since|of|from|after|last|past|the|until then|every|each|than|like|ago)|['’]s)\s*$", re.IGNORECASE
)
_AT_THE_END = re.compile(
    rf"[,;(–—→-]\s*(?:on\s)?{_DAY}(?:\s(?:at\s)?\d{{1,2}}(?::\d\d)?\s?(?:[ap]m)?)?\s*[).]*$", re.IGNORECASE
)
_BARE = re.compile(rf"\W*(?:by\s|until\s|on\s)?{_LOOSE_DAY}", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:\w{2,}ed|was|were|been|had|broke|went|came|began|since|from|of|last|after|thanks|thank|met|held|sent"
    r"|took|got|lost|found|said|wrote)\b",
    re.IGNORECASE,
)
_KOREAN_DAY = (
    r"(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}월\s?\d{1,2}일|\d{1,2}일|\d{1,2}[/.]\d{1,2}|(?:이번\s?주"
    r"|다음\s?주|차주|금주)?\s?[월화수목금토일]요일"
    r"|오늘|내일|모레|글피|이번\s?주|다음\s?주|이번\s?달|다음\s?달|월말|주말|연말|분기\s?말|\d{1,2}월\s?말)"
)
# Alone, two numbers may be a version or a ratio.
_KOREAN_PLAIN_DAY = _KOREAN_DAY.replace(r"|\d{1,2}[/.]\d{1,2}", "")
_KOREAN_TIME = r"(?:\s?(?:오전|오후|저녁|아침|점심|밤|새벽))?(?:\s?\d{1,2}시(?:\s?\d{1,2}분|\s?반)?|\s?정오)?"
_KOREAN_SAID = re.compile(
    rf"~\s?{_KOREAN_DAY}|{_KOREAN_DAY}(?:\([월화수목금토일]\))?{_KOREAN_TIME}\s?(?:전?까지|이전|전(?:에|\b)"
    rf"|중(?:으로|에|\b)|안에|내(?:로|에|\b))"
    r"|(?:\d{1,2}|하루|이틀|사흘|일주일|한|두|세)\s?(?:일|주|주일|개월|달|시간)?\s?(?:이내|내(?:로|에|\b)|안에)"
    rf"|(?:기한|마감|마감일|완료일|납기)\s?[:：은는]?\s?{_KOREAN_DAY}",
)
_KOREAN_FREE = re.compile(
    rf"(?<![\d가-힣/.])(?:~\s?)?{_KOREAN_PLAIN_DAY}(?:\s?\([월화수목금토일]\))?{_KOREAN_TIME}\s?(?:한(?=\s|$|[),])"
    rf"|에\s|$|[),\]:/|])"
)
_KOREAN_PAST = re.compile(r"[했됐었났갔왔봤렸졌혔겼쳤켰]|[난된한] ?(?:것|일|장애|문제|이후|뒤)|통과|발생|에서 나온")
_KOREAN_BARE = re.compile(rf"\W*{_KOREAN_DAY}")
_KOREAN_AT_THE_END = re.compile(rf"[,(–—→-]\s*(?:{_KOREAN_PLAIN_DAY}|\d{{1,2}}/\d{{1,2}}){_KOREAN_TIME}\s*[).]*$")
_ABOUT_THE_MEETING = re.compile(
    r"^#|^\W*(?:date|day|when|time|held|written|일시|날짜|일자|회의일|작성일)\b[^:：]{0,12}[:：]|\bminutes\b"
    r"|\bmeeting notes\b|회의록",
    re.IGNORECASE,
)
_COLUMN = re.compile(
    r"due|deadline|by when|when|until|eta|date|기한|마감|완료일|날짜|일자|언제|까지|납기", re.IGNORECASE
)


def names_deadline(text: str) -> bool:
    """Say whether a line of a text says by when something is to be done."""
    for line in item_lines(text):
        for heading, cell in line.cells.items():
            if _COLUMN.search(heading) and not says_nothing(cell) and _is_day(cell):
                return True
        if line.text.strip() and _has_deadline(line.text):
            return True
    return False


def _is_day(cell: str) -> bool:
    return bool(_BARE.match(cell) or _KOREAN_BARE.match(cell))


def _has_deadline(line: str) -> bool:
    if _SAID.search(line) or _KOREAN_SAID.search(line):
        return True
    # The day of the meeting itself is nobody's deadline.
    if _ABOUT_THE_MEETING.search(line):
        return False
    if _AT_THE_END.search(line) or _KOREAN_AT_THE_END.search(line):
        return True
    # Something is done on a day; what was done on one is past.
    if any(not _is_past(line[: match.start()]) for match in _FREE.finditer(line)):
        return True
    return any(not _KOREAN_PAST.search(line[match.end() :]) for match in _KOREAN_FREE.finditer(line))


def _is_past(before: str) -> bool:
    clause = re.split(r"[.;:!?]\s", before)[-1]
    return bool(_ORIGIN.search(before) or _PAST.search(clause))
