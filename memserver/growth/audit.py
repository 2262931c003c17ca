"""The decay audit: which memories and notes are past their half-life, and which speak of files that changed since.

Fetches what there is to look at and applies the rules of `decay`. It marks nothing: what to do about a finding is said,
and done by a person.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from memserver.clock import Clock, from_iso
from memserver.growth.decay import Aged, aged, domain_of
from memserver.model import Memory
from memserver.storage.knowledge_rows import NoteRow
from memserver.storage.store import Store
from memserver.workspace.staleness import StaleReason

# An audit is asked for by a person: seconds are fine, minutes are not.
# The oldest are looked at first, and only old ones can have aged.
MOST_MEMORIES = 5_000
MOST_NOTES = 2_000

StaleReasons = Callable[[Memory], Awaitable[Sequence[StaleReason]]]

_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        "age": "{age} days old; half-life of {domain} is {half} days",
        "file-changed": "{subject} changed since",
        "symbol-changed": "{part} in {subject} changed since",
        "symbol-missing": "{part} is no longer in {subject}",
        "value-changed": "{part} in {subject} has another value since",
        "file-missing": "{subject} is gone",
        "commit-not-in-history": "commit {subject} is not in the history any more",
        "review": "Check whether it still holds; update it, or set its status to verified again.",
        "compare": "Compare it with the files it speaks of, then update or delete it.",
        "review-note": "Check whether it still holds and save the note with a new date.",
    },
    "ko": {
        "age": "{age}일 지남, {domain} 분야의 반감기는 {half}일",
        "file-changed": "{subject} 파일이 이후 변경됨",
        "symbol-changed": "{subject} 파일의 {part} 항목이 이후 변경됨",
        "symbol-missing": "{subject} 파일에 {part} 항목이 더 이상 없음",
        "value-changed": "{subject} 파일의 {part} 값이 이후 바뀜",
        "file-missing": "{subject} 파일이 없어짐",
        "commit-not-in-history": "{subject} 커밋이 더 이상 이력에 없음",
        "review": "지금도 맞는지 확인하고 고치거나 다시 검증됨으로 표시하십시오.",
        "compare": "관련 파일과 비교한 뒤 고치거나 삭제하십시오.",
        "review-note": "지금도 맞는지 확인하고 날짜를 새로 적어 저장하십시오.",
    },
}
_DOMAINS = {
    "market": "시장", "news": "뉴스", "technology": "기술", "process": "절차", "principles": "원칙", "general": "일반",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Checked:
    """One piece of knowledge under audit. `action` says what to do, `message` the same in words."""

    id: str
    kind: Literal["memory", "note"]
    title: str
    path: str | None
    aged: Aged
    reasons: tuple[str, ...]
    moved_on: bool
    action: Literal["review", "compare"]
    message: str


@dataclass(slots=True)
class AuditReport:
    """What the audit found: the stalest first."""

    checked: int = 0
    stale: list[Checked] = field(default_factory=list)
    files_changed: int = 0
    by_domain: dict[str, dict[str, int]] = field(default_factory=dict)


class DecayAudit:
    """Audits the knowledge of one store and brain."""

    def __init__(self, store: Store, brain: Path, clock: Clock, executor: Executor, stale: StaleReasons) -> None:
        self._store = store
        self._brain = str(brain)
        self._clock = clock
        self._executor = executor
        self._stale = stale

    async def run(self, language: str, projects: Sequence[str] | None = None) -> AuditReport:
        """Look at every statement and note."""
        memories = await self._store.knowledge_rows.statements(projects, MOST_MEMORIES)
        notes = await self._store.knowledge_rows.notes(self._brain, MOST_NOTES)
        moved: dict[str, Sequence[StaleReason]] = {}
        for memory in memories:
            if memory.related_files or memory.provenance.git_commit:
                moved[memory.id] = await self._stale(memory)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, audit, memories, notes, moved, self._clock(), language)


def audit(
    memories: Sequence[Memory], notes: Sequence[NoteRow], moved: Mapping[str, Sequence[StaleReason]],
    now: datetime, language: str,
) -> AuditReport:  # fmt: skip
    """Judge memories and notes; `moved` says which memories speak of what has changed."""
    report = AuditReport()
    words = _WORDS.get(language, _WORDS["en"])
    for memory in memories:
        age = aged(
            domain_of(f"{memory.title}\n{memory.content}", memory.tags, memory.category), held_since(memory), now
        )
        reasons = moved.get(memory.id, ())
        _count(report, age, bool(reasons))
        if age.stale or reasons:
            said = [words[reason.kind.value].format(subject=reason.subject, part=reason.part) for reason in reasons]
            action: Literal["review", "compare"] = "compare" if reasons else "review"
            report.stale.append(
                Checked(memory.id, "memory", memory.title, None, age, (*said, *_old(age, words, language)),
                        bool(reasons), action, words[action])
            )  # fmt: skip
    for note in notes:
        age = aged(domain_of(f"{note.title}\n{note.path}\n{note.beginning}", note.tags), _note_since(note), now)
        _count(report, age, False)
        if age.stale:
            report.stale.append(
                Checked(note.id, "note", note.title, note.path, age, tuple(_old(age, words, language)), False, "review",
                        words["review-note"])
            )  # fmt: skip
    report.stale.sort(key=lambda each: (not each.moved_on, each.aged.score, each.id))
    return report


def held_since(memory: Memory) -> datetime:
    """Return when a memory was last known to hold: when it was said, or changed or confirmed since."""
    return max(memory.timestamp, memory.updated_at) if memory.updated_at > memory.created_at else memory.timestamp


def _note_since(note: NoteRow) -> datetime:
    """Return the date that a note gives itself, else when it was last changed."""
    if note.date:
        try:
            return from_iso(note.date if "T" in note.date else f"{note.date[:10]}T00:00:00Z")
        except ValueError:
            pass
    return datetime.fromtimestamp(note.changed_ns / 1e9, UTC)


def _old(age: Aged, words: Mapping[str, str], language: str) -> list[str]:
    domain = _DOMAINS.get(age.domain, age.domain) if language == "ko" else age.domain
    return [words["age"].format(age=age.age_days, domain=domain, half=age.half_life_days)] if age.stale else []


def _count(report: AuditReport, age: Aged, moved_on: bool) -> None:
    report.checked += 1
    report.files_changed += moved_on
    counts = report.by_domain.setdefault(age.domain, {"checked": 0, "stale": 0})
    counts["checked"] += 1
    counts["stale"] += age.stale or moved_on
