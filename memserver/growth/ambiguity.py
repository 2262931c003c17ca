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
    # Running the tests or pushing a commit has a meaning of its own; at most its object is open.
    "operate": ("target",),
    "explain": ("target", "scope"),
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
# Kinds of work that one named thing settles altogether, and that only the verb of an order can ask for.
_LIGHT_KINDS = frozenset({"operate", "explain"})
# A request of this many specific words is taken as clear: asking back would annoy more than it helps.
_PLENTY = 8
# With this many specific words beside it, "it" is explained by the prompt itself.
_POINTING_IS_HARMLESS = 4
# One or two words that name no known work are a search or a reply rather than an order.
_SHORTEST_ORDER = 3
# Longer texts carry pasted material; their first part says what is wanted.
_READ_CHARACTERS = 600

_STRONG = re.compile(
    r"`[^`\n]+`|\"[^\"\n]{2,}\"|“[^”\n]{2,}”|https?://\S+|(?<![\w])--?[a-z][\w-]+|#\w+|\b[\w-]+(?:/[\w.-]+)+|/[a-z][\w/-]+"
    r"|\b[\w-]+\.[a-z][a-z0-9]{0,5}\b|\b\w+\(\)?|\b[a-z]+(?:[A-Z][a-z0-9]+)+\b|\b(?:[A-Z][a-z0-9]+){2,}\b|\b\w+_\w+\b"
    r"|\b[A-Z]{2,}\d*\b|\d[\d.,:]*%?"
)
# "고쳐줄 수 있어?", "봐주실래요?": a favour asked for as a question is the same order as "고쳐줘".
_POLITE_ORDER = re.compile(r"(?:줄|주실)\s*(?:수\s*(?:있|없)[가-힣]*|래요?)(?=\W*$)|주시?겠[가-힣]*(?=\W*$)")
# Said of a thing that does not do so.
_WORKING = frozenset({"work", "works", "working"})
# What is left of a verb in "doesn't", "we're" and "I'll" names nothing.
_CONTRACTED = ("n't", "'re", "'ve", "'ll", "'d", "'m")
_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*|[\uac00-\ud7a3]+")
_WHEN = re.compile(
    r"\b(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:next|this) (?:week|month|quarter)"
    r"|by (?:the )?end|q[1-4]|(?:jan|febr)uary|march|april|june|july|august|(?:septem|octo|novem|decem)ber"
    r"|\d{1,2}:\d{2}|\d+ ?[ap]m|\d+ (?:day|week|month)s?)\b"
    r"|오늘|내일|모레|(?:이번|다음)\s*(?:주|달)|[월화수목금토일]요일|\d+\s*(?:월|일|시|주)|분기|까지",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """What is open in a request, in the order of DIMENSIONS, whether to ask back, and its kind of work."""

    ambiguous: bool
    missing: tuple[str, ...] = ()
    kind: str = ""


CLEAR = Ambiguity(ambiguous=False)


def detect_ambiguity(
    prompt: str, strictness: str = "medium", *, referent_known: bool = False, task_known: bool = False
) -> Ambiguity:
    """Judge a request.

    `referent_known` says that a conversation or an open file tells what "it" is; `task_known` that a kind of task was
    recognised, whose required elements say what form the result has and when it is good.
    """
    text = _POLITE_ORDER.sub("줘", prompt[:_READ_CHARACTERS])
    if text.isupper():
        text = text.lower()  # a shout, in which no word is an abbreviation
    strong = {match.group() for match in islice(_STRONG.finditer(text), _PLENTY)}
    rest = _STRONG.sub(" ", text)
    tokens = _WORD.findall(rest)
    plain = [token.casefold() for token in tokens]
    words = vocabulary()
    if not strong and all(token in words.small_talk for token in plain):
        return CLEAR
    verb = _order_verb(plain, words)
    kind = _kind(rest, plain, verb, words)
    if 2 * len(strong) >= _PLENTY:
        return Ambiguity(ambiguous=False, kind=kind)
    named = [token for place, token in enumerate(tokens) if place != verb]
    specific = 2 * len(strong) + len(set(_specific(named, words)))
    if not kind or specific >= _PLENTY:
        return Ambiguity(ambiguous=False, kind=kind)
    points_away = not strong and _has_bare_object(plain, verb, words)
    if points_away:
        specific = max(0, specific - 1)
    settled = 1 if kind in _LIGHT_KINDS else None
    needed = [dimension for dimension in _NEEDS[kind] if specific < (settled or _SETTLED_BY[dimension])]
    open_ones = {dimension for dimension in needed if not _is_stated(dimension, text, specific, words)}
    if points_away and specific < _POINTING_IS_HARMLESS:
        open_ones.add("target")
    if referent_known:
        open_ones -= {"target", "scope"}
    enough = len(open_ones) >= NEEDED_MISSING.get(strictness, NEEDED_MISSING["medium"])
    if task_known:
        open_ones -= {"format", "criteria"}
    missing = tuple(dimension for dimension in DIMENSIONS if dimension in open_ones)
    return Ambiguity(enough and bool(missing), missing, kind)


def _has_bare_object(plain: list[str], verb: int | None, words: Vocabulary) -> bool:
    """Say whether the order is about "it", "this" or "이거" and nothing in the prompt says what that is."""
    if verb is None:
        return False
    if not plain[verb].isascii():
        return not words.deictic.isdisjoint(plain)
    thing, following = plain[verb + 1 : verb + 2], plain[verb + 2 : verb + 3]
    # "this regex" names a thing; "this", "it a bit" and "that for me" do not.
    return bool(thing) and thing[0] in words.deictic and (not following or following[0] in words.english_empty)


def _is_stated(dimension: str, text: str, specific: int, words: Vocabulary) -> bool:
    """Say whether the text settles a dimension explicitly. Other signs mean little when nothing is named."""
    if dimension == "time":
        return _WHEN.search(text) is not None
    sign = words.signs.get(dimension)
    return sign is not None and specific > 0 and sign.search(text) is not None


def _kind(text: str, plain: list[str], verb: int | None, words: Vocabulary) -> str:
    """Return the kind of work that the words ask for; "" for a remark. The verb of an order speaks first."""
    korean = " ".join(token for token in plain if not token.isascii())
    if _is_question(text, plain, korean, words) or _is_look_up(plain, verb, words):
        return "question"
    if verb is not None:
        # "배포 해줘" and "배포해줘" are the same verb, so a Korean verb is read with the word before it.
        spoken = plain[verb : verb + 1] if plain[verb].isascii() else plain[max(0, verb - 1) : verb + 1]
        kind = _kind_of_words(spoken, words, frozenset())
        if kind and (kind in _LIGHT_KINDS or plain[verb].isascii()):
            return kind
    kind = _kind_of_words(plain, words, _LIGHT_KINDS)
    if kind:
        return kind
    if "안 돼" in text or "안 되" in text or not _WORKING.isdisjoint(plain):
        return "fix"
    is_order = verb is not None and (korean or len(plain) >= _SHORTEST_ORDER or _has_bare_object(plain, verb, words))
    return "other" if is_order and len(plain) > 1 else ""


def _kind_of_words(plain: list[str], words: Vocabulary, without: frozenset[str]) -> str:
    stems = {english_stem(token) for token in plain if token.isascii()}.union(plain)
    for kind, names in words.english_kinds.items():
        if kind not in without and not stems.isdisjoint(names):
            return kind
    korean = f" {' '.join(token for token in plain if not token.isascii())} "
    for kind, beginnings in words.korean_kinds.items():
        if kind not in without and any(beginning in korean for beginning in beginnings):
            return kind
    return ""


def _order_verb(plain: list[str], words: Vocabulary) -> int | None:
    """Return the place of the verb when the words are an order: first in English, last in Korean; else None."""
    if not plain:
        return None
    if not plain[-1].isascii():
        return len(plain) - 1 if plain[-1].endswith(words.korean_order) else None
    place = next((place for place, word in enumerate(plain) if word not in words.english_order_prefix), None)
    if place is None or plain[place] in words.english_statement_start or plain[place] in words.english_question:
        return None
    return place


def _is_question(text: str, plain: list[str], korean: str, words: Vocabulary) -> bool:
    """Say that something is asked, as opposed to something being asked for ("can you fix it?")."""
    if korean:
        return any(sign in text for sign in words.korean_question) and not korean.endswith(words.korean_order)
    spoken = [word for place, word in enumerate(plain) if place > 2 or word not in words.english_order_prefix]
    if not spoken or spoken[0] not in words.english_question:
        return False
    # "Do the usual" is an order; "do we support SAML" and "do the tests pass?" are not.
    asks = "?" in text or spoken[0] not in {"do", "have"} or spoken[1:2] in (["we"], ["you"], ["i"], ["they"], ["our"])
    return asks and (len(spoken) > 1 or "?" in text)


def _is_look_up(plain: list[str], verb: int | None, words: Vocabulary) -> bool:
    """Say that something that has a name is to be shown or told: the answer is looked up, not made."""
    # A Korean verb has an ending; an English order has none, and "listen" is no "list".
    if verb is None or (plain[verb] if plain[verb].isascii() else plain[verb][:2]) not in words.look_up:
        return False
    others = (word for place, word in enumerate(plain) if place != verb and word not in words.english_order_prefix)
    return any({word, english_stem(word), korean_stem(word)}.isdisjoint(words.void) for word in others)


def _specific(tokens: list[str], words: Vocabulary) -> list[str]:
    """Return the words that name something."""
    found: list[str] = []
    for token in tokens:
        if token.isascii() or "’" in token:
            word = token.casefold().replace("’", "'").removesuffix("'s")
            stem = english_stem(word)
            named = len(word) > 1 and not word.endswith(_CONTRACTED)
            if named and {word, stem}.isdisjoint(words.english_empty):
                found.append(stem)
            continue
        stem = korean_stem(token)
        if not {token, stem, stem.removesuffix("들")}.isdisjoint(words.korean_empty):
            continue
        if token.startswith(words.korean_empty_verbs) or "어떻게" in token or "뭐" in token:
            continue
        # Words in -게 say how ("눈에 띄게"), not what.
        if not token.endswith("게"):
            found.append(stem)
    return found
