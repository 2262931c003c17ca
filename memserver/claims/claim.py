"""A claim: one statement as it is compared. Made once for a text, remembered for a while, compared many times."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from memserver.claims.cues import english_scopes, find_cues, korean_scopes
from memserver.claims.tokens import Token, tokens_of
from memserver.text.alternatives import scope_of

REMEMBERED = 4_096
_HANGUL = re.compile(r"[가-힣]")
_WORD = re.compile(r"[\w'-]+")
_ROLE_PREPOSITIONS = frozenset(
    {"in", "on", "for", "during", "when", "under", "within", "at", "while", "if", "unless", "of"}
)
_ARTICLES = frozenset({"the", "a", "an", "our", "all"})
_HEAD = re.compile(r"^(?:in|on|for|when|during|under|within|at|while|if|unless|as of)\b([^,]{2,60}),", re.IGNORECASE)
_KOREAN_HEAD = re.compile(r"^([^,]{1,30}?(?:에서는|에서만|에게는|에는|때는|으면|하면|면|동안|에서)),?\s")
_ROLE_WORDS = 4
_VALUE_KINDS = frozenset({"value", "identifier", "name", "quote"})
_LEFT = re.compile(
    r"\b(?:from|not|no longer|no|instead of|rather than|dropp?(?:ed|ing)?|replac(?:ed?|ing)|stopp?(?:ed|ing)?"
    r"(?: using)?|scrap(?:ped)?|forget|retired?|leav(?:e|ing)|left|off|away from|over from|took the place of"
    r"|supersed(?:es?|ed))\s+"
    r"((?:(?!(?:to|for|with|by|and|in)\b)[\w./#@:+`\"-]+\s*){1,4})",
    re.IGNORECASE,
)
# So long is no word: without a bound, text without spaces would be read again from each of its characters.
_KOREAN_LEFT = re.compile(
    r"((?:\S{1,80}\s+){0,2}\S{1,80}?)\s?(?:에서|대신|말고|[을를은는]? ?(?:폐기|그만|중단|버리|취소|철회|빼고|아니))"
)


@dataclass(frozen=True, slots=True, eq=False)
class Claim:
    """A statement: its tokens, and what of it is subject, scope, value, polarity and mood."""

    text: str
    tokens: tuple[Token, ...]
    keys: tuple[str, ...]
    """All tokens but stop words, in order."""
    content: frozenset[str]
    values: frozenset[str]
    numbers: frozenset[str]
    days: frozenset[str]
    scope: frozenset[str]
    dimensions: frozenset[tuple[int, str]]
    """Of the scopes, those that exclude others of their kind: staging is not production."""
    roles: frozenset[str]
    """Words that say in which place, case or time the statement holds."""
    head: frozenset[str]
    subject: frozenset[str]
    """Content without values and scope."""
    cues: dict[str, list[str]]
    left: frozenset[str]
    """What the statement says is left behind: "from X", "instead of X"."""
    question: bool
    korean: bool

    @property
    def negations(self) -> int:
        """How often the statement negates."""
        return len(self.cues["negation"])


@lru_cache(maxsize=REMEMBERED)
def claim_of(text: str) -> Claim:
    """Take a statement apart."""
    tokens = tokens_of(text)
    kept = [token for token in tokens if token.kind != "stop"]
    content = frozenset(token.key for token in kept)
    values = frozenset(token.key for token in kept if token.kind in _VALUE_KINDS)
    numbers = frozenset(
        token.key for token in kept if token.value is not None and token.value.kind in {"number", "version"}
    )
    days = frozenset(
        token.key
        for token in kept
        if token.value is not None and token.value.kind in {"date", "weekday", "time", "quarter"}
    )
    scope = frozenset(filter(None, map(_scope, tokens)))
    dimensions = frozenset(found for token in tokens if (found := scope_of(token.key)) and token.key in scope)
    return Claim(
        text=text,
        tokens=tokens,
        keys=tuple(token.key for token in kept),
        content=content,
        values=values,
        numbers=numbers,
        days=days,
        scope=scope,
        dimensions=dimensions,
        roles=_roles(tokens),
        head=_head(text),
        subject=content - values - scope,
        cues=find_cues(text),
        left=_left_behind(text),
        question=text.rstrip().endswith(("?", "까", "까요", "나요")),
        korean=bool(_HANGUL.search(text)),
    )


def in_other_scopes(one: Claim, other: Claim) -> bool:
    """Say whether two claims name different scopes of one kind, and none that they share."""
    kinds = {kind for kind, _ in one.dimensions} & {kind for kind, _ in other.dimensions}
    shared = {kind for kind, _ in one.dimensions & other.dimensions}
    return bool(kinds - shared)


def _scope(token: Token) -> str:
    lowered = token.written.lower()
    # "go" is a verb, "Go" is a language.
    if lowered in english_scopes() and (token.kind != "stop" or token.written != lowered):
        return token.key
    if _HANGUL.match(lowered):
        if scope_of(token.key):
            return token.key
        return next((scope for scope in korean_scopes() if lowered.startswith(scope)), "")
    return ""


def _roles(tokens: tuple[Token, ...]) -> frozenset[str]:
    found: set[str] = set()
    left = 0
    for token in tokens:
        if token.kind == "stop" and token.key in _ROLE_PREPOSITIONS:
            left = _ROLE_WORDS
        elif token.kind == "stop":
            left = left if token.key in _ARTICLES else 0
        elif left:
            if token.kind != "value":
                found.add(token.key)
            left -= 1
        if token.role:
            found.add(token.key)
    return frozenset(found)


def _head(text: str) -> frozenset[str]:
    match = _HEAD.match(text) or _KOREAN_HEAD.match(text)
    return frozenset(token.key for token in tokens_of(match[1]) if token.kind != "stop") if match else frozenset()


def _left_behind(text: str) -> frozenset[str]:
    pattern = _KOREAN_LEFT if _HANGUL.search(text) else _LEFT
    found = [match[1] for match in pattern.finditer(text)]
    if pattern is _KOREAN_LEFT:
        found += [match[1] for match in _LEFT.finditer(text)]
    return frozenset(token.key for part in found for token in tokens_of(part) if token.kind != "stop")
