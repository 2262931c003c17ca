"""Candidates of a turn: what a search found, with all that decides about it in one value."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from typing import Any, NamedTuple

from memserver.clock import from_iso
from memserver.layers.layer import Language
from memserver.model import Category, RelatedFile
from memserver.retrieval.budget import BRAIN_CHUNKS
from memserver.retrieval.ranking import Ranked
from memserver.retrieval.relevance import CHANCE, chance_beside
from memserver.retrieval.rescoring import Situation, rescore, rules_for
from memserver.retrieval.search import Found
from memserver.retrieval.succession import Successor
from memserver.storage.passages import PassageFacts
from memserver.storage.relations import KnownRelation
from memserver.text.time_expressions import Period
from memserver.turn.relations import Told, told_of
from memserver.turn.tuning import FIT
from memserver.workspace.staleness import StaleKind, StaleReason

LESSON_TAG = '"lesson"'
"""As it stands among the tags of a row, which are JSON."""
LESSON_FOLDERS = frozenset({"lessons", "lesson", "교훈"})
STALE_WORDS: Mapping[Language, Mapping[StaleKind, str]] = {
    "en": {
        StaleKind.CHANGED: "{subject} changed",
        StaleKind.SYMBOL: "{part} in {subject} changed",
        StaleKind.SYMBOL_GONE: "{part} is no longer in {subject}",
        StaleKind.VALUE: "{part} in {subject} has another value",
        StaleKind.MISSING: "{subject} is gone",
        StaleKind.COMMIT: "commit {subject} is not in the history",
    },
    "ko": {
        StaleKind.CHANGED: "{subject} 변경됨",
        StaleKind.SYMBOL: "{subject}의 {part} 변경됨",
        StaleKind.SYMBOL_GONE: "{subject}에서 {part} 없어짐",
        StaleKind.VALUE: "{subject}의 {part} 값 변경됨",
        StaleKind.MISSING: "{subject} 없어짐",
        StaleKind.COMMIT: "커밋 {subject} 이력에 없음",
    },
}

StaleCheck = Callable[[Sequence[RelatedFile], str | None, str], Sequence[StaleReason]]
"""Says why something may no longer hold, from its files, its commit and its project."""


class Part(NamedTuple):
    """A passage of a candidate."""

    ordinal: int
    heading: str
    text: str
    tokens: int
    value: float
    """What the passages of a turn are taken by, highest first."""


@dataclass(slots=True)
class Candidate:
    """Something that may go into the turn: a memory, a file, a procedure, a lesson, with the passages that were found.

    Search sets what is known of it and how it matches, rescoring `score` and `factors`, fitting `text` (until then that
    of its best passage), `tokens`, `number` and `cut`.
    """

    id: str
    source: str
    title: str
    text: str
    score: float
    moment: datetime
    parts: Sequence[Part] = ()
    layer: str | None = None
    path: str | None = None
    heading: str = ""
    """What its text stands under: in a file that of the first passage shown."""
    category: str | None = None
    status: str | None = None
    confidence: float = 0.5
    origin: str | None = None
    author: str = "user"
    scope: str = "global"
    stale: str = ""
    lesson: bool = False
    external_id: str | None = None
    told: Sequence[Told] = ()
    """What it replaced and what it disagrees with, as the store tells it."""
    shown: frozenset[int] = frozenset()
    """The passages of it that are in the turn."""
    level: int | None = None
    """How abstract its text is, where that was read when it was written."""
    superseded_by: Successor | None = None
    """The note that replaces it."""
    replaces: Sequence[str] = ()
    """The paths of the notes that it replaces, the nearest first."""
    match: Ranked | None = None
    """How the search came to its best passage."""
    factors: Mapping[str, float] = field(default_factory=dict)
    """What the rules found, by name."""
    notes: Mapping[str, Any] = field(default_factory=dict)
    """Why it is here when the search did not find it."""
    forced: bool = False
    """Whether it belongs here however little its words say: the prompt names it."""
    chance: float = 1.0
    """How likely it is that it helps."""
    tokens: int = 0
    number: int = 0
    """Its citation number."""
    cut: bool = False

    @property
    def named(self) -> bool:
        """Whether its title says something that its text does not begin with."""
        return self.path is not None or not self.text.startswith(self.title.rstrip("…"))

    @property
    def told_here(self) -> list[Told]:
        """What is known of it and meant by the passages that are shown."""
        return [each for each in self.told if each.ordinal is None or not self.shown or each.ordinal in self.shown]

    def later_than(self, other: Candidate, told: Told) -> bool:
        """Say whether it is later than something that it disagrees with; of one moment, as they were judged."""
        return told.later if self.moment == other.moment else self.moment > other.moment

    @property
    def reasons(self) -> dict[str, Any]:
        """Why it stands where it stands, in words and numbers; put together only for what is shown or explained."""
        reasons: dict[str, Any] = dict(self.notes)
        if self.match is not None:
            reasons |= {"match": self.match.reasons(), "factors": dict(self.factors)}
        if self.superseded_by is not None:
            reasons["supersededBy"] = self.superseded_by.path
        if self.replaces:
            reasons["replaces"] = list(self.replaces)
        if self.cut:
            reasons["cut"] = True
        return reasons


def candidates_of(
    found: Found,
    turn: Situation,
    is_stale: StaleCheck,
    language: Language = "en",
    by_section: bool = False,
    relations: Sequence[KnownRelation] = (),
) -> list[Candidate]:
    """Return what was found, one candidate per memory and file (or section), rescored, best first."""
    rules = rules_for(turn)
    sureness = found.named.sureness()
    told = told_of(relations, found.facts, by_section, turn.now.tzinfo) if relations else {}
    groups: dict[str, list[tuple[Ranked, PassageFacts]]] = {}
    for each in found.ranked:
        facts = found.facts[each.passage]
        groups.setdefault(facts.owner_id(by_section), []).append((each, facts))
    candidates = []
    for owner, passages in groups.items():
        ranked, facts = max(passages, key=_score) if len(passages) > 1 else passages[0]
        moment, text = _moment(facts, turn.now.tzinfo), _text(facts)
        stale = _stale(facts, is_stale, language)
        candidate = _of_passage(facts, owner, text, ranked.score, moment, stale)
        candidate.match = ranked
        added, candidate.factors = rescore(candidate, turn, FIT.rule_strength, rules)
        if sureness and (named := max(sureness.get(each.passage, 0.0) for each, _ in passages)):
            candidate.notes = {"named": named}
            candidate.forced = named >= CHANCE.named_from
        if facts.superseded_by is not None:
            candidate.superseded_by = found.successors.get(ranked.owner)
        if facts.replaces is not None:
            candidate.replaces = json.loads(facts.replaces)
        candidate.told = told.get(owner, ())
        candidate.score += added
        lift = added + FIT.source_weight * candidate.score
        if len(passages) == 1:
            candidate.parts = [_part(facts, text, ranked.score + lift)]
        else:
            candidate.parts = [_part(facts, _text(facts), each.score + lift) for each, facts in passages]
        candidates.append(candidate)
    if told:
        _newer_first(candidates)
    if found.successors:
        _successors_first(candidates)
    candidates.sort(key=lambda candidate: (-candidate.score, candidate.id))
    best_score = candidates[0].score if candidates else 0.0
    for candidate in candidates:
        named = CHANCE.named_from if candidate.forced else 0.0
        candidate.chance = chance_beside(found.chance, best_score, candidate.score, named)
    return candidates


def _score(passage: tuple[Ranked, PassageFacts]) -> float:
    return passage[0].score


def _successors_first(candidates: Sequence[Candidate]) -> None:
    """Let a note stand above the one that it replaces, where both are shown."""
    for old in candidates:
        if old.superseded_by is None or old.superseded_by.later:
            continue
        for new in candidates:
            if new.path == old.superseded_by.path and new.score <= old.score:
                _lift(new, old.score - new.score + FIT.newer_by)


def _lift(candidate: Candidate, gain: float) -> None:
    candidate.score += gain
    candidate.parts = [part._replace(value=part.value + (1 + FIT.source_weight) * gain) for part in candidate.parts]


def _newer_first(candidates: Sequence[Candidate]) -> None:
    """Let what is newer stand above the older one that it was found to disagree with."""
    by_id = {candidate.id: candidate for candidate in candidates}
    for candidate in candidates:
        for each in candidate.told:
            other = by_id.get(each.id)
            if each.replaces or other is None or not candidate.later_than(other, each):
                continue
            if other.score < candidate.score:
                continue
            _lift(candidate, other.score - candidate.score + FIT.newer_by)


def recalled_candidates(
    memories: Sequence[PassageFacts], period: Period, is_stale: StaleCheck, language: Language, top: float
) -> list[Candidate]:
    """Return the memories of a period that was asked for by its time alone, in the order given, from `top` down."""
    candidates = []
    for place, facts in enumerate(memories):
        score = top * (1 - place / (2 * len(memories)))
        text = _text(facts)
        recalled = _of_passage(
            facts,
            f"{facts.memory_id}",
            text,
            score,
            _moment(facts, period.start.tzinfo),
            _stale(facts, is_stale, language),
        )
        recalled.notes, recalled.forced = {"period": period.phrase}, True
        recalled.parts = [_part(facts, text, score)]
        candidates.append(recalled)
    return candidates


def _source(facts: PassageFacts) -> str:
    return facts.kind or (BRAIN_CHUNKS if facts.path is not None else str(facts.layer))


def _of_passage(facts: PassageFacts, owner: str, text: str, score: float, moment: datetime, stale: str) -> Candidate:
    """Return a passage as a candidate, without how it came here."""
    return Candidate(
        id=owner,
        source=_source(facts),
        title=facts.title,
        text=text,
        score=score,
        moment=moment,
        layer=facts.layer,
        path=facts.path,
        heading=facts.heading,
        category=facts.category,
        status=facts.status,
        confidence=facts.confidence,
        origin=facts.origin,
        author=facts.author or "user",
        scope=facts.scope,
        stale=stale,
        lesson=_is_lesson(facts),
        external_id=facts.external_id,
        level=facts.level,
    )


def _part(facts: PassageFacts, text: str, value: float) -> Part:
    return Part(facts.ordinal, facts.heading, text, facts.tokens, value)


def _text(facts: PassageFacts) -> str:
    if facts.path is None:
        return facts.text
    return without_heading(without_fences(facts.text), facts.heading)


def _stale(facts: PassageFacts, is_stale: StaleCheck, language: Language) -> str:
    if not facts.may_be_stale:
        return ""
    return stale_words(is_stale(facts.files(), facts.git_commit, facts.project_id), language)


def without_fences(text: str) -> str:
    """Return a passage without the two lines around its front matter: what they enclose may answer, they never do."""
    if not text.startswith("---\n"):
        return text
    matter, fence, rest = text[4:].partition("\n---\n")
    return f"{matter}\n{rest}" if fence else text


def without_heading(text: str, heading: str) -> str:
    """Return a passage without its heading line where the same heading is shown in front of it."""
    first, _, rest = text.partition("\n")
    if not first.startswith("#") or not rest.strip():
        return text
    return rest.strip("\n") if heading.endswith(first.lstrip("#").strip()) else text


def stale_words(reasons: Sequence[StaleReason], language: Language = "en") -> str:
    """Say in a few words what moved on."""
    return "; ".join(
        STALE_WORDS[language][reason.kind].format(subject=_short(reason.subject), part=reason.part[:60])
        for reason in reasons[:2]
    )


def _short(subject: str) -> str:
    return subject.replace("\\", "/").rsplit("/", 1)[-1][:40]


def _moment(facts: PassageFacts, zone: tzinfo | None) -> datetime:
    """Return when something was written, as the user's own clock showed it."""
    if facts.changed_ns is not None and facts.changed_ns > 0:
        return datetime.fromtimestamp(facts.changed_ns / 1e9, zone or UTC)
    return from_iso(facts.timestamp).astimezone(zone or UTC)


def _is_lesson(facts: PassageFacts) -> bool:
    if facts.category == Category.LESSON:
        return True
    return _in_lesson_folder(facts.path) if facts.path is not None else LESSON_TAG in facts.tags


@lru_cache(maxsize=1_024)
def _in_lesson_folder(path: str) -> bool:
    return not LESSON_FOLDERS.isdisjoint(part.casefold() for part in path.split("/")[:-1])
