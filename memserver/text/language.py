"""Says which of the two languages a text is mostly written in, by its script alone. Translates and detects no more."""

from __future__ import annotations

import re
from typing import Literal

Language = Literal["ko", "en"]

# A Hangul syllable carries about as much as two Latin letters: three syllables among six letters are half the text.
HANGUL_WEIGHT = 2
# Names and identifiers stay English in Korean sentences, so a third of Hangul makes a text Korean.
KOREAN_FROM = 1 / 3

# Measured on seventeen sets of questions: a passage is compared with others of its language, and so much Hangul among
# English names and code is enough to make its vector one of the Korean ones.
KOREAN_SHARE = 0.15

_LETTER = re.compile(r"[^\W\d_]")
_HANGUL = re.compile(r"[\uac00-\ud7a3\u1100-\u11ff\u3130-\u318f]")
_LATIN = re.compile(r"[A-Za-z]")


def language_of(text: str) -> Language:
    """Return "ko" when at least a third of the letters are Hangul, else "en"."""
    if text.isascii():
        return "en"
    hangul = HANGUL_WEIGHT * len(_HANGUL.findall(text))
    latin = len(_LATIN.findall(text))
    return "ko" if hangul and hangul >= KOREAN_FROM * (hangul + latin) else "en"


def has_korean(text: str) -> bool:
    """Say whether enough of the letters are Hangul for the text to count as Korean when passages are compared."""
    if text.isascii() or not (hangul := len(_HANGUL.findall(text))):
        return False
    return hangul >= KOREAN_SHARE * len(_LETTER.findall(text))
