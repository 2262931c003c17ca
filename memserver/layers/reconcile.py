"""Reconciling: what a new statement repeats, replaces or contradicts among what is already known.

Candidates come from two cheap look-ups whose cost does not grow with the store: the newest memories that share rare
words, and the nearest vectors. Each is then compared statement by statement.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from typing import Protocol

from memserver.layers.drafts import Prepared
from memserver.model import Layer, Memory, Status
from memserver.retrieval.backfill import embedded_text
from memserver.retrieval.contradiction import Verdict, compare_analysed
from memserver.storage.store import Store
from memserver.text.statements import Statement, analyse
from memserver.text.terms import query_terms

CANDIDATES = 12
# A statement that names the change ("no longer", "instead") is this sure; a merely different value is less.
SURE = 0.9
# Long words are rare ones: asking for these only keeps the look-up cheap at any size.
LONGEST_TERMS = 4
REMEMBERED_STATEMENTS = 2_000
# A long document is not one statement: comparing it with another would find accidental differences.
LONGEST_STATEMENT_CHARS = 2_000
STATEMENT_LAYERS = (Layer.LONG_TERM.value, Layer.PROJECT.value, Layer.PROCEDURAL.value)


class Nearest(Protocol):
    """Finds memories by meaning: (memory id, calibrated similarity); empty while no vectors can be had."""

    async def __call__(self, text: str, limit: int) -> Sequence[tuple[str, float]]:
        """Return the nearest memories to a text."""
        ...


@dataclass(slots=True)
class Verdicts:
    """What a new statement does to old ones; the evidence is readable."""

    duplicate_of: str | None = None
    supersedes: dict[str, str] = field(default_factory=dict)
    conflicts: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Analysed:
    """A statement that was taken apart, and its words."""

    content: str
    statement: Statement
    terms: frozenset[str]


class Reconciler:
    """Judges one new statement at a time. Remembers the analysis of recent ones."""

    def __init__(self, store: Store, nearest: Nearest) -> None:
        self._store = store
        self._nearest = nearest
        self._analysed: OrderedDict[str, _Analysed] = OrderedDict()

    async def similar(self, item: Prepared) -> Mapping[str, float]:
        """Return the memories nearest in meaning: the slow part of judging, which does not depend on the others."""
        return dict(await self._nearest(_embedded(item), CANDIDATES))

    async def judge(
        self, item: Prepared, similarities: Mapping[str, float], unwritten: Sequence[Memory], now: datetime
    ) -> Verdicts:
        """Compare a prepared draft with what is known in its scope, and with what is about to be written before it.

        `similarities` are those that `similar` found for it.
        """
        draft = item.draft
        verdicts = Verdicts()
        new = analyse(draft.content)
        terms = query_terms(draft.content)
        shared = await self._by_words(terms, draft.project_id)
        candidates = await self._store.memories.get_many(dict.fromkeys([*similarities, *shared]))
        # What is said without a date is said now, and later than what is stored. Of two statements that arrive in one
        # request nobody knows which is the later one.
        together = {memory.id: memory for memory in unwritten if self._shares_words(terms, memory)}
        candidates |= together
        for old in sorted(candidates.values(), key=lambda memory: memory.id, reverse=True):
            if not _within_scope(draft.project_id, old, now):
                continue
            verdict = compare_analysed(
                new,
                self._analysis(old).statement,
                similarities.get(old.id),
                draft.timestamp or (None if old.id in together else now),
                old.timestamp,
            )
            _take_down(verdicts, verdict, old, draft.external_id)
            if verdicts.duplicate_of:
                return Verdicts(duplicate_of=old.id)
        return verdicts

    async def review(self, memory: Memory, now: datetime) -> Verdicts:
        """Compare a stored statement with the older ones of its scope: what was missed when it was written.

        Vectors may not have been there yet, or the statements may have come by different ways.
        """
        verdicts = Verdicts()
        if memory.layer.value not in STATEMENT_LAYERS or len(memory.content) > LONGEST_STATEMENT_CHARS:
            return verdicts
        similarities = dict(await self._nearest(memory.content, CANDIDATES))
        shared = await self._by_words(query_terms(memory.content), memory.project_id)
        candidates = await self._store.memories.get_many(dict.fromkeys([*similarities, *shared]))
        for old in sorted(candidates.values(), key=lambda each: each.id, reverse=True):
            earlier = (old.timestamp, old.id) < (memory.timestamp, memory.id)
            if not earlier or not _within_scope(memory.project_id, old, now):
                continue
            # Of two statements of one moment nobody knows which is the later one.
            moment = memory.timestamp if memory.timestamp > old.timestamp else None
            verdict = compare_analysed(
                self._analysis(memory).statement,
                self._analysis(old).statement,
                similarities.get(old.id),
                moment,
                old.timestamp,
            )
            _take_down(verdicts, verdict, old, memory.external_id)
        return verdicts

    def forget(self, memory_id: str) -> None:
        """Drop what was analysed of a memory that changed or is gone."""
        self._analysed.pop(memory_id, None)

    def forget_all(self) -> None:
        """Drop everything that was analysed."""
        self._analysed.clear()

    async def _by_words(self, terms: Sequence[str], project_id: str) -> list[str]:
        """Return the newest memories that share at least two of the statement's longest terms."""
        longest = sorted(terms, key=lambda term: (-len(term), term))[:LONGEST_TERMS]
        if not longest:
            return []
        pairs = [f'("{first}" AND "{second}")' for first, second in combinations(longest, 2)] or [f'"{longest[0]}"']
        projects = sorted({"", project_id})
        return await self._store.passages.recent_with_words(" OR ".join(pairs), projects, STATEMENT_LAYERS, CANDIDATES)

    def _shares_words(self, terms: Sequence[str], memory: Memory) -> bool:
        return len(self._analysis(memory).terms.intersection(terms)) >= min(2, len(terms))

    def _analysis(self, memory: Memory) -> _Analysed:
        known = self._analysed.get(memory.id)
        # Another window may have changed the memory since it was looked at.
        if known is None or known.content != memory.content:
            content = memory.content
            known = self._analysed[memory.id] = _Analysed(content, analyse(content), frozenset(query_terms(content)))
            if len(self._analysed) > REMEMBERED_STATEMENTS:
                self._analysed.popitem(last=False)
        return known


def can_be_judged(item: Prepared) -> bool:
    """Say whether a draft makes a statement that others can repeat, replace or contradict.

    Records of what was said stay as they are: a later turn of a talk does not undo an earlier one.
    """
    return item.draft.layer.value in STATEMENT_LAYERS and len(item.draft.content) <= LONGEST_STATEMENT_CHARS


def _embedded(item: Prepared) -> str:
    """Return the text as it will be embedded when it is stored, so that its vector is made once."""
    if len(item.passages) != 1:
        return item.draft.content
    return embedded_text(item.passages[0].heading, item.passages[0].text)


def _take_down(verdicts: Verdicts, verdict: Verdict, old: Memory, external_id: str | None) -> None:
    """Note how a statement stands to an old one. Two with ids of their own elsewhere are never the same."""
    evidence = "; ".join(verdict.evidence)
    different_ids = external_id is not None and external_id != old.external_id
    if verdict.kind == "duplicate" and not different_ids:
        verdicts.duplicate_of = verdicts.duplicate_of or old.id
    elif verdict.kind == "supersedes" and (verdict.confidence > SURE or not _is_vouched_for(old)):
        verdicts.supersedes[old.id] = evidence
    elif verdict.kind in {"supersedes", "conflicts"}:
        verdicts.conflicts[old.id] = evidence


def _is_vouched_for(memory: Memory) -> bool:
    """Say whether a test, a compiler or a person stands behind a memory: it does not give way to a mere statement."""
    return memory.validation.status in {Status.VERIFIED, Status.PUBLISHED}


def _within_scope(project_id: str, old: Memory, now: datetime) -> bool:
    """Statements are compared within one scope: a project's own rule does not undo everybody's.

    One that has expired is no longer said: whoever says it again says something new.
    """
    return (
        old.superseded_by is None
        and (old.expires_at is None or old.expires_at > now)
        and old.project_id == project_id
        and old.layer.value in STATEMENT_LAYERS
        and len(old.content) <= LONGEST_STATEMENT_CHARS
    )
