"""The label that a text begins with: in a talk the name of whoever says it ("Mina: I moved to Busan").

Owns the shape of such a beginning, and that the parts of a chat ("user:", "assistant:") are no names: whoever asks
about users seldom means what one of them said. A text whose lines begin with them is a conversation that was written
down. Whether a label is a person or a heading is not known here.
"""

from __future__ import annotations

import re

from memserver.text.words import words

MOST_WORDS = 3

# A time or a number in brackets may stand before it, and marks of emphasis around it.
_SHAPE = r"(?:[\[(][^\])\n]{1,24}[\])]\s*)?[*_]{0,2}([^\W\d_][^\n:*\[\](){}<>\"“”/\\]{0,29}?)[*_]{0,2}:[*_]{0,2}\s"
_LABEL = re.compile(r"\s*" + _SHAPE)
_LABEL_OF_LINE = re.compile(r"^[ \t]*" + _SHAPE, re.MULTILINE)

# Whoever speaks in a chat with a machine. A question and its answer are kept together instead.
_SPEAKERS = words("user human assistant ai bot system developer tool 사용자 유저 인간 어시스턴트 도우미 시스템")
_PARTS_OF_A_CHAT = _SPEAKERS | words("agent model function question answer q a 개발자 에이전트 모델 질문 답변 답 문")


def label_of(opening: str) -> str:
    """Return the label at the beginning of a text, without capitals; "" where it begins otherwise."""
    found = _LABEL.match(opening)
    if found is None:
        return ""
    label = found[1].strip().casefold()
    return label if len(label.split()) <= MOST_WORDS and label not in _PARTS_OF_A_CHAT else ""


def message_starts(text: str) -> list[int]:
    """Return where the messages of a conversation begin: a text that begins with a speaker, and has two of them."""
    if ":" not in text or not _speaker(_LABEL.match(text)):
        return []
    found = [match for match in _LABEL_OF_LINE.finditer(text) if _speaker(match)]
    return [match.start() for match in found] if len({_speaker(match) for match in found}) > 1 else []


def _speaker(match: re.Match[str] | None) -> str:
    label = match[1].strip().casefold() if match else ""
    return label if label in _SPEAKERS else ""
