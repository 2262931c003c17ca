"""Says in the language of a turn on what two sources disagree; the rules that found it speak one language only.

Values and quoted words stay as they are. Of an addition ("the new statement …") the pair is the order: the second side
is the new one. That the new one is older is left out, since both sides are shown with their dates.
"""

from __future__ import annotations

import re
from functools import partial

from memserver.claims.evidence import spoken as spoken_reason

_OLDER = re.compile(r"(?:^|; )the new statement is the older one")
_WORDINGS: tuple[tuple[re.Pattern[str], dict[str, str]], ...] = (
    (re.compile(r"negation differs: '(.*?)' \((?:old|new)\)"), {"en": "“{0}”", "ko": "“{0}”"}),
    (re.compile(r"same title, different text"), {"en": "{all}", "ko": "제목은 같고 내용이 다름"}),
    (re.compile(r"'(.*?)' against the other text: "), {"en": "“{0}” against ", "ko": "“{0}”라는 말과 다른 쪽의 "}),
    (re.compile(r"only (.*?), no longer (.*)"), {"en": "{all}", "ko": "{0}만, {1} 아님"}),
    (re.compile(r"the new statement is hedged: '(.*?)'"), {"en": "second unsure: “{0}”", "ko": "뒤쪽은 불확실: “{0}”"}),
    (re.compile(r"the new statement is limited: '(.*?)'"), {"en": "second limited: “{0}”", "ko": "뒤쪽은 한정: “{0}”"}),
    (re.compile(r"change stated: '(.*?)'"), {"en": "{all}", "ko": "변경 언급: “{0}”"}),
)


def spoken_evidence(evidence: str, language: str) -> str:
    """Return the evidence of a disagreement in Korean ("ko") or English."""
    if evidence.startswith("{"):
        return spoken_reason(evidence, language)
    spoken = _OLDER.sub("", evidence)
    for pattern, wordings in _WORDINGS:
        wording = wordings.get(language, wordings["en"])
        spoken = pattern.sub(partial(_filled, wording), spoken)
    return spoken


def _filled(wording: str, match: re.Match[str]) -> str:
    for number, group in enumerate(match.groups()):
        wording = wording.replace(f"{{{number}}}", group)
    return wording.replace("{all}", match.group())
