"""Values that moved between two texts while what stands around them stayed: a limit, a date, a price.

Owns when two values can be the same one at different times, and when the words around them are enough to say so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from memserver.retrieval.likeness import (
    COMMON_TERMS,
    OWN_TERMS,
    is_telling,
    say_nearly_the_same,
    speak_of_one_thing,
    weight_of,
)
from memserver.text.outlines import Clause
from memserver.text.statements import Claim
from memserver.text.values import Value

VALUE_STRENGTH = 0.7
# A moved value counts when this many terms around it recur, weighed by how telling they are.
VALUE_CONTEXT = 2.0
BARE_NUMBER_CONTEXT = 3.5
# An amount that moved is seldom so many times what it was: then it is the amount of something else.
LIKE_SIZE = 25
# So many words of a clause at most turn out to be cues or units when it is taken apart.
CUES_AND_UNITS = 4
# What the texts share outside the two claims may help a stated change by this much.
SURROUNDINGS_CAP = 1.5


class Move(NamedTuple):
    """A value that was one thing in the first claim and is another in the second, and how sure that is (0–1)."""

    change: str
    confidence: float
    first: Claim
    second: Claim


def moved_values(pairs: Sequence[tuple[Claim, Claim]], around: Callable[[], frozenset[str]]) -> Iterator[Move]:
    """Yield the values that moved; `around` gives the terms that the two texts have in common."""
    for first, second in pairs:
        moved = _moved(first.values, second.values) if first.values and second.values else []
        # What stands around them costs more to know, so it comes after.
        context = _context(first, second, around) if moved else None
        if context is None:
            continue
        for old, new in moved:
            # A bare number may count anything: it needs more common ground than one with a unit.
            if not old.is_bare or (context >= BARE_NUMBER_CONTEXT and say_nearly_the_same(first, second)):
                confidence = VALUE_STRENGTH * min(1.0, 0.5 + context / 8)
                yield Move(f"{old.words} → {new.words}", confidence, first, second)


def may_be_moved(first: Clause, second: Clause, common: frozenset[str]) -> bool:
    """Say whether so many telling words may stand around values that differ as `_context` asks for.

    False is certain but for clauses with more than `CUES_AND_UNITS` such words.
    """
    telling = sum(map(is_telling, common))
    if not telling:
        return False
    if not (first.may_tell_change or second.may_tell_change):
        shorter = min(len(first.terms), len(second.terms))
        if telling < COMMON_TERMS or len(common) + CUES_AND_UNITS < shorter - OWN_TERMS:
            return False
    return bool(_moved(first.values, second.values))


def of_other_years(first: Clause, second: Clause) -> bool:
    """Say whether two claims tell different things of different years, which both may hold."""
    years, others = ({value.normal for value in clause.values if value.is_year} for clause in (first, second))
    # "2012 compared with 2011" and "2011 compared with 2010" are of different years, although they share one.
    if years <= others or others <= years:
        return False
    return not all(value.is_year for pair in _moved(first.values, second.values) for value in pair)


def _context(first: Claim, second: Claim, around: Callable[[], frozenset[str]]) -> float | None:
    """Return how telling the terms around the values are that recur, or None when too few do."""
    shared = first.bag & second.bag
    strong = [word for word in shared if weight_of(word, first) >= 1]
    if not strong:
        return None
    weight = sum(weight_of(word, first) for word in shared)
    change = bool(first.cues.change) != bool(second.cues.change)
    if not speak_of_one_thing(first, second, len(shared), change):
        return None
    if first.subject - second.bag and second.subject - first.bag:
        # Each names a thing that the other does not: the office in Seoul, the office in Berlin.
        return None
    if not change and not _own_roles(first, second).isdisjoint(_own_roles(second, first)):
        # The same in another place of the sentence: sales of doors, sales of locks.
        return None
    if change:
        weight += min(SURROUNDINGS_CAP, 0.5 * sum(weight_of(word, first) >= 1 for word in around() - shared))
    if weight < VALUE_CONTEXT or (len(strong) < 2 and not change):
        return None
    return weight


def _own_roles(claim: Claim, other: Claim) -> set[str]:
    """Return the roles (prepositions, particles) of the words that only one of two claims holds."""
    return {term.role for term in claim.terms if term.word not in other.bag and term.role not in ("", "=", "verb")}


def _moved(former: Sequence[Value], latter: Sequence[Value]) -> list[tuple[Value, Value]]:
    """Return the values that differ, old and new, where none of their kind and unit stayed."""
    known = {(value.kind, value.unit, value.normal) for value in former}
    kept = {(value.kind, value.unit, value.normal) for value in latter} & known
    kept_slots = {(kind, unit) for kind, unit, _ in kept}
    return [
        (old, new)
        for old in former
        for new in latter
        if (old.kind, old.unit) == (new.kind, new.unit)
        and old.normal != new.normal
        and (old.kind, old.unit) not in kept_slots
        and (old.kind != "number" or _of_like_size(float(old.normal), float(new.normal)))
    ]


def _of_like_size(old: float, new: float) -> bool:
    """Say whether two amounts can be the same one at different times."""
    low, high = sorted((abs(old), abs(new)))
    return high <= LIKE_SIZE * low or high <= LIKE_SIZE
