"""Tells a question about what held before ("What did we use before?", "예전에는 왜 그렇게 했지?").

What was replaced answers such a question, and stays out of all others. Owns the words with which people ask so, in both
languages; a question that names a time in the past is told by its time (`memserver.text.time_expressions`).
"""

from __future__ import annotations

import re

_ENGLISH = re.compile(
    r"\b(?:histor(?:y|ic|ical|ically)|previous(?:ly)?|former(?:ly)?|original(?:ly)?|used to|in the past|back then"
    r"|at the time|until (?:then|recently|\d{4})|evolved?|over time|timeline|predecessors?|superseded"
    r"|(?:earlier|older|old|prior|outdated|obsolete)\s+(?:\w+\s+)?"
    r"(?:versions?|decisions?|designs?|approach(?:es)?|rules?|polic(?:y|ies)|plans?|proposals?|drafts?|notes?|adrs?|rfcs?|peps?"
    r"|ways?|stacks?|setups?)"
    r"|before (?:that|this|the (?:change|switch|move|migration)|we|then)|(?:use|used|have|had|do|did|it) before"
    r"|why (?:did|have|has|had) (?:we|they|it|you) (?:\w+ )?"
    r"(?:chang|switch|mov|drop|replac|abandon|migrat|leave|left|stop)\w*"
    r"|what did (?:\S+ )?(?:\S+ )?replace|was replaced|were replaced|did we use)\b",
    re.IGNORECASE,
)
_KOREAN = re.compile(
    "예전|옛날|과거|원래|종전|이전에|이전의|이전 ?(?:버전|결정|설계|방식|규칙|정책|계획|방안|문서|노트|안)"
    "|기존에|기존 ?(?:버전|결정|설계|방식|규칙|정책|계획|문서)|전에는|바뀌기 ?전|바꾸기 ?전|변경 ?전|교체 ?전|당시|그때"
    "|변경 ?(?:이력|내역)|이력|연혁|히스토리|변천|경위|(?:대체|폐기|교체)된"
    "|왜 (?:[가-힣]+ )?(?:바꿨|바꾸었|바뀌었|바뀐|변경|교체|대체|폐기|그만)"
)


def asks_for_history(question: str) -> bool:
    """Say whether a question asks for what held before."""
    return bool(_ENGLISH.search(question) or _KOREAN.search(question))
