"""Finds where two longer texts (notes, messages, chunks of documents) tell different stories about the same thing.

Owns SPEC 96 for the conflict-warnings block. Texts are compared claim by claim; besides the strict rules for short
statements it knows two that need a whole text: "I have never …" against a text that tells of having done it, and a
value that moved while its surroundings stayed (moved_values.py). It only points; it never says which side is right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from memserver.retrieval.disagreement import disagreement
from memserver.retrieval.likeness import ALIKE_SHARE, COMMON_TERMS, RELATED_SHARE, say_nearly_the_same, weight_of
from memserver.retrieval.moved_values import may_be_moved, moved_values, of_other_years
from memserver.text.outlines import Clause, Outline, claim_in, outline, terms_in
from memserver.text.sentences import split_clauses
from memserver.text.statements import Claim, analyse

# SPEC U: what makes two documents speak of the same topic, and what makes their bodies different stories.
SAME_TITLE_JACCARD = 0.3
SAME_TOPIC_SIMILARITY = 0.6
DIFFERENT_BODY_JACCARD = 0.15

# Share of the denied terms, weighed, that the other text must tell of, and the least weight of those.
NEVER_COVERAGE = 0.55
NEVER_MINIMUM = 1.5
NEVER_STRENGTH = 0.75
BODY_STRENGTH = 0.4
# Shorter claims say too little to disagree.
CLAIM_TERMS = 3
# How much of the words that two claims can hold at most is common where they may be alike: some turn out to be cues.
POSSIBLY_ALIKE_SHARE = 0.4
PREVIEW_CHARACTERS = 220
REMEMBERED_TITLES = 512


@dataclass(frozen=True, slots=True)
class Divergence:
    """Why two texts diverge, how sure that is (0–1), and the two passages."""

    reason: str
    confidence: float
    first: str
    second: str


def divergent(
    chunk_a: str, chunk_b: str, similarity: float | None = None, *, title_a: str = "", title_b: str = ""
) -> Divergence | None:
    """Return the clearest point on which the texts diverge, or None."""
    return divergent_outlines(outline(chunk_a), outline(chunk_b), similarity, title_a=title_a, title_b=title_b)


def divergent_outlines(
    a: Outline, b: Outline, similarity: float | None = None, *, title_a: str = "", title_b: str = ""
) -> Divergence | None:
    """The same for texts whose outlines are at hand."""
    found: list[Divergence] = []
    # No rule for two claims fires without a common term: most texts need not be taken apart at all.
    if not a.terms.isdisjoint(b.terms):
        pairs = _pairs(a, b)
        moves = moved_values(pairs, lambda: a.whole().bag & b.whole().bag)
        found = [*_claim_by_claim(pairs), *_never(a, b), *_never(b, a, swapped=True)]
        found += [_divergence(each.change, each.confidence, each.first.text, each.second.text) for each in moves]
    if found:
        return max(found, key=lambda one: one.confidence)
    return _different_story(a, b, similarity, title_a, title_b) if title_a and title_b else None


def _pairs(a: Outline, b: Outline) -> list[tuple[Claim, Claim]]:
    """Return the claims, one of each text, that may disagree."""
    denied = a.may_deny or b.may_deny
    return [
        (claim_in(first.text), claim_in(second.text))
        for first in a.clauses
        for second in b.clauses
        if not first.terms.isdisjoint(second.terms)
        and _may_disagree(first, second, denied)
        and not of_other_years(first, second)
    ]


def _may_disagree(first: Clause, second: Clause, denied: bool) -> bool:
    """Say whether two claims are worth taking apart, by the words that each of them can hold at most.

    `denied` says whether one of them may be a denial in person.
    """
    common = first.terms & second.terms
    if first.text == second.text:
        return False
    shorter, longer = len(first.terms), len(second.terms)
    if shorter > longer:
        shorter, longer = longer, shorter
    least = POSSIBLY_ALIKE_SHARE * (shorter if denied else longer)
    # Nobody is contradicted by a question.
    if shorter >= CLAIM_TERMS and COMMON_TERMS <= len(common) >= least and not (first.asks or second.asks):
        return True
    return first.may_hold_value and second.may_hold_value and may_be_moved(first, second, common)


def _divergence(reason: str, confidence: float, first: str, second: str) -> Divergence:
    return Divergence(reason, confidence, first[:PREVIEW_CHARACTERS], second[:PREVIEW_CHARACTERS])


def _claim_by_claim(pairs: Sequence[tuple[Claim, Claim]]) -> list[Divergence]:
    return [
        _divergence(point.reason, point.strength, first.text, second.text)
        for first, second in pairs
        if len(first.bag) >= CLAIM_TERMS
        and len(second.bag) >= CLAIM_TERMS
        and (point := disagreement(second, first)) is not None
        and say_nearly_the_same(first, second, ALIKE_SHARE if point.vague else RELATED_SHARE)
    ]


_NEVER_WORD = re.compile(r"\bnever\b|한\s?번도|전혀", re.IGNORECASE)


def _denied(claim: Claim) -> Claim:
    """Return what is denied: in English what follows "never", in Korean the whole clause."""
    found = _NEVER_WORD.search(claim.text)
    if not found or not claim.text.isascii():
        return claim
    clauses = split_clauses(claim.text[found.end() :])
    return next(iter(analyse(clauses[0]).claims), claim) if clauses else claim


def _never(one: Outline, another: Outline, *, swapped: bool = False) -> list[Divergence]:
    """Match "I have never …" in `one` against what `another` tells without denying it."""
    if not one.may_deny:
        return []
    found = []
    a, b = one.whole(), another.whole()
    told = frozenset(word for other in b.claims if not other.cues.never for word in other.bag)
    for claim in a.claims:
        if not claim.cues.denied_in_person:
            continue
        denied = _denied(claim)
        # The verb comes first; that the other text uses another verb for it says little.
        verb = denied.terms[0].word if denied.terms and denied is not claim else ""
        weigh = {word: 0.5 if word == verb else weight_of(word, denied) for word in denied.bag}
        total = sum(weigh.values())
        covered = denied.bag & told
        weight = sum(weigh[word] for word in covered)
        if weight < NEVER_MINIMUM or weight / total < NEVER_COVERAGE:
            continue
        other = max(b.claims, key=lambda one: (not one.cues.never, len(one.bag & covered)))
        reason = f"'{claim.cues.never}' against the other text: {', '.join(sorted(covered))}"
        confidence = NEVER_STRENGTH * (0.6 + 0.4 * weight / total)
        pair = (other.text, claim.text) if swapped else (claim.text, other.text)
        found.append(_divergence(reason, confidence, *pair))
    return found


def _different_story(a: Outline, b: Outline, similarity: float | None, title_a: str, title_b: str) -> Divergence | None:
    """Two documents of one title whose bodies have hardly a word in common."""
    if similarity is not None and similarity < SAME_TOPIC_SIMILARITY:
        return None
    if not _alike(_title_terms(title_a), _title_terms(title_b), SAME_TITLE_JACCARD):
        return None
    if not a.terms or not b.terms or _alike(a.terms, b.terms, DIFFERENT_BODY_JACCARD):
        return None
    return _divergence("same title, different text", BODY_STRENGTH, a.text, b.text)


def _alike(first: frozenset[str], second: frozenset[str], least: float) -> bool:
    """Say whether so large a share of the terms of both is common."""
    both = first | second
    return bool(both) and len(first & second) / len(both) >= least


_title_terms = lru_cache(maxsize=REMEMBERED_TITLES)(terms_in)
