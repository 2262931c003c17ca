"""Candidates of a turn: what a search found, with all that decides about it in one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from memserver.clock import from_iso
from memserver.index.protocol import Vectors
from memserver.layers.layer import Language
from memserver.model import Category, RelatedFile
from memserver.retrieval.budget import BRAIN_CHUNKS
from memserver.retrieval.ranking import Ranked
from memserver.retrieval.rescoring import Rule, Situation, Standing, rescore, rules_for
from memserver.retrieval.search import Found
from memserver.storage.passages import PassageFacts
from memserver.text.time_expressions import Period
from memserver.workspace.staleness import StaleKind, StaleReason

LESSON_TAG = '"lesson"'
"""As it stands among the tags of a row, which are JSON."""
LESSON_FOLDERS = frozenset({"lessons", "lesson", "교훈"})
# Nothing but its time speaks for what is recalled, and the question asked for nothing else.
RECALLED_FIRST, RECALLED_LAST = 0.9, 0.6
STALE_WORDS: Mapping[Language, Mapping[StaleKind, str]] = {
    "en": {
        StaleKind.CHANGED: "{subject} changed",
        StaleKind.MISSING: "{subject} is gone",
        StaleKind.COMMIT: "commit {subject} is not in the history",
    },
    "ko": {
        StaleKind.CHANGED: "{subject} 변경됨",
        StaleKind.MISSING: "{subject} 없어짐",
        StaleKind.COMMIT: "커밋 {subject} 이력에 없음",
    },
}

NO_CONFLICTS = "[]"
NOTHING: Mapping[str, Any] = MappingProxyType({})
Rules = Sequence[tuple[str, Rule]]
StaleCheck = Callable[[Sequence[RelatedFile], str | None, str], Sequence[StaleReason]]
"""Says why something may no longer hold, from its files, its commit and its project."""


class Candidate(NamedTuple):
    """Something that may go into the turn. A named tuple, since every turn makes a hundred of them."""

    id: str
    source: str
    title: str
    text: str
    tokens: int
    score: float
    moment: datetime
    layer: str | None = None
    heading: str = ""
    path: str | None = None
    category: str | None = None
    status: str | None = None
    origin: str | None = None
    author: str = "user"
    scope: str = "global"
    stale: str = ""
    lesson: bool = False
    external_id: str | None = None
    conflicts: str = NO_CONFLICTS
    """What it conflicts with, as the store tells it."""
    row: int | None = None
    """Its row in the vectors of the search."""
    ranked: Ranked | None = None
    """How the search came to it."""
    factors: Mapping[str, float] = NOTHING
    """What its score was multiplied by, by name."""
    variety: float = 1.0
    """Less than 1 when a better candidate says the same."""
    cut: bool = False
    named: bool = True
    """Whether somebody gave it its title; else that was made from its first words."""
    level: int | None = None
    """How abstract its text is, where that was read when it was written."""
    notes: Mapping[str, Any] = NOTHING
    """Why it is here when the search did not find it."""

    @property
    def reasons(self) -> dict[str, Any]:
        """Why it stands where it stands, in words and numbers; put together only for what is shown or explained."""
        reasons: dict[str, Any] = dict(self.notes)
        if self.ranked is not None:
            reasons |= {"match": self.ranked.reasons(), "factors": dict(self.factors)}
        if self.variety != 1.0:
            reasons["variety"] = round(self.variety, 4)
        if self.cut:
            reasons["cut"] = True
        return reasons


def candidates_of(found: Found, turn: Situation, is_stale: StaleCheck, language: Language = "en") -> list[Candidate]:
    """Return what was found, rescored by what is known about them, best first."""
    rules = rules_for(turn)
    rescored = []
    for row, each in enumerate(found.ranked):
        facts = found.facts[each.passage]
        owner = facts.owner_id(found.by_section)
        rescored.append(_candidate(each, row, facts, owner, _stale(facts, is_stale, language), turn, rules))
    rescored.sort(key=lambda candidate: (-candidate.score, candidate.id))
    return rescored


def recalled_candidates(
    memories: Sequence[PassageFacts], period: Period, is_stale: StaleCheck, language: Language
) -> list[Candidate]:
    """Return the memories of a period that was asked for by its time alone, in the order given."""
    step = (RECALLED_FIRST - RECALLED_LAST) / max(len(memories), 1)
    return [
        _of_passage(
            facts, f"{facts.memory_id}", RECALLED_FIRST - place * step, _moment(facts, period.start.tzinfo),
            _stale(facts, is_stale, language), notes={"period": period.phrase},
        )
        for place, facts in enumerate(memories)
    ]  # fmt: skip


def vectors_of(candidates: Sequence[Candidate], vectors: Vectors | None) -> Vectors | None:
    """Return one row per candidate, or None without vectors."""
    rows = [candidate.row for candidate in candidates if candidate.row is not None]
    return vectors[rows] if vectors is not None and len(rows) == len(candidates) else None


def _candidate(
    ranked: Ranked, row: int, facts: PassageFacts, owner: str, stale: str, turn: Situation, rules: Rules
) -> Candidate:
    moment = _moment(facts, turn.now.tzinfo)
    standing = Standing(
        _source(facts), facts.title, facts.text, moment, facts.path or "", facts.status, bool(stale), facts.confidence,
        facts.level,
    )  # fmt: skip
    score, factors = rescore(ranked.score, standing, turn, rules)
    return _of_passage(facts, owner, min(score, 1.0), moment, stale, row=row, ranked=ranked, factors=factors)


def _source(facts: PassageFacts) -> str:
    return BRAIN_CHUNKS if facts.path is not None else str(facts.layer)


def _of_passage(
    facts: PassageFacts, owner: str, score: float, moment: datetime, stale: str, **reasons: Any
) -> Candidate:
    """Return a passage as a candidate; `reasons` are the fields that say how it came here."""
    path = facts.path
    return Candidate(
        id=owner,
        source=_source(facts),
        title=facts.title,
        text=facts.text if path is None else without_heading(without_fences(facts.text), facts.heading),
        tokens=facts.tokens,
        score=score,
        moment=moment,
        layer=facts.layer,
        heading=facts.heading if facts.heading != facts.title or path is not None else "",
        path=path,
        category=facts.category,
        status=facts.status,
        origin=facts.origin,
        author=facts.author or "user",
        scope=facts.scope,
        stale=stale,
        lesson=_is_lesson(facts),
        external_id=facts.external_id,
        conflicts=facts.conflicts,
        named=path is not None or facts.heading.startswith(facts.title),
        level=facts.level,
        **reasons,
    )


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
        STALE_WORDS[language][reason.kind].format(subject=_short(reason.subject)) for reason in reasons[:2]
    )


def _short(subject: str) -> str:
    return subject.replace("\\", "/").rsplit("/", 1)[-1][:40]


def _moment(facts: PassageFacts, zone: tzinfo | None) -> datetime:
    """Return when something was written, as the user's own clock showed it."""
    if facts.mtime_ns is not None and facts.mtime_ns > 0:
        return datetime.fromtimestamp(facts.mtime_ns / 1e9, zone or UTC)
    return from_iso(facts.timestamp).astimezone(zone or UTC)


def _is_lesson(facts: PassageFacts) -> bool:
    if facts.category == Category.LESSON:
        return True
    return _in_lesson_folder(facts.path) if facts.path is not None else LESSON_TAG in facts.tags


@lru_cache(maxsize=1_024)
def _in_lesson_folder(path: str) -> bool:
    return not LESSON_FOLDERS.isdisjoint(part.casefold() for part in path.split("/")[:-1])
