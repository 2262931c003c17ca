"""Says which dimensions of a request are open: target, scope, format, time, criteria.

Deterministic and without a model. A request is read for the kind of work it asks for and for its *specific* words,
those that name something: identifiers, paths, numbers, names, and every word that is not in the vocabulary of
vagueness. Each kind of work needs some of the dimensions, and enough specific words or an explicit sign settle one. A
question needs only its subject; a clear order to fix a named error needs nothing more. What to ask is not said here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice

from memserver.growth.ambiguity_words import Vocabulary, vocabulary
from memserver.text.korean import korean_stem
from memserver.text.stems import english_stem

DIMENSIONS = ("target", "scope", "format", "time", "criteria")
# How many open dimensions make a request ambiguous (SPEC U).
NEEDED_MISSING: Mapping[str, int] = {"low": 3, "medium": 2, "high": 1}

# What each kind of work must know. A remark that asks for no work needs nothing.
_NEEDS: Mapping[str, tuple[str, ...]] = {
    "question": ("target",),
    "schedule": ("target", "time"),
    "fix": ("target", "criteria"),
    "improve": ("target", "scope", "criteria"),
    "research": ("target", "scope", "criteria"),
    "digest": ("target", "scope"),
    "plan": ("target", "scope", "time"),
    "write": ("target", "format", "criteria"),
    "other": ("target", "scope"),
}
# From how many specific words on a dimension counts as settled although nothing says so explicitly. Somebody who names
# two things has usually bounded the work. A day and an hour are never implied by the rest.
_SETTLED_BY: Mapping[str, int] = {"target": 1, "scope": 2, "format": 2, "criteria": 2, "time": 6}
# A request of this many specific words is taken as clear: asking back would annoy more than it helps.
_PLENTY = 8
# Longer texts carry pasted material; their first part says what is wanted.
_READ_CHARACTERS = 600

_STRONG = re.compile(
    r"`[^`\n]+`|\"[^\"\n]{2,}\"|“[^”\n]{2,}”|https?://\S+|(?<![\w])--?[a-z][\w-]+|#\w+|\b[\w-]+(?:/[\w.-]+)+|/[a-z][\w/-]+"
    r"|\b[\w-]+\.[a-z][a-z0-9]{0,5}\b|\b\w+\(\)?|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b|\b\w+_\w+\b"
    r"|\b[A-Z]{2,}\d*\b|\d[\d.,:]*%?"
)
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*|[\uac00-\ud7a3]+")
_ASK_POLITELY = re.compile(r"^\s*(?:please|can|could|would|will|may)\b", re.IGNORECASE)
_WHEN = re.compile(
    r"\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this) (?:week|month|quarter)"
    r"|by (?:the )?end|q[1-4]|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber"
    r"|\d{1,2}:\d{2}|\d+ ?[ap]m|\d+ (?:day|week|month)s?)\b"
    r"|오늘|내일|모레|(?:이번|다음)\s*(?:주|달)|[월화수목금토일]요일|\d+\s*(?:월|일|시|주)|분기|까지",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """What is open in a request, in the order of DIMENSIONS, and whether that is enough to ask back."""

    ambiguous: bool
    missing: tuple[str, ...] = ()
    kind: str = ""


CLEAR = Ambiguity(ambiguous=False)


def detect_ambiguity(prompt: str, strictness: str = "medium", *, referent_known: bool = False) -> Ambiguity:
    """Judge a request. `referent_known` says that a conversation or an open file tells what "it" is."""
    text = prompt[:_READ_CHARACTERS]
    strong = {match.group() for match in islice(_STRONG.finditer(text), _PLENTY)}
    if 2 * len(strong) >= _PLENTY:
        return CLEAR
    rest = _STRONG.sub(" ", text)
    tokens = _WORD.findall(rest)
    plain = [token.casefold() for token in tokens]
    words = vocabulary()
    if not strong and all(token in words.small_talk for token in plain):
        return CLEAR
    kind = _kind(rest, plain, words)
    specific = 2 * len(strong) + len(set(_specific(tokens, words)))
    if not kind or specific >= _PLENTY:
        return Ambiguity(ambiguous=False, kind=kind)
    needed = [dimension for dimension in _NEEDS[kind] if specific < _SETTLED_BY[dimension]]
    open_ones = {dimension for dimension in needed if not _is_stated(dimension, text, specific, words)}
    if referent_known:
        open_ones -= {"target", "scope"}
    missing = tuple(dimension for dimension in DIMENSIONS if dimension in open_ones)
    return Ambiguity(len(missing) >= NEEDED_MISSING.get(strictness, NEEDED_MISSING["medium"]), missing, kind)


def _is_stated(dimension: str, text: str, specific: int, words: Vocabulary) -> bool:
    """Say whether the text settles a dimension explicitly. Other signs mean little when nothing is named."""
    if dimension == "time":
        return _WHEN.search(text) is not None
    sign = words.signs.get(dimension)
    return sign is not None and specific > 0 and sign.search(text) is not None


def _kind(text: str, plain: list[str], words: Vocabulary) -> str:
    """Return the kind of work that the words ask for; "" for a remark."""
    korean = " ".join(token for token in plain if not token.isascii())
    if _is_question(text, plain, korean, words):
        return "question"
    stems = {english_stem(token) for token in plain if token.isascii()} | set(plain)
    for kind, names in words.english_kinds.items():
        if not stems.isdisjoint(names):
            return kind
    for kind, beginnings in words.korean_kinds.items():
        if any(beginning in f" {korean} " for beginning in beginnings):
            return kind
    return "fix" if "안 돼" in text or "안 되" in text or "work" in stems else ""


def _is_question(text: str, plain: list[str], korean: str, words: Vocabulary) -> bool:
    """Say that something is asked, as opposed to something being asked for ("can you fix it?")."""
    if korean:
        return any(sign in text for sign in words.korean_question) and not korean.endswith(words.korean_order)
    if not plain or plain[0] not in words.english_question or _ASK_POLITELY.match(text):
        return False
    # "Do the usual" is an order; "do we support SAML" and "do the tests pass?" are not.
    asks = "?" in text or plain[0] not in {"do", "have"} or plain[1:2] in (["we"], ["you"], ["i"], ["they"], ["our"])
    return asks and (len(plain) > 1 or "?" in text)


def _specific(tokens: list[str], words: Vocabulary) -> list[str]:
    """Return the words that name something."""
    found: list[str] = []
    for token in tokens:
        if token.isascii() or "’" in token:
            word = token.casefold().replace("’", "'").removesuffix("'s")
            stem = english_stem(word)
            if len(word) > 1 and {word, stem}.isdisjoint(words.english_empty):
                found.append(stem)
            continue
        stem = korean_stem(token)
        if not {token, stem, stem.removesuffix("들")}.isdisjoint(words.korean_empty):
            continue
        if not token.startswith(words.korean_empty_verbs) and "어떻게" not in token and "뭐" not in token:
            found.append(stem)
    return found
