"""The label that a text begins with: in a talk the name of whoever says it ("Mina: I moved to Busan").

Owns the shape of such a beginning. Whether a label is a person, a role or a heading is not known here.
"""

from __future__ import annotations

import re

MOST_WORDS = 3

# A time or a number in brackets may stand before it, and marks of emphasis around it.
_LABEL = re.compile(
    r"\s*(?:[\[(][^\])\n]{1,24}[\])]\s*)?[*_]{0,2}([^\W\d_][^\n:*\[\](){}<>\"“”/\\]{0,29}?)[*_]{0,2}:[*_]{0,2}\s"
)


def label_of(opening: str) -> str:
    """Return the label at the beginning of a text, without capitals; "" where it begins otherwise."""
    found = _LABEL.match(opening)
    if found is None:
        return ""
    label = found[1].strip()
    return label.casefold() if len(label.split()) <= MOST_WORDS else ""
