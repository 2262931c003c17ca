"""Taking a command line apart: words, quoted stretches, `@people` and `#tags`. An apostrophe is no quotation mark."""

from __future__ import annotations

import re
from collections.abc import Sequence

_WORD = re.compile(r"""(?:"([^"]*)"|“([^”]*)”|'([^']*)')(?=\s|$)|(\S+)""")
_PERSON = re.compile(r"@([\w.-]+)")
_TAG = re.compile(r"#([\w-]*[^\W\d][\w-]*)")


def split(line: str) -> list[str]:
    """Return the words of a line; what stands in quotation marks is one word, and an unclosed one is a character."""
    return [next(part for part in match.groups() if part is not None) for match in _WORD.finditer(line)]


def take_person(words: Sequence[str]) -> tuple[str | None, list[str]]:
    """Take the first `@name` out of a line."""
    return _take_first(words, _PERSON)


def take_tags(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Take every `#tag` out of a line."""
    tags = [match[1] for word in words if (match := _TAG.fullmatch(word))]
    return list(dict.fromkeys(tags)), [word for word in words if not _TAG.fullmatch(word)]


def take_after(words: Sequence[str], markers: Sequence[str], *, first: bool = False) -> tuple[str | None, list[str]]:
    """Split a line at the last (or first) of the marker words; returns what follows it and what stands before it."""
    places = [place for place in range(1, len(words) - 1) if words[place].casefold() in markers]
    if not places:
        return None, list(words)
    place = places[0 if first else -1]
    return " ".join(words[place + 1 :]), list(words[:place])


def _take_first(words: Sequence[str], pattern: re.Pattern[str]) -> tuple[str | None, list[str]]:
    for place, word in enumerate(words):
        if match := pattern.fullmatch(word):
            return match[1], [*words[:place], *words[place + 1 :]]
    return None, list(words)
