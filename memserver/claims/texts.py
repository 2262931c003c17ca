"""Two texts of one or several statements: how the later one stands to the earlier one, by the claims in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from memserver.claims.claim import Claim, claim_of, in_other_scopes
from memserver.claims.model import KINDS, Floats, VectorPair, pooled
from memserver.claims.verdict import OTHER, Reason, Verdict, estimates, restates, verdict_of
from memserver.text.sentences import split_clauses, split_sentences

# A longer text is a document: its beginning says what it is about.
MOST_CLAIMS = 12
# People put several claims into one long sentence.
LONG_SENTENCE = 160
REMEMBERED = 1_024
# Two texts are read together from this chance on that one replaces or contradicts the other, or from this cosine on.
WORTH_READING = 0.03
NEAR = 0.5
# Longer texts are read claim by claim: what else they say would blur the verdict.
SHORT_WORDS = 60
# A stored text of more claims than this is not replaced by one new claim: it only contradicts a part of it.
MOST_REPLACED_AT_ONCE = 2

Read = Callable[[str, str], Floats]
"""Reads a stored and a new statement together: how likely each of `KINDS` is."""


@lru_cache(maxsize=REMEMBERED)
def claims_in(text: str) -> tuple[Claim, ...]:
    """Return the claims of a text, sentence by sentence."""
    found: list[Claim] = []
    for sentence in split_sentences(text):
        parts = split_clauses(sentence) if len(sentence) > LONG_SENTENCE or ";" in sentence else [sentence]
        found += [claim_of(part) for part in parts]
        if len(found) >= MOST_CLAIMS:
            break
    return tuple(found[:MOST_CLAIMS])


def judge_texts(old: str, new: str, vectors: VectorPair | None = None, read: Read | None = None) -> Verdict:
    """Judge a new text against a stored one; `vectors` are those of the whole texts.

    What may replace or contradict at a glance is read, where there is a reader. A text of several claims goes out of
    force with most of them only: what still holds of it must not be lost.
    """
    if restates(old, new):
        return Verdict("same", 1.0, Reason("repeated"))
    stored, said = claims_in(old), claims_in(new)
    whole = vectors if len(stored) == len(said) == 1 else None
    kept = [one for one in stored if not any(restates(one.text, other.text) for other in said)]
    seen = [(claim, each, row) for claim in said for each, row in zip(kept, _glance(kept, claim, whole), strict=True)]
    if not seen:
        return OTHER
    if read is not None:
        return _read(old, new, vectors, seen, read)
    verdicts = [(each, verdict_of(each, claim, row)) for claim, each, row in seen]
    strongest = max((verdict for _, verdict in verdicts), key=_rank)
    replaced = {each for each, verdict in verdicts if verdict.proven}
    if strongest.proven and 2 * len(replaced) < len(stored):
        return Verdict("contradicts", strongest.chance, strongest.reason)
    if strongest.kind == "same" and len(stored) + len(said) > 2:
        return OTHER
    return strongest


def _glance(kept: Sequence[Claim], claim: Claim, vectors: VectorPair | None) -> Floats:
    return estimates(kept, claim, [vectors] * len(kept))


def _read(
    old: str, new: str, vectors: VectorPair | None, seen: Sequence[tuple[Claim, Claim, Floats]], read: Read
) -> Verdict:
    """Judge by reading the two texts, or of long ones the two claims that most likely disagree."""
    claim, stored, row = max(seen, key=lambda each: _suspicion(each[2]))
    near = vectors is not None and float(vectors[0] @ vectors[1]) >= NEAR
    if _suspicion(row) < WORTH_READING and not near:
        return verdict_of(stored, claim, row, read=True)
    if max(len(old.split()), len(new.split())) <= SHORT_WORDS:
        claim, stored = claim_of(new), claim_of(old)
    if stored.question or claim.question or in_other_scopes(stored, claim):
        return OTHER
    found = read(stored.text, claim.text)
    if stored.content & claim.content:
        found = pooled(
            _glance([stored], claim, vectors if stored.text == old and claim.text == new else None)[0], found
        )
    verdict = verdict_of(stored, claim, found, read=True)
    if verdict.proven and stored.text != old and len(claims_in(old)) > MOST_REPLACED_AT_ONCE:
        return Verdict("contradicts", verdict.chance, verdict.reason)
    return verdict


def _suspicion(row: Floats) -> float:
    return float(row[KINDS.index("replaces")] + row[KINDS.index("contradicts")])


def _rank(verdict: Verdict) -> tuple[int, float]:
    order = ("other", "same", "contradicts", "replaces")
    return order.index(verdict.kind), verdict.chance
