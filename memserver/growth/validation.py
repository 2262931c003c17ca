"""The gate for new knowledge and belief revision: does it repeat, contradict or add to what is known? (SPEC 286–287)

A text is judged statement by statement. What repeats what is stored is refused; what contradicts it is named with both
statements, and it is recommended to update what is stored or to add the new beside it. The gate only recommends: it
changes nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from memserver.claims.evidence import spoken
from memserver.claims.texts import judge_texts
from memserver.claims.verdict import restates
from memserver.clock import Clock
from memserver.growth.sources import KnownSource, LocalSources
from memserver.layers.precedence import SURE, clearly_disagrees
from memserver.text.sentences import split_sentences

# More statements than this are a document; its beginning tells what it is about, and its person reads the rest.
MOST_STATEMENTS = 16
CANDIDATES = 8
SENTENCES_COMPARED = 40
SHORTEST_STATEMENT = 8
MOST_EVIDENCE = 10
SHOWN_CHARACTERS = 240

Verdict = Literal["accept", "duplicate", "conflict"]
Recommendation = Literal["add", "update", "reject"]

_MESSAGES: Mapping[str, Mapping[str, str]] = {
    "en": {
        "accept": "Nothing stored says this or contradicts it.",
        "partly": "Some of it is stored already; the rest is new.",
        "duplicate": "This is stored already: adding it would only repeat it.",
        "update": "It contradicts what is stored, and reads as the newer state: update what is stored.",
        "add": "It contradicts what is stored, but may not replace it: add it beside, and say where it holds.",
    },
    "ko": {
        "accept": "같은 내용이나 모순되는 내용이 저장되어 있지 않습니다.",
        "partly": "일부는 이미 저장되어 있고 나머지는 새로운 내용입니다.",
        "duplicate": "이미 저장된 내용입니다. 추가하면 중복됩니다.",
        "update": "저장된 내용과 모순되며 더 새로운 상태로 보입니다. 저장된 내용을 고치십시오.",
        "add": "저장된 내용과 모순되지만 대체하는지는 분명하지 않습니다. 적용 범위를 밝혀 함께 두십시오.",
    },
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """One point: what the new text says, what is stored where, and how they differ."""

    kind: Literal["duplicate", "conflict"]
    source_id: str
    source_kind: str
    title: str
    path: str | None
    statement: str
    stored: str
    reason: str
    confidence: float
    replaces: bool = False


@dataclass(frozen=True, slots=True)
class Validated:
    """The verdict of the gate."""

    verdict: Verdict
    recommendation: Recommendation
    evidence: tuple[Evidence, ...]
    statements: int
    message: str

    @property
    def duplicates(self) -> frozenset[str]:
        """Return the statements that are stored already."""
        return frozenset(each.statement for each in self.evidence if each.kind == "duplicate")


class KnowledgeGate:
    """Judges new knowledge against what is known."""

    def __init__(self, sources: LocalSources, clock: Clock, executor: Executor) -> None:
        self._sources = sources
        self._clock = clock
        self._executor = executor

    async def validate(
        self, content: str, projects: tuple[str, ...], language: str, title: str = "", own: Collection[str] = ()
    ) -> Validated:
        """Judge a text, which may hold several statements; what its title names is looked for as well.

        `own` are the references of the sources that the text was made of: that they say the same is no objection.
        """
        statements = statements_of(content)
        found: list[Evidence] = []
        loop = asyncio.get_running_loop()
        for statement in statements:
            candidates = await self._sources.candidates(f"{title} {statement}".strip(), projects, CANDIDATES)
            found += await loop.run_in_executor(
                self._executor, judge_statement, statement, candidates, self._clock(), own, language
            )
        return verdict_of(statements, found, language)


def statements_of(content: str) -> list[str]:
    """Return the statements of a text that are long enough to be judged, without repetitions."""
    sentences = [each for each in split_sentences(content) if len(each) >= SHORTEST_STATEMENT]
    return list(dict.fromkeys(sentences or filter(None, [content.strip()])))[:MOST_STATEMENTS]


def judge_statement(
    statement: str, candidates: Sequence[KnownSource], now: datetime, own: Collection[str] = (), language: str = "en"
) -> list[Evidence]:
    """Return what speaks against a statement: the one that repeats it, else every one that contradicts it."""
    found: list[Evidence] = []
    for source in candidates:
        best = _against(statement, source, now, language)
        if best is not None and best.kind == "duplicate":
            if source.reference not in own:
                return [best]
        elif best is not None:
            found.append(best)
    return found


def verdict_of(statements: Sequence[str], found: Sequence[Evidence], language: str) -> Validated:
    """Put the evidence together into one verdict."""
    words = _MESSAGES.get(language, _MESSAGES["en"])
    conflicts = [each for each in found if each.kind == "conflict"]
    repeated = {each.statement for each in found if each.kind == "duplicate"}
    ranked = sorted(found, key=lambda each: (each.kind != "conflict", -each.confidence, each.source_id, each.statement))
    evidence = tuple(ranked[:MOST_EVIDENCE])
    if conflicts:
        recommendation: Recommendation = "update" if all(each.replaces for each in conflicts) else "add"
        return Validated("conflict", recommendation, evidence, len(statements), words[recommendation])
    if repeated and len(repeated) == len(statements):
        return Validated("duplicate", "reject", evidence, len(statements), words["duplicate"])
    return Validated("accept", "add", evidence, len(statements), words["partly" if repeated else "accept"])


def _against(statement: str, source: KnownSource, now: datetime, language: str) -> Evidence | None:
    """Return how a source repeats or contradicts a statement, by the clearest of its sentences; None if it does not."""
    sentences = split_sentences(source.text)[:SENTENCES_COMPARED]
    best: Evidence | None = None
    for old in dict.fromkeys(sentences):
        repeats = restates(old, statement)
        verdict = judge_texts(old, statement)
        if not repeats and not clearly_disagrees(verdict):
            continue
        # What is stored of a later day is not replaced; what somebody vouches for, only by a clearly told change.
        vouched = source.status in {"verified", "published"}
        earlier = source.moment is not None and source.moment > now
        evidence = Evidence(
            kind="duplicate" if repeats else "conflict",
            source_id=source.id,
            source_kind=source.kind,
            title=source.title,
            path=source.path,
            statement=statement[:SHOWN_CHARACTERS],
            stored=old[:SHOWN_CHARACTERS],
            reason=spoken(verdict.reason.to_json(), language),
            confidence=round(verdict.chance, 3),
            replaces=verdict.proven and not earlier and (verdict.chance > SURE or not vouched),
        )
        if evidence.kind == "duplicate":
            return evidence
        if best is None or evidence.confidence > best.confidence:
            best = evidence
    return best
