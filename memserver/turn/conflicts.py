"""Conflicts among what a turn selected: those found when memories were written, and texts that diverge."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np

from memserver.embedding.calibration import SAME_TOPIC, Calibration
from memserver.index.protocol import Vectors
from memserver.model import Relation
from memserver.retrieval.divergence import divergent_outlines
from memserver.retrieval.levels import is_bare_code
from memserver.retrieval.search import VectorReader
from memserver.retrieval.severity import severity
from memserver.storage.memories import RelationRecord
from memserver.text.outlines import outline
from memserver.text.terms import ENGLISH_STOP_WORDS, query_terms
from memserver.turn.blocks.inputs import BlockSource, ConflictFinding
from memserver.turn.blocks.provenance import vouched_for
from memserver.turn.candidates import NO_CONFLICTS, Candidate

# Comparing is quadratic: the best sources are the ones an answer will rest on.
COMPARED = 12
MOST_FINDINGS = 5
SAME_TITLE_JACCARD = 0.3
# Long texts differ somewhere by nature; the divergence of two documents is shown by their statements only.
LONGEST_COMPARED = 4_000
# Two texts that share so much of the shorter one speak of the same thing, whatever their titles and vectors say.
COMMON_SHARE = 0.5
COMMON_WORDS = 3

# The beginning of a word is a tenth of the price of its stem, and enough to choose pairs by.
_BEGINNING = re.compile(r"(?<![a-z])[a-z]{3,5}")
_KOREAN_BEGINNING = re.compile(r"(?<![가-힣])[가-힣]{2}")
_COMMON_BEGINNINGS = frozenset(word[:5] for word in ENGLISH_STOP_WORDS)
# The sources of the last dozen turns or so: a talk comes back to what it spoke of.
REMEMBERED_TEXTS = 256

_severity = lru_cache(maxsize=REMEMBERED_TEXTS)(severity)


def block_sources(candidates: Sequence[Candidate]) -> tuple[BlockSource, ...]:
    """Return the selected candidates as the blocks see them."""
    return tuple(
        BlockSource(
            id=each.id,
            number=each.number,
            title=each.title,
            text=each.text,
            source=each.source,
            score=each.chance,
            path=each.path,
            modified=each.moment,
            stale=bool(each.stale),
            stale_reason=each.stale,
            status=each.status or "",
            severity=_severity(each.text),
            named=each.named,
            code=is_bare_code(each.text, each.level),
            unverified=each.origin in {"extracted", "distilled"} and not vouched_for(each.status),
        )
        for each in candidates
    )


async def vectors_of(candidates: Sequence[Candidate], read: VectorReader) -> Vectors | None:
    """Return one row for each of the candidates that are compared; None where one was not found by a search."""
    found = [each.match.passage for each in candidates if each.match is not None]
    return await read(np.array(found[:COMPARED], np.int64)) if len(found) == len(candidates) else None


def known_conflicts(candidates: Sequence[Candidate]) -> list[RelationRecord]:
    """Return the conflicts of the candidates that were found when they were written."""
    return [
        RelationRecord(each.id, other, Relation.CONFLICTS_WITH, evidence)
        for each in candidates
        if each.conflicts != NO_CONFLICTS
        for other, evidence in json.loads(each.conflicts)
    ]


def find_conflicts(
    sources: Sequence[BlockSource],
    relations: Iterable[RelationRecord],
    vectors: Vectors | None,
    curve: Calibration | None,
) -> tuple[ConflictFinding, ...]:
    """Return the conflicts among the sources, known ones first; `vectors` has a row for each that is compared."""
    by_id = {source.id: source for source in sources}
    found: dict[frozenset[str], ConflictFinding] = {}
    for relation in relations:
        # The evidence is told from the statement that was there to the one that came.
        first, second = by_id.get(relation.target_id), by_id.get(relation.source_id)
        if first and second:
            found[frozenset((first.id, second.id))] = ConflictFinding(first, second, relation.evidence)
    for first_place, second_place, similarity in _same_topic(sources[:COMPARED], vectors, curve):
        # The older one first: what differs is told as a change.
        one, other = _by_age(sources[first_place], sources[second_place])
        pair = frozenset((one.id, other.id))
        if pair in found or one.id == other.id:
            continue
        divergence = divergent_outlines(
            outline(one.text[:LONGEST_COMPARED]),
            outline(other.text[:LONGEST_COMPARED]),
            similarity,
            title_a=one.title if one.named else "",
            title_b=other.title if other.named else "",
        )
        if divergence is not None:
            found[pair] = ConflictFinding(one, other, divergence.reason, divergence.first, divergence.second)
        if len(found) >= MOST_FINDINGS:
            break
    return tuple(found.values())[:MOST_FINDINGS]


def _by_age(one: BlockSource, other: BlockSource) -> tuple[BlockSource, BlockSource]:
    return (other, one) if one.modified and other.modified and one.modified > other.modified else (one, other)


def _same_topic(
    sources: Sequence[BlockSource], vectors: Vectors | None, curve: Calibration | None
) -> Iterable[tuple[int, int, float | None]]:
    """Yield pairs that speak of the same thing: by vectors, else by the words of their titles; then by their texts."""
    # Code says nothing that could be true or false.
    places = [place for place, source in enumerate(sources) if not source.code]
    paired: set[tuple[int, int]] = set()
    if vectors is not None and curve is not None:
        # One without a vector is near to nothing: NaN compares as less.
        rows = vectors[places]
        near = rows @ rows.T
        first, second = np.nonzero(np.triu(near >= curve.cosine(SAME_TOPIC), k=1))
        similarities = curve.similarities(near[first, second]).tolist()
        for one, other, similarity in zip(first.tolist(), second.tolist(), similarities, strict=True):
            paired.add((places[one], places[other]))
            yield places[one], places[other], similarity
    else:
        titles = {place: frozenset(query_terms(sources[place].title)) for place in places}
        for one, other in combinations(places, 2):
            both = titles[one] | titles[other]
            if both and len(titles[one] & titles[other]) / len(both) >= SAME_TITLE_JACCARD:
                paired.add((one, other))
                yield one, other, None
    words = {place: _beginnings(sources[place].text[:LONGEST_COMPARED]) for place in places}
    for pair in combinations(places, 2):
        if pair in paired:
            continue
        of_one, of_other = words[pair[0]], words[pair[1]]
        if len(of_one & of_other) >= max(COMMON_WORDS, COMMON_SHARE * min(len(of_one), len(of_other))):
            yield *pair, None


@lru_cache(maxsize=REMEMBERED_TEXTS)
def _beginnings(text: str) -> frozenset[str]:
    """Return what the words of a text begin with."""
    found = _BEGINNING.findall(text.lower())
    if not text.isascii():
        found += _KOREAN_BEGINNING.findall(text)
    return frozenset(found) - _COMMON_BEGINNINGS
