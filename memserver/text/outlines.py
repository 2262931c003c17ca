"""A quick look at a text before it is taken apart: its clauses, and the terms that each of them can hold at most.

Taking a clause apart (`statements.claim_of`) costs ten times as much as reading its words. Whoever compares many texts
looks here first and takes apart only the clauses that have something in common. The promise: what `claim_of` finds in
a clause is among the terms that are named here. Owns no rule about what a clause says.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from memserver.text.cues import may_tell_change
from memserver.text.hints import Hints
from memserver.text.statements import Claim, Statement, claim_of, clauses_of, possible_terms, statement_of
from memserver.text.values import Value, find_values, may_hold_value

REMEMBERED_TEXTS = 128
REMEMBERED_CLAUSES = 256

_HANGUL = re.compile(r"[가-힣]")
_DIGIT = re.compile(r"\d")
_RUN_ON = re.compile(r"\d[A-Za-z]+(?:[\d_#+-]|[.@][\w+#])|\w[+#]+\d")
# Every denial in person that `cues` finds begins like one of these, and holds one of the hints.
_DENIAL = re.compile(
    r"\b(?:i|we|he|she|they)(?:'ve| have|'s| has)? never\b|haven't (?:ever|actually)|not once"
    r"|한\s?번도|적(?:이|은|도)?\s?없|전혀",
    re.IGNORECASE,
)
_DENIAL_HINTS = Hints(("never", "haven't", "not once", "번도", "없", "전혀"))


class Clause:
    """One clause of a text with the terms that it can hold at most; what else is known of it is read when asked for."""

    __slots__ = ("_may_hold_value", "_may_tell_change", "_values", "asks", "terms", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.terms = terms_in(text)
        self.asks = "?" in text
        self._may_hold_value: bool | None = None
        self._may_tell_change: bool | None = None
        self._values: tuple[Value, ...] | None = None

    @property
    def may_hold_value(self) -> bool:
        """Whether a value may stand in it; False is certain."""
        if self._may_hold_value is None:
            self._may_hold_value = may_hold_value(self.text)
        return self._may_hold_value

    @property
    def may_tell_change(self) -> bool:
        """Whether it may tell of a change; False is certain."""
        if self._may_tell_change is None:
            self._may_tell_change = may_tell_change(self.text)
        return self._may_tell_change

    @property
    def values(self) -> tuple[Value, ...]:
        """The values that stand in it."""
        if self._values is None:
            self._values = find_values(self.text) if self.may_hold_value else ()
        return self._values


class Outline(NamedTuple):
    """The clauses of a text; `terms` is all of theirs, `may_deny` whether somebody may deny something in person."""

    text: str
    clauses: tuple[Clause, ...]
    terms: frozenset[str]
    may_deny: bool

    def whole(self) -> Statement:
        """Take every clause apart."""
        return statement_of(self.text, [claim_in(each.text) for each in self.clauses])


@lru_cache(maxsize=REMEMBERED_TEXTS)
def outline(text: str) -> Outline:
    """Return the outline of a text. It depends on nothing else and may be cached."""
    clauses = tuple([Clause(each) for each in clauses_of(text) if _is_said(each)])
    terms = frozenset().union(*[each.terms for each in clauses])
    may_deny = _DENIAL_HINTS.stand_in(text.lower()) and _DENIAL.search(text) is not None
    return Outline(text, clauses, terms, may_deny)


def _is_said(clause: str) -> bool:
    """Say whether somebody says it: brackets describe a picture or a sound; rows of a table and braces are data."""
    if " | " in clause or clause[-1] in "{}":
        return False
    return not (clause[0] == "[" and clause[-1] == "]")


@lru_cache(maxsize=REMEMBERED_CLAUSES)
def claim_in(clause: str) -> Claim:
    """Take one clause apart, unless that was done lately."""
    return claim_of(clause)


def terms_in(clause: str) -> frozenset[str]:
    """Return the terms that a clause can hold at most."""
    if (not clause.isascii() and _HANGUL.search(clause)) or (_DIGIT.search(clause) and _RUN_ON.search(clause)):
        # Taking a cue out of a Korean word, or a figure out of "0B0C", leaves another word behind: only the claim
        # itself can tell its terms.
        return claim_in(clause).bag
    return possible_terms(clause)
