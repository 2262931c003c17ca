"""The label that a text begins with: in a talk the name of whoever says it ("Mina: I moved to Busan").

Owns the shape of such a beginning, and that the parts of a chat ("user:", "assistant:") are no names: whoever asks
about users seldom means what one of them said. Whether a label is a person or a heading is not known here.
"""

from __future__ import annotations

import re

from memserver.text.words import words

MOST_WORDS = 3

# A time or a number in brackets may stand before it, and marks of emphasis around it.
_LABEL = re.compile(
    r"\s*(?:[\[(][^\])\n]{1,24}[\])]\s*)?[*_]{0,2}([^\W\d_][^\n:*\[\](){}<>\"“”/\\]{0,29}?)[*_]{0,2}:[*_]{0,2}\s"
)


_PARTS_OF_A_CHAT = words(
    "user assistant system human developer ai bot agent model tool function question answer q a "
    "사용자 유저 어시스턴트 도우미 시스템 개발자 에이전트 모델 질문 답변 답 문 인간"
)


def label_of(opening: str) -> str:
    """Return the label at the beginning of a text, without capitals; "" where it begins otherwise."""
    found = _LABEL.match(opening)
    if found is None:
        return ""
    label = found[1].strip().casefold()
    return label if len(label.split()) <= MOST_WORDS and label not in _PARTS_OF_A_CHAT else ""
