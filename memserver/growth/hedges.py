"""Counts the words with which an answer admits that it is not sure, in English and in Korean.

Code and quoted lines are not the answer's own voice and are left out. A hedge is counted each time it is used.
"""

from __future__ import annotations

import re

from memserver.text.phrases import phrase_pattern

_NOT_ITS_OWN_VOICE = re.compile(
    r"^[ \t]*(`{3,}|~{3,}).*?(?:^[ \t]*\1[ \t]*$|\Z)|`[^`\n]*`|^[ \t]*>[^\n]*$", re.DOTALL | re.MULTILINE
)
_ENGLISH = (
    "maybe", "perhaps", "possibly", "probably", "presumably", "likely", "unlikely", "might", "may be", "may have",
    "may not", "could be", "i think", "i believe", "i guess", "i assume", "i suppose", "i am not sure", "i'm not sure",
    "not sure", "not certain", "uncertain", "unclear", "it seems", "seems to", "appears to", "as far as i know",
    "to my knowledge", "roughly speaking", "my guess",
)  # fmt: skip
# Korean hedges are endings rather than words, so they are open at both ends where that is safe.
_KOREAN = (
    "아마", "아마도", "어쩌면", "*것 같*", "*듯하*", "*듯합*", "*듯해*", "*듯싶*", "*수도 있*",
    "*지도 모르*", "*지도 모릅*", "*로 보입니다", "*로 보인다", "*로 보여요", "추정*", "추측*", "짐작*",
    "확실하지 않*", "확실치 않*", "불확실*", "분명하지 않*", "잘 모르*", "모르겠*", "아닐까*", "제 생각에*",
)  # fmt: skip
_HEDGE = phrase_pattern((*_ENGLISH, *_KOREAN))


def own_voice(answer: str) -> str:
    """Return the answer without code and quotations."""
    return _NOT_ITS_OWN_VOICE.sub(" ", answer)


def find_hedges(answer: str) -> tuple[str, ...]:
    """Return the hedges of an answer, in order."""
    return tuple(" ".join(match.group().split()) for match in _HEDGE.finditer(own_voice(answer)))
