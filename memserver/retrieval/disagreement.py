"""Finds what two single claims disagree about, if anything.

Owns the question "same subject, same scope, different content?" for one claim against another. Each rule gives a reason
that a person can read and a strength; which of the two claims wins is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from memserver.text.alternatives import group_of, scopes_differ
from memserver.text.statements import Claim, Term, as_written
from memserver.text.values import Value

# Share of the shorter claim's terms that must be common before a negation or value is taken as being about the same.
NEGATION_OVERLAP = 0.6
VALUE_OVERLAP = 0.5
NEGATION_STRENGTH = 0.85
VALUE_STRENGTH = 0.8
CHOICE_STRENGTH = 0.75
FILLER_STRENGTH = 0.7
OWNER_STRENGTH = 0.75
MOVE_STRENGTH = 0.8

# A slot behind these can hold one thing only: "stored in", "deployed to", "로 작성", what a copula gives.
_SINGLE_ROLES = frozenset({"in", "on", "at", "to", "with", "as", "by", "into", "=", "로", "에", "에서"})
_OWNING_VERBS = frozenset(
    {
        "own",
        "maintain",
        "lead",
        "review",
        "manag",
        "handl",
        "sign",
        "담당",
        "관리",
        "리뷰",
        "맡",
        "책임",
        "검토",
        "승인",
        "운영",
    }
)
# Verbs by which a changed state of the same thing is reported; they do not have to match the verb of the old claim.
_STATE_VERBS = frozenset({"use", "run", "쓰", "사용", "", "set", "이용", "go", "tak"})


_ATTITUDES = frozenset({"lik", "lov", "hat", "pref", "want", "선호", "좋아", "싫어"})
_ONLY = re.compile(r"\bonly\b|에만|만\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Disagreement:
    """Why two claims cannot both hold, and how sure that is (0–1)."""

    reason: str
    strength: float
    vague: bool = False
    """Whether only common words say that both speak of one thing: no value with a unit, no known alternatives."""


def disagreement(new: Claim, old: Claim) -> Disagreement | None:
    """Return what the claims disagree about, or None."""
    shared = new.bag & old.bag
    if not shared or scopes_differ(new.scopes, old.scopes) or new.question or old.question:
        return None
    overlap = len(shared) / min(len(new.bag), len(old.bag))
    if not same_subject(new, old):
        return _changed_owner(new, old) if overlap >= VALUE_OVERLAP else None
    return (
        _negated(new, old, shared, overlap)
        or _changed_value(new, old, overlap)
        or _narrowed(new, old, overlap)
        or _changed_choice(new, old)
        or _moved(new, old, shared)
        or _changed_owner(new, old)
        or _changed_filler(new, old, overlap)
    )


def same_subject(new: Claim, old: Claim) -> bool:
    """Say whether both claims speak about the same thing."""
    if not new.subject or not old.subject:
        # Imperatives and "we …" have no subject of their own: then nearly all of the shorter claim must recur.
        named = new.subject or old.subject
        other = old if new.subject else new
        return not named or len(named & other.bag) / len(named) >= 0.5
    if _disjoint(new.subject_values, old.subject_values):
        return False
    extra_new, extra_old = new.subject - old.bag, old.subject - new.bag
    if extra_new and extra_old:
        return False
    extra = extra_new | extra_old
    if not extra:
        return True
    # One more word may narrow the subject down, but not be what is spoken of: "coverage" is not "coverage threshold".
    return (
        bool(new.subject & old.subject)
        and len(extra) == 1
        and new.head in old.bag
        and old.head in new.bag
        and not (new.names ^ old.names) & extra
    )


def _negated(new: Claim, old: Claim, shared: frozenset[str], overlap: float) -> Disagreement | None:
    if bool(new.cues.negation) == bool(old.cues.negation) or overlap < NEGATION_OVERLAP:
        return None
    if len(shared) < 2 and min(len(new.bag), len(old.bag)) > 1:
        return None
    if (new.verb in _ATTITUDES or old.verb in _ATTITUDES) and new.verb != old.verb:
        # "Does not like long functions" is not taken back by "keep functions short".
        return None
    if _disjoint(new.values, old.values):
        return None
    words = new.cues.negation or old.cues.negation
    side = "new" if new.cues.negation else "old"
    return Disagreement(f"negation differs: '{words}' ({side})", NEGATION_STRENGTH, vague=True)


def _by_slot(values: tuple[Value, ...]) -> dict[tuple[str, str], list[Value]]:
    slots: dict[tuple[str, str], list[Value]] = {}
    for value in values:
        slots.setdefault((value.kind, value.unit), []).append(value)
    return slots


def _disjoint(new: tuple[Value, ...], old: tuple[Value, ...]) -> tuple[Value, Value] | None:
    """Return the first pair of values of one slot that has no value in common."""
    if not new or not old:
        return None
    old_slots = _by_slot(old)
    for slot, new_values in _by_slot(new).items():
        old_values = old_slots.get(slot)
        if old_values and not {v.normal for v in new_values} & {v.normal for v in old_values}:
            # Of "from 10 to 25" the last one is the present state.
            return new_values[-1], old_values[-1]
    return None


def _changed_value(new: Claim, old: Claim, overlap: float) -> Disagreement | None:
    pair = _disjoint(new.values, old.values)
    if pair is None or overlap < VALUE_OVERLAP or bool(new.cues.negation) != bool(old.cues.negation):
        return None
    if not new.cues.change and not _same_verb(new, old):
        return None
    if not new.cues.change and _fillers(new, old) and _fillers(old, new):
        return None
    topic = _written(new, [term for term in new.terms if term.word in old.bag and (term.subject or not new.subject)])
    change = f"{topic}: {pair[1].words} → {pair[0].words}".removeprefix(": ")
    return Disagreement(change, VALUE_STRENGTH, vague=pair[0].is_bare)


def _narrowed(new: Claim, old: Claim, overlap: float) -> Disagreement | None:
    """ "Only on Tuesdays" takes back the Thursdays."""
    if not new.cues.change or not _ONLY.search(new.text) or overlap < VALUE_OVERLAP:
        return None
    old_slots = _by_slot(old.values)
    for slot, values in _by_slot(new.values).items():
        kept, former = {v.normal for v in values}, {v.normal for v in old_slots.get(slot, ())}
        if kept < former:
            gone = ", ".join(v.words for v in old_slots[slot] if v.normal not in kept)
            return Disagreement(f"only {values[0].words}, no longer {gone}", VALUE_STRENGTH)
    return None


def _same_verb(new: Claim, old: Claim) -> bool:
    return new.verb == old.verb or new.verb in old.bag or old.verb in new.bag or {new.verb, old.verb} <= _STATE_VERBS


def _fillers(claim: Claim, other: Claim) -> list[Term]:
    """Return the terms of the predicate that the other claim does not have."""
    return [term for term in claim.terms if not term.subject and term.role != "verb" and term.word not in other.bag]


def _changed_choice(new: Claim, old: Claim) -> Disagreement | None:
    if not (_same_verb(new, old) or new.cues.change) or bool(new.cues.negation) != bool(old.cues.negation):
        return None
    for term in new.terms:
        group = group_of(term.word)
        if group is None or term.word in old.bag:
            continue
        for other in old.terms:
            if other.word not in new.bag and group_of(other.word) == group and _rest_agrees(new, old, term, other):
                return Disagreement(f"{as_written(old, other.word)} → {as_written(new, term.word)}", CHOICE_STRENGTH)
    return None


def _rest_agrees(new: Claim, old: Claim, chosen: Term, former: Term) -> bool:
    """Say whether nothing but the choice differs on both sides, and something besides the verb is common."""
    rest_new = new.bag - old.bag - {chosen.word}
    rest_old = old.bag - new.bag - {former.word}
    common = {word for word in new.bag & old.bag if word not in (new.verb, old.verb)}
    return bool(common) and not (rest_new and rest_old)


def _moved(new: Claim, old: Claim, shared: frozenset[str]) -> Disagreement | None:
    """A change that names what it leaves: "CI moved from GitHub Actions to Buildkite"."""
    if not new.cues.change or len(shared) < 2:
        return None
    added = [term for term in new.terms if term.word not in old.bag]
    left_out = old.bag - new.bag - {old.verb}
    if not added or len(left_out) > 2:
        return None
    named_again = [term for term in old.terms if term.word in new.bag and not term.subject and term.role != "verb"]
    if not named_again:
        return None
    return Disagreement(f"{_written(old, named_again)} → {_written(new, added)}", MOVE_STRENGTH, vague=True)


def _changed_owner(new: Claim, old: Claim) -> Disagreement | None:
    if new.verb not in _OWNING_VERBS or new.verb != old.verb or bool(new.cues.negation) != bool(old.cues.negation):
        return None
    only_new, only_old = new.bag - old.bag, old.bag - new.bag
    if len(only_new) != 1 or len(only_old) != 1 or len(new.bag & old.bag) < 2:
        return None
    (name,), (former,) = only_new, only_old
    if not (_is_agent(new, name) and _is_agent(old, former)):
        return None
    change = f"{as_written(old, former)} → {as_written(new, name)}"
    return Disagreement(f"{as_written(new, new.verb)}: {change}", OWNER_STRENGTH)


def _is_agent(claim: Claim, word: str) -> bool:
    """English agents are names before the verb; Korean ones carry 이/가 behind the topic."""
    return any(
        term.word == word and ((term.subject and term.name) or (not term.subject and term.role == "subject"))
        for term in claim.terms
    )


def _changed_filler(new: Claim, old: Claim, overlap: float) -> Disagreement | None:
    if bool(new.cues.negation) != bool(old.cues.negation) or not new.subject or not old.subject:
        return None
    if new.verb != old.verb or new.copular != old.copular or overlap < VALUE_OVERLAP:
        return None
    fillers, former = _fillers(new, old), _fillers(old, new)
    if not fillers or not former or len(fillers) > 3 or len(former) > 3:
        return None
    roles = {term.role for term in fillers} & {term.role for term in former}
    if not roles & _SINGLE_ROLES:
        return None
    return Disagreement(f"{_written(old, former)} → {_written(new, fillers)}", FILLER_STRENGTH, vague=True)


def _written(claim: Claim, terms: Iterable[Term]) -> str:
    return " ".join(as_written(claim, term.word) for term in terms)
