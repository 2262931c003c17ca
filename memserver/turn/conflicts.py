"""What the blocks of a turn are told of its sources: what each of them is, and which of them disagree.

What disagrees was found when it was written or in the background; a turn compares nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from memserver.retrieval.levels import is_bare_code
from memserver.turn.blocks.inputs import BlockSource, ConflictFinding
from memserver.turn.blocks.provenance import vouched_for
from memserver.turn.candidates import Candidate
from memserver.turn.relations import in_order

MOST_FINDINGS = 5


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
            named=each.named,
            code=is_bare_code(each.text, each.level),
            unverified=each.origin in {"extracted", "distilled"} and not vouched_for(each.status),
        )
        for each in candidates
    )


def conflicts_among(
    candidates: Sequence[Candidate], sources: Sequence[BlockSource], language: str
) -> tuple[ConflictFinding, ...]:
    """Return which of the selected candidates disagree, both being shown; the older one first."""
    by_id = {each.id: each for each in candidates}
    source_of = {source.id: source for source in sources}
    found: dict[frozenset[str], ConflictFinding] = {}
    for candidate in candidates:
        for told in candidate.told_here:
            other = by_id.get(told.id)
            if told.replaces or other is None or other is candidate:
                continue
            if told.other_ordinal is not None and other.shown and told.other_ordinal not in other.shown:
                continue
            later = candidate.later_than(other, told)
            turned = told._replace(reason=in_order(told.reason, later != told.later))
            older, newer = (other, candidate) if later else (candidate, other)
            finding = ConflictFinding(source_of[older.id], source_of[newer.id], turned.spoken_reason(language))
            found.setdefault(frozenset((older.id, newer.id)), finding)
    return tuple(found.values())[:MOST_FINDINGS]
