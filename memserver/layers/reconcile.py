"""Reconciling: what a new statement repeats, replaces or contradicts among what is already known.

Candidates come from cheap look-ups whose cost does not grow with the store: the newest memories that share rare words,
the nearest vectors, and those that are named by a number ("Supersedes ADR 7"). `precedence` judges each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from typing import Protocol

from memserver.claims.model import NOTHING_READ, Floats, VectorPair
from memserver.claims.reading import Reading
from memserver.claims.references import TITLE, Reference, names_of, replaces
from memserver.claims.texts import Read, claims_in
from memserver.layers.drafts import Prepared, title_of
from memserver.layers.precedence import LONGEST_STATEMENT_CHARS, numbered, said_in_header, standing
from memserver.model import Layer, Memory
from memserver.retrieval.backfill import embedded_text
from memserver.storage.store import Store
from memserver.text.terms import index_terms, query_terms

# Of each look-up, and altogether.
LOOKED_UP = 12
CANDIDATES = 20
# Several texts may speak of what only one is called.
NAMED_CANDIDATES = 50
# Reading a pair takes about as long as embedding a text.
MOST_READ = 3
MOST_CONFLICTS = 3
# Long words are rare ones: asking for these only keeps the look-up cheap at any size.
LONGEST_TERMS = 4
SHARED_WORDS = 2
MOST_ZEROS = 4
STATEMENT_LAYERS = (Layer.LONG_TERM.value, Layer.PROJECT.value, Layer.PROCEDURAL.value)
_SAY_REPLACED = "supersedes superseding replaces replacing obsoletes obsoleting 대체 대신 폐기 무효"


class Nearest(Protocol):
    """Finds memories by meaning: (memory id, its vector and that of the text); empty while no vectors can be had.

    There are no vectors where the embedder is not the one that `claims` knows.
    """

    async def __call__(self, text: str, limit: int) -> Sequence[tuple[str, VectorPair | None]]:
        """Return the nearest memories to a text."""
        ...


Similar = Mapping[str, VectorPair | None]


@dataclass(slots=True)
class Verdicts:
    """What a new statement does to old ones, and what the verdicts rest on; a later one may have replaced it before."""

    duplicate_of: str | None = None
    supersedes: dict[str, str] = field(default_factory=dict)
    conflicts: dict[str, str] = field(default_factory=dict)
    superseded_by: dict[str, str] = field(default_factory=dict)


class Reconciler:
    """Judges one new statement at a time."""

    def __init__(self, store: Store, nearest: Nearest, reading: Reading) -> None:
        self._store = store
        self._nearest = nearest
        self._reading = reading

    async def similar(self, item: Prepared) -> Similar:
        """Return the memories nearest in meaning: the slow part of judging, which does not depend on the others."""
        return dict(await self._nearest(_embedded(item), LOOKED_UP))

    async def judge(self, memory: Memory, similar: Similar, unwritten: Sequence[Memory], now: datetime) -> Verdicts:
        """Compare a new memory with what is known in its scope, and with what is about to be written before it.

        `similar` are those that were found for it by meaning. A stored statement of a later date is the newer one.
        """
        candidates = await self._candidates(memory, similar, unwritten)
        others = [other for other in candidates if _within_scope(memory.project_id, other, now)]
        verdicts = await self._compared(memory, others, similar)
        return Verdicts(duplicate_of=verdicts.duplicate_of) if verdicts.duplicate_of else verdicts

    async def review(self, memory: Memory, now: datetime) -> Verdicts:
        """Compare a stored statement with the older ones of its scope: what was missed when it was written.

        Vectors may not have been there yet, or the statements may have come by different ways.
        """
        if memory.layer.value not in STATEMENT_LAYERS:
            return Verdicts()
        short = len(memory.content) <= LONGEST_STATEMENT_CHARS
        similar = dict(await self._nearest(memory.content, LOOKED_UP)) if short else {}
        others = [
            other
            for other in await self._candidates(memory, similar, ())
            if (other.timestamp, other.id) < (memory.timestamp, memory.id)
            and _within_scope(memory.project_id, other, now)
        ]
        return await self._compared(memory, others, similar)

    async def _compared(self, memory: Memory, others: Sequence[Memory], similar: Similar) -> Verdicts:
        """Return how a memory stands to others; the nearest ones are compared first."""
        if not others:
            return Verdicts()

        def nearness(other: Memory) -> tuple[float, str]:
            vectors = similar.get(other.id)
            return (float(vectors[0] @ vectors[1]) if vectors else 0.0, other.id)

        ordered = sorted(others, key=nearness, reverse=True)
        return await self._reading.run(lambda read: _verdicts(memory, ordered, similar, read))

    async def _candidates(self, memory: Memory, similar: Similar, unwritten: Sequence[Memory]) -> list[Memory]:
        shared: list[str] = []
        if len(memory.content) <= LONGEST_STATEMENT_CHARS:
            shared = await self._by_words(query_terms(memory.content), memory.project_id)
        ids = list(dict.fromkeys([*similar, *shared]))[:CANDIDATES]
        ids += await self._by_names(memory)
        found = await self._store.memories.get_many(dict.fromkeys(ids))
        found |= {other.id: other for other in unwritten if _shares_words(memory, other) or _is_named(memory, other)}
        found.pop(memory.id, None)
        return list(found.values())

    async def _by_words(self, terms: Sequence[str], project_id: str) -> list[str]:
        """Return the newest memories that share at least two of the statement's longest terms."""
        longest = sorted(terms, key=lambda term: (-len(term), term))[:LONGEST_TERMS]
        if not longest:
            return []
        pairs = [f'("{first}" AND "{second}")' for first, second in combinations(longest, 2)] or [f'"{longest[0]}"']
        return await self._recent(" OR ".join(pairs), project_id, LOOKED_UP)

    async def _by_names(self, memory: Memory) -> list[str]:
        """Return the memories that the text may name as replaced, and those that may name it so."""
        found: list[str] = []
        for reference in replaces(memory.content):
            if match := _match(reference):
                found += await self._recent(match, memory.project_id, NAMED_CANDIDATES)
        for name in numbered(names_of(memory.title, memory.content)):
            match = f"({_any(index_terms(_SAY_REPLACED))}) AND {_match(name)}"
            found += await self._recent(match, memory.project_id, NAMED_CANDIDATES)
        return found

    async def _recent(self, match: str, project_id: str, limit: int) -> list[str]:
        projects = sorted({"", project_id})
        return await self._store.passages.recent_with_words(match, projects, STATEMENT_LAYERS, limit)


def is_statement(item: Prepared) -> bool:
    """Say whether a draft may state something that others can repeat, replace or contradict.

    Records of what was said stay as they are: a later turn of a talk does not undo an earlier one.
    """
    return item.draft.layer.value in STATEMENT_LAYERS


def can_be_judged(item: Prepared) -> bool:
    """Say whether a draft is a statement, and short enough to be judged by its words."""
    return is_statement(item) and len(item.draft.content) <= LONGEST_STATEMENT_CHARS


def _embedded(item: Prepared) -> str:
    """Return the text as it will be embedded when it is stored, so that its vector is made once."""
    if len(item.passages) != 1:
        return item.draft.content
    return embedded_text(item.passages[0].heading, item.passages[0].text)


def _verdicts(memory: Memory, others: Sequence[Memory], similar: Similar, read: Read | None) -> Verdicts:
    verdicts, pairs_read = Verdicts(), 0

    def bounded(old: str, new: str) -> Floats:
        nonlocal pairs_read
        pairs_read += 1
        assert read is not None
        # What is not read disagrees with nothing: a glance alone is too often wrong.
        return read(old, new) if pairs_read <= MOST_READ else NOTHING_READ

    for other in others:
        _take_down(verdicts, memory, other, similar.get(other.id), None if read is None else bounded)
        if verdicts.duplicate_of:
            break
    return verdicts


def _take_down(
    verdicts: Verdicts, memory: Memory, other: Memory, vectors: VectorPair | None, read: Read | None
) -> None:
    """Note how a memory stands to another one, whichever of them is the newer."""
    # "Supersedes ADR 7" holds whichever of the two was stored first.
    if evidence := said_in_header(memory, other):
        verdicts.supersedes[other.id] = evidence
        return
    if evidence := said_in_header(other, memory):
        verdicts.superseded_by[other.id] = evidence
        return
    # A vector of a text under a title is not the vector of the text.
    if not (_is_bare(memory) and _is_bare(other)):
        vectors = None
    earlier = memory.timestamp < other.timestamp
    if earlier:
        found = standing(memory, other, vectors and vectors[::-1], read)
    else:
        found = standing(other, memory, vectors, read)
    if found is None:
        return
    if found.kind == "duplicate":
        # Two with ids of their own elsewhere are never the same.
        if memory.external_id is None or memory.external_id == other.external_id:
            verdicts.duplicate_of = verdicts.duplicate_of or other.id
    elif found.kind == "conflicts":
        # The nearest ones come first; who disagrees with many more disagrees with none of them in particular.
        if len(verdicts.conflicts) < MOST_CONFLICTS:
            verdicts.conflicts[other.id] = found.evidence
    elif earlier:
        verdicts.superseded_by[other.id] = found.evidence
    else:
        verdicts.supersedes[other.id] = found.evidence


def _is_bare(memory: Memory) -> bool:
    return memory.title == title_of(memory.content)


def _shares_words(memory: Memory, other: Memory) -> bool:
    mine, theirs = _words(memory), _words(other)
    return len(mine & theirs) >= min(SHARED_WORDS, len(mine))


def _words(memory: Memory) -> frozenset[str]:
    if len(memory.content) > LONGEST_STATEMENT_CHARS:
        return frozenset()
    return frozenset().union(*(claim.content for claim in claims_in(memory.content)))


def _is_named(memory: Memory, other: Memory) -> bool:
    return bool(replaces(memory.content) or replaces(other.content))


def _match(reference: Reference) -> str:
    """Return what the text index is asked for to find the texts that may be meant by a reference."""
    if reference.kind == TITLE:
        return " AND ".join(f'"{term}"' for term in dict.fromkeys(index_terms(reference.number)))
    numbers = [reference.number.rjust(len(reference.number) + zeros, "0") for zeros in range(MOST_ZEROS)]
    kind = [f'"{term}"' for term in index_terms(reference.kind)]
    return " AND ".join([*kind, f"({_any(numbers)})"])


def _any(terms: Iterable[str]) -> str:
    return " OR ".join(f'"{term}"' for term in dict.fromkeys(terms))


def _within_scope(project_id: str, old: Memory, now: datetime) -> bool:
    """Statements are compared within one scope: a project's own rule does not undo everybody's.

    One that has expired is no longer said: whoever says it again says something new.
    """
    return (
        old.superseded_by is None
        and (old.expires_at is None or old.expires_at > now)
        and old.project_id == project_id
        and old.layer.value in STATEMENT_LAYERS
    )
