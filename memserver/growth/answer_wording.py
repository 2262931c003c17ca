"""How a statement of an answer is meant: as an example, a calculation, a report of the past, a question. Tables only."""

from __future__ import annotations

import re

_EXAMPLE = re.compile(
    r"\bfor (?:example|instance)\b|\be\.g\.|\bsuch as\b|\bsay,|\bexample\b|\bimagine\b|\bsuppose\b|\bhypothetical"
    r"|예를 ?들|이를테면|가령|예컨대|예시|예:",
    re.IGNORECASE,
)
_DERIVED = re.compile(
    r"\b(?:in total|total|totals|sum|altogether|overall|add(?:s|ed)? up|combined|on average|half of|halved|twice|double"
    r"|triple|times as|remaining|remain|leaves|left over|difference|i\.e\.|equals|works out|that makes|which makes|so you)\b"
    r"|합계|합치|합하|모두 합|총|절반|두 배|세 배|평균|남습니다|남아요|남는다|계산|따라서|그러므로|즉 |니까",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:used to|previously|formerly|before that|until then|in the past|originally|earlier|last (?:year|month|week))\b"
    r"|예전|이전에는|과거|원래는|작년|지난",
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


def is_question(text: str) -> bool:
    """Say whether a sentence asks."""
    return text.rstrip(" \"'”’)").endswith(("?", "까요", "나요"))
