"""Cuts English words back to a common stem, so that "deployed", "deploys" and "deployment" meet.

A light suffix stripper: plural, past and -ing forms first, then one derivational ending. It only has to be
consistent between what is stored and what is asked; a stem need not be a word. Words of other scripts, and words
with digits, are not its business.
"""

from __future__ import annotations

from functools import lru_cache

# A turn stems some words of its texts and every word of its question, most of them again and again.
REMEMBERED_WORDS = 4_096
_VOWELS = frozenset("aeiouy")
_SHORTEST_STEM = 3
_UNDOUBLED = frozenset("bdfgmnprt")
# Longest first. A suffix gives way to its replacement when what is left has at least `_SHORTEST_STEM` letters
# and a vowel.
_DERIVATIONS = (
    ("ization", "iz"),
    ("isation", "iz"),
    ("ational", "at"),
    ("fulness", "ful"),
    ("ousness", "ous"),
    ("iveness", "iv"),
    ("tional", "t"),
    ("bility", "bl"),
    ("ation", "at"),
    ("ement", ""),
    ("ality", "al"),
    ("ivity", "iv"),
    ("icate", "ic"),
    ("alize", "al"),
    ("alise", "al"),
    ("ness", ""),
    ("ment", ""),
    ("able", ""),
    ("ible", ""),
    ("ance", ""),
    ("ence", ""),
    ("ator", "at"),
    ("ical", "ic"),
    ("sion", "s"),
    ("tion", "t"),
    ("less", ""),
    ("ful", ""),
    ("ous", ""),
    ("ive", ""),
    ("ize", ""),
    ("ise", ""),
    ("ant", ""),
    ("ent", ""),
    ("ate", "at"),
    ("ist", ""),
    ("ism", ""),
    ("al", ""),
    ("er", ""),
    ("or", ""),
    ("ly", ""),
)
_BY_LAST_LETTER: dict[str, tuple[tuple[str, str], ...]] = {
    last: tuple(pair for pair in _DERIVATIONS if pair[0][-1] == last)
    for last in {suffix[-1] for suffix, _ in _DERIVATIONS}
}


@lru_cache(maxsize=REMEMBERED_WORDS)
def english_stem(word: str) -> str:
    """Return the stem of a lower-case English word; short words stay as they are."""
    if len(word) <= _SHORTEST_STEM:
        return word
    stem = _without_inflection(word)
    if len(stem) > 4:
        stem = _without_derivation(stem)
    if len(stem) > _SHORTEST_STEM and stem[-1] == "e":
        stem = stem[:-1]
    if len(stem) > _SHORTEST_STEM and stem[-1] == "y" and stem[-2] not in _VOWELS:
        stem = stem[:-1] + "i"
    if len(stem) > _SHORTEST_STEM and stem[-1] == stem[-2] and stem[-1] == "l":
        stem = stem[:-1]
    return stem


def _without_inflection(word: str) -> str:
    if word.endswith("sses"):
        word = word[:-2]
    elif word.endswith("ies") and len(word) > 4:
        word = word[:-3] + "y"
    elif word.endswith("s") and word[-2] not in "su" and not word.endswith("is"):
        word = word[:-1]
    if word.endswith("eed"):
        return word[:-1] if len(word) > 4 else word
    for suffix in ("ing", "ed"):
        if word.endswith(suffix):
            stem = word[: -len(suffix)]
            if len(stem) >= 2 and _has_vowel(stem):
                word = _restored(stem)
            break
    return word


def _restored(stem: str) -> str:
    """Undo what -ed and -ing did to the stem: "planned" → "plan", "making" → "make"."""
    if stem[-2:] in ("at", "bl", "iz"):
        return stem + "e"
    if len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] in _UNDOUBLED:
        return stem[:-1]
    if len(stem) <= 3 and stem[-1] not in _VOWELS and stem[-1] not in "wx" and _ends_short(stem):
        return stem + "e"
    return stem


def _ends_short(stem: str) -> bool:
    return len(stem) >= 2 and stem[-2] in _VOWELS and (len(stem) == 2 or stem[-3] not in _VOWELS)


def _without_derivation(word: str) -> str:
    for suffix, replacement in _BY_LAST_LETTER.get(word[-1], ()):
        if word.endswith(suffix):
            stem = word[: -len(suffix)] + replacement
            left = word[: -len(suffix)]
            if len(left) >= _SHORTEST_STEM and _has_vowel(left):
                return stem
            return word
    return word


def _has_vowel(text: str) -> bool:
    return not _VOWELS.isdisjoint(text)
