"""The sentences of a text that stand for themselves and say what holds now: those that may be held against others.

Code, tables, headings, questions, examples, estimates, reports of the past and of a year, and whatever leans on the
sentence before it are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from memserver.claims.claim import Claim, claim_of
from memserver.text.sentences import split_sentences, without_code
from memserver.text.values import find_values
from memserver.text.words import words

LONGEST_SENTENCE = 240
MOST_WORDS = 24
MOST_SENTENCES = 24
REMEMBERED = 1_024

_LIST_SIGN = re.compile(r"^\s*(?:[-*+•·]|\d{1,2}[.)])\s+")
# Headings, tables, quotations, markup, pictures, directives; and code by its indentation.
_NOT_PROSE = re.compile(r"^\s*(?:#|\||>|<|\[|!\[|:|\.\. |={3,}|-{3,}|\*{3,})|^(?: {4}|\t)")
_ENDS = re.compile(r"(?:[.!。][\"'”’)\]`*_]*|[다요음함됨])$")
_CODE = re.compile(r"[{}=<>|\\]|\w\(")
_LABEL = re.compile(r"^(?P<label>[^.:;,]{2,40}): (?=\S)")
_FIELD = re.compile(r"\w: ")
# What leans on a sentence before it, or on the document that it stands in.
_LEANS = re.compile(
    r"^(?:[(\[]|(?:it|its|this|that|these|those|they|their|he|she|here|there|such|both|the (?:following|above|former"
    r"|latter|same)|and|but|or|so|then|also|however|otherwise|instead|see|note)\b"
    r"|(?:이|그|저|해당|위|아래|다음|본|여기|거기|이는|이것|그것)\s)"
    r"|\bthis (?:document|page|section|chapter|guide|note|pep|rfc|file|example|article|version|release)\b"
    r"|이 (?:문서|페이지|절|장|글|노트)|(?:as follows|following)\b",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(
    r"\b(?:e\.g|i\.e|examples?|for instance|such as|suppose|imagine|hypothetical\w*|approximately|about|around|roughly"
    r"|nearly|almost|respectively|as of)\b|예를 들|예시|예컨대|가령|대략|약 \d",
    re.IGNORECASE,
)
_PAST = re.compile(r"\b[a-z]{2,}ed\b", re.IGNORECASE)
_PRESENT = re.compile(
    r"\b(?:is|are|am|be|must|should|shall|can|cannot|can't|may|has|have|do|does|don't|doesn't|will|needs?|gets?|isn't"
    r"|aren't|always|never)\b",
    re.IGNORECASE,
)
# Cues of doubt or of the past in a statement that are ordinary nouns in documents ("the free plan").
_NO_DOUBT = words("trial trials plan plans guide idea draft pilot prototype poc failed reject rejected")
_NO_PAST = words("before until once older old legacy")
_KOREAN_PAST = re.compile(r"[었았였했됐렸졌갔왔났겼꿨]\S{0,3}[.!]?$")


class Standing(NamedTuple):
    """A sentence that stands for itself: what it claims, without and with the label in front of it."""

    claim: Claim
    whole: Claim

    @property
    def label(self) -> frozenset[str]:
        """The words of the label alone."""
        return self.whole.content - self.claim.content


@lru_cache(maxsize=REMEMBERED)
def standing_claims(text: str, spoken: bool = False) -> tuple[Standing, ...]:
    """Return the claims of a passage that can be compared; `spoken` says that it is a statement and no document."""
    found: list[Standing] = []
    for sentence in split_sentences(text) if spoken else _sentences(text):
        if not spoken and (_ENDS.search(sentence) is None or len(_FIELD.findall(sentence)) > 1):
            continue
        found += [standing for part in sentence.split("; ") if (standing := _standing(part)) is not None]
    return tuple(found[:MOST_SENTENCES])


def years_in(text: str) -> frozenset[str]:
    """Return the years that a text names."""
    return frozenset(value.normal for value in find_values(text) if value.is_year)


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a document, those that are broken over several lines as one."""
    block: list[str] = []
    for line in without_code(text).split("\n"):
        prose = bool(line.strip()) and not _NOT_PROSE.match(line)
        if block and (not prose or _LIST_SIGN.match(line)):
            yield from split_sentences(" ".join(block))
            block.clear()
        if prose:
            block.append(_LIST_SIGN.sub("", line).strip())
    if block:
        yield from split_sentences(" ".join(block))


def _standing(sentence: str) -> Standing | None:
    """Return what a sentence claims, where it can be understood, and believed, without what stands around it."""
    if len(sentence) > LONGEST_SENTENCE or "?" in sentence or _CODE.search(sentence):
        return None
    if _LEANS.search(sentence) or _EXAMPLE.search(sentence):
        return None
    label = _LABEL.match(sentence)
    claim = claim_of(sentence[label.end() :] if label else sentence)
    return Standing(claim, claim_of(sentence)) if _holds_now(claim) else None


def _holds_now(claim: Claim) -> bool:
    """Say whether a claim says what holds, not what was, may be, or was counted at some time."""
    if claim.question or not 1 < len(claim.content) <= MOST_WORDS:
        return False
    if not (_NO_DOUBT.issuperset(claim.cues["doubt"]) and _NO_PAST.issuperset(claim.cues["past"])):
        return False
    if years_in(claim.text):
        return False
    if claim.korean:
        return _KOREAN_PAST.search(claim.text) is None
    return not _PAST.search(claim.text) or _PRESENT.search(claim.text) is not None
