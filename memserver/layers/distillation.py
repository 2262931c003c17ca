"""Distillation: episodes that have grown old become digests in long-term memory, each once (SPEC 21–31).

A digest and the mark on its episodes are one transaction: a crash leaves either both or none. What happens to the
episode afterwards is the archive mode: `keep` leaves it in recall, `mark` archives it, `delete` removes it. What was
stored by hand is never archived, and only deleted in a run that someone asked for.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Literal

from memserver.clock import Clock
from memserver.layers.digest import digest_text, digest_title
from memserver.layers.distillation_marker import (
    get_last_distillation_run,
    record_distillation_run,
    should_auto_distill,
)
from memserver.layers.drafts import MAX_TITLE_CHARS, Draft, prepare
from memserver.layers.episode_files import EpisodeFiles
from memserver.layers.writing import MemoryWriter
from memserver.model import Author, Category, Layer, Memory, Origin, RelatedFile, SourceType
from memserver.storage import upkeep
from memserver.storage.store import Store

ArchiveMode = Literal["keep", "mark", "delete"]

# A run at the end of a session must not hold it up; a run by hand may take everything.
AUTOMATIC_LIMIT = 50
MANUAL_LIMIT = 20_000
MOST_TAGS = 20
MOST_FILES = 20
MOST_NAMED_EPISODES = 200


@dataclass(frozen=True, slots=True)
class DistillationOptions:
    """How distillation runs."""

    enabled: bool = True
    age_threshold_days: int = 30
    interval_days: int = 7
    archive_mode: ArchiveMode = "mark"


DEFAULT_DISTILLATION_OPTIONS = DistillationOptions()


@dataclass(frozen=True, slots=True)
class DistillationReport:
    """What a run did, or why there was none."""

    ran: bool
    age_threshold_days: int
    archive_mode: ArchiveMode
    reason: str = ""
    scanned: int = 0
    promoted: int = 0
    archived: int = 0
    digest_ids: tuple[str, ...] = field(default_factory=tuple)
    last_run: datetime | None = None


Progress = Callable[[int, int], None]


class Distiller:
    """Distils the episodes of a store; one run at a time."""

    def __init__(self, store: Store, writer: MemoryWriter, files: EpisodeFiles, clock: Clock, brain: Path) -> None:
        self._store = store
        self._writer = writer
        self._files = files
        self._clock = clock
        self._brain = brain
        self._running = asyncio.Lock()

    async def run_if_due(self, options: DistillationOptions) -> DistillationReport:
        """Run at the end of a session, when switched on and the interval has passed."""
        if not options.enabled:
            return self._left_out(options, "distillation is switched off", None)
        return await self._run(options, force=False, by_hand=False, progress=None)

    async def run_by_hand(
        self, options: DistillationOptions, *, force: bool, progress: Progress | None = None
    ) -> DistillationReport:
        """Run because a person asked for it; `force` does not look at the interval."""
        return await self._run(options, force=force, by_hand=True, progress=progress)

    async def _run(
        self, options: DistillationOptions, *, force: bool, by_hand: bool, progress: Progress | None
    ) -> DistillationReport:
        async with self._running:
            now = self._clock()
            marker = await asyncio.to_thread(get_last_distillation_run, self._brain)
            last_run = marker.last_run if marker else None
            due = await asyncio.to_thread(should_auto_distill, self._brain, options.interval_days, now)
            if not force and not due:
                reason = f"the last run is less than {options.interval_days} days ago"
                return self._left_out(options, reason, last_run)
            report = await self._distill(options, now, by_hand, progress)
            await asyncio.to_thread(record_distillation_run, self._brain, now, report.promoted)
            return replace(report, last_run=now)

    async def _distill(
        self, options: DistillationOptions, now: datetime, by_hand: bool, progress: Progress | None
    ) -> DistillationReport:
        before = now - timedelta(days=options.age_threshold_days)
        limit = MANUAL_LIMIT if by_hand else AUTOMATIC_LIMIT
        episodes = await upkeep.stale_episodes(self._store.database, before, now, limit, parts_too=by_hand)
        digests: list[str] = []
        promoted = archived = done = 0
        for group in talks(episodes):
            result = await self._promote(group, options.archive_mode, now, by_hand)
            if result is not None:
                digests.append(result[0])
                promoted += len(group)
                archived += result[1]
            done += len(group)
            if progress:
                progress(done, len(episodes))
        if digests:
            self._writer.tell()
        return DistillationReport(
            True,
            options.age_threshold_days,
            options.archive_mode,
            "",
            len(episodes),
            promoted,
            archived,
            tuple(digests),
        )

    async def _promote(
        self, group: Sequence[Memory], mode: ArchiveMode, now: datetime, by_hand: bool
    ) -> tuple[str, int] | None:
        """Store the digest of a talk; returns its id and how many episodes left recall, or None when it was done."""
        item = await asyncio.to_thread(prepare, digest_draft(group), now)
        leaving = _leaving(group, mode, by_hand)
        try:
            async with self._store.database.write() as transaction:
                if not await upkeep.promote(transaction, [episode.id for episode in group], now):
                    raise _DoneElsewhere
                digest = await self._writer.put(transaction, item)
                if mode == "delete":
                    for episode in leaving:
                        await asyncio.to_thread(self._files.remove, episode)
                        await self._store.memories.delete(transaction, episode.id)
                else:
                    await upkeep.archive(transaction, [episode.id for episode in leaving], now)
        except _DoneElsewhere:
            return None
        await self._refresh_files([] if mode == "delete" else group)
        return digest.id, len(leaving)

    async def _refresh_files(self, episodes: Sequence[Memory]) -> None:
        present = await self._store.memories.get_many([episode.id for episode in episodes])
        for episode in present.values():
            await asyncio.to_thread(self._files.refresh, episode)

    def _left_out(self, options: DistillationOptions, reason: str, last_run: datetime | None) -> DistillationReport:
        return DistillationReport(False, options.age_threshold_days, options.archive_mode, reason, last_run=last_run)


class _DoneElsewhere(Exception):
    """Another window distilled a part of this talk first: nothing is written, it is left to that one."""


def talks(episodes: Sequence[Memory]) -> list[list[Memory]]:
    """Group episodes: the parts of one talk of one project together, in order; every other episode alone."""
    groups: dict[tuple[str, str], list[Memory]] = {}
    for episode in episodes:
        part = episode.origin is Origin.EXPLICIT and episode.thread is not None
        key = (episode.project_id, f"thread {episode.thread}" if part else f"id {episode.id}")
        groups.setdefault(key, []).append(episode)
    return [sorted(group, key=_place) for group in groups.values()]


def _place(episode: Memory) -> tuple[bool, int]:
    """Return what orders the parts of a talk: their positions; those without one stay behind, as they came."""
    return episode.position is None, episode.position or 0


def digest_draft(group: Sequence[Memory]) -> Draft:
    """Return the digest of a talk as a draft; it is no more certain, and lives no longer, than what it rests on."""
    first, last = group[0], group[-1]
    expiries = [episode.expires_at for episode in group if episode.expires_at is not None]
    return Draft(
        layer=Layer.LONG_TERM,
        content=digest_text(group),
        title=digest_title(group)[:MAX_TITLE_CHARS],
        category=Category.EPISODE_DIGEST,
        tags=tuple(dict.fromkeys(tag for episode in group for tag in episode.tags))[:MOST_TAGS],
        confidence=min(episode.confidence for episode in group),
        expires_at=min(expiries) if expiries else None,
        timestamp=last.timestamp,
        scope=first.scope,
        project_id=first.project_id,
        metadata={"episodeIds": [episode.id for episode in group][:MOST_NAMED_EPISODES]},
        provenance=replace(
            last.provenance, source_type=SourceType.AGENT_EXECUTION, source_id=first.id, author=Author.SYSTEM
        ),
        related_files=_files_of(group),
        origin=Origin.DISTILLED,
    )


def _files_of(group: Sequence[Memory]) -> tuple[RelatedFile, ...]:
    """Return the files that a talk speaks of, each as its last part saw it."""
    files = {file.path: file for episode in group for file in episode.related_files}
    return tuple(files[path] for path in sorted(files))[:MOST_FILES]


def _leaving(group: Sequence[Memory], mode: ArchiveMode, by_hand: bool) -> list[Memory]:
    """Return the episodes that leave recall. What a person stored leaves only when that person asks for it."""
    if mode == "keep":
        return []
    if mode == "delete" and by_hand:
        return list(group)
    return [episode for episode in group if episode.origin is not Origin.EXPLICIT]
