"""Finds where two longer texts (notes, messages, chunks of documents) tell different stories about the same thing.

Owns SPEC 96 for the conflict-warnings block. Texts are compared claim by claim; besides the strict rules for short
statements it knows two that need a whole text: "I have never …" against a text that tells of having done it, and a
value that moved while its surroundings stayed. It only points; it never says which side is right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from memserver.retrieval.disagreement import disagreement
from memserver.text.cues import may_tell_change
from memserver.text.outlines import Clause, Outline, claim_in, outline, terms_in
from memserver.text.sentences import split_clauses
from memserver.text.statements import Claim, analyse
from memserver.text.values import Value, find_values
from memserver.text.words import words

# SPEC U: what makes two documents speak of the same topic, and what makes their bodies different stories.
SAME_TITLE_JACCARD = 0.3
SAME_TOPIC_SIMILARITY = 0.6
DIFFERENT_BODY_JACCARD = 0.15

# Share of the denied terms, weighed, that the other text must tell of, and the least weight of those.
NEVER_COVERAGE = 0.55
NEVER_MINIMUM = 1.5
NEVER_STRENGTH = 0.75
VALUE_STRENGTH = 0.7
BODY_STRENGTH = 0.4
# A moved value counts when this many terms around it recur, weighed by how telling they are.
VALUE_CONTEXT = 2.0
BARE_NUMBER_CONTEXT = 3.5
# Claims of so many terms disagree only when they share two; a moved value with a stated change needs but one.
CLAIM_TERMS = 3
COMMON_TERMS = 2
# Two claims out of longer texts that differ by a negation or any other word must say nearly the same: this much of the
# longer one is in both. Of a denial in person ("I have never …") it is asked of the shorter one only.
ALIKE_SHARE = 0.55
# Values with a unit, known alternatives and owners tell more by themselves.
RELATED_SHARE = 0.4
# The same of the words that a claim can hold at most: some of them turn out to be cues or values.
POSSIBLY_ALIKE_SHARE = 0.4
# An amount that moved is seldom so many times what it was: then it is the amount of something else.
LIKE_SIZE = 25
# What the texts share outside the two claims may help a stated change by this much.
SURROUNDINGS_CAP = 1.5
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
        found = [*_claim_by_claim(pairs), *_never(a, b), *_never(b, a, swapped=True), *_moved_values(a, b, pairs)]
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
        and not _of_other_years(first, second)
    ]


def _of_other_years(first: Clause, second: Clause) -> bool:
    """Say whether two claims tell different things of different years, which both may hold."""
    if not (first.may_hold_value and second.may_hold_value):
        return False
    former, latter = find_values(first.text), find_values(second.text)
    years, others = ({value.normal for value in values if value.is_year} for values in (former, latter))
    if not years or not others or not years.isdisjoint(others):
        return False
    return not all(value.is_year for pair in _moved(former, latter) for value in pair)


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
    return first.may_hold_value and second.may_hold_value and _may_be_moved(first, second, common)


def _may_be_moved(first: Clause, second: Clause, common: frozenset[str]) -> bool:
    """Say whether so many telling words stand around values that differ as `_context` asks for; False is certain."""
    telling = sum(map(_is_telling, common))
    if not telling or not (telling >= COMMON_TERMS or may_tell_change(first.text) or may_tell_change(second.text)):
        return False
    return bool(_moved(find_values(first.text), find_values(second.text)))


def _divergence(reason: str, confidence: float, first: str, second: str) -> Divergence:
    return Divergence(reason, confidence, first[:PREVIEW_CHARACTERS], second[:PREVIEW_CHARACTERS])


def _claim_by_claim(pairs: Sequence[tuple[Claim, Claim]]) -> list[Divergence]:
    return [
        _divergence(point.reason, point.strength, first.text, second.text)
        for first, second in pairs
        if len(first.bag) >= CLAIM_TERMS
        and len(second.bag) >= CLAIM_TERMS
        and (point := disagreement(second, first)) is not None
        and _say_nearly_the_same(first, second, ALIKE_SHARE if point.vague else RELATED_SHARE)
    ]


def _say_nearly_the_same(first: Claim, second: Claim, share: float = ALIKE_SHARE) -> bool:
    if first.cues.denied_in_person or second.cues.denied_in_person:
        return True
    common = first.bag & second.bag
    # That the same people are spoken to says nothing.
    alike = len(common) >= share * max(len(first.bag), len(second.bag))
    return alike and not common <= first.names | second.names


# Words of talk rather than of topics, as stems: they hold no story together.
_WEAK = words(
    "project proj new thing way help time start work try want need us use app cod code implement impl featur "
    "exampl mak sur make any before ever know feel go find someth anyth plan consid think wond look recent much "
    "kind bit lot worri stress curiou stuck kind guid improv understand learn meet tell suggest recommend chanc "
    "figur give tak good best curr day month week year total abov specifical especial lik 도움 방법 생각 시작 "
    "확인 문제 사용 진행 필요 추가 오늘 이번"
)


def _is_telling(word: str) -> bool:
    """Say whether a shared word can hold a story together; the verb of a claim can't, whatever it is."""
    return word not in _WEAK and not word.endswith("ed")


def _weight(word: str, claim: Claim) -> float:
    """Say how much a shared word tells: a name most, talk and verbs little."""
    if word in _WEAK:
        return 0.2
    if word == claim.verb or not _is_telling(word):
        return 0.5
    return 2.0 if word in claim.names else 1.0


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
        weigh = {word: 0.5 if word == verb else _weight(word, denied) for word in denied.bag}
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


def _moved_values(a: Outline, b: Outline, pairs: Sequence[tuple[Claim, Claim]]) -> list[Divergence]:
    found: list[Divergence] = []
    for first, second in pairs:
        moved = _moved(first.values, second.values) if first.values and second.values else []
        # What stands around them costs more to know, so it comes after.
        context = _context(first, second, lambda: a.whole().bag & b.whole().bag) if moved else None
        if context is not None:
            found.extend(
                _divergence(
                    f"{old.words} → {new.words}", VALUE_STRENGTH * min(1.0, 0.5 + context / 8), first.text, second.text
                )
                for old, new in moved
                # A bare number may count anything: it needs more common ground than one with a unit.
                if not old.is_bare or (context >= BARE_NUMBER_CONTEXT and _say_nearly_the_same(first, second))
            )
    return found


def _context(first: Claim, second: Claim, around: Callable[[], frozenset[str]]) -> float | None:
    """Return how telling the terms around the values are that recur, or None when too few do."""
    shared = first.bag & second.bag
    strong = [word for word in shared if _weight(word, first) >= 1]
    if not strong:
        return None
    weight = sum(_weight(word, first) for word in shared)
    change = bool(first.cues.change) != bool(second.cues.change)
    if not _speak_of_one_thing(first, second, len(shared), change):
        return None
    if not change and first.subject - second.bag and second.subject - first.bag:
        # Each names a thing that the other does not: the office in Seoul, the office in Berlin.
        return None
    if change:
        weight += min(SURROUNDINGS_CAP, 0.5 * sum(_weight(word, first) >= 1 for word in around() - shared))
    if weight < VALUE_CONTEXT or (len(strong) < 2 and not change):
        return None
    return weight


def _speak_of_one_thing(first: Claim, second: Claim, shared: int, change: bool) -> bool:
    """Say whether so many words are common that their values can be of one thing: fewer where a change is told."""
    shorter, longer = sorted((len(first.bag), len(second.bag)))
    if change:
        return (shared >= COMMON_TERMS and 4 * shared >= shorter) or 2 * shared >= shorter >= COMMON_TERMS
    return 2 * shared >= longer or shared == shorter >= COMMON_TERMS


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
