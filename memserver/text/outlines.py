"""A quick look at a text before it is taken apart: its clauses, and the terms that each of them can hold at most.

Taking a clause apart (`statements.claim_of`) costs ten times as much as reading its words. Whoever compares many texts
looks here first and takes apart only the clauses that have something in common. The promise: what `claim_of` finds in
a clause is among the terms that are named here. Owns no rule about what a clause says.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from memserver.text.statements import Claim, Statement, claim_of, clauses_of, possible_terms, statement_of
from memserver.text.values import may_hold_value

REMEMBERED_TEXTS = 128
REMEMBERED_CLAUSES = 256

_HANGUL = re.compile(r"[가-힣]")
_DIGIT = re.compile(r"\d")
_RUN_ON = re.compile(r"\d[A-Za-z]+(?:[\d_#+-]|[.@][\w+#])|\w[+#]+\d")
# Every word by which `cues` finds a "never" holds one of these.
_NEVER = ("never", "haven't", "not once", "번도", "없", "전혀")


class Clause(NamedTuple):
    """One clause of a text with the terms that it can hold at most."""

    text: str
    terms: frozenset[str]

    @property
    def asks(self) -> bool:
        """Say whether it is a question."""
        return "?" in self.text

    @property
    def may_hold_value(self) -> bool:
        """Say whether a value may stand in it; False is certain."""
        return _may_hold_value(self.text)


class Outline(NamedTuple):
    """The clauses of a text; `terms` is all of theirs, `may_deny` whether it may say that something never was."""

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
    clauses = tuple([Clause(each, terms_in(each)) for each in clauses_of(text) if _is_said(each)])
    terms = frozenset().union(*[each.terms for each in clauses])
    lowered = text.lower()
    return Outline(text, clauses, terms, any(word in lowered for word in _NEVER))


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


_may_hold_value = lru_cache(maxsize=REMEMBERED_CLAUSES)(may_hold_value)
