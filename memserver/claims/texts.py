"""Two texts of one or several statements: how the later one stands to the earlier one, by the claims in them."""

from __future__ import annotations

from functools import lru_cache

from memserver.claims.claim import Claim, claim_of
from memserver.claims.model import VectorPair
from memserver.claims.verdict import OTHER, Reason, Verdict, judge_all, restates
from memserver.text.sentences import split_clauses, split_sentences

# A longer text is a document: its beginning says what it is about.
MOST_CLAIMS = 12
# People put several claims into one long sentence.
LONG_SENTENCE = 160
REMEMBERED = 1_024


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


def judge_texts(old: str, new: str, vectors: VectorPair | None = None) -> Verdict:
    """Judge a new text against a stored one; `vectors` are those of the whole texts.

    A text of several claims goes out of force with most of them only: what still holds of it must not be lost.
    """
    if restates(old, new):
        return Verdict("same", 1.0, Reason("repeated"))
    stored, said = claims_in(old), claims_in(new)
    whole = vectors if len(stored) == len(said) == 1 else None
    kept = [one for one in stored if not any(restates(one.text, other.text) for other in said)]
    strongest = OTHER
    replaced: set[int] = set()
    for claim in said:
        for index, verdict in enumerate(judge_all(kept, claim, [whole] * len(kept))):
            if verdict.proven:
                replaced.add(index)
            if _rank(verdict) > _rank(strongest):
                strongest = verdict
    if strongest.proven and 2 * len(replaced) < len(stored):
        return Verdict("contradicts", strongest.chance, strongest.reason)
    if strongest.kind == "same" and len(stored) + len(said) > 2:
        return OTHER
    return strongest


def _rank(verdict: Verdict) -> tuple[int, float]:
    order = ("other", "same", "contradicts", "replaces")
    return order.index(verdict.kind), verdict.chance
