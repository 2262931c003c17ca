"""Edge checks for text that comes from the wire, before anything else looks at it.

Owns what is allowed in a text field: something to read, within the limit, no control characters, no half characters.
It only normalises to NFC and must not alter anything else; what it refuses it refuses with the field's name and never
with the text itself.
"""

from __future__ import annotations

import re
import unicodedata

from memserver.errors import InvalidParams, TooLarge

# About 50,000 tokens: far more than any note a person writes, far less than what would stall one write.
MAX_CHARS = 200_000

# Everything below space except tab, line feed and carriage return; delete and the C1 controls.
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_SURROGATE = re.compile("[\ud800-\udfff]")


def clean_text(value: object, field: str, max_chars: int = MAX_CHARS) -> str:
    """Return `value` NFC-normalised, or say what is wrong with `field`.

    Raises InvalidParams for anything that is not readable text and TooLarge beyond `max_chars` characters. Tabs,
    line feeds and carriage returns are allowed.
    """
    if not isinstance(value, str):
        raise InvalidParams(f"{field} must be a string", field=field)
    if len(value) > max_chars:
        raise _too_large(field, len(value), max_chars)
    if _SURROGATE.search(value):
        raise InvalidParams(
            f"{field} contains half of a character (a lone surrogate)",
            field=field,
            hint="send the text as valid Unicode",
        )
    found = _CONTROL.search(value)
    if found:
        raise InvalidParams(
            f"{field} contains the control character U+{ord(found.group()):04X} at position {found.start()}",
            field=field,
            hint="remove control characters; tabs and line breaks are allowed",
        )
    if not value.strip():
        raise InvalidParams(f"{field} must not be empty", field=field)
    normal = unicodedata.normalize("NFC", value)
    # A few characters grow under NFC, so the limit is checked on what would be stored as well.
    if len(normal) > max_chars:
        raise _too_large(field, len(normal), max_chars)
    return normal


def _too_large(field: str, length: int, max_chars: int) -> TooLarge:
    return TooLarge(
        f"{field} has {length} characters; the limit is {max_chars}",
        field=field,
        hint="split it, or store a summary",
    )
