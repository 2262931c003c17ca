"""Judges how a new statement stands to an old one: unrelated, duplicate, compatible, superseding or in conflict.

Owns the rules, which are strict on purpose: similar wording is no proof, and two statements disagree only when they
speak of the same subject in the same scope and differ in a number, date, version, name, choice or negation. Lexical; a
caller that has vectors may hand in a calibrated similarity. It stores nothing and looks nothing up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memserver.retrieval.disagreement import Disagreement, disagreement, same_subject
from memserver.text.statements import Claim, Statement, analyse

__all__ = ["Kind", "Statement", "Verdict", "analyse", "compare", "compare_analysed"]

Kind = Literal["unrelated", "duplicate", "supersedes", "conflicts", "compatible"]

# SPEC 287: be strict before dropping something a person said.
DUPLICATE_JACCARD = 0.8
DUPLICATE_SIMILARITY = 0.95
# Below this share of common terms two statements have no common topic unless a vector says otherwise.
RELATED_OVERLAP = 0.3
RELATED_SIMILARITY = 0.6
# Statements with more claims than this are documents, and not compared claim by claim.
MAX_COMPARED_CLAIMS = 12


@dataclass(frozen=True, slots=True)
class Verdict:
    """How the new statement stands to the old one, how sure that is (0–1), and why in words."""

    kind: Kind
    confidence: float
    evidence: tuple[str, ...] = ()


def compare(
    new: str,
    old: str,
    similarity: float | None = None,
    new_time: datetime | None = None,
    old_time: datetime | None = None,
) -> Verdict:
    """Compare two statements; `similarity` is on the calibrated 0–1 scale."""
    return compare_analysed(analyse(new), analyse(old), similarity, new_time, old_time)


def compare_analysed(
    new: Statement,
    old: Statement,
    similarity: float | None = None,
    new_time: datetime | None = None,
    old_time: datetime | None = None,
) -> Verdict:
    """Compare two statements that were taken apart before."""
    if _restates(new, old):
        return _agreeing(new, old, similarity)
    best: tuple[float, Claim, Claim, Disagreement] | None = None
    for new_claim in new.claims[:MAX_COMPARED_CLAIMS]:
        for old_claim in old.claims[:MAX_COMPARED_CLAIMS]:
            found = disagreement(new_claim, old_claim)
            if found is not None and (best is None or found.strength > best[0]):
                best = (found.strength, new_claim, old_claim, found)
    if best is not None:
        return _disagreeing(best[1], best[2], best[3], _order(new_time, old_time))
    return _agreeing(new, old, similarity)


def _restates(new: Statement, old: Statement) -> bool:
    """Say whether every claim of the old statement stands in the new one word for word; then nothing is taken back."""
    return bool(old.claims) and all(
        any(_same_claim(claim, other) for other in new.claims[:MAX_COMPARED_CLAIMS])
        for claim in old.claims[:MAX_COMPARED_CLAIMS]
    )


def _same_claim(one: Claim, other: Claim) -> bool:
    return (
        one.bag == other.bag
        and bool(one.cues.negation) == bool(other.cues.negation)
        and {(v.kind, v.unit, v.normal) for v in one.values} == {(v.kind, v.unit, v.normal) for v in other.values}
    )


def _order(new_time: datetime | None, old_time: datetime | None) -> int:
    """Return 1 when the new statement is later, -1 when earlier, 0 when unknown or at the same time."""
    if new_time is None or old_time is None:
        return 0
    return (new_time > old_time) - (new_time < old_time)


def _disagreeing(new: Claim, old: Claim, found: Disagreement, order: int) -> Verdict:
    evidence = [found.reason]
    hedged = bool(new.cues.hedge) and not old.cues.hedge
    if hedged:
        evidence.append(f"the new statement is hedged: '{new.cues.hedge}'")
    if new.cues.exception:
        evidence.append(f"the new statement is limited: '{new.cues.exception}'")
    if order < 0:
        evidence.append("the new statement is the older one")
    clear_change = bool(new.cues.change) and not old.cues.change
    if clear_change:
        evidence.append(f"change stated: '{new.cues.change}'")
    if clear_change and not hedged and not new.cues.exception and order >= 0:
        return Verdict("supersedes", min(0.95, found.strength + (0.1 if clear_change else 0.0)), tuple(evidence))
    return Verdict("conflicts", found.strength, tuple(evidence))


def _agreeing(new: Statement, old: Statement, similarity: float | None) -> Verdict:
    union = new.bag | old.bag
    shared = new.bag & old.bag
    jaccard = len(shared) / len(union) if union else float(new.text.strip() == old.text.strip())
    if _nothing_differs(new, old):
        if jaccard >= DUPLICATE_JACCARD:
            return Verdict("duplicate", min(1.0, 0.5 + jaccard / 2), (f"same words: {jaccard:.2f}",))
        if similarity is not None and similarity >= DUPLICATE_SIMILARITY:
            return Verdict("duplicate", similarity, (f"same meaning: {similarity:.2f}",))
    smaller = min(len(new.bag), len(old.bag))
    overlap = len(shared) / smaller if smaller else 0.0
    if overlap >= RELATED_OVERLAP or (similarity is not None and similarity >= RELATED_SIMILARITY):
        return Verdict("compatible", max(overlap, similarity or 0.0), ())
    return Verdict("unrelated", 1.0 - overlap, ())


def _nothing_differs(new: Statement, old: Statement) -> bool:
    """Say whether no number, name, negation, scope or choice differs."""

    def facts(statement: Statement) -> tuple[object, ...]:
        claims = statement.claims
        return (
            {(value.kind, value.unit, value.normal) for claim in claims for value in claim.values},
            sum(bool(claim.cues.negation) for claim in claims) % 2,
            any(claim.cues.hedge for claim in claims),
            {scope for claim in claims for scope in claim.scopes},
        )

    new_facts, old_facts = facts(new), facts(old)
    if new_facts != old_facts or _content(new) - old.bag:
        # A word that only the new statement has may be all that it was said for.
        return False
    return new.bag == old.bag or all(same_subject(a, b) for a in new.claims[:1] for b in old.claims[:1])


def _content(statement: Statement) -> frozenset[str]:
    """Return the terms that are not verbs."""
    return frozenset(term.word for claim in statement.claims for term in claim.terms if term.role != "verb")
