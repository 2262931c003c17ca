"""How a statement is meant: as an example, a calculation, a report of the past, a question; and what it says was left.

Tables of cues only, in English and Korean.
"""

from __future__ import annotations

import re

_EXAMPLE = re.compile(
    r"\bfor (?:example|instance)\b|\be\.g\.|\bsuch as\b|\bsay,|\bexample\b|\bimagine\b|\bsuppose\b|\bhypothetical"
    r"|예를 ?들|이를테면|가령|예컨대|예시|예:",
    re.IGNORECASE,
)
_DERIVED = re.compile(
    r"\b(?:in total|totals?|sum|altogether|overall|add(?:s|ed)? up|combined|on average|half of|halved|twice|double"
    r"|triple|times as|remaining|remain|leaves|left over|difference|i\.e\.|equals|works out|comes to|(?:that"
    r"|which) makes"
    r"|so you)\b|니까|(?<![가-힣])(?:합계|합치|합하|모두 합|총 |절반|두 배|세 배|평균|남습니다|남아요|남는다"
    r"|계산|따라서|그러므로|즉 )",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:used to|previously|formerly|before that|until then|in the past|originally|earlier|last (?:year|month"
    r"|week))\b"
    r"|예전|이전에는|과거|원래는|작년|지난",
    re.IGNORECASE,
)
_END = re.compile(
    r"\b(?:end|ends|ended|ending|finish\w*|until|till|by|done|clos\w+|latest|before|last|over|ready)\b"
    r"|끝|종료|까지|늦어도|마감|전에|전까지|완료|마치|마칩",
    re.IGNORECASE,
)
_CHANGE = (
    r"(?:mov|chang|switch|rais|lower|migrat|upgrad|downgrad|renam|increas|reduc|bump|postpon|shift|reschedul|extend"
    r"|shorten|went|go|cut)\w*"
)
_LEFT = re.compile(
    rf"\b{_CHANGE}\b[^.;]{{0,40}}?\bfrom\s(?P<from>[^.;]{{1,40}}?)\s(?:to|into|onto|over to)\b"
    r"|\b(?:instead of|rather than|no longer|in place of|replac(?:es|ed|ing)|formerly|previously"
    r"|not)\s(?P<not>[^.,;]{1,40})"
    r"|(?P<korean>[^\s,.]+(?:\s[^\s,.]+)?)(?:에서|대신|이 아니라|가 아니라|말고)\s[^.]{1,30}(?:로|으로)",
    re.IGNORECASE,
)


def is_example(text: str) -> bool:
    """Say whether a statement only shows how something could look."""
    return bool(_EXAMPLE.search(text))


def is_derived(text: str) -> bool:
    """Say whether a statement calculates, so that its numbers need not stand in a source."""
    return bool(_DERIVED.search(text))


def is_past(text: str) -> bool:
    """Say whether a statement tells how things were."""
    return bool(_PAST.search(text))


def speaks_of_an_end(text: str) -> bool:
    """Say whether a statement tells when something is over, which follows from a start and a length."""
    return bool(_END.search(text))


def is_question(text: str) -> bool:
    """Say whether a sentence asks."""
    return text.rstrip(" \"'”’)").endswith(("?", "까요", "나요"))


def left_behind(text: str) -> tuple[tuple[int, int], ...]:
    """Return where a statement names what no longer holds: "moved from 10:00 to 14:30" leaves 10:00."""
    found = []
    for match in _LEFT.finditer(text):
        name = next(name for name in ("from", "not", "korean") if match[name])
        found.append(match.span(name))
    return tuple(found)
