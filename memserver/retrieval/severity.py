"""How loudly a text flags a conflict itself (SPEC 80): NONE, LOW, MEDIUM or HIGH by its words of opposition.

Owns those words in Korean and English and the scale. Words that developers use for other things (merge conflicts, "run
against Postgres", VS Code) do not count.
"""

from __future__ import annotations

import re
from typing import Literal

from memserver.text.hints import Hints

Severity = Literal["NONE", "LOW", "MEDIUM", "HIGH"]

# One such word is an aside, two or three a disagreement, four or more a text about one.
MEDIUM_COUNT = 2
HIGH_COUNT = 4
# People fight in every long story. Words of a fight count where one stands for so few characters, or where a word for a
# dispute about what is so stands beside them.
FIGHT_CHARACTERS = 200

_FIGHT = re.compile(r"against|versus|vs|conflict|oppos|반대|충돌|대립", re.IGNORECASE)
_OPPOSITION = re.compile(
    r"\b(?:versus|vs|controvers(?:y|ial|ies)|contradict\w*|conflict(?:s|ed|ing)?|disagree\w*|disput(?:e|es|ed|ing)"
    r"|oppos(?:e|es|ed|ing|ition)|against|inconsisten\w*|debat(?:e|es|ed|able)|objections?|objected|rebut\w*"
    r"|on the contrary|on the other hand|at odds|mutually exclusive|argues? otherwise|two camps)\b"
    r"|논란\w*|상충\w*|모순\w*|충돌\w*|반박\w*|이견\w*|대립\w*|불일치\w*|논쟁\w*|반대\w*|상반\w*|엇갈\w*|의견이\s?갈\w*|어긋\w*",
    re.IGNORECASE,
)
_TECHNICAL = re.compile(
    r"\b(?:merge|git|rebase|port|name|naming|key|version|dependency|write|edit|lock|409)[ -]conflicts?\b"
    r"|\bconflict(?:-free| markers?| resolution)\b|\bon conflict\b|\bvs\.? ?code\b"
    r"|\b(?:run|runs|ran|running|test|tests|tested|testing|check|checks|checked|build|builds|built|compile[sd]?"
    r"|validate[sd]?|protect\w*|guard\w*|defend\w*|measured?|compared?|match\w*|typed?|lint\w*|secure[sd]?)"
    r"(?: \w+){0,2} against\b"
    r"|(?:병합|머지|깃|git|키|포트|이름|버전|의존성|리베이스|해시|네임스페이스)\s?충돌\w*|충돌\s?(?:해결|마커)\w*|반대로|반대편",
    re.IGNORECASE,
)


# Each alternative of `_OPPOSITION` holds one of these.
_HINTS = Hints(
    ("vs", "versus", "controvers", "contradict", "conflict", "disagree", "disput", "oppos", "against", "inconsisten",
     "debat", "object", "rebut", "on the contrary", "on the other hand", "at odds", "exclusive", "otherwise",
     "two camps", "논란", "상충", "모순", "충돌", "반박", "이견", "대립", "불일치", "논쟁", "반대", "상반", "엇갈",
     "의견이", "어긋")
)  # fmt: skip


def severity(text: str) -> Severity:
    """Return how strongly the text flags opposition by itself."""
    if not _HINTS.stand_in(text.lower()):
        return "NONE"
    words = [match.group() for match in _OPPOSITION.finditer(_TECHNICAL.sub(" ", text))]
    count = len(words)
    if all(_FIGHT.match(word) for word in words) and len(text) > FIGHT_CHARACTERS * count:
        count = min(count, 1)
    if count >= HIGH_COUNT:
        return "HIGH"
    if count >= MEDIUM_COUNT:
        return "MEDIUM"
    return "LOW" if count else "NONE"
