"""Finds words and phrases as words: whole in English, with their particles in Korean, never inside another word.

A phrase is written plainly. English matches whole words and a plural; Korean matches the word alone or followed by a
particle or by a form of 하다 / 되다 / 이다, with or without the spaces inside it. A star at either end opens that end
("migrat*", "*회의록"). No regular expression ever comes from a user's file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

from memserver.text.hints import Hints

_HANGUL = "\uac00-\ud7a3"
# What may be glued to a Korean noun without making it another word.
_PARTICLE = (
    "(?:들|님|씨)?(?:으로부터|에서부터|이라고|이라는|이라도|이라면|에서는|에서도|에게서|에게는|에게도|한테는|한테도|으로는|으로도|으로서|으로써|까지는|까지도|"
    "에서|에게|한테|으로|로서|로써|까지|부터|처럼|보다|마다|라고|라는|라도|라면|이나|이랑|이란|하고|에는|에도|와는|과는|조차|밖에|대로|"
    "은|는|이|가|을|를|의|에|로|와|과|도|만|랑|나|란|께|야|요|인|인데|인지|이고|이며|이다|입니다|이야|이에요|예요|였다|이었다|임)?"
)
_DO = f"[하해했할한합함하되된돼될됐됨시][{_HANGUL}]*"
_AFTER_KOREAN = f"(?:{_DO}|{_PARTICLE})(?![{_HANGUL}])"


def _parts(phrase: str) -> tuple[str, str, str] | None:
    """Return what must stand before, in and after a phrase, as regular expressions; None when it has no words."""
    open_left, open_right = phrase.startswith("*"), phrase.endswith("*")
    words = phrase.strip("*").split()
    if not words:
        return None
    body = re.escape(words[0])
    for before, word in pairwise(words):
        glued = _is_hangul(before[-1]) and _is_hangul(word[0])
        body += (r"\s*" if glued else r"[\s_-]+") + re.escape(word)
    first, last = words[0][0], words[-1][-1]
    left = "" if open_left else f"(?<![{_HANGUL}])" if _is_hangul(first) else r"(?<![A-Za-z0-9_])"
    if open_right:
        right = ""
    elif _is_hangul(last):
        right = _AFTER_KOREAN
    else:
        right = r"(?:'?e?s)?(?![A-Za-z0-9_])" if last.isalpha() else r"(?![A-Za-z0-9_])"
    return left, body, right


def _is_hangul(character: str) -> bool:
    return "\uac00" <= character <= "\ud7a3"


@lru_cache(maxsize=1024)
def _compiled(phrases: tuple[str, ...]) -> re.Pattern[str]:
    """Compile phrases together: those with like ends share them, which makes compiling and searching much faster."""
    groups: dict[tuple[str, str], list[str]] = {}
    for left, body, right in filter(None, map(_parts, phrases)):
        groups.setdefault((left, right), []).append(body)
    sources = (f"{left}(?:{'|'.join(bodies)}){right}" for (left, right), bodies in groups.items())
    return re.compile("|".join(sources) or r"(?!)", re.IGNORECASE)


def phrase_pattern(phrases: Iterable[str]) -> re.Pattern[str]:
    """Return one pattern that finds any of the phrases."""
    return _compiled(tuple(phrases))


def contains_phrase(text: str, phrase: str) -> bool:
    """Say whether the phrase occurs in the text as words."""
    return _compiled((phrase,)).search(text) is not None


def may_contain(lowered: str, phrases: tuple[str, ...]) -> bool:
    """Say whether any of the phrases can occur in a text that is in lower case; False is certain."""
    return _first_words(phrases).stand_in(lowered)


@lru_cache(maxsize=256)
def _first_words(phrases: tuple[str, ...]) -> Hints:
    return Hints(phrase.strip("*").split()[0].casefold() for phrase in phrases if phrase.strip("* "))
